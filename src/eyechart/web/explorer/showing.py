"""A question's page: everything that is known of it put together, as its address says how to look at it."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct
from starlette.exceptions import HTTPException

from eyechart.core import Page, Picture, Question
from eyechart.web.explorer import graph, leafing, views
from eyechart.web.explorer.books import Book
from eyechart.web.explorer.desk import Desk
from eyechart.web.explorer.index import Index
from eyechart.web.explorer.keeping import Making
from eyechart.web.explorer.leafing import Leaf, Neighbours
from eyechart.web.explorer.query import Query
from eyechart.web.explorer.sources import Sitting
from eyechart.web.explorer.verdicts import Verdicts
from eyechart.web.explorer.views import Answered, Scene


class Looking(Struct, frozen=True):
    """What of a question is lit up, as the address says."""

    step: int | None = None  # of the program
    thing: int | None = None  # of the scene
    relation: str = ""  # in the graph
    model: int | None = None  # what it pointed at
    evidence: bool = False  # drawn all the time

    def link(self, query: Query, **changes: object) -> str:
        """The same view but for some of it."""
        said = {"step": self.step, "thing": self.thing, "relation": self.relation, "model": self.model,
                "evidence": 1 if self.evidence else None} | changes  # fmt: skip
        return query.link(**said) or "?"


class Among(Struct, frozen=True):
    """A dataset's question among those that a query finds, with what models said to it."""

    neighbours: Neighbours
    answered: list[Answered]
    making: Making | None = None  # something of it is not there yet


def asked(page: Page, k: int) -> Question:
    if not 0 <= k < len(page.questions):
        count = len(page.questions)
        raise HTTPException(404, f"Page {page.index:,} has {count} questions, numbered from 0: there is no {k}.")
    return page.questions[k]


def named(book: Book, words: str) -> str | None:
    """The address of a question whose whole id was looked for; None if they are other words."""
    found = re.fullmatch(r".+/(\d{1,12})/(\d{1,4})", words)
    if found is None or (book.length is not None and int(found[1]) >= book.length):
        return None
    questions, k = book.page(int(found[1])).questions, int(found[2])
    return f"{book.base}/{int(found[1])}/{k}" if k < len(questions) and questions[k].id == words else None


def picture(page: Page, number: int) -> Picture:
    if not 0 <= number < len(page.pictures):
        count = len(page.pictures)
        raise HTTPException(404, f"Page {page.index:,} has {count} pictures, numbered from 0: there is no {number}.")
    return page.pictures[number]


class Listed(Struct, frozen=True):
    """A dataset's list: what was found, as far as what it is found by is there."""

    leaf: Leaf | None
    index: Index | None
    marks: dict[str, Verdicts]
    making: Making | None
    sittings: list[Sitting]

    @property
    def models(self) -> list[str]:
        """Of which each question's outcomes are shown."""
        return [one.name for one in self.sittings] if self.marks else []


def listed(desk: Desk, key: str, book: Book, query: Query, at: int) -> Listed:
    """Pages from one on, or questions that were found; without a query nothing is waited for that is not there."""
    dataset, sat = desk.dataset(key), desk.sittings(key)
    index = desk.index(dataset)
    if isinstance(index, Making):
        return Listed(None if query else leafing.pages(book, at, {}, None), None, {}, index, sat)
    said = desk.verdicts(dataset, sat)
    if isinstance(said, Making):
        return Listed(None if query else leafing.pages(book, at, {}, None), index, {}, said, sat)
    if query:
        leaf = leafing.found(book, at, query, index, desk.hits(query, index, said), said)
    else:
        leaf = leafing.pages(book, at, said, index)
    return Listed(leaf, index, said, None, sat)


def among(desk: Desk, book: Book, page: Page, k: int, query: Query) -> Among:
    """Where a question stands, and what was said to it. Without a query or runs nothing is needed but the page."""
    plain = leafing.beside(book, page, k)
    sat = desk.sittings(book.key) if book.key is not None else []
    if book.key is None or not (sat or query):
        return Among(plain, [])
    dataset = desk.dataset(book.key)
    index = desk.index(dataset)
    if isinstance(index, Making):
        return Among(plain, [], index)
    said = desk.verdicts(dataset, sat)
    if isinstance(said, Making):
        return Among(plain, [], said)
    row = index.first(page.index) + k
    where = leafing.among(book, row, query, index, desk.hits(query, index, said)) if query else plain
    return Among(where, views.answered(sat, [said[one.source.key].of(row) for one in sat]))


def shown(book: Book, page: Page, k: int, looking: Looking, answered: list[Answered]) -> dict[str, Any]:
    """What the template needs of a question."""
    q = asked(page, k)
    scene = Scene(page)
    steps = views.steps(q, scene)
    things = scene.marks() if q.pictures and page.pictures and q.pictures[0] == page.pictures[0] else []
    marks = [*((0, mark) for mark in things), *views.pointed(answered), *views.truth(q, k)]
    pictures, columns = views.pictures(book.base, page, q, marks)
    return {
        "page": page,
        "q": q,
        "k": k,
        "pictures": pictures,
        "columns": columns,
        "choices": views.choices(book.base, page, q),
        "steps": steps,
        "rows": views.rows(scene),
        "graph": graph.drawn(scene, looking.thing, looking.relation),
        "facets": views.facets(q),
        "answered": answered,
        "lit": _lit(looking, steps, k),
        "placed": {mark.name for mark in things},
    }


def _lit(looking: Looking, steps: list[views.StepShown], k: int) -> set[str]:
    """The marks that the address lights."""
    lit: set[str] = set()
    if looking.step is not None and 0 <= looking.step < len(steps):
        lit |= set(steps[looking.step].lights.split())
    if looking.thing is not None:
        lit.add(f"t{looking.thing}")
    if looking.model is not None:
        lit.add(f"m{looking.model}")
    if looking.evidence:
        lit.add(f"q{k}")
    return lit
