"""What is open on the desk: the datasets, indices and verdicts that somebody looks at, and the questions that were last found."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from starlette.exceptions import HTTPException

from eyechart.store.folder import MANIFEST, Dataset, load
from eyechart.web.explorer import index, verdicts
from eyechart.web.explorer.index import Index, Rows
from eyechart.web.explorer.keeping import Making, Told, Workshop
from eyechart.web.explorer.query import Query, hits
from eyechart.web.explorer.sources import Shelf, Sitting, Source, found, sittings
from eyechart.web.explorer.verdicts import Verdicts

T = TypeVar("T")
FRESH = 2.0  # seconds for which what was found in the folders is taken as it is
OPEN = 32  # datasets, indices and verdicts that stay open
FOUND = 8  # lists of questions that stay found: four bytes a question


class Recent(Generic[T]):
    """The last so many of something by key; the one that was not asked for longest goes first."""

    def __init__(self, most: int) -> None:
        self.most, self.lock = most, Lock()
        self.held: OrderedDict[Hashable, T] = OrderedDict()

    def get_or(self, key: Hashable, make: Callable[[], T]) -> T:
        with self.lock:
            if key in self.held:
                self.held.move_to_end(key)
                return self.held[key]
        made = make()  # outside the lock: others need not wait, and making it twice does no harm
        with self.lock:
            self.held[key] = made
            while len(self.held) > self.most:
                self.held.popitem(last=False)
        return made


class Desk:
    """Several requests work at it at once."""

    def __init__(self, folders: tuple[str, ...], workshop: Workshop) -> None:
        self.folders, self.workshop = folders, workshop
        self.seen: tuple[float, Shelf, dict[str, list[Sitting]]] | None = None
        self.datasets: Recent[Dataset] = Recent(OPEN)
        self.indices: Recent[Index] = Recent(OPEN)
        self.verdicts_open: Recent[Verdicts] = Recent(OPEN)
        self.lists: Recent[Rows] = Recent(FOUND)

    def look(self) -> tuple[Shelf, dict[str, list[Sitting]]]:
        """What is in the folders, not longer ago than two seconds."""
        now = time.monotonic()
        if self.seen is None or now - self.seen[0] > FRESH:
            shelf = found(self.folders)
            self.seen = now, shelf, sittings(shelf)
        return self.seen[1], self.seen[2]

    def source(self, kind: str, key: str) -> Source:
        """A dataset, run or network by its key."""
        known: dict[str, Source] = getattr(self.look()[0], kind)
        if key not in known:
            raise HTTPException(404, f"There is nothing called '{key}' among the folders that are shown here.")
        return known[key]

    def dataset(self, key: str) -> Dataset:
        path = self.source("datasets", key).path
        return self.datasets.get_or((path, _state(path / MANIFEST)), lambda: load(path))

    def sittings(self, key: str) -> list[Sitting]:
        """The runs on a dataset."""
        return self.look()[1].get(key, [])

    def index(self, dataset: Dataset) -> Index | Making:
        def make(folder: Path, tell: Told) -> None:
            index.make(dataset, folder, tell)

        place = self.workshop.folder(f"{dataset.manifest.fingerprint}-{index.FORMAT}", make)
        return place if isinstance(place, Making) else self.indices.get_or(place, lambda: Index(place))

    def verdicts(self, dataset: Dataset, sat: Sitting) -> Verdicts | Making:
        def make(folder: Path, tell: Told) -> None:
            verdicts.make(sat.run, dataset, folder, tell)

        place = self.workshop.folder(verdicts.stamp(sat.run), make)
        return place if isinstance(place, Making) else self.verdicts_open.get_or(place, lambda: Verdicts(place))

    def hits(self, query: Query, index: Index, said: dict[str, Verdicts]) -> Rows:
        """The questions that a query finds; those that it found before are not looked for again."""
        states = tuple(said[run].folder for run, _ in query.said if run in said)
        return self.lists.get_or((index.folder, states, query), lambda: hits(query, index, said))


def _state(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_mtime_ns, about.st_size
