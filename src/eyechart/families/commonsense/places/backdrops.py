"""Backdrops: walls and floors, skies and grounds. They show nothing that has a name in the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
import skia
from numpy.typing import NDArray

from eyechart.drawing.canvas import fill, polygon, rgb, stroke
from eyechart.families.commonsense.art.brush import curve, tint
from eyechart.families.commonsense.scene import HEIGHT, WIDTH

VARIANTS = 6  # of each place
PHI, PSI = 0.754877666, 0.569840291  # multiples of these fill a square evenly
FLOOR = 306  # where wall and floor meet
WALLS = {
    "kitchen": ("#CFE3D8", "#F2DFBE", "#CFE0EC", "#F0D3C4", "#DCE6C8", "#E2DAEA"),
    "living room": ("#D3DFE4", "#EBD9C0", "#CBDCCB", "#E6CFC7", "#D7D2E4", "#E9E0C6"),
    "bedroom": ("#D5D3EA", "#CFE2EC", "#F0D8DC", "#DCE6D2", "#F0E2C8", "#CFDDE0"),
    "bathroom": ("#C9E4E6", "#D3E2F0", "#DCE9DC", "#EADFD2", "#E3DCEC", "#CDE5DA"),
    "office": ("#D9DEE2", "#DCE4D6", "#E6DDCF", "#CFDCE6", "#E2D8DC", "#D6E2DE"),
    "shop": ("#F0E2CC", "#D6E6E2", "#E8DCE8", "#DDE6F0", "#F0DAD2", "#E2E8D0"),
}
BOARDS = ("#C99C68", "#B98654", "#D6B184", "#A97B52", "#C2A27E", "#CFA874")
TILES = (("#E9E4DA", "#D5CCBD"), ("#DDE3E6", "#C3CDD3"), ("#EFE6D6", "#DCC9AC"), ("#E2E8DE", "#C9D4C2"))


def _gradient(pen: skia.Canvas, top: float, bottom: float, one: str, other: str) -> None:
    paint = skia.Paint()
    paint.setShader(skia.GradientShader.MakeLinear([skia.Point(0, top), skia.Point(0, bottom)], [rgb(one), rgb(other)]))
    pen.drawRect(skia.Rect(0, top, WIDTH, bottom), paint)


def _boards(pen: skia.Canvas, colour: str) -> None:
    """A floor of boards that run towards the viewer, meeting far away above the wall."""
    _gradient(pen, FLOOR, HEIGHT, tint(colour, -0.06), tint(colour, 0.1))
    line = stroke(tint(colour, -0.16), 1.3)
    for k in range(-14, 15):
        pen.drawLine(320 + k * 34, FLOOR, 320 + k * 62, HEIGHT, line)
    for k in range(-14, 14):
        for row in range(3):
            share = ((k * 7 + row * 5) % 11) / 11 * 0.33 + row * 0.33
            y = FLOOR + (HEIGHT - FLOOR) * share
            step = 34 + 28 * share
            pen.drawLine(320 + k * step, y, 320 + (k + 1) * step, y, line)


def _tiles(pen: skia.Canvas, light: str, dark: str) -> None:
    _gradient(pen, FLOOR, HEIGHT, light, tint(light, 0.1))
    edges = [FLOOR, FLOOR + 26, FLOOR + 60, FLOOR + 106, HEIGHT]
    for row, (top, bottom) in enumerate(pairwise(edges)):
        a, c = (top - 120) / (FLOOR - 120), (bottom - 120) / (FLOOR - 120)
        for k in range(-10, 10):
            if (k + row) % 2:
                x1, x2 = 320 + k * 44 * a, 320 + (k + 1) * 44 * a
                y1, y2 = 320 + k * 44 * c, 320 + (k + 1) * 44 * c
                pen.drawPath(polygon([(x1, top), (x2, top), (y2, bottom), (y1, bottom)]), fill(dark))


def _carpet(pen: skia.Canvas, colour: str) -> None:
    _gradient(pen, FLOOR, HEIGHT, tint(colour, -0.05), tint(colour, 0.08))
    speck = fill(tint(colour, -0.09))
    for k in range(420):
        x, y = k * PHI % 1 * WIDTH, FLOOR + 6 + k * PSI % 1 * (HEIGHT - FLOOR)
        pen.drawCircle(x, y, 1.1, speck)


def _wall(pen: skia.Canvas, colour: str, style: int) -> None:
    _gradient(pen, 0, FLOOR, tint(colour, 0.12), tint(colour, -0.03))
    if style == 1:  # papered in soft stripes
        for x in range(0, WIDTH, 40):
            pen.drawRect(skia.Rect(x, 0, x + 20, FLOOR), skia.Paint(Color=0x16FFFFFF))
    elif style == 2:  # panelled below
        low = tint(colour, 0.45)
        pen.drawRect(skia.Rect(0, 208, WIDTH, FLOOR), fill(low))
        pen.drawRect(skia.Rect(0, 204, WIDTH, 212), fill(tint(low, -0.1)))
        for x in range(6, WIDTH, 53):
            pen.drawRoundRect(skia.Rect(x, 222, x + 42, FLOOR - 16), 2, 2, stroke(tint(low, -0.12), 1.6))
    elif style == 3:  # tiled below
        low = tint(colour, 0.4)
        pen.drawRect(skia.Rect(0, 190, WIDTH, FLOOR), fill(low))
        line = stroke(tint(low, -0.1), 1.2)
        for row in range(6):
            y = 190 + row * 21
            pen.drawLine(0, y, WIDTH, y, line)
            for x in range(-20 * (row % 2), WIDTH, 40):
                pen.drawLine(x, y, x, y + 21, line)
    elif style == 4:  # a paper of small diamonds
        mark = fill(tint(colour, -0.07))
        for row in range(11):
            for k in range(17):
                x, y = k * 40 + (row % 2) * 20, 14 + row * 28
                pen.drawPath(polygon([(x, y - 5), (x + 4, y), (x, y + 5), (x - 4, y)]), mark)
    _gradient(pen, FLOOR - 9, FLOOR, "#FFFFFF", "#E4DED2")
    pen.drawRect(skia.Rect(0, FLOOR, WIDTH, FLOOR + 5), skia.Paint(Color=0x22000000))


STYLES = {
    "kitchen": (3, 0, 2),
    "living room": (1, 2, 4, 0),
    "bedroom": (4, 1, 0, 2),
    "bathroom": (3, 3, 0),
    "office": (0, 2),
    "shop": (0, 1),
}


def _room(place: str) -> Callable[[skia.Canvas, int], None]:
    def paint(pen: skia.Canvas, variant: int) -> None:
        _wall(pen, WALLS[place][variant], STYLES[place][variant % len(STYLES[place])])
        if place in ("bathroom", "kitchen", "shop") and variant % 3 != 2:
            _tiles(pen, *TILES[variant % len(TILES)])
        elif place == "office" and variant % 2:
            _carpet(pen, ("#9FB0BD", "#B3AFA6", "#A7B8A5")[variant % 3])
        else:
            _boards(pen, BOARDS[variant])
        _lit(pen)

    return paint


def _lit(pen: skia.Canvas) -> None:
    """Light from the upper left, and a little dusk in the far corners."""
    paint = skia.Paint()
    paint.setShader(
        skia.GradientShader.MakeRadial(skia.Point(190, 60), 640, [0x30FFFFFF, 0x00FFFFFF, 0x1A201838], [0.0, 0.5, 1.0])
    )
    pen.drawRect(skia.Rect(0, 0, WIDTH, HEIGHT), paint)


SKIES = (
    ("#8CCBF0", "#DDF1FA"), ("#A5D8F3", "#F2F6E4"), ("#7FBDEB", "#CFE9F7"), ("#F6C9A0", "#FBE8D0"), ("#9CCBE6", "#E9F0EE"),
    ("#B7D3EE", "#F3E6EA"),
)  # fmt: skip


def _hill(pen: skia.Canvas, left: float, peak: float, right: float, top: float, low: float, colour: str) -> None:
    path = curve((left, low), ((left + peak) / 2, top, peak, top), ((peak + right) / 2, top, right, low))
    pen.drawPath(path, fill(colour))


def _grass(pen: skia.Canvas, top: float, colour: str) -> None:
    _gradient(pen, top, HEIGHT, colour, tint(colour, -0.12))
    blade = stroke(tint(colour, -0.18), 1.6)
    for k in range(70):
        x, y = k * PHI % 1 * WIDTH, top + 14 + k * PSI % 1 * (HEIGHT - top - 16)
        size = 3 + (y - top) / 40
        pen.drawLine(x, y, x - size * 0.5, y - size, blade)
        pen.drawLine(x + 2, y, x + 3 + size * 0.4, y - size, blade)


def _park(pen: skia.Canvas, variant: int) -> None:
    _gradient(pen, 0, 270, *SKIES[variant])
    green = ("#A9D18A", "#B5D69A", "#9CCB8E", "#B9CF86", "#A6D0A0", "#B2D494")[variant]
    _hill(pen, -160, 90 + variant * 20, 420, 196, 276, tint(green, 0.25))
    _hill(pen, 240, 480 - variant * 14, 820, 206, 276, tint(green, 0.1))
    _grass(pen, 262, tint(green, -0.04))
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


def _farm(pen: skia.Canvas, variant: int) -> None:
    _gradient(pen, 0, 260, *SKIES[variant])
    green = ("#B7CE7E", "#A8CB82", "#C2CF86", "#B5C878", "#AACF90", "#BFD08A")[variant]
    _hill(pen, -200, 60 + variant * 30, 460, 186, 262, tint(green, 0.3))
    _hill(pen, 220, 540 - variant * 20, 860, 192, 262, tint(green, 0.16))
    for k, colour in enumerate(("#E3CF7E", "#C9D27C", "#DDBF6A")):
        top = 240 + k * 9
        pen.drawPath(
            polygon([(0, top), (WIDTH, top - 6 + (variant * 5 + k * 4) % 9), (WIDTH, 300), (0, 300)]), fill(colour)
        )
    _grass(pen, 268, tint(green, -0.06))


def _beach(pen: skia.Canvas, variant: int) -> None:
    _gradient(pen, 0, 196, *SKIES[variant])
    _gradient(pen, 192, 300, "#4FA3E4", "#55ACEE")
    foam = skia.Paint(AntiAlias=True, Color=0x66FFFFFF, Style=skia.Paint.kStroke_Style, StrokeWidth=2)
    for k in range(16):
        x, y = (k + variant) * PHI % 1 * WIDTH, 202 + k * PSI % 1 * 76
        pen.drawArc(skia.Rect(x, y, x + 26, y + 7), 200, 140, False, foam)
    sand = ("#F0D9A6", "#EBD0A0", "#F3DFB5", "#E8CFA2", "#EFD6AC", "#F1DCAE")[variant]
    shore = curve((0, 292), (160, 272, 330, 288), (500, 302, WIDTH, 282), (WIDTH, HEIGHT), (0, HEIGHT))
    pen.drawPath(shore, fill("#FFFFFF"))
    pen.save()
    pen.translate(0, 6)
    pen.drawPath(shore, fill(tint(sand, -0.1)))
    pen.translate(0, 9)
    pen.drawPath(shore, fill(sand))
    pen.restore()
    speck = fill(tint(sand, -0.13))
    for k in range(150):
        pen.drawCircle(k * PHI % 1 * WIDTH, 316 + k * PSI % 1 * 164, 1.2, speck)


def _street(pen: skia.Canvas, variant: int) -> None:
    _gradient(pen, 0, 270, *SKIES[variant])
    haze = ("#B9C7D6", "#C7CBD6", "#B5CBD6", "#D6C3BC", "#BFCBC9", "#C6C0D6")[variant]
    x, k = -20, variant * 3
    while x < WIDTH:  # a far skyline, too pale to be a thing
        wide, high = 46 + (k * 37) % 52, 70 + (k * 53) % 96
        tone = tint(haze, 0.18 if k % 2 else 0.05)
        pen.drawRect(skia.Rect(x, 262 - high, x + wide, 266), fill(tone))
        for row in range(int(high / 20)):
            for c in range(int(wide / 16)):
                pen.drawRect(skia.Rect.MakeXYWH(x + 6 + c * 16, 270 - high + row * 20, 7, 10), fill(tint(tone, 0.3)))
        x, k = x + wide, k + 1
    stone = ("#D5D0C8", "#CFCFD2", "#D8CFC0", "#CCD2D0", "#D6CCC6", "#D0D0CA")[variant]
    _gradient(pen, 262, 316, tint(stone, -0.04), stone)
    for x in range(-60, WIDTH + 60, 56):
        pen.drawLine(x * 0.96 + 12, 262, x, 312, stroke(tint(stone, -0.1), 1.2))
    pen.drawRect(skia.Rect(0, 312, WIDTH, 320), fill(tint(stone, -0.25)))
    _gradient(pen, 320, 422, "#5E626A", "#6A6E77")
    for x in range(-20 - variant * 9, WIDTH, 96):
        pen.drawPath(polygon([(x + 4, 362), (x + 54, 362), (x + 52, 369), (x, 369)]), fill("#F0E9D6"))
    pen.drawRect(skia.Rect(0, 420, WIDTH, 430), fill(tint(stone, -0.22)))
    _gradient(pen, 430, HEIGHT, stone, tint(stone, 0.1))
    for x in range(-80, WIDTH + 80, 80):
        pen.drawLine(x, 430, x * 1.06 - 20, HEIGHT, stroke(tint(stone, -0.1), 1.3))


PAINTERS = {place: _room(place) for place in WALLS} | {"street": _street, "park": _park, "farm": _farm, "beach": _beach}


@cache
def backdrop(place: str, variant: int) -> NDArray[np.uint8]:
    """Its pixels: blue, green, red and nothing."""
    pixels = np.empty((HEIGHT, WIDTH, 4), np.uint8)
    pen = skia.Canvas(pixels, colorType=skia.kBGRA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)
    PAINTERS[place](pen, variant)
    return pixels
