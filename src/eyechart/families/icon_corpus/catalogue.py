"""Which drawings show which class: found by their names in the packs that are here, cleaned as Icon645 was, with counts.

A drawing goes to the first class that names it. Left out are those that show something else (refused.txt), those in black and
white, those that are nearly another that was found before, and classes that then have fewer than two, one to learn from and one
to be examined on.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from eyechart.drawing.icons import icon_image, names_of
from eyechart.drawing.packs import PACKS
from eyechart.errors import EyechartError
from eyechart.page import fingerprint
from eyechart.store.kept import Kept, cache_folder

SMALL = 24  # pixels, of the picture by which drawings are compared
COLOURED, SHARE = (
    24,
    0.05,
)  # of 255 between the channels of a pixel that has a colour; as much of a drawing must have one
ALIKE = 6.0  # of 255, on average over pixels and channels: nearer ones are the same drawing
LEAST = 2  # drawings of a class
ROOM = 50e6  # bytes of the cache
SPLITS = ("train", "val", "test")
_COUNTED = re.compile(
    r"\b(flat|one|two|three|four|five|\d+)$"
)  # packs number their variants: dog-1, cake-two, shirt-flat


class Catalogue(Struct, frozen=True):
    """What can be drawn, and what became of the rest."""

    drawings: Mapping[str, tuple[str, ...]]  # class -> icons, in an order by lot, the commonest class first
    too_few: tuple[str, ...]  # classes
    named: int  # drawings that a class names
    refused: int  # that show something else
    black_and_white: int
    alike: int

    def of(self, name: str, split: str) -> tuple[str, ...]:
        """A class's drawings of a split, which no other split has: a quarter to test, and to validate, at least one to test."""
        found = self.drawings[name]
        quarter = len(found) // 4
        test = max(1, quarter)
        ends = {"test": (0, test), "val": (test, test + quarter), "train": (test + quarter, len(found))}
        start, end = ends[split]
        return found[start:end]

    def told(self) -> str:
        kept = sum(map(len, self.drawings.values()))
        few = self.named - self.refused - self.black_and_white - self.alike - kept
        return (
            f"{len(self.drawings)} of {len(self.drawings) + len(self.too_few)} classes, {kept:,} drawings: of {self.named:,} "
            f"named, {self.refused:,} show something else, {self.black_and_white:,} are black and white, "
            f"{self.alike:,} nearly another, "
            f"{few:,} of classes with fewer than {LEAST}."
        )


def classes() -> dict[str, tuple[str, ...]]:
    """Class -> the names under which packs may have it, its own first."""
    return {name: (name, *others) for name, others in _lines("classes.txt")}


def refused() -> list[str]:
    """Icons that are not what they are called."""
    return [f"{pack}:{name}" for pack, names in _lines("refused.txt") for name in names]


def _lines(file: str) -> list[tuple[str, list[str]]]:
    """What stands before the colon, and what after it."""
    lines = (Path(__file__).parent / file).read_text("utf-8").splitlines()
    parts = [line.partition(": ") for line in lines if not line.startswith("#")]
    return [(name, others.split("; ") if others else []) for name, _, others in parts]


def _plain(name: str) -> str:
    """As names are compared: small letters without spaces, endings that number variants cut off."""
    words = name.lower().replace("-", " ").replace("_", " ").strip()
    while (shorter := _COUNTED.sub("", words).strip()) and shorter != words:
        words = shorter
    return words.replace(" ", "")


@cache
def catalogue(packs: tuple[str, ...]) -> Catalogue:
    """Of these packs. Each drawing is looked at, some milliseconds each; what was found is kept in the user's cache."""
    shelf = Kept(cache_folder() / "icon-corpus", ROOM)
    key = fingerprint(
        {pack: PACKS[pack].version for pack in packs}, classes(), refused(), [SMALL, COLOURED, SHARE, ALIKE, LEAST]
    )
    known = shelf.get(key)
    if known is not None:
        return msgspec.json.decode(known, type=Catalogue)
    found = _looked_through(packs)
    shelf.put(key, msgspec.json.encode(found))
    return found


def _looked_through(packs: tuple[str, ...]) -> Catalogue:
    wanted = _wanted()
    named = [
        (name, icon)
        for pack in packs
        for icon, called in names_of(pack).items()
        if (name := wanted.get(_plain(called)))
    ]
    other = set(refused())
    shown = [(name, icon) for name, icon in named if icon not in other]
    kept = defaultdict[str, list[str]](list)
    seen: list[Any] = []
    grey = alike = 0
    for name, icon in shown:
        try:
            pixels = _small(icon)
        except EyechartError:  # a pack may hold what cannot be drawn: no colour in it either
            grey += 1
            continue
        if not _has_colour(pixels):
            grey += 1
        elif seen and np.abs(np.stack(seen) - pixels).mean((1, 2, 3)).min() < ALIKE:
            alike += 1
        else:
            seen.append(pixels)
            kept[name].append(icon)
    enough = [name for name in classes() if len(kept[name]) >= LEAST]
    ranked = sorted(enough, key=lambda name: (-len(kept[name]), _lot(name)))
    return Catalogue(
        drawings={name: tuple(sorted(kept[name], key=_lot)) for name in ranked},
        too_few=tuple(name for name in classes() if len(kept[name]) < LEAST),
        named=len(named),
        refused=len(named) - len(shown),
        black_and_white=grey,
        alike=alike,
    )


def _wanted() -> dict[str, str]:
    """Plain name -> class: a class's own name before others' second names, singular or plural, with or without `face`."""
    found: dict[str, str] = {}
    listed = classes()
    for of in (slice(1), slice(1, None)):
        for name, names in listed.items():
            for one in names[of]:
                for form in (one, f"{one}s", f"{one}es", f"{one} face"):
                    found.setdefault(_plain(form), name)
    return found


def _small(icon: str) -> Any:
    """On white, in a square."""
    image = icon_image(icon, SMALL).toarray().astype(np.float32)  # blue, green, red, alpha; not premultiplied
    on_white = 255 + (image[:, :, :3] - 255) * image[:, :, 3:] / 255
    square = np.full((SMALL, SMALL, 3), 255, np.float32)
    square[: on_white.shape[0], : on_white.shape[1]] = on_white
    return square


def _has_colour(pixels: Any) -> bool:
    inked = pixels.min(2) < 250
    coloured = pixels.max(2) - pixels.min(2) >= COLOURED
    return bool(coloured.sum() >= SHARE * max(1, inked.sum()))


def _lot(what: str) -> str:
    return blake2b(what.encode(), digest_size=8).hexdigest()


def clusters(names: Sequence[str]) -> dict[str, str]:
    """Head, medium or tail of classes that are ranked, in the paper's proportions: 132, 122 and 123 of 377."""
    head, medium = round(len(names) * 132 / 377), round(len(names) * 254 / 377)
    return {name: "head" if n < head else "medium" if n < medium else "tail" for n, name in enumerate(names)}
