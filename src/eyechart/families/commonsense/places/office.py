"""The office: plain walls, boards or a carpet, desks and bookcases."""

from __future__ import annotations

import skia

from eyechart.drawing.canvas import fill
from eyechart.families.commonsense.art.brush import tint
from eyechart.families.commonsense.places.pens import FLOOR, PHI, PSI, boarded, gradient, room
from eyechart.families.commonsense.places.place import INDOOR_ROWS, Place
from eyechart.families.commonsense.scene import HEIGHT, WIDTH

WALL_COLOURS = ("#D9DEE2", "#DCE4D6", "#E6DDCF", "#CFDCE6", "#E2D8DC", "#D6E2DE")
CARPETS = ("#9FB0BD", "#B3AFA6", "#A7B8A5")


def _floor(pen: skia.Canvas, variant: int) -> None:
    """Boards and carpets by turns."""
    if variant % 2:
        _carpet(pen, CARPETS[variant % 3])
    else:
        boarded(pen, variant)


def _carpet(pen: skia.Canvas, colour: str) -> None:
    gradient(pen, FLOOR, HEIGHT, tint(colour, -0.05), tint(colour, 0.08))
    speck = fill(tint(colour, -0.09))
    for k in range(420):
        x, y = k * PHI % 1 * WIDTH, FLOOR + 6 + k * PSI % 1 * (HEIGHT - FLOOR)
        pen.drawCircle(x, y, 1.1, speck)


place = Place(
    turn=4,
    roofed=True,
    rows=INDOOR_ROWS,
    above=(26, 176),
    paint=room(WALL_COLOURS, ("plain", "panelled"), _floor),
    furniture=(
        (1.0, ("desk",)),
        (0.8, ("chair",)),
        (0.7, ("bookcase",)),
        (0.55, ("cupboard",)),
        (0.5, ("window",)),
        (0.5, ("wall clock", "calendar", "map", "picture")),
        (0.35, ("trash can",)),
        (0.35, ("potted plant", "cactus")),
    ),
    people=0.6,
)
