"""The addresses of the explorer, and what is shown at each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, FastAPI, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from eyechart import registry
from eyechart.store.kept import cache_folder
from eyechart.web.board.doors import Visitor
from eyechart.web.database import Database
from eyechart.web.explorer import curves, flags, leafing, letters, showing
from eyechart.web.explorer.books import FARTHEST, Book, Live, of_dataset
from eyechart.web.explorer.desk import Desk
from eyechart.web.explorer.keeping import Workshop
from eyechart.web.explorer.query import asked
from eyechart.web.explorer.showing import Looking
from eyechart.web.explorer.verdicts import OUTCOMES
from eyechart.web.explorer.work import Watch
from eyechart.web.pages import Pages
from eyechart.web.site import Site
from eyechart.web.spreadsheet import as_csv

KEPT = {"Cache-Control": "public, max-age=604800"}
Letters = Annotated[str, Query(max_length=letters.MOST)]
At = Annotated[int, Query(ge=0, le=FARTHEST)]
Number = Annotated[int | None, Query(ge=0, le=10_000)]
Word = Annotated[str, Query(max_length=200)]
LONGEST = 300  # characters of a question's id, and of what is told of its data, that a flag keeps


def _looking(
    step: Number = None, thing: Number = None, relation: Word = "", model: Number = None, evidence: bool = False
) -> Looking:
    return Looking(step, thing, relation, model, evidence)


Lit = Annotated[Looking, Depends(_looking)]


def routes(site: Site) -> APIRouter:
    """All of them, at one desk."""
    workshop = Workshop(cache_folder() / "explorer")

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        yield
        workshop.close()

    router = APIRouter(prefix="/explore", lifespan=life, include_in_schema=False)
    desk = Desk(site.folders, workshop, site.home)
    _shelf(router, desk)
    _flags(router)
    router.include_router(_live(desk))
    router.include_router(_data(desk))
    return router


def show(request: Request, template: str, **data: Any) -> Response:
    page = Pages.of(request).show(request, template, **data)
    return HTMLResponse(letters.linked(bytes(page.body)), page.status_code)


def book_of(request: Request) -> Book:
    found: Book = request.state.book
    return found


def database(request: Request) -> Database:
    found: Database = request.app.state.database
    return found


# ---- what there is


def _shelf(router: APIRouter, desk: Desk) -> None:
    watch = Watch()

    @router.get("")
    def shelf(request: Request) -> Response:
        found, sat = desk.look()
        families = [registry.get("families", name) for name in registry.names("families")]
        works = watch.works(found)
        return show(request, "explorer_shelf.html", shelf=found, sittings=sat, families=families, works=works)

    @router.get("/work")
    def work(request: Request) -> Response:
        return show(request, "explorer_work.html", works=watch.works(desk.look()[0]))

    @router.get("/live")
    def live(family: Word = "", preset: Word = "", split: Word = "", seed: At = 0, index: At = 0) -> Response:
        """The address of the generator's form: it leads to that of the page."""
        known = registry.get("families", family)
        words = (family, preset or next(iter(known.presets)), split or next(iter(known.splits)), str(seed))
        return RedirectResponse(f"/explore/live/{'/'.join(map(quote, words))}{f'?at={index}' if index else ''}", 303)

    @router.get("/letters.css")
    def style(of: Letters = "") -> Response:
        return Response(letters.style(of), media_type="text/css", headers=KEPT)

    @router.get("/letters.woff")
    def woff(of: Letters = "") -> Response:
        return Response(letters.woff(of), media_type="font/woff", headers=KEPT)

    @router.get("/training/{key}")
    def training(request: Request, key: str) -> Response:
        source = desk.source("networks", key)
        return show(request, "explorer_training.html", source=source, curve=curves.curve(source.path))


# ---- flags


