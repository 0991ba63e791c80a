"""Paint a scene, and say where each thing can be seen."""

from __future__ import annotations

from functools import cache

import numpy as np
import simplejpeg
import skia
from numpy.typing import NDArray

from eyechart.core import Drawing, Picture, Shape
from eyechart.drawing.scratch import scratch
from eyechart.families.commonsense.art.sprites import shadow, sprite_of
from eyechart.families.commonsense.places import PLACES
from eyechart.families.commonsense.scene import HEIGHT, PLACE, WIDTH, Scene
from eyechart.seeding import Rng

QUALITY = 92


@cache
def backdrop(place: str, variant: int) -> NDArray[np.uint8]:
    """Its pixels: blue, green, red and nothing."""
    pixels = np.empty((HEIGHT, WIDTH, 4), np.uint8)
    PLACES[place].paint(_pen(pixels), variant)
    return pixels


def _pen(pixels: NDArray[np.uint8]) -> skia.Canvas:
    """In this order of colours, Skia's own, images are drawn three times as fast."""
    return skia.Canvas(pixels, colorType=skia.kBGRA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)


def draw(scene: Scene, rng: Rng, settings: object) -> Drawing:
    pixels = scratch("canvas", HEIGHT * WIDTH * 4).reshape(HEIGHT, WIDTH, 4)
    np.copyto(pixels, backdrop(scene.place, scene.variant))
    pen = _pen(pixels)
    things = {thing.id: thing for thing in scene.things}
    for id, front in scene.paint:
        thing = things[id]
        left, top, right, bottom = thing.box
        if thing.shadow and not front:
            wide, high = 4 * round((right - left) * 1.12 / 4), max(6, 2 * round((right - left) * 0.08))
            pen.drawImage(shadow(wide, high), (left + right - wide) // 2, bottom - high * 2 // 3)
        sprite = sprite_of(thing, front)
        pen.drawImage(sprite.image, left + sprite.left, top + sprite.top)
    where: dict[str, tuple[Shape, ...]] = {PLACE: ((0.0, 0.0, float(WIDTH), float(HEIGHT)),)}
    for thing in scene.things:
        left, top, right, bottom = thing.seen
        where[thing.id] = ((float(left), float(top), float(right), float(bottom)),)
    return Drawing((Picture(simplejpeg.encode_jpeg(pixels, QUALITY, "BGRX", "420"), WIDTH, HEIGHT, "jpeg"),), where)
