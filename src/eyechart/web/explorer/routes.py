"""The addresses of the explorer, and what is shown at each."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from eyechart import registry
from eyechart.core import Page
from eyechart.store.kept import cache_folder
from eyechart.web.board.doors import Visitor
from eyechart.web.database import Database
from eyechart.web.explorer import curves, flags, leafing, letters, showing
from eyechart.web.explorer.books import FARTHEST, Book, Live, of_dataset
from eyechart.web.explorer.desk import Desk
from eyechart.web.explorer.index import Index
from eyechart.web.explorer.keeping import Making, Workshop
from eyechart.web.explorer.query import asked
from eyechart.web.explorer.showing import Among, Looking
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
    _live(router)
    _data(router, desk)
    return router


def show(request: Request, template: str, **data: Any) -> Response:
    page = Pages.of(request).show(request, template, **data)
    return HTMLResponse(letters.linked(bytes(page.body)), page.status_code)


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


def _flagged(request: Request, book: Book, page: Page, k: int, note: str) -> Response:
    q, address = showing.asked(page, k), f"{book.base}/{page.index}/{k}"
    source = f"{book.told} [{book.state}]"
    flags.raised(database(request), q.id[:300], source[:300], address[:600], q.text, note)
    return RedirectResponse(f"{address}#flags", 303)


# ---- pages made while one looks


def _live(router: APIRouter) -> None:
    live = Live()
    base = "/live/{family}/{preset}/{split}/{seed}"

    @router.get("/live")
    def choose(
        request: Request, family: Word = "", preset: Word = "", split: Word = "", seed: At = 0, index: At = 0
    ) -> Response:
        """The form's own address: it leads to that of the page."""
        found = registry.get("families", family)
        chosen = live.book(family, preset or next(iter(found.presets)), split or next(iter(found.splits)), seed)
        return RedirectResponse(f"{chosen.base}{f'?at={index}' if index else ''}", 303)

    @router.get(base)
    def pages(request: Request, family: str, preset: str, split: str, seed: int, at: At = 0) -> Response:
        book, found = live.book(family, preset, split, seed), registry.get("families", family)
        leaf = leafing.pages(book, at, {}, None)
        here = {"family": found, "preset": preset, "split": split, "seed": seed, "at": at}
        return show(request, "explorer_live.html", book=book, leaf=leaf, models=[], outcomes=OUTCOMES, **here)

    @router.get(base + "/{index}/{k}")
    def question(
        request: Request, family: str, preset: str, split: str, seed: int, index: int, k: int,
        step: Number = None, thing: Number = None, relation: Word = "", evidence: bool = False,
    ) -> Response:  # fmt: skip
        book = live.book(family, preset, split, seed)
        page = book.page(index)
        showing.asked(page, k)
        among = Among(leafing.beside(book, page, k), [])
        return _question(request, book, page, k, among, Looking(step, thing, relation, None, evidence))

    @router.post(base + "/{index}/{k}")
    def flag(
        request: Request,
        family: str,
        preset: str,
        split: str,
        seed: int,
        index: int,
        k: int,
        note: Annotated[str, Form()] = "",
    ) -> Response:
        book = live.book(family, preset, split, seed)
        return _flagged(request, book, book.page(index), k, note)

    @router.get(base + "/{index}/picture/{number}")
    def picture(request: Request, family: str, preset: str, split: str, seed: int, index: int, number: int) -> Response:
        return _picture(request, live.book(family, preset, split, seed), index, number)


# ---- datasets


def _data(router: APIRouter, desk: Desk) -> None:
    def book_of(key: str) -> Book:
        return of_dataset(key, desk.source("datasets", key).name, desk.dataset(key))

    @router.get("/data/{key}")
    def pages(request: Request, key: str, at: At = 0) -> Response:
        book, query = book_of(key), asked(request.query_params.items())
        dataset, sat = desk.dataset(key), desk.sittings(key)
        if (named := _named(book, query.text)) is not None:
            return RedirectResponse(named, 303)
        index = desk.index(dataset)
        said = desk.verdicts(dataset, sat) if isinstance(index, Index) else Making(0.0)
        making = next((one for one in (index, said) if isinstance(one, Making)), None)
        opened = index if isinstance(index, Index) else None
        marks = said if isinstance(said, dict) else {}
        leaf = None
        if not query:
            leaf = leafing.pages(book, at, marks, opened)
        elif opened is not None and making is None:
            leaf = leafing.found(book, at, query, opened, desk.hits(query, opened, marks), marks)
        return show(
            request, "explorer_data.html", book=book, key=key, leaf=leaf, index=opened, marks=marks, making=making,
            query=query, sittings=sat, models=[one.name for one in sat] if marks else [], outcomes=OUTCOMES,
            manifest=dataset.manifest,
        )  # fmt: skip

    @router.get("/data/{key}/{index}/{k}")
    def question(
        request: Request, key: str, index: int, k: int, step: Number = None, thing: Number = None, relation: Word = "",
        model: Number = None, evidence: bool = False,
    ) -> Response:  # fmt: skip
        book = book_of(key)
        page = book.page(index)
        showing.asked(page, k)
        among = showing.among(desk, key, book, page, k, asked(request.query_params.items()))
        return _question(request, book, page, k, among, Looking(step, thing, relation, model, evidence))

    @router.post("/data/{key}/{index}/{k}")
    def flag(request: Request, key: str, index: int, k: int, note: Annotated[str, Form()] = "") -> Response:
        book = book_of(key)
        return _flagged(request, book, book.page(index), k, note)

    @router.get("/data/{key}/{index}/picture/{number}")
    def picture(request: Request, key: str, index: int, number: int) -> Response:
        return _picture(request, book_of(key), index, number)


def _named(book: Book, words: str) -> str | None:
    """The address of a question whose whole id was looked for."""
    found = re.fullmatch(r".+/(\d{1,12})/(\d{1,4})", words)
    if found is None:
        return None
    index, k = int(found[1]), int(found[2])
    if book.length is not None and index >= book.length:
        return None
    questions = book.page(index).questions
    return f"{book.base}/{index}/{k}" if k < len(questions) and questions[k].id == words else None


# ---- what both have


def _question(request: Request, book: Book, page: Page, k: int, among: Among, looking: Looking) -> Response:
    query = asked(request.query_params.items())
    shown = showing.shown(book, page, k, looking, among.answered)
    noted = flags.listed(database(request), shown["q"].id[:300])
    return show(
        request, "explorer_question.html", book=book, query=query, looking=looking, among=among, flags=noted,
        address=f"{book.base}/{page.index}/{k}", **shown,
    )  # fmt: skip


def _picture(request: Request, book: Book, index: int, number: int) -> Response:
    tag = f'"{book.state}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    pictures = book.page(index).pictures
    if not 0 <= number < len(pictures):
        raise HTTPException(404, f"Page {index:,} has {len(pictures)} pictures, numbered from 0: there is no {number}.")
    found = pictures[number]
    return Response(
        found.data, media_type=f"image/{found.format}", headers={"ETag": tag, "Cache-Control": "private, no-cache"}
    )
