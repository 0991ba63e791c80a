"""Paint a place, photograph it, and say where each text landed."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import skia
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Drawing, Picture, Shape
from eyechart.drawing.camera import camera, quad
from eyechart.drawing.canvas import canvas
from eyechart.drawing.photo import add_noise, illuminate, jpeg, soften
from eyechart.drawing.png import png
from eyechart.errors import EyechartError
from eyechart.families.signs.kinds import KINDS
from eyechart.families.signs.scene import Place
from eyechart.families.signs.settings import SignSettings
from eyechart.families.signs.stage import Spot, Stage, entry_id, heading_id, text_id
from eyechart.seeding import Rng

BYTES_A_PIXEL = 150_000 / (640 * 480)  # at most


class Painting(Struct, frozen=True):
    """A place on its plane, with the camera that looks at it."""

    picture: skia.Picture
    camera: skia.Matrix
    texts: dict[str, Spot]
    where: dict[str, Shape]  # entries and texts in the picture


def painting(place: Place, without: frozenset[str] = frozenset()) -> Painting:
    return _painting(place, without)


@lru_cache(
    maxsize=4
)  # behind a function that fills in what is left out: who names it and who does not share one painting
def _painting(place: Place, without: frozenset[str]) -> Painting:
    stage = Stage(place, without)
    content = KINDS[place.kind].paint(stage)
    if left_out := sorted(ids_of(place) - stage.areas.keys() - stage.spots.keys()):
        raise EyechartError(
            f"Kind of sign '{place.kind}': its paint leaves out {', '.join(left_out)}. It has to call stage.put for each text of "
            "an entry, stage.area for each entry, and stage.put_heading for each text of the whole place."
        )
    matrix = camera(place.view, content, place.width, place.height, place.margin)
    spots = stage.areas | stage.spots
    where = {id: quad(skia.Matrix.Concat(matrix, spot.board), spot.box) for id, spot in spots.items()}
    return Painting(stage.finish(), matrix, stage.spots, where)


def ids_of(place: Place) -> set[str]:
    """Of all that has to be in the picture: entries and texts."""
    texts = {text_id(i, text.role) for i, entry in enumerate(place.entries) for text in entry.texts}
    return {entry_id(i) for i in range(len(place.entries))} | texts | {heading_id(text.role) for text in place.heading}


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
    data = (
        jpeg(pixels, settings.quality, BYTES_A_PIXEL * place.width * place.height)
        if settings.format == "jpeg"
        else png(pixels)
    )
    picture = Picture(data, place.width, place.height, settings.format)
    where: dict[str, tuple[Shape, ...]] = {"place": ((0.0, 0.0, float(place.width), float(place.height)),)}
    return Drawing((picture,), where | {id: (shape,) for id, shape in painting(place).where.items()})
