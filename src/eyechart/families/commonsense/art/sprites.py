"""A thing as an image, with a mask that says which pixels are its own. Each look is painted once and kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import skia
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.drawing.icons import icon_image, icon_size
from eyechart.families.commonsense.art.brush import Brush
from eyechart.families.commonsense.art.clothes import CLOTHES
from eyechart.families.commonsense.art.furniture import FURNITURE
from eyechart.families.commonsense.art.outdoors import OUTDOORS
from eyechart.families.commonsense.art.people import hand, person
from eyechart.families.commonsense.art.walls import WALLS
from eyechart.families.commonsense.art.wares import WARE_FRONTS, WARES
from eyechart.families.commonsense.body import body_of
from eyechart.families.commonsense.catalogue import PEOPLE, entry
from eyechart.families.commonsense.scene import Placed
from eyechart.knowledge.concepts import concept

PAINTERS = FURNITURE | WALLS | WARES | OUTDOORS | CLOTHES | dict.fromkeys(PEOPLE, person)
FRONTS = WARE_FRONTS | dict.fromkeys(PEOPLE, hand)
BODY_SHAPES = {"man": "man", "woman": "man", "boy": "boy", "girl": "boy"}
SLEEVED = ("torso", "body")
STEP = 2  # pixels: things stand on whole steps, and masks have a cell for each
OPAQUE = 110  # of 255: a pixel less opaque than this shows what is behind it


class Sprite(Struct, frozen=True):
    image: skia.Image
    mask: NDArray[np.bool_]  # a cell for each step of the whole frame
    cells: int  # of the mask
    within: tuple[int, int, int, int]  # left, top, right, bottom of these, in cells
    inner: NDArray[np.bool_]  # the mask within them
    left: int  # where the image, its empty border cut off, stands in the frame
    top: int


def look_of(
    attributes: Mapping[str, str], spot: str, wearer: str | None, pose: str | None, variant: int | None
) -> tuple[tuple[str, str], ...]:
    """All that a drawing depends on, as a key, and nothing else. Size is in its scale."""
    look = {name: value for name, value in attributes.items() if name != "size"}
    if wearer is None or pose is None:
        return tuple(sorted(look.items()))
    if variant is not None:
        look |= {"person": wearer, "pose": pose, "skin": str(variant % 4), "hair": str(variant // 4 % 4)}
    else:  # a garment: all grown people have one shape, and only sleeves follow the arms
        look |= {
            "person": BODY_SHAPES[wearer],
            "pose": pose if spot in SLEEVED else "sit" if pose == "sit" else "stand",
        }
    return tuple(sorted(look.items()))


def has_front(name: str, pose: str | None) -> bool:
    """Is a part of it painted over what is in it, or in its hand?"""
    return name in WARE_FRONTS or (name in PEOPLE and pose in ("hold", "carry"))


def sprite_of(thing: Placed, front: bool) -> Sprite:
    return sprite(thing.concept, thing.look, thing.scale, thing.flip, front)


@lru_cache(8000)  # a few tens of kilobytes each
def sprite(name: str, look: tuple[tuple[str, str], ...], scale: float, flip: bool, front: bool) -> Sprite:
    one = entry(name)
    if not one.drawn:
        return _finish(_icon(name, max(one.width, one.height) * scale, flip))
    shown = dict(look)
    width, height = _units(name, shown)
    paint = (FRONTS if front else PAINTERS)[name]
    surface = skia.Surface(max(1, round(width * scale)), max(1, round(height * scale)))
    pen = surface.getCanvas()
    if flip:
        pen.translate(surface.width(), 0)
        pen.scale(-1, 1)
    pen.scale(surface.width() / width, surface.height() / height)
    paint(Brush(pen, width, height, shown))
    return _finish(surface.makeImageSnapshot())


@lru_cache(20000)
def size_of(name: str, scale: float, look: tuple[tuple[str, str], ...] = ()) -> tuple[int, int]:
    """Width and height in pixels of a thing's drawing, without drawing it."""
    if not entry(name).drawn:
        return icon_size(_code(name), max(8, round(entry(name).width * scale)))
    width, height = _units(name, dict(look))
    return max(1, round(width * scale)), max(1, round(height * scale))


def _units(name: str, shown: Mapping[str, str]) -> tuple[float, float]:
    """People and what they wear have the frame of a body; all else has the size that the catalogue says."""
    if "person" in shown:
        body = body_of(shown["person"], shown["pose"])
        return body.width, body.height
    return entry(name).width, entry(name).height


def _code(name: str) -> str:
    return f"twemoji:{concept(name).emoji[0]}"


def _icon(name: str, size: float, flip: bool) -> skia.Image:
    image = icon_image(_code(name), max(8, round(size)))
    if not flip:
        return image
    surface = skia.Surface(image.width(), image.height())
    pen = surface.getCanvas()
    pen.translate(image.width(), 0)
    pen.scale(-1, 1)
    pen.drawImage(image, 0, 0)
    return surface.makeImageSnapshot()


def _finish(image: skia.Image) -> Sprite:
    """Garments fill little of their wearer's frame: only what is painted is kept."""
    pixels = skia.Pixmap()
    image.peekPixels(pixels)
    alpha = np.array(pixels, copy=False)[:, :, 3]
    rows, columns = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    left, top = int(columns[0]), int(rows[0])
    box = skia.IRect.MakeLTRB(left, top, int(columns[-1]) + 1, int(rows[-1]) + 1)
    mask = np.ascontiguousarray(alpha[::STEP, ::STEP] > OPAQUE)
    within = around(mask)
    inner = mask[within[1] : within[3], within[0] : within[2]]
    return Sprite(image.makeSubset(box).makeRasterImage(), mask, int(np.count_nonzero(mask)), within, inner, left, top)


def around(mask: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the cells that are set; nothing has no size."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return 0, 0, 0, 0
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


@lru_cache(1024)
def shadow(width: int, height: int) -> skia.Image:
    """A soft ellipse, darkest in the middle."""
    surface = skia.Surface(width, height)
    pen = surface.getCanvas()
    pen.scale(width / 100, height / 100)
    paint = skia.Paint(AntiAlias=True)
    paint.setShader(
        skia.GradientShader.MakeRadial(skia.Point(50, 50), 50, [0x59201828, 0x33201828, 0x00201828], [0.0, 0.6, 1.0])
    )
    pen.drawCircle(50, 50, 50, paint)
    return surface.makeImageSnapshot()
