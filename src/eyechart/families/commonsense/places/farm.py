"""The farm: fields behind a meadow, a barn, animals."""

from __future__ import annotations

import skia

from eyechart.drawing.canvas import fill, polygon
from eyechart.families.commonsense.art.brush import tint
from eyechart.families.commonsense.places.pens import SKIES, gradient, grass, hill
from eyechart.families.commonsense.places.place import OUTDOOR_ROWS, Place
from eyechart.families.commonsense.scene import WIDTH


def _paint(pen: skia.Canvas, variant: int) -> None:
    gradient(pen, 0, 260, *SKIES[variant])
    green = ("#B7CE7E", "#A8CB82", "#C2CF86", "#B5C878", "#AACF90", "#BFD08A")[variant]
    hill(pen, -200, 60 + variant * 30, 460, 186, 262, tint(green, 0.3))
    hill(pen, 220, 540 - variant * 20, 860, 192, 262, tint(green, 0.16))
    for k, colour in enumerate(("#E3CF7E", "#C9D27C", "#DDBF6A")):
        top = 240 + k * 9
        pen.drawPath(
            polygon([(0, top), (WIDTH, top - 6 + (variant * 5 + k * 4) % 9), (WIDTH, 300), (0, 300)]), fill(colour)
        )
    grass(pen, 268, tint(green, -0.06))


place = Place(
    turn=7,
    roofed=False,
    rows=OUTDOOR_ROWS,
    above=(24, 110),
    paint=_paint,
    furniture=(
        (0.8, ("barn", "house")),
        (0.6, ("fence",)),
        (0.5, ("tractor", "truck")),
        (0.6, ("hay bale",)),
        (0.5, ("tree", "pine tree")),
        (0.8, ("cow", "horse", "sheep", "pig")),
        (0.5, ("rooster", "duck", "goat")),
        (0.35, ("sun", "cloud")),
    ),
    people=0.6,
)
