"""Backdrops: the eleven scenes, and plain rooms and papers for panels whose backdrop means nothing."""

from __future__ import annotations

from collections.abc import Callable

import skia

from eyechart.drawing.canvas import fill, polygon, stroke
from eyechart.families.matrices.panels.pens import SIDE
from eyechart.seeding import Rng

Paint = Callable[[skia.Canvas, Rng], None]


def _band(pen: skia.Canvas, top: float, bottom: float, colour: str) -> None:
    pen.drawRect(skia.Rect(0, top, SIDE, bottom), fill(colour))


def _hill(pen: skia.Canvas, x: float, top: float, width: float, colour: str) -> None:
    pen.drawOval(skia.Rect(x - width / 2, top, x + width / 2, top + 160), fill(colour))


def _peak(pen: skia.Canvas, x: float, top: float, half: float, base: float, colour: str) -> None:
    pen.drawPath(polygon([(x - half, base), (x, top), (x + half, base)]), fill(colour))


def _fir(pen: skia.Canvas, x: float, base: float, height: float, colour: str) -> None:
    pen.drawRect(skia.Rect(x - 2, base - 4, x + 2, base + 4), fill("#5A3E28"))
    for step in range(3):
        top = base - height + step * height * 0.25
        half = height * (0.16 + 0.08 * step)
        _peak(pen, x, top, half, top + height * 0.42, colour)


def _beach(pen: skia.Canvas, rng: Rng) -> None:
    shore = rng.uniform(70, 88)
    _band(pen, 0, shore - 26, "#BFE6F7")
    _band(pen, shore - 26, shore, "#2F9FD0")
    _band(pen, shore, SIDE, "#F3DC9B")
    pen.drawOval(skia.Rect(-30, shore - 5, SIDE + 30, shore + 7), fill("#FFFFFF"))
    pen.drawOval(skia.Rect(-40, shore - 1, SIDE + 40, shore + 30), fill("#F3DC9B"))
    pen.drawCircle(rng.uniform(14, 114), rng.uniform(12, 20), 9, fill("#FFE36B"))
    for _ in range(9):
        pen.drawCircle(rng.uniform(4, 124), rng.uniform(shore + 12, 124), 1.2, fill("#C9A860"))


def _forest(pen: skia.Canvas, rng: Rng) -> None:
    _band(pen, 0, SIDE, "#A9CFA0")
    ground = rng.uniform(88, 102)
    for i in range(9):
        _fir(pen, i * 16 + rng.uniform(-6, 6), ground - 6, rng.uniform(62, 88), "#4C8A55")
    _band(pen, ground, SIDE, "#3F6B3A")
    for i in range(6):
        _fir(pen, i * 25 + rng.uniform(-8, 8), ground + 4, rng.uniform(48, 84), "#22593A")


def _city(pen: skia.Canvas, rng: Rng) -> None:
    _band(pen, 0, SIDE, "#F2C6A0")
    ground = rng.uniform(98, 108)
    x = -rng.uniform(0, 10)
    while x < SIDE:
        width, top = rng.integer(17, 27), rng.uniform(12, 58)
        pen.drawRect(
            skia.Rect(x, top, x + width, ground), fill(rng.choice(("#6B7486", "#7F889B", "#565F73", "#8C7F8F")))
        )
        for row in range(5):
            for column in range(2):
                left, upper = x + 4 + column * (width - 13), top + 5 + row * 9
                if upper < ground - 8 and rng.coin(0.75):
                    pen.drawRect(skia.Rect(left, upper, left + 5, upper + 5), fill("#FFE9A3"))
        x += width + rng.integer(0, 3)
    _band(pen, ground, SIDE, "#4A4D57")


