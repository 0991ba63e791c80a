"""Paint a place, photograph it, and say where each text landed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import skia
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Drawing, Picture, Shape
from eyechart.drawing.camera import Box, camera, quad
from eyechart.drawing.canvas import canvas
from eyechart.drawing.photo import add_noise, illuminate, jpeg, soften
from eyechart.drawing.png import png
from eyechart.families.signs import indoors, outdoors
from eyechart.families.signs.scene import Kind, Place, SignSettings
from eyechart.families.signs.stage import Spot, Stage
from eyechart.seeding import Rng

PAINTERS: dict[Kind, Callable[[Stage], Box]] = {
    "street": outdoors.street,
    "road": outdoors.road,
    "houses": outdoors.houses,
    "posters": outdoors.posters,
    "menu": indoors.menu,
    "books": indoors.books,
    "products": indoors.products,
    "buses": outdoors.buses,
    "notices": indoors.notices,
    "departures": indoors.departures,
    "market": outdoors.market,
    "directory": indoors.directory,
}


class Painting(Struct, frozen=True):
    """A place on its plane, with the camera that looks at it."""

    picture: skia.Picture
    camera: skia.Matrix
    texts: dict[str, Spot]
    entries: dict[str, Spot]


@lru_cache(maxsize=4)
def painting(place: Place, without: frozenset[str] = frozenset()) -> Painting:
    stage = Stage(place, without)
    content = PAINTERS[place.kind](stage)
    matrix = camera(place.view, content, place.width, place.height, place.margin)
    return Painting(stage.finish(), matrix, stage.spots, stage.areas)


def seen(spot: Spot, matrix: skia.Matrix) -> Shape:
    """Where a spot of the plane is in the picture."""
    return quad(skia.Matrix.Concat(matrix, spot.board), spot.box)


def photograph(place: Place, rng: Rng, without: frozenset[str] = frozenset()) -> NDArray[np.uint8]:
    """The picture's RGBX pixels, in memory that the next one takes."""
    painted = painting(place, without)
    pen, pixels = canvas(place.width, place.height)
    pen.clear(skia.Color(0x8A, 0x8E, 0x92))  # beyond the surroundings, should a camera see that far
    pen.save()
    pen.concat(painted.camera)
    pen.drawPicture(painted.picture)
    pen.restore()
    illuminate(pixels, place.light)
    soften(pixels, place.blur)
    if place.noise:
        add_noise(pixels, place.noise, rng)
    return pixels


def draw(place: Place, rng: Rng, settings: SignSettings) -> Drawing:
    pixels = photograph(place, rng)
    data = jpeg(pixels, settings.quality) if settings.format == "jpeg" else png(pixels)
    picture = Picture(data, place.width, place.height, settings.format)
    painted = painting(place)
    where: dict[str, tuple[Shape, ...]] = {"place": ((0.0, 0.0, float(place.width), float(place.height)),)}
    for spots in (painted.entries, painted.texts):
        where |= {id: (seen(spot, painted.camera),) for id, spot in spots.items()}
    return Drawing((picture,), where)
