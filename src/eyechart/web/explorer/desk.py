"""What is open on the desk: the datasets, indices and verdicts that somebody looks at, and the questions that were last found."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from starlette.exceptions import HTTPException

from eyechart.store.folder import MANIFEST, Dataset, load
from eyechart.web.explorer import index, verdicts
from eyechart.web.explorer.index import Index, Rows
from eyechart.web.explorer.keeping import PATIENCE, Making, Told, Workshop
from eyechart.web.explorer.query import Query, hits
from eyechart.web.explorer.recent import Recent
from eyechart.web.explorer.sources import Shelf, Sitting, Source, found, sittings
from eyechart.web.explorer.verdicts import Verdicts

FRESH = 2.0  # seconds for which what was found in the folders is taken as it is
SETTLED = 10.0  # seconds for which a run's verdicts are taken as they are, whatever it says meanwhile
OPEN = 32  # datasets, indices and verdicts that stay open
RUNS = 256  # whose last verdicts are remembered
FOUND = 8  # lists of questions that stay found: four bytes a question

Which = tuple[Path, str]  # a run: its folder, and the fingerprint of its dataset


class Desk:
    """Several requests work at it at once."""

    def __init__(self, folders: tuple[str, ...], workshop: Workshop, hidden: Path | None = None) -> None:
        self.folders, self.workshop = folders, workshop
        self.hidden = hidden  # the site's own folder, in which answers of benchmarks lie
        self.seen: tuple[float, Shelf, dict[str, list[Sitting]]] | None = None
        self.datasets: Recent[Dataset] = Recent(OPEN)
        self.indices: Recent[Index] = Recent(OPEN)
        self.judged: Recent[Verdicts] = Recent(OPEN)
        self.said: dict[Which, tuple[float, Verdicts]] = {}  # the last of each run, and since when
        self.asked: dict[Which, str] = {}  # of each run those that are made; no others are begun before these are there
        self.lists: Recent[Rows] = Recent(FOUND)

    def look(self) -> tuple[Shelf, dict[str, list[Sitting]]]:
        """What is in the folders, not longer ago than two seconds."""
        now = time.monotonic()
        if self.seen is None or now - self.seen[0] > FRESH:
            shelf = found(self.folders, self.hidden)
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
        name = f"{dataset.manifest.fingerprint}-{index.FORMAT}"
        place = self.workshop.folder(name, partial(index.make, dataset))
        return place if isinstance(place, Making) else self.indices.get_or(place, partial(Index, place))

    def verdicts(self, dataset: Dataset, sat: Sequence[Sitting]) -> dict[str, Verdicts] | Making:
        """Of some runs by their keys; one that is not there yet is waited for with the patience that is left.

        Of a run that goes on while one looks, what it had said a little ago will do until the new is there.
        """
        end = time.monotonic() + PATIENCE
        made: dict[str, Verdicts] = {}
        for sitting in sat:
            which = sitting.run.folder, sitting.run.fingerprint
            last = self.said.get(which)
            if last is None or time.monotonic() - last[0] > SETTLED:
                left = 0.0 if last is not None else max(0.0, end - time.monotonic())
                name = self.asked.setdefault(which, verdicts.stamp(sitting.run))
                place = self.workshop.folder(name, partial(_judge, sitting, dataset), left)
                if isinstance(place, Path):
                    self.asked.pop(which, None)
                    if len(self.said) >= RUNS:
                        self.said.clear()  # each holds a file open; those that are looked at come back at once
                    last = time.monotonic(), self.judged.get_or(place, partial(Verdicts, place))
                    self.said[which] = last
                elif last is None:
                    return Making((len(made) + place.share) / len(sat))
            made[sitting.source.key] = last[1]
        return made

    def hits(self, query: Query, index: Index, said: dict[str, Verdicts]) -> Rows:
        """The questions that a query finds; those that it found before are not looked for again."""
        states = tuple(said[run].folder for run, _ in query.said if run in said)
        return self.lists.get_or((index.folder, states, query), lambda: hits(query, index, said))


def _judge(sitting: Sitting, dataset: Dataset, folder: Path, tell: Told) -> None:
    verdicts.make(sitting.run, dataset, folder, tell)


def _state(path: Path) -> tuple[int, int] | None:
    """Another as soon as a file is another; None if there is none, as `load` will say."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size