def _desert(pen: skia.Canvas, rng: Rng) -> None:
    _band(pen, 0, SIDE, "#FFE3B8")
    pen.drawCircle(rng.uniform(14, 114), rng.uniform(14, 24), 10, fill("#F28C3A"))
    _hill(pen, rng.uniform(0, 50), 66, 170, "#E9AE62")
    _hill(pen, rng.uniform(80, 128), 78, 190, "#DD9448")
    for x in (rng.uniform(8, 24), rng.uniform(104, 120)):
        base = rng.uniform(84, 100)
        green = stroke("#4F8A46", 6)
        pen.drawLine(x, base, x, base - 30, green)
        pen.drawLine(x - 8, base - 22, x - 8, base - 12, green)
        pen.drawLine(x - 8, base - 12, x, base - 12, green)
        pen.drawLine(x + 8, base - 28, x + 8, base - 18, green)
        pen.drawLine(x, base - 18, x + 8, base - 18, green)


def _snow(pen: skia.Canvas, rng: Rng) -> None:
    _band(pen, 0, SIDE, "#A8C4DC")
    for x in (rng.uniform(6, 24), rng.uniform(40, 70), rng.uniform(98, 122)):
        _fir(pen, x, 88, rng.uniform(40, 56), "#3E6A6B")
    _hill(pen, rng.uniform(10, 60), 76, 180, "#E6EFF7")
    _hill(pen, rng.uniform(70, 120), 84, 200, "#FBFDFF")
    for _ in range(26):
        pen.drawCircle(rng.uniform(0, SIDE), rng.uniform(0, 100), rng.choice((1.2, 1.8, 2.4)), fill("#FFFFFF"))


def _underwater(pen: skia.Canvas, rng: Rng) -> None:
    for i, colour in enumerate(("#5CC3E0", "#3AA7D0", "#2488BD", "#176CA3")):
        _band(pen, i * 30, SIDE, colour)
    _hill(pen, rng.uniform(30, 100), 108, 220, "#D9C089")
    for _ in range(6):
        x, path = rng.uniform(4, 124), skia.Path()
        path.moveTo(x, 122)
        for k in range(4):
            path.rQuadTo(7 if k % 2 else -7, -6, 0, -12)
        pen.drawPath(path, stroke(rng.choice(("#2F8F5B", "#3FAE5A")), 4))
    for _ in range(11):
        pen.drawCircle(rng.uniform(4, 124), rng.uniform(4, 96), rng.choice((2, 3, 4)), stroke("#DDF4FB", 1.2))


def _space(pen: skia.Canvas, rng: Rng) -> None:
    _band(pen, 0, SIDE, "#12142B")
    for _ in range(38):
        pen.drawCircle(rng.uniform(0, SIDE), rng.uniform(0, SIDE), rng.choice((0.7, 1.0, 1.6)), fill("#FFFFFF"))
    x, y = rng.choice((18, 108)), rng.choice((20, 106))
    pen.drawCircle(x, y, 13, fill(rng.choice(("#C97B4A", "#5B8BC9", "#B05BC9"))))
    pen.drawOval(skia.Rect(x - 23, y - 4, x + 23, y + 4), stroke("#E8D9A8", 2.5))


def _meadow(pen: skia.Canvas, rng: Rng) -> None:
    _band(pen, 0, SIDE, "#A5D8F3")
    for x in (rng.uniform(10, 50), rng.uniform(70, 118)):
        y = rng.uniform(12, 28)
        for dx in (-9, 0, 9):
            pen.drawCircle(x + dx, y, 8 if dx == 0 else 6, fill("#FFFFFF"))
    _hill(pen, rng.uniform(0, 50), 62, 190, "#8CCB5E")
    _hill(pen, rng.uniform(80, 130), 76, 210, "#6FB643")
    for _ in range(14):
        x, y = rng.uniform(2, 126), rng.uniform(92, 126)
        pen.drawCircle(x, y, 2.4, fill(rng.choice(("#FFFFFF", "#FFD94A", "#F582A8"))))


