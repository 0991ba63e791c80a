"""A thing as an image, with a mask that says which pixels are its own. Each look is painted once and kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import skia
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.drawing.icons import icon_image
from eyechart.families.commonsense.art.brush import Brush
from eyechart.families.commonsense.art.clothes import CLOTHES
from eyechart.families.commonsense.art.furniture import FURNITURE
from eyechart.families.commonsense.art.outdoors import OUTDOORS
from eyechart.families.commonsense.art.people import body_of, hand, person
from eyechart.families.commonsense.art.wares import FRONTS, WARES
from eyechart.families.commonsense.catalogue import entry
from eyechart.families.commonsense.scene import Placed
from eyechart.knowledge.concepts import concept

PAINTERS = FURNITURE | WARES | OUTDOORS | CLOTHES
STEP = 2  # pixels: things stand on whole steps, and masks have a cell for each
SOLID = 110  # of 255: a pixel less opaque than this shows what is behind it


class Sprite(Struct, frozen=True):
    image: skia.Image
    mask: NDArray[np.bool_]  # a cell for each step
    width: int
    height: int


def look_of(
    attributes: Mapping[str, str], pose: str = "", wearer: str = "", variant: int = 0
) -> tuple[tuple[str, str], ...]:
    """All that a drawing depends on, as a key. Size is in its scale."""
    look = {name: value for name, value in attributes.items() if name != "size"}
    if wearer:
        look |= {"person": wearer, "pose": pose}
    if wearer and variant:  # a body, not a garment
        look |= {"skin": str(variant % 4), "hair": str(variant // 4 % 4)}
    return tuple(sorted(look.items()))


def sprite_of(thing: Placed, layer: str) -> Sprite:
    return sprite(
        thing.concept,
        look_of(thing.attributes, thing.pose, thing.wearer, thing.variant),
        thing.scale,
        thing.flip,
        layer,
    )


@lru_cache(6000)  # a few tens of kilobytes each
def sprite(name: str, look: tuple[tuple[str, str], ...], scale: float, flip: bool, layer: str) -> Sprite:
    one = entry(name)
    if not one.drawn:
        return _finish(_icon(name, max(one.width, one.height) * scale, flip))
    shown = dict(look)
    width, height = one.width, one.height
    if "person" in shown:
        body = body_of(shown["person"], shown["pose"])
        width, height = body.width, body.height
    if one.person:
        paint = hand if layer == "front" else person
    else:
        paint = FRONTS[name] if layer == "front" else PAINTERS[name]
    surface = skia.Surface(max(1, round(width * scale)), max(1, round(height * scale)))
    pen = surface.getCanvas()
    if flip:
        pen.translate(surface.width(), 0)
        pen.scale(-1, 1)
    pen.scale(surface.width() / width, surface.height() / height)
    paint(Brush(pen, width, height, shown))
    return _finish(surface.makeImageSnapshot())


def size_of(name: str, scale: float, look: tuple[tuple[str, str], ...] = ()) -> tuple[int, int]:
    """Width and height in pixels of a thing's drawing."""
    made = sprite(name, look, scale, False, "")
    return made.width, made.height


def _icon(name: str, size: float, flip: bool) -> skia.Image:
    image = icon_image(f"twemoji:{concept(name).emoji[0]}", max(8, round(size)))
    if not flip:
        return image
    surface = skia.Surface(image.width(), image.height())
    pen = surface.getCanvas()
    pen.translate(image.width(), 0)
    pen.scale(-1, 1)
    pen.drawImage(image, 0, 0)
    return surface.makeImageSnapshot()


def _finish(image: skia.Image) -> Sprite:
    mask = np.ascontiguousarray(image.toarray()[::STEP, ::STEP, 3] > SOLID)
    return Sprite(image, mask, image.width(), image.height())


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
