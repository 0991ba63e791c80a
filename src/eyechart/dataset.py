"""2  Datasets as functions of an index; those on disk are opened by `load`. Both give pages.

eyechart.dataset("figures", split="train", seed=7)[123456]     made on the spot, any index without the ones before
eyechart.dataset("figures", "icons", weights=(3, 1))           a mixture: three pages of figures to one of icons
eyechart.load("data/figures")[123456]                          read from disk, one row group at a time
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count as numbers
from itertools import islice
from typing import Any, overload

from msgspec import Struct

from eyechart import registry
from eyechart.core import Family, Page, Settings
from eyechart.errors import EyechartError, unknown
from eyechart.page import fingerprint as digest
from eyechart.page import page
from eyechart.seeding import integer, rng_for
from eyechart.settings import settings_for


class Kind(Struct, frozen=True):
    """What the pages of one family are made from."""

    family: Family[Any]
    settings: Settings
    split: str
    seed: int


class Endless:
    """Pages that are made when looked at. With `count` it has a length and an end, as torch's loaders want it."""

    def __init__(
        self,
        make: Callable[[int], Page],
        about: str,
        count: int | None = None,
        *,
        kinds: Sequence[Kind] = (),
        fingerprint: str | None = None,
    ) -> None:
        if count is not None and count < 1:
            raise EyechartError(f"count={count}: a dataset has at least one page, or no end (count=None).")
        self.make, self.about, self.count, self.kinds = make, about, count, tuple(kinds)
        self.fingerprint = fingerprint or digest(about, count)  # the same for the same pages

    def __repr__(self) -> str:
        return f"<{self.about}, {'endless' if self.count is None else f'{self.count:,} pages'}>"

    def __len__(self) -> int:
        if self.count is None:
            raise TypeError("An endless dataset has no length: say count=… when you make it.")
        return self.count

    @overload
    def __getitem__(self, index: int) -> Page: ...
    @overload
    def __getitem__(self, index: slice) -> list[Page]: ...
    def __getitem__(self, index: int | slice) -> Page | list[Page]:
        if isinstance(index, slice):
            return [self[i] for i in self._indices(index)]
        index = integer("index", index)
        if index < 0 or (self.count is not None and index >= self.count):
            last = "and go on" if self.count is None else f"and end at {self.count - 1}"
            raise IndexError(f"There is no page {index}: indices start at 0 {last}.")
        return self.make(index)

    def _indices(self, some: slice) -> range:
        if self.count is not None:
            return range(self.count)[some]
        if some.stop is None or min(some.start or 0, some.stop, some.step or 1) < 0:
            raise IndexError("A slice of an endless dataset counts from its start and says where it stops: [10:20].")
        return range(some.start or 0, some.stop, some.step or 1)

    def __iter__(self) -> Iterator[Page]:
        return map(self.make, islice(numbers(), self.count))


def endless(family: Family[Any], settings: Settings, split: str, seed: int, count: int | None = None) -> Endless:
    """The pages of one family."""
    if split not in family.splits:
        raise unknown(f"split of {family.name}", split, family.splits)
    known = family.name in registry.names("families") and registry.get("families", family.name) is family
    # By its name where that will do: other processes, which cannot be handed a family's functions, make pages of it too.
    make = (
        partial(named_page, family.name, settings, split, seed)
        if known
        else partial(page, family, settings, split, seed)
    )
    which = digest(family.name, family.version, settings, split, seed, count)
    kinds = [Kind(family, settings, split, seed)]
    return Endless(make, f"{family.name} {split}, seed {seed}", count, kinds=kinds, fingerprint=which)


def named_page(family: str, settings: Settings, split: str, seed: int, index: int) -> Page:
    """The page of a registered family."""
    return page(registry.get("families", family), settings, split, seed, index)


def mixed_page(
    makes: Sequence[Callable[[int], Page]], weights: Sequence[float], path: tuple[str | int, ...], index: int
) -> Page:
    """The page of one part of a mixture; like `named_page`, something that another process can be handed."""
    return rng_for(*path, index).weighted(makes, weights)(index)


def dataset(
    *families: str,
    split: str = "train",
    seed: int = 0,
    preset: str | None = None,
    count: int | None = None,
    weights: Sequence[float] | None = None,
    **changes: Any,
) -> Endless:
    """Any page of a family, or of a mixture of families, on demand.

    >>> page = eyechart.dataset("figures", split="train", seed=7)[123456]
    >>> page.questions[0].id, page.questions[0].choices
    ('figures/train/7/123456/0', ('yes', 'no'))
    >>> [page.family for page in eyechart.dataset("figures", "icons", weights=(1, 1))[:4]]
    ['figures', 'icons', 'icons', 'icons']
    """
    if not families:
        raise EyechartError(f"Name at least one family: {', '.join(registry.names('families'))}.")
    seed, count = integer("seed", seed), None if count is None else integer("count", count)
    parts = []
    for name in families:
        found = registry.get("families", name)
        parts.append(endless(found, settings_for(found, preset, changes), split, seed, count))
    if len(parts) == 1:
        return parts[0]
    return _mixture(dict(zip(families, parts, strict=True)), weights or [1.0] * len(parts), split, seed, count)


def _mixture(
    parts: Mapping[str, Endless], weights: Sequence[float], split: str, seed: int, count: int | None
) -> Endless:
    """At each index a page of one of the parts, drawn by weight: the one which that part has at this index itself."""
    if len(weights) != len(parts) or min(weights) < 0 or sum(weights) <= 0:
        raise EyechartError(f"weights={tuple(weights)}: one for each of {', '.join(parts)}, none below 0, not all 0.")
    of_part = list(parts.values())
    make = partial(mixed_page, [part.make for part in of_part], tuple(weights), ("mixture", *parts, split, seed))
    kinds = [kind for part in of_part for kind in part.kinds]
    which = digest([part.fingerprint for part in of_part], weights)
    return Endless(make, f"{' + '.join(parts)} {split}, seed {seed}", count, kinds=kinds, fingerprint=which)
