"""Regions of a picture as an input: what an extractor sees inside the box of each thing, and where that is (CRIC).

Boxes are the scene's, as CRIC hands them to all models: a thing has one in `data["box"]`. The graph tells nothing else here. Or
they are found on the picture, by a detector that was trained (`region-finder`), and the graph tells nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

import numpy as np
import skia
from msgspec import Struct

from eyechart.core import Graph, Page, Picture, Question
from eyechart.drawing.decoding import decode
from eyechart.errors import EyechartError
from eyechart.models.learning.folder import WEIGHTS, module_of, read
from eyechart.models.learning.looking import longer, padded
from eyechart.models.learning.pixels import SMOOTH, channels, is_single, picture_square
from eyechart.store.features import tables
from eyechart.store.folder import Dataset

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
    return [_box(thing.data["box"]) for thing in scene.things if "box" in thing.data] if scene is not None else []


def _box(numbers: Iterable[Any]) -> Box:
    left, top, right, bottom = numbers
    return float(left), float(top), float(right), float(bottom)


class Finder:
    """A detector that was trained, by its folder: pictures -> boxes. What it found is kept, and lies beside a dataset."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self.found: dict[bytes, list[Box]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "module"}

    @cached_property
    def module(self) -> Any:
        about = read(self.folder)
        module = module_of(self.folder, about)
        if not hasattr(module, "find"):
            raise EyechartError(f"{self.folder} holds {about.name}, which finds no boxes. Train region-finder.")
        return module

    @cached_property
    def name(self) -> str:
        """Of what it finds, beside a dataset: by its weights."""
        return f"boxes-{sha256((self.folder / WEIGHTS).read_bytes()).hexdigest()[:12]}"

    def __call__(self, picture: Picture) -> list[Box]:
        key = blake2b(picture.data, digest_size=16).digest()
        if key not in self.found:
            squares = picture_square(picture, self.module.settings.side)[None]
            size = longer(picture)
            self.found[key] = [_box(box) for box in self.module.find(squares)[0] * size]
        return self.found[key]

    def known(self, dataset: Dataset, progress: Callable[[int], None] = lambda pages: None) -> None:
        """Have the boxes of all pictures of a dataset at hand, from beside it."""
        for table in tables(dataset, self.name, self._table, progress):
            for row in table.to_pylist():
                self.found[row["digest"]] = [tuple(box) for box in row["boxes"]]

    def _table(self, pages: Iterable[Page]) -> Any:
        import pyarrow as pa

        found = {blake2b(p.data, digest_size=16).digest(): self(p) for page in pages for p in page.pictures}
        boxes = pa.array([[list(box) for box in some] for some in found.values()], pa.list_(pa.list_(pa.float64())))
        return pa.table({"digest": pa.array(found, pa.binary(16)), "boxes": boxes})


@lru_cache(maxsize=2)
def finder_of(folder: str) -> Finder | None:
    """None where nobody names one: boxes are the scene's."""
    return Finder(folder) if folder else None


def boxes_of(pictures: Sequence[Picture], scene: Graph | None, finder: Finder | None) -> list[Box]:
    return boxes_in(scene) if finder is None else finder(pictures[0])


def has_regions(q: Question) -> bool:
    return is_single(q) and bool(boxes_in(q.scene))


def crops_of(pictures: Sequence[Picture], scene: Graph | None, finder: Finder | None = None) -> list[Crop]:
    """What is looked at of a question's or a page's one picture."""
    return [Crop(pictures[0], box) for box in boxes_of(pictures, scene, finder)] if len(pictures) == 1 else []


class Regions(Struct, frozen=True):
    """Of one picture."""

    values: Any  # regions × channels
    boxes: Any  # regions × 4, by the picture's longer side

    @property
    def nbytes(self) -> int:
        return int(self.values.nbytes + self.boxes.nbytes)


def regions_of(crops: Sequence[Crop], features: Sequence[Any]) -> Regions:
    return Regions(np.stack(features), np.array([c.box for c in crops], np.float32) / longer(crops[0].picture))


def recall(found: Sequence[Box], true: Sequence[Box], enough: float = 0.5) -> int:
    """How many of the true boxes are overlapped by one that was found, by an IoU of as much."""
    a, b = np.array(found).reshape(-1, 1, 4), np.array(true).reshape(1, -1, 4)
    both = (np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2])).clip(0).prod(2)
    area = (a[..., 2:] - a[..., :2]).prod(2) + (b[..., 2:] - b[..., :2]).prod(2)
    return int((both / (area - both) >= enough).any(0).sum()) if len(found) else 0


def collated(once: Sequence[Regions]) -> dict[str, Any]:
    """Pictures × the most regions; a region that is not there has a box without area."""
    most = max(len(one.boxes) for one in once)
    values = np.zeros((len(once), most, once[0].values.shape[1]), np.float32)
    for row, one in zip(values, once, strict=True):
        row[: len(one.values)] = one.values
    return {"regions": values, "boxes": padded([one.boxes for one in once])}
