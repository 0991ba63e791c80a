"""Batches to learn from: which batch an update gets is a function of the seed and its number, whatever came before it.

So nothing of the data needs to be kept to go on where a training stopped. Pages of a folder are shuffled by row groups, and
within windows of these; what was prepared of them stays in memory as long as there is room. An endless dataset's pages come
in their order, each once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from eyechart.core import Page
from eyechart.dataset import Endless
from eyechart.models.learning.inputs import Batch
from eyechart.models.learning.reading import Prepared, Reader
from eyechart.seeding import rng_for
from eyechart.store.folder import Dataset

GROUP = 100  # pages that are read together: a row group
WINDOW = 16  # groups that are shuffled together
ROOM = 2 * 2**30  # bytes of prepared pages that are kept
Source = Dataset | Endless


class Lessons:
    """Pages with an end (`pages` tells which) or without one."""

    def __init__(
        self, source: Source, pages: range | None, reader: Reader, settings: Any, seed: int, vary: bool
    ) -> None:
        self.source, self.pages, self.reader, self.seed, self.vary = source, pages, reader, seed, vary
        self.together = settings.together
        a_page = reader.reading.facts.a_page
        self.count = max(1, round(settings.batch / min(self.together or a_page, a_page)))  # pages in a batch
        self.order = lru_cache(maxsize=2)(self._order)
        self.kept = OrderedDict[int, list[list[Prepared]]]()
        self.room, self.held = ROOM, 0  # bytes: that may be kept, that are

    def __getstate__(self) -> dict[str, Any]:
        """For a process that helps: it keeps its own pages."""
        return {name: value for name, value in self.__dict__.items() if name not in ("order", "kept")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.order = lru_cache(maxsize=2)(self._order)
        self.kept, self.held = OrderedDict(), 0

    def __getitem__(self, number: int) -> Batch:
        """The batch of this number."""
        rng = rng_for("lessons", self.seed, number)
        asked: list[Prepared] = []
        for place in range(number * self.count, (number + 1) * self.count):
            page = self._page(place)
            asked += rng.sample(page, self.together) if 0 < self.together < len(page) else page
        return self.reader.batch(asked, rng if self.vary else None)

    def all(self, at_once: int) -> Iterator[Batch]:
        """Every question of pages that have an end, in their order."""
        assert self.pages is not None
        asked = (one for start in self.pages[::GROUP] for page in self._group(start) for one in page)
        while some := list(islice(asked, at_once)):
            yield self.reader.batch(some)

    def _page(self, place: int) -> list[Prepared]:
        if self.pages is None:
            return self.reader.prepare(self.source[place].questions)
        epoch, within = divmod(place, len(self.pages))
        number = self.order(epoch)[within] - self.pages.start
        return self._group(self.pages[number // GROUP * GROUP])[number % GROUP]

    def _order(self, epoch: int) -> Sequence[int]:
        assert self.pages is not None
        rng = rng_for("order", self.seed, epoch)
        groups = rng.shuffled([self.pages[start : start + GROUP] for start in range(0, len(self.pages), GROUP)])
        made: list[int] = []
        for start in range(0, len(groups), WINDOW):
            made += rng.shuffled([page for group in groups[start : start + WINDOW] for page in group])
        return made

    def _group(self, start: int) -> list[list[Prepared]]:
        if start not in self.kept:
            assert self.pages is not None
            some: Iterable[Page] = self.source[start : min(start + GROUP, self.pages.stop)]
            self.kept[start] = [self.reader.prepare(page.questions) for page in some]
            self.held += _bytes(self.kept[start])
            while len(self.kept) > 1 and self.held > self.room:
                _, oldest = self.kept.popitem(last=False)
                self.held -= _bytes(oldest)
        self.kept.move_to_end(start)
        return self.kept[start]


def _bytes(group: Sequence[Sequence[Prepared]]) -> int:
    """What a group takes, about: arrays that questions share count once."""
    arrays = {id(a): a.nbytes for page in group for one in page for a in one.values() if hasattr(a, "nbytes")}
    return sum(arrays.values())


def batches(lessons: Lessons, numbers: Iterable[int], workers: int) -> Iterator[Batch]:
    """The batches of these numbers in their order, made here or ahead by processes."""
    if workers == 0:
        yield from map(lessons.__getitem__, numbers)
        return
    from torch.utils.data import DataLoader

    yield from DataLoader(
        lessons,
        batch_size=None,
        sampler=numbers,
        num_workers=workers,
        multiprocessing_context="spawn",  # a forked Skia or Arrow may hang
        prefetch_factor=4,
        collate_fn=_as_it_is,
    )


def _as_it_is(batch: Batch) -> Batch:
    return batch
