"""The features that a network takes: of which extractor, of what parts of pictures, pooled or cell by cell, and where they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from eyechart.core import Page
from eyechart.models.extractors.extractor import Seen, Sight, digest
from eyechart.models.learning.network import Network
from eyechart.models.learning.pyramid import choices_of, diagrams_of, patches_of
from eyechart.models.learning.regions import Finder, crops_of, finder_of
from eyechart.store.features import features, pictures_of
from eyechart.store.folder import Dataset


class Kind(Struct, frozen=True):
    """How an extractor looks for an input."""

    pooled: bool  # over all that it looks at; or cell by cell
    of_page: Callable[[Page], Sequence[Seen]] = pictures_of


KINDS: Mapping[str, Kind] = {  # the inputs that are features
    "panels": Kind(pooled=True),
    "grid": Kind(pooled=False),
    "regions": Kind(pooled=True, of_page=lambda page: crops_of(page.pictures, page.scene)),
    "patches": Kind(pooled=True, of_page=patches_of),
    "diagram": Kind(pooled=False, of_page=diagrams_of),
    "choices": Kind(pooled=True, of_page=choices_of),
}


class Together(Struct, frozen=True):
    """Of a page all that several inputs look at. A record and not a closure: processes that help get it too."""

    kinds: tuple[str, ...]
    finder: Finder | None = None  # of regions

    def __call__(self, page: Page) -> list[Seen]:
        return [seen for name in self.kinds for seen in self._of(name, page)]

    def _of(self, name: str, page: Page) -> Sequence[Seen]:
        if name == "regions" and self.finder is not None:
            return crops_of(page.pictures, page.scene, self.finder)
        return KINDS[name].of_page(page)


def sight_of(network: Network, settings: Any) -> Sight | None:
    """None: the network looks at pictures itself, or at none."""
    kinds = tuple(name for name in network.inputs if name in KINDS)
    if not kinds:
        return None
    seen = Together(kinds, finder_of(getattr(settings, "boxes", "")))
    return Sight(settings.extractor, all(KINDS[name].pooled for name in kinds), seen)


def known(sight: Sight, dataset: Dataset, progress: Callable[[int], None] = lambda pages: None) -> None:
    """Have the features of all pictures of a dataset at hand, from beside it."""
    plain, finder = sight.spec.partition(":")[0], getattr(sight.of_page, "finder", None)
    if finder is not None:
        finder.known(dataset, progress)
    of = [name for name in getattr(sight.of_page, "kinds", ()) if KINDS[name].of_page is not pictures_of]
    kind = "-".join([*of, *([finder.name] if finder is not None else []), "pooled" if sight.pooled else "grid"])
    name = f"{plain}-{sight.eye.fingerprint[:12]}-{sight.eye.side}-{kind}"
    for digests, values in features(dataset, name, digest, sight.compute, progress, sight.of_page):
        sight.store(digests, values)
