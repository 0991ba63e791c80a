"""Regions of a picture as an input: what an extractor sees inside the true box of each thing, and where that is (CRIC).

Boxes are the scene's, as CRIC hands them to all models: a thing has one in `data["box"]`. The graph tells nothing else here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
import skia
from msgspec import Struct

from eyechart.core import Graph, Page, Picture, Question
from eyechart.drawing.decoding import decode
from eyechart.models.learning.looking import longer, padded
from eyechart.models.learning.pixels import SMOOTH, channels, is_single

Box = tuple[float, float, float, float]  # left, top, right, bottom, in pixels
AROUND = 0.1  # of a box's longer side is seen around it


class Crop(Struct, frozen=True):
    """A part of a picture, to be looked at by itself."""

    picture: Picture
    box: Box

    def digest(self) -> bytes:
        return blake2b(self.picture.data + repr(self.box).encode(), digest_size=16).digest()

    def square(self, side: int) -> Any:
        """3 × side × side bytes: the box in the middle with a little around it, and zeros beyond the picture."""
        left, top, right, bottom = self.box
        reach = (0.5 + AROUND) * max(right - left, bottom - top, 1.0)
        x, y = (left + right) / 2 - reach, (top + bottom) / 2 - reach
        surface, scale = skia.Surface(side, side), side / (2 * reach)
        pen = surface.getCanvas()
        pen.clear(skia.ColorBLACK)
        pen.scale(scale, scale)
        pen.drawImage(_decoded(self.picture), -x, -y, SMOOTH)
        return channels(surface)


@lru_cache(maxsize=2)  # a picture's crops are cut one after the other
def _decoded(picture: Picture) -> skia.Image:
    return decode(picture)


def boxes_in(scene: Graph | None) -> list[Box]:
    """The boxes of the scene's things, in their order."""
    found = [thing.data["box"] for thing in scene.things if "box" in thing.data] if scene is not None else []
    return [(float(left), float(top), float(right), float(bottom)) for left, top, right, bottom in found]


def has_regions(q: Question) -> bool:
    return is_single(q) and bool(boxes_in(q.scene))


def regions_in(page: Page) -> list[Crop]:
    """What of a page is looked at."""
    return crops_of(page.pictures, page.scene)


def crops_of(pictures: Sequence[Picture], scene: Graph | None) -> list[Crop]:
    """Of a question's or a page's one picture."""
    return [Crop(pictures[0], box) for box in boxes_in(scene)] if len(pictures) == 1 else []


class Regions(Struct, frozen=True):
    """Of one picture."""

    values: Any  # regions × channels
    boxes: Any  # regions × 4, by the picture's longer side

    @property
    def nbytes(self) -> int:
        return int(self.values.nbytes + self.boxes.nbytes)


def regions_of(q: Question, features: Sequence[Any]) -> Regions:
    return Regions(np.stack(features), np.array(boxes_in(q.scene), np.float32) / longer(q.pictures[0]))


def collated(once: Sequence[Regions]) -> dict[str, Any]:
    """Pictures × the most regions; a region that is not there has a box without area."""
    most = max(len(one.boxes) for one in once)
    values = np.zeros((len(once), most, once[0].values.shape[1]), np.float32)
    for row, one in zip(values, once, strict=True):
        row[: len(one.values)] = one.values
    return {"regions": values, "boxes": padded([one.boxes for one in once])}
