"""Visual elements for matrices, mined from Visual Genome as V-PROM does: attributes, categories, counts.

An element is a crop that shows one thing: the box of an object with a name and looks, or the region that a description
counts something in. Crops below 100 pixels, labels with few examples, and those that `unsuitable.txt` names are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

from msgspec import Struct, field

from eyechart.errors import EyechartError
from eyechart.knowledge.genome import Photo, Region
from eyechart.knowledge.genome.cleaning import Cleaning
from eyechart.knowledge.genome.counting import NoCount, count_in
from eyechart.knowledge.genome.words import attributes, lines
from eyechart.knowledge.stream import Spool

Kind = Literal["object category", "object attribute", "human attribute", "object count"]
PEOPLE = frozenset(
    ["man", "woman", "person", "boy", "girl", "child", "baby", "player", "skier", "surfer", "rider", "driver"]
)


class Mining(Cleaning, frozen=True, kw_only=True):
    """How photographs are cleaned, and which crops are kept."""

    smallest: int = 100  # pixels of a crop, both ways
    examples: int = 1  # crops that a label needs; V-PROM keeps labels with many


class Element(Struct, frozen=True):
    """A crop, and what it shows."""

    image: int
    box: tuple[float, float, float, float]
    kind: Kind
    value: str  # a category, an attribute, or a number
    name: str  # of the object
    source: str = ""  # the description that was read


class Mined(Struct):
    """How many crops each label has, and why others were left out."""

    kept: Counter[tuple[Kind, str]] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)

    def rows(self) -> list[tuple[str, int]]:
        """For printing: crops and labels of each kind, and the reasons."""
        crops: Counter[str] = Counter()
        labels: Counter[str] = Counter()
        for (kind, _), count in self.kept.items():
            crops[kind] += count
            labels[kind] += 1
        kept = [row for kind in crops for row in ((f"crops: {kind}", crops[kind]), (f"labels: {kind}", labels[kind]))]
        return kept + [(f"dropped: {reason}", count) for reason, count in sorted(self.dropped.items()) if count]


@cache
def unsuitable(what: str) -> frozenset[str]:
    """The names that the data file lists under `objects` or `attributes`."""
    found: set[str] = set()
    for line, place in lines("unsuitable.txt"):
        kind, colon, names = line.partition(":")
        if not colon or kind.strip() not in ("objects", "attributes"):
            raise EyechartError(f"{place}: expected 'objects : …' or 'attributes : …', found '{line}'.")
        if kind.strip() == what:
            found.update(name.strip() for name in names.split(","))
    return frozenset(found)


def mine(
    photos: Iterable[Photo], regions: Iterable[tuple[Region, ...]], settings: Mining, mined: Mined
) -> Iterator[Element]:
    """Every element of photographs that were cleaned and of their descriptions, labels with few examples left out."""
    spool = Spool(Element)
    counts: Counter[tuple[Kind, str]] = Counter()
    for element in _all(photos, regions, settings, mined.dropped):
        counts[element.kind, element.value] += 1
        spool.add(element)
    for element in spool:
        label = (element.kind, element.value)
        if counts[label] < settings.examples:
            mined.dropped["label with too few crops"] += 1
        else:
            mined.kept[label] += 1
            yield element


def _all(
    photos: Iterable[Photo], regions: Iterable[tuple[Region, ...]], settings: Mining, dropped: Counter[str]
) -> Iterator[Element]:
    for photo in photos:
        yield from _of_objects(photo, settings, dropped)
    for described in regions:
        yield from _of_regions(described, settings, dropped)


def _of_objects(photo: Photo, settings: Mining, dropped: Counter[str]) -> Iterator[Element]:
    for e in photo.entities:
        if not _large_enough(e.box, settings):
            dropped["crop too small"] += 1
        elif e.many:
            dropped["several in one box"] += 1
        elif e.name in unsuitable("objects"):
            dropped["object of every photograph"] += 1
        else:
            yield Element(photo.image, e.box, "object category", e.name, e.name)
            kind: Kind = "human attribute" if e.name in PEOPLE else "object attribute"
            for look in e.attributes:
                if look in unsuitable("attributes"):
                    dropped["attribute to be understood"] += 1
                elif kind == "human attribute" and attributes().get(look, ("",))[0] == "colour":
                    dropped["colour of a person"] += 1  # of clothes or skin
                else:
                    yield Element(photo.image, e.box, kind, look, e.name)


def _of_regions(described: tuple[Region, ...], settings: Mining, dropped: Counter[str]) -> Iterator[Element]:
    for region in described:
        count = count_in(region.phrase)
        if isinstance(count, NoCount):
            if count.reason != "no number":
                dropped[f"number: {count.reason}"] += 1
        elif not _large_enough(region.box, settings):
            dropped["crop too small"] += 1
        elif count.name in unsuitable("objects"):
            dropped["object of every photograph"] += 1
        else:
            yield Element(region.image, region.box, "object count", str(count.number), count.name, region.phrase)


def _large_enough(box: tuple[float, float, float, float], settings: Mining) -> bool:
    return box[2] - box[0] >= settings.smallest and box[3] - box[1] >= settings.smallest
