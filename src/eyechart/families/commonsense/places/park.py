"""The park: hills, grass and a sandy path, trees and benches."""

from __future__ import annotations

import skia

from eyechart.drawing.canvas import fill, stroke
from eyechart.families.commonsense.art.brush import curve, tint
from eyechart.families.commonsense.places.pens import SKIES, gradient, grass, hill
from eyechart.families.commonsense.places.place import OUTDOOR_ROWS, Place


def _paint(pen: skia.Canvas, variant: int) -> None:
    gradient(pen, 0, 270, *SKIES[variant])
    green = ("#A9D18A", "#B5D69A", "#9CCB8E", "#B9CF86", "#A6D0A0", "#B2D494")[variant]
    hill(pen, -160, 90 + variant * 20, 420, 196, 276, tint(green, 0.25))
    hill(pen, 240, 480 - variant * 14, 820, 206, 276, tint(green, 0.1))
    grass(pen, 262, tint(green, -0.04))
    sand = "#E6D3A8"
    bend = 120 + variant * 70
    path = curve(
        (bend + 130, 262),
        (bend + 150, 262),
        (bend + 60, 320, bend + 20, 352),
        (bend - 60, 410, bend + 40, 480),
        (bend - 150, 480),
        (bend - 170, 400, bend - 30, 346),
        (bend + 90, 306, bend + 130, 262),
    )
    pen.drawPath(path, fill(sand))
    pen.drawPath(path, stroke(tint(sand, -0.1), 2))


place = Place(
    turn=6,
    roofed=False,
    rows=OUTDOOR_ROWS,
    above=(24, 120),
    paint=_paint,
    furniture=(
        (0.9, ("tree", "pine tree")),
        (0.6, ("bench",)),
        (0.4, ("tree",)),
        (0.4, ("fountain", "playground slide", "tent")),
        (0.35, ("table",)),
        (0.35, ("street lamp", "trash can")),
        (0.35, ("sun", "cloud")),
        (0.35, ("bicycle", "fence")),
    ),
    people=0.85,
)
