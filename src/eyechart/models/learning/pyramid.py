"""A diagram as patches, from coarse to fine: 1 + 4 + 9 + 16 + 49 of them (IconQA, sections 5.1 and E.1).

The picture is padded with white at the bottom or on the right until it is square; each level cuts the square into as many
rows as columns. A patch is known by its pixels, so that blank ones, which are most, are looked at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import Any

import numpy as np
import skia
from msgspec import Struct

from eyechart.core import Page, Picture, Question
from eyechart.drawing.decoding import decode

LEVELS = (1, 2, 3, 4, 7)  # patches a side
WHITE = 255
_SMOOTH = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)


class Patch(Struct, frozen=True, eq=False):
    """A part of a picture, to be looked at by itself: rows × columns × 4 bytes, red first."""

    pixels: Any

    def digest(self) -> bytes:
        made = sha256(repr(self.pixels.shape).encode())  # processors have it built in: half the time of blake2b
        made.update(self.pixels)
        return made.digest()[:16]

    def square(self, side: int) -> Any:
        """3 × side × side bytes, whatever its own size."""
        image = skia.Image.fromarray(self.pixels, colorType=skia.kRGBA_8888_ColorType).withDefaultMipmaps()
        surface = skia.Surface(side, side)
        surface.getCanvas().drawImageRect(image, skia.Rect.MakeWH(side, side), _SMOOTH)
        seen = surface.makeImageSnapshot().toarray(colorType=skia.kRGBA_8888_ColorType)[:, :, :3]
        return np.ascontiguousarray(seen.transpose(2, 0, 1))


@lru_cache(maxsize=4)  # a picture is padded for its digests, and again to be looked at
def _padded(picture: Picture) -> Any:
    image = decode(picture).toarray(colorType=skia.kRGBA_8888_ColorType)
    side = max(image.shape[:2])
    square = np.full((side, side, 4), WHITE, np.uint8)
    square[: image.shape[0], : image.shape[1]] = image
    return square


def patches(picture: Picture, levels: Sequence[int] = LEVELS) -> list[Patch]:
    """Level by level, row by row."""
    square = _padded(picture)
    side = len(square)
    made = []
    for level in levels:
        edges = [round(n * side / level) for n in range(level + 1)]
        spans = [slice(start, max(end, start + 1)) for start, end in pairwise(edges)]
        made += [Patch(np.ascontiguousarray(square[rows, columns])) for rows in spans for columns in spans]
    return made


def whole(picture: Picture) -> Patch:
    """All of it, padded: the first of its patches."""
    return patches(picture, (1,))[0]


def boxes(levels: Sequence[int] = LEVELS) -> Any:
    """Where the patches are, patches × 4, by the square's side."""
    places = [(x / k, y / k, (x + 1) / k, (y + 1) / k) for k in levels for y in range(k) for x in range(k)]
    return np.array(places, np.float32)


def count(levels: Sequence[int]) -> int:
    return sum(level * level for level in levels)


# ---- what of a page is looked at


def has_diagram(q: Question) -> bool:
    return len(q.pictures) == 1


def diagrams(page: Page) -> list[Picture]:
    """The pictures that questions are about, each once; not those to choose from."""
    return list({id(p): p for q in page.questions if has_diagram(q) for p in q.pictures}.values())


def patches_of(page: Page) -> list[Patch]:
    return [patch for picture in diagrams(page) for patch in patches(picture)]


def diagrams_of(page: Page) -> list[Patch]:
    return list(map(whole, diagrams(page)))


def choices_of(page: Page) -> list[Patch]:
    return [whole(picture) for q in page.questions for picture in q.choice_pictures]