def _room(pen: skia.Canvas, rng: Rng) -> None:
    wall, floor = rng.choice(("#EAD9C5", "#D9DFE8", "#E4D3DC", "#D7E3D3")), rng.uniform(92, 104)
    _band(pen, 0, SIDE, wall)
    _band(pen, floor, SIDE, "#B98A5A")
    for y in (floor + 10, floor + 20):
        pen.drawLine(0, y, SIDE, y, stroke("#96693C", 1))
    _band(pen, floor - 4, floor, "#FFFFFF")
    x = rng.choice((10, 80))
    pen.drawRect(skia.Rect(x, 10, x + 38, 50), fill("#BFE3F5"))
    frame = stroke("#FFFFFF", 4)
    pen.drawRect(skia.Rect(x, 10, x + 38, 50), frame)
    pen.drawLine(x + 19, 10, x + 19, 50, frame)
    pen.drawLine(x, 30, x + 38, 30, frame)
    other = 104 if x == 10 else 22
    pen.drawRect(skia.Rect(other - 13, 16, other + 13, 42), fill("#8A5E3B"))
    pen.drawRect(skia.Rect(other - 10, 19, other + 10, 39), fill(rng.choice(("#7FB3A6", "#E0A96D", "#A68CC2"))))


def _road(pen: skia.Canvas, rng: Rng) -> None:
    horizon, vanish = rng.uniform(44, 58), rng.uniform(48, 80)
    _band(pen, 0, horizon, "#C6DDEA")
    _band(pen, horizon, SIDE, "#8FB26B")
    pen.drawPath(polygon([(vanish - 5, horizon), (vanish + 5, horizon), (146, SIDE), (-18, SIDE)]), fill("#55585F"))
    for step in range(5):
        share, after = (step / 5) ** 1.4, ((step + 0.55) / 5) ** 1.4
        top, bottom = horizon + share * (SIDE - horizon), horizon + after * (SIDE - horizon)
        x1, x2 = vanish + (64 - vanish) * share, vanish + (64 - vanish) * after
        w1, w2 = 0.6 + 4 * share, 0.6 + 4 * after
        pen.drawPath(polygon([(x1 - w1, top), (x1 + w1, top), (x2 + w2, bottom), (x2 - w2, bottom)]), fill("#FFFFFF"))


def _mountains(pen: skia.Canvas, rng: Rng) -> None:
    _band(pen, 0, SIDE, "#CFE4F2")
    for x in (rng.uniform(8, 30), rng.uniform(88, 118), rng.uniform(46, 76)):
        top, half = rng.uniform(8, 26), rng.uniform(38, 50)
        _peak(pen, x, top, half, 104, rng.choice(("#6F7A94", "#5E6A86", "#818BA3")))
        snow = half * 20 / (104 - top)
        _peak(pen, x, top, snow, top + 20, "#FFFFFF")
    _band(pen, 100, SIDE, "#7C9B6A")


SCENERY: dict[str, Paint] = {
    "beach": _beach, "forest": _forest, "city": _city, "desert": _desert, "snow": _snow, "underwater": _underwater,
    "space": _space, "meadow": _meadow, "room": _room, "road": _road, "mountains": _mountains,
}  # fmt: skip

PAPERS = (
    ("#DCE8F2", "#C3D5E6"), ("#F3E3D3", "#E6CDB4"), ("#E3EFDC", "#CBE0BF"), ("#EFE0EC", "#DDC5D9"), ("#E9E9E4", "#D3D3CB"),
    ("#FBF3D0", "#F0E2A6"), ("#D9F0EC", "#B9DFD8"),
)  # fmt: skip


def plain(pen: skia.Canvas, rng: Rng) -> None:
    """A pale wall, paper or studio that is no scene."""
    light, dark = rng.choice(PAPERS)
    _band(pen, 0, SIDE, light)
    style = rng.integer(0, 4)
    if style == 0:
        _band(pen, rng.uniform(86, 106), SIDE, dark)
    elif style == 1:
        pen.drawCircle(rng.uniform(40, 88), rng.uniform(40, 80), rng.choice((44, 52, 60)), fill(dark))
    elif style == 2:
        start = rng.uniform(0, 20)
        for k in range(9):
            pen.drawRect(skia.Rect(start + 20 * k - 20, 0, start + 20 * k - 10, SIDE), fill(dark))
    elif style == 3:
        for row in range(7):
            for column in range(7):
                pen.drawCircle(column * 20 + (row % 2) * 10, row * 20, 3, fill(dark))
    else:
        pen.drawPath(
            polygon([(0, rng.uniform(20, 100)), (SIDE, rng.uniform(20, 100)), (SIDE, SIDE), (0, SIDE)]), fill(dark)
        )
