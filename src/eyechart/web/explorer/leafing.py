"""Where one is among the questions: lists of them some at a time, and from each question the one before and the one after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import numpy as np
from msgspec import Struct

from eyechart.core import Page, Question
from eyechart.web.explorer import views
from eyechart.web.explorer.books import Book
from eyechart.web.explorer.index import Index, Rows
from eyechart.web.explorer.query import Query
from eyechart.web.explorer.verdicts import Verdicts
from eyechart.web.explorer.views import Shown

PAGES = 12  # in a list, with all their questions
MADE = 4  # of those that are made while one waits
QUESTIONS = 24  # in a list of those that were found


class Listed(Struct, frozen=True):
    """A question in a list."""

    address: str
    number: int
    question: Question
    outcomes: tuple[str, ...]  # of each model


class Card(Struct, frozen=True):
    """A page in a list: its pictures, and those of its questions that are looked for."""

    index: int
    pictures: list[Shown]
    columns: int
    questions: list[Listed]


class Leaf(Struct, frozen=True):
    """Some of the cards, and what is before and after them."""

    cards: list[Card]
    first: int  # counted from 0: pages, or questions that were found
    last: int
    total: int | None  # None: no end
    unit: str
    before: str | None  # addresses
    after: str | None


def pages(book: Book, at: int, marks: Mapping[str, Verdicts], index: Index | None) -> Leaf:
    """Pages from one on, with all their questions."""
    some = MADE if book.length is None else PAGES
    end = at + some if book.length is None else min(at + some, book.length)
    found = [book.page(number) for number in range(at, end)]
    rows = {page.index: index.first(page.index) for page in found} if index is not None and marks else {}
    cards = [
        _card(book, page, range(len(page.questions)), "", {k: rows[page.index] + k for k in range(len(page.questions))}
              if rows else {}, marks)
        for page in found
    ]  # fmt: skip
    before = f"{book.base}{Query().link(at=max(0, at - some) or None)}" if at else None
    after = f"{book.base}?at={end}" if book.length is None or end < book.length else None
    return Leaf(cards, at, end, book.length, "pages", before, after)


def found(book: Book, at: int, query: Query, index: Index, hits: Rows, marks: Mapping[str, Verdicts]) -> Leaf:
    """Questions that a query found, from one on, below the pages that they are on."""
    some = [int(row) for row in hits[at : at + QUESTIONS]]
    places = [(index.place(row), row) for row in some]
    cards = []
    for number, group in groupby(places, key=lambda item: item[0][0]):
        rows = {k: row for (_, k), row in group}
        cards.append(_card(book, book.page(number), list(rows), query.link(), rows, marks))
    end = at + len(some)
    before = f"{book.base}{query.link(at=max(0, at - QUESTIONS) or None)}" if at else None
    after = f"{book.base}{query.link(at=end)}" if end < len(hits) else None
    return Leaf(cards, at, end, len(hits), "questions", before, after)


def _card(
    book: Book, page: Page, wanted: Sequence[int], link: str, rows: Mapping[int, int], marks: Mapping[str, Verdicts]
) -> Card:
    asked = [(k, page.questions[k]) for k in wanted]
    if not asked:
        return Card(page.index, [], 1, [])
    first = asked[0][1]
    evidence = [mark for k, q in asked if q.pictures == first.pictures for mark in views.truth(q, k)]
    pictures, columns = views.pictures(book.base, page, first, evidence)
    listed = [
        Listed(f"{book.base}/{page.index}/{k}{link}", k, q, tuple(said.outcome(rows[k]) for said in marks.values())
               if k in rows else ())
        for k, q in asked
    ]  # fmt: skip
    return Card(page.index, pictures, columns, listed)


class Neighbours(Struct, frozen=True):
    """Addresses of the questions beside one, and which of how many it is."""

    before: str | None
    after: str | None
    told: str


def beside(book: Book, page: Page, k: int) -> Neighbours:
    """All questions, page after page."""
    before = f"{book.base}/{page.index}/{k - 1}" if k else None
    if before is None and page.index > 0:
        before = _end(book, range(page.index - 1, max(-1, page.index - 1 - PAGES), -1), last=True)
    after = f"{book.base}/{page.index}/{k + 1}" if k + 1 < len(page.questions) else None
    if after is None and (book.length is None or page.index + 1 < book.length):
        end = page.index + 1 + PAGES
        after = _end(book, range(page.index + 1, end if book.length is None else min(end, book.length)), last=False)
    of = "" if book.length is None else f" of {book.length:,}"
    return Neighbours(before, after, f"page {page.index:,}{of}, question {k + 1} of {len(page.questions)}")


def _end(book: Book, numbers: range, last: bool) -> str | None:
    """The last or first question of the nearest page that has any."""
    for number in numbers:
        if count := len(book.page(number).questions):
            return f"{book.base}/{number}/{count - 1 if last else 0}"
    return None


def among(book: Book, row: int, query: Query, index: Index, hits: Rows) -> Neighbours:
    """Only those that were found; of a question that was not, those around it."""
    at = int(np.searchsorted(hits, row))
    there = at < len(hits) and hits[at] == row
    after = at + 1 if there else at
    told = f"{at + 1:,} of {len(hits):,} found" if there else f"not among the {len(hits):,} found"

    def address(number: int) -> str | None:
        if not 0 <= number < len(hits):
            return None
        page, k = index.place(int(hits[number]))
        return f"{book.base}/{page}/{k}{query.link()}"

    return Neighbours(address(at - 1), address(after), told)