def _flags(router: APIRouter) -> None:
    @router.get("/flags")
    def listed(request: Request, person: Visitor) -> Response:
        held = database(request)
        return show(request, "explorer_flags.html", flags=flags.listed(held), mine=flags.may_remove(held, person))

    @router.get("/flags.csv")
    def sheet(request: Request) -> Response:
        return _file("flags.csv", "text/csv; charset=utf-8", as_csv(flags.rows(flags.listed(database(request)))))

    @router.get("/flags.json")
    def json(request: Request) -> Response:
        return _file("flags.json", "application/json", flags.as_json(flags.listed(database(request))))

    @router.post("/flags/{id}/remove")
    def removed(request: Request, id: int, person: Visitor) -> Response:
        if not flags.may_remove(database(request), person):
            raise HTTPException(403, "Flags are removed by organisers. Sign in as one.")
        flags.removed(database(request), id)
        return RedirectResponse("/explore/flags", 303)


def _file(name: str, kind: str, content: str | bytes) -> Response:
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


# ---- books


def _leaves(prefix: str, opened: Callable[..., None], desk: Desk) -> APIRouter:
    """Questions and pictures of a book; `opened` finds it by the address, for all of them."""
    router = APIRouter(prefix=prefix, dependencies=[Depends(opened)])

    @router.get("/{index}/{k}")
    def question(request: Request, index: int, k: int, looking: Lit) -> Response:
        book, query = book_of(request), asked(request.query_params.items())
        page = book.page(index)
        q, among = showing.asked(page, k), showing.among(desk, book, page, k, query)
        shown = showing.shown(book, page, k, looking, among.answered)
        noted = flags.listed(database(request), q.id[:LONGEST])
        here = {"book": book, "query": query, "looking": looking, "among": among, "flags": noted}
        return show(request, "explorer_question.html", address=f"{book.base}/{index}/{k}", **here, **shown)

    @router.post("/{index}/{k}")
    def flag(request: Request, index: int, k: int, note: Annotated[str, Form()] = "") -> Response:
        book = book_of(request)
        q, address = showing.asked(book.page(index), k), f"{book.base}/{index}/{k}"
        source = f"{book.told} [{book.state}]"
        flags.raised(database(request), q.id[:LONGEST], source[:LONGEST], address, q.text, note)
        return RedirectResponse(f"{address}#flags", 303)

    @router.get("/{index}/picture/{number}")
    def picture(request: Request, index: int, number: int) -> Response:
        book = book_of(request)
        tag = {"ETag": f'"{book.state}"', "Cache-Control": "private, no-cache"}
        if request.headers.get("if-none-match") == tag["ETag"]:
            return Response(status_code=304, headers=tag)
        found = showing.picture(book.page(index), number)
        return Response(found.data, media_type=f"image/{found.format}", headers=tag)

    return router


def _live(desk: Desk) -> APIRouter:
    """Pages made while one looks."""
    live = Live()

    def opened(request: Request, family: str, preset: str, split: str, seed: int) -> None:
        request.state.book = live.book(family, preset, split, seed)

    prefix = "/live/{family}/{preset}/{split}/{seed}"
    router = _leaves(prefix, opened, desk)

    @router.get("")
    def pages(request: Request, family: str, preset: str, split: str, seed: int, at: At = 0) -> Response:
        book = book_of(request)
        here = {"family": registry.get("families", family), "preset": preset, "split": split, "seed": seed, "at": at}
        return show(request, "explorer_live.html", book=book, leaf=leafing.pages(book, at, {}, None), models=[], **here)

    return router


def _data(desk: Desk) -> APIRouter:
    """Datasets."""

    def opened(request: Request, key: str) -> None:
        request.state.book = of_dataset(key, desk.source("datasets", key).name, desk.dataset(key))

    router = _leaves("/data/{key}", opened, desk)

    @router.get("")
    def pages(request: Request, key: str, at: At = 0) -> Response:
        book, query = book_of(request), asked(request.query_params.items())
        if (address := showing.named(book, query.text)) is not None:
            return RedirectResponse(address, 303)
        found = showing.listed(desk, key, book, query, at)
        return show(request, "explorer_data.html", book=book, query=query, outcomes=OUTCOMES, found=found)

    return router
