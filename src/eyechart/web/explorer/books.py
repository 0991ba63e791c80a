"""What is leafed through: a dataset's folder, or pages that a family makes while one looks. Either gives the page at an index."""

from __future__ import annotations

from threading import Lock
from typing import Protocol

from msgspec import Struct
from starlette.exceptions import HTTPException

from eyechart import registry
from eyechart.core import Page
from eyechart.dataset import dataset
from eyechart.errors import unknown
from eyechart.store.folder import Dataset
from eyechart.web.explorer.recent import Recent

FARTHEST = 10**12  # index or seed: as far as a manifest counts
MADE = 32  # pages that were made here and stay, for their pictures


class Paged(Protocol):
    def __getitem__(self, index: int) -> Page: ...


class Book(Struct, frozen=True):
    """Pages in a row, and the address below which they are."""

    base: str
    title: str
    told: str  # in one line: which data these are
    pages: Paged
    length: int | None  # None: no end
    state: str  # the same as long as the pages are
    key: str | None = None  # of the dataset; None: made while one looks

    def page(self, index: int) -> Page:
        if index < 0 or (self.length is not None and index >= self.length):
            last = "have no end" if self.length is None else f"end at {self.length - 1:,}"
            raise HTTPException(404, f"There is no page {index:,}: pages begin at 0 and {last}.")
        return self.pages[index]


def of_dataset(key: str, name: str, opened: Dataset) -> Book:
    m = opened.manifest
    told = f"{m.told()}, {m.questions:,} questions"
    return Book(f"/explore/data/{key}", name, told, opened, m.images, m.fingerprint, key)


class Live:
    """Pages made on the spot; the last ones stay, so that a page and its pictures are made once."""

    def __init__(self) -> None:
        self.made: Recent[Page] = Recent(MADE)
        self.hands = Lock()  # one page at a time: who makes many does not hold up who reads

    def book(self, family: str, preset: str, split: str, seed: int) -> Book:
        found = registry.get("families", family)
        if preset not in found.presets:
            raise unknown(f"preset of {family}", preset, found.presets)
        if not 0 <= seed <= FARTHEST:
            raise HTTPException(404, f"A seed here is from 0 to {FARTHEST:,}.")
        endless = dataset(family, split=split, seed=seed, preset=preset)
        told = f"{found.title}; preset {preset}, {split}, seed {seed:,}, made while you look"
        base = f"/explore/live/{family}/{preset}/{split}/{seed}"
        pages = _Kept(endless, self, base)
        return Book(base, f"{family}, {split}", told, pages, None, endless.fingerprint)


class _Kept:
    def __init__(self, pages: Paged, live: Live, name: str) -> None:
        self.pages, self.live, self.name = pages, live, name

    def __getitem__(self, index: int) -> Page:
        if index > FARTHEST:
            raise HTTPException(404, f"An index here is at most {FARTHEST:,}.")
        return self.live.made.get_or((self.name, index), lambda: self._make(index))

    def _make(self, index: int) -> Page:
        with self.live.hands:
            return self.pages[index]
