"""Pens that several backdrops share: walls, floors, light; skies, hills, grass."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import skia

from eyechart.drawing.canvas import fill, polygon, rgb, stroke
from eyechart.families.commonsense.art.brush import curve, tint
from eyechart.families.commonsense.places.place import Painter
from eyechart.families.commonsense.scene import HEIGHT, WIDTH

PHI, PSI = 0.754877666, 0.569840291  # multiples of these fill a square evenly
FLOOR = 306  # where wall and floor meet
BOARD_COLOURS = ("#C99C68", "#B98654", "#D6B184", "#A97B52", "#C2A27E", "#CFA874")
TILE_COLOURS = (("#E9E4DA", "#D5CCBD"), ("#DDE3E6", "#C3CDD3"), ("#EFE6D6", "#DCC9AC"), ("#E2E8DE", "#C9D4C2"))
SKIES = (
    ("#8CCBF0", "#DDF1FA"), ("#A5D8F3", "#F2F6E4"), ("#7FBDEB", "#CFE9F7"), ("#F6C9A0", "#FBE8D0"), ("#9CCBE6", "#E9F0EE"),
    ("#B7D3EE", "#F3E6EA"),
)  # fmt: skip


def gradient(pen: skia.Canvas, top: float, bottom: float, one: str, other: str) -> None:
    paint = skia.Paint()
    paint.setShader(skia.GradientShader.MakeLinear([skia.Point(0, top), skia.Point(0, bottom)], [rgb(one), rgb(other)]))
    pen.drawRect(skia.Rect(0, top, WIDTH, bottom), paint)


def boards(pen: skia.Canvas, colour: str) -> None:
    """A floor of boards that run towards the viewer, meeting far away above the wall."""
    gradient(pen, FLOOR, HEIGHT, tint(colour, -0.06), tint(colour, 0.1))
    line = stroke(tint(colour, -0.16), 1.3)
    for k in range(-14, 15):
        pen.drawLine(320 + k * 34, FLOOR, 320 + k * 62, HEIGHT, line)
    for k in range(-14, 14):
        for row in range(3):
            share = ((k * 7 + row * 5) % 11) / 11 * 0.33 + row * 0.33
            y = FLOOR + (HEIGHT - FLOOR) * share
            step = 34 + 28 * share
            pen.drawLine(320 + k * step, y, 320 + (k + 1) * step, y, line)


def tiles(pen: skia.Canvas, light: str, dark: str) -> None:
    gradient(pen, FLOOR, HEIGHT, light, tint(light, 0.1))
    edges = [FLOOR, FLOOR + 26, FLOOR + 60, FLOOR + 106, HEIGHT]
    for row, (top, bottom) in enumerate(pairwise(edges)):
        a, c = (top - 120) / (FLOOR - 120), (bottom - 120) / (FLOOR - 120)
        for k in range(-10, 10):
            if (k + row) % 2:
                x1, x2 = 320 + k * 44 * a, 320 + (k + 1) * 44 * a
                y1, y2 = 320 + k * 44 * c, 320 + (k + 1) * 44 * c
                pen.drawPath(polygon([(x1, top), (x2, top), (y2, bottom), (y1, bottom)]), fill(dark))


Style = Literal["plain", "striped", "panelled", "tiled", "diamonds"]  # papered all over, or panelled and tiled below


def wall(pen: skia.Canvas, colour: str, style: Style) -> None:
    gradient(pen, 0, FLOOR, tint(colour, 0.12), tint(colour, -0.03))
    if style == "striped":
        for x in range(0, WIDTH, 40):
            pen.drawRect(skia.Rect(x, 0, x + 20, FLOOR), skia.Paint(Color=0x16FFFFFF))
    elif style == "panelled":
        low = tint(colour, 0.45)
        pen.drawRect(skia.Rect(0, 208, WIDTH, FLOOR), fill(low))
        pen.drawRect(skia.Rect(0, 204, WIDTH, 212), fill(tint(low, -0.1)))
        for x in range(6, WIDTH, 53):
            pen.drawRoundRect(skia.Rect(x, 222, x + 42, FLOOR - 16), 2, 2, stroke(tint(low, -0.12), 1.6))
    elif style == "tiled":
        low = tint(colour, 0.4)
        pen.drawRect(skia.Rect(0, 190, WIDTH, FLOOR), fill(low))
        line = stroke(tint(low, -0.1), 1.2)
        for row in range(6):
            y = 190 + row * 21
            pen.drawLine(0, y, WIDTH, y, line)
            for x in range(-20 * (row % 2), WIDTH, 40):
                pen.drawLine(x, y, x, y + 21, line)
    elif style == "diamonds":
        mark = fill(tint(colour, -0.07))
        for row in range(11):
            for k in range(17):
                x, y = k * 40 + (row % 2) * 20, 14 + row * 28
                pen.drawPath(polygon([(x, y - 5), (x + 4, y), (x, y + 5), (x - 4, y)]), mark)
    gradient(pen, FLOOR - 9, FLOOR, "#FFFFFF", "#E4DED2")
    pen.drawRect(skia.Rect(0, FLOOR, WIDTH, FLOOR + 5), skia.Paint(Color=0x22000000))


def boarded(pen: skia.Canvas, variant: int) -> None:
    boards(pen, BOARD_COLOURS[variant])


def tiled(pen: skia.Canvas, variant: int) -> None:
    """Tiles; in one palette of three, boards."""
    if variant % 3 != 2:
        tiles(pen, *TILE_COLOURS[variant % len(TILE_COLOURS)])
    else:
        boarded(pen, variant)


def room(walls: Sequence[str], styles: Sequence[Style], floor: Painter) -> Painter:
    """Paints a room: a wall of a colour for each palette, its styles by turns, a floor, and light over it all."""

    def paint(pen: skia.Canvas, variant: int) -> None:
        wall(pen, walls[variant], styles[variant % len(styles)])
        floor(pen, variant)
        lit(pen)

    return paint


def lit(pen: skia.Canvas) -> None:
    """Light from the upper left, and a little dusk in the far corners."""
    paint = skia.Paint()
    paint.setShader(
        skia.GradientShader.MakeRadial(skia.Point(190, 60), 640, [0x30FFFFFF, 0x00FFFFFF, 0x1A201838], [0.0, 0.5, 1.0])
    )
    pen.drawRect(skia.Rect(0, 0, WIDTH, HEIGHT), paint)


def hill(pen: skia.Canvas, left: float, peak: float, right: float, top: float, low: float, colour: str) -> None:
    path = curve((left, low), ((left + peak) / 2, top, peak, top), ((peak + right) / 2, top, right, low))
    pen.drawPath(path, fill(colour))


def grass(pen: skia.Canvas, top: float, colour: str) -> None:
    gradient(pen, top, HEIGHT, colour, tint(colour, -0.12))
    blade = stroke(tint(colour, -0.18), 1.6)
    for k in range(70):
        x, y = k * PHI % 1 * WIDTH, top + 14 + k * PSI % 1 * (HEIGHT - top - 16)
        size = 3 + (y - top) / 40
        pen.drawLine(x, y, x - size * 0.5, y - size, blade)
        pen.drawLine(x + 2, y, x + 3 + size * 0.4, y - size, blade)
