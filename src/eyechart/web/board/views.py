"""Pages of the evaluation server: leaderboards, method cards, signing in, submitting, one's own submissions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import RedirectResponse, Response

from eyechart.web.board.api import Id, Line, Name, offered
from eyechart.web.board.doors import COOKIE, AtSite, Data, KnownFirst, SignedIn, Visitor, checked
from eyechart.web.board.official import official_of
from eyechart.web.board.people import LASTING, begin_session, end_session
from eyechart.web.board.standing import leaderboard
from eyechart.web.board.submissions import (
    Card,
    NotFoundError,
    all_benchmarks,
    benchmark_named,
    left_today,
    submission_of,
    submissions_of,
    submit,
    withdraw,
)
from eyechart.web.board.verdict import verdict
from eyechart.web.pages import Pages

router = APIRouter(include_in_schema=False)
uploads = APIRouter(include_in_schema=False, route_class=KnownFirst)
SEE_OTHER = 303


@router.get("/boards")
def boards(request: Request, database: Data, person: Visitor) -> Response:
    return Pages.of(request).show(request, "boards.html", boards=all_benchmarks(database))


@router.get("/boards/{name}")
def board(request: Request, name: Name, database: Data, person: Visitor) -> Response:
    found = leaderboard(database, benchmark_named(database, name))
    address = str(request.url.replace(query=""))
    return Pages.of(request).show(request, "board.html", board=found, benchmark=found.benchmark, address=address)


@router.get("/boards/{name}/entries/{id}")
def entry(request: Request, name: Name, id: Id, database: Data, person: Visitor) -> Response:
    """The card of a method that is on the leaderboard now."""
    found = leaderboard(database, benchmark_named(database, name))
    one = next((entry for entry in found.entries if entry.id == id), None)
    if one is None:
        raise NotFoundError("There is no such entry on this leaderboard.")
    return Pages.of(request).show(request, "entry.html", board=found, benchmark=found.benchmark, entry=one)


@router.get("/boards/{name}/submit")
def form(request: Request, name: Name, database: Data, person: SignedIn) -> Response:
    found = benchmark_named(database, name)
    return Pages.of(request).show(
        request,
        "submit.html",
        benchmark=found,
        left=left_today(database, found, person),
        conditions=list(official_of(found.family).conditions),
        mine=submissions_of(database, person, found),
    )


@uploads.post("/boards/{name}/submit")
def send(
    name: Name,
    site: AtSite,
    database: Data,
    person: SignedIn,
    file: Annotated[UploadFile, File()],
    method: Line,
    training: Annotated[str, Form(max_length=20)] = "",
    about: Annotated[str, Form(max_length=2000)] = "",
    link: Annotated[str, Form(max_length=300)] = "",
    parameters: Line = "",
    data: Annotated[str, Form(max_length=300)] = "",
) -> Response:
    wanted = offered(method, file, Card(about, link, parameters, data), training)
    taken = submit(site, database, benchmark_named(database, name), person, wanted, file.file)
    return RedirectResponse(f"/submissions/{taken.id}", SEE_OTHER)


@router.get("/submissions")
def mine(request: Request, database: Data, person: SignedIn) -> Response:
    names = {one.id: one for one in all_benchmarks(database)}
    return Pages.of(request).show(
        request, "submissions.html", submissions=submissions_of(database, person), benchmarks=names
    )


@router.get("/submissions/{id}")
def submission(request: Request, id: Id, database: Data, person: SignedIn) -> Response:
    one = submission_of(database, id, person)
    found = next(b for b in all_benchmarks(database) if b.id == one.benchmark)
    known = verdict(database, found, one)
    return Pages.of(request).show(request, "submission.html", one=one, benchmark=found, verdict=known)


@router.post("/submissions/{id}/withdraw")
def take_back(id: Id, database: Data, person: SignedIn) -> Response:
    withdraw(database, id, person)
    return RedirectResponse(f"/submissions/{id}", SEE_OTHER)


@router.get("/sign-in")
def door(request: Request, person: Visitor) -> Response:
    return Pages.of(request).show(request, "sign_in.html")


@router.post("/sign-in")
def sign_in(request: Request, site: AtSite, database: Data, token: Annotated[str, Form(max_length=200)]) -> Response:
    person = checked(request, database, token)
    response = RedirectResponse("/organiser" if person.organiser else "/submissions", SEE_OTHER)
    response.set_cookie(
        COOKIE,
        begin_session(database, person),
        max_age=int(LASTING.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=site.secure,
    )
    return response


@router.post("/sign-out")
def sign_out(request: Request, database: Data) -> Response:
    end_session(database, request.cookies.get(COOKIE, ""))
    response = RedirectResponse("/boards", SEE_OTHER)
    response.delete_cookie(COOKIE)
    return response
