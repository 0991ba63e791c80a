"""A potted plant: its condition, and the colour of its pot."""

from __future__ import annotations

from collections.abc import Callable

import skia

from eyechart.drawing.canvas import Points, add_capsule, fill, polygon, stroke
from eyechart.families.matrices.elements import COLOURS
from eyechart.families.matrices.panels.pens import INK, haloed, outlined
from eyechart.seeding import Rng

LEAF, TRUNK = "#3E9B45", "#6E4A2A"
# Where the crown's tufts are, the pot's rim being the origin.
TUFTS: Points = [(-15, -40), (15, -40), (0, -56), (-9, -28), (10, -27), (0, -42)]


def _tufts(pen: skia.Canvas, colour: str, rng: Rng) -> None:
    path = skia.Path()
    for x, y in TUFTS:
        path.addCircle(x + rng.uniform(-2, 2), y + rng.uniform(-2, 2), 14)
    haloed(pen, path, 5)
    outlined(pen, path, colour, 2.6)


def _trunk(pen: skia.Canvas) -> None:
    path = skia.Path()
    add_capsule(path, 0, 2, 0, -26, 7)
    haloed(pen, path, 5)
    outlined(pen, path, TRUNK, 2.6)


def _leaf(x: float, y: float, turn: float, length: float) -> skia.Path:
    path = skia.Path()
    path.moveTo(0, 0)
    path.quadTo(length * 0.5, -length * 0.45, length, 0)
    path.quadTo(length * 0.5, length * 0.45, 0, 0)
    path.transform(skia.Matrix.Translate(x, y).preConcat(skia.Matrix.RotateDeg(turn)))
    return path


def _sprouting(pen: skia.Canvas, rng: Rng) -> None:
    path = skia.Path()
    add_capsule(path, 0, 2, 0, -16, 4)
    for turn in (-150, -30):
        path.addPath(_leaf(0, -14, turn, 20))
    haloed(pen, path, 5)
    outlined(pen, path, "#6CC24A", 2.4)


def _leafy(pen: skia.Canvas, rng: Rng) -> None:
    _trunk(pen)
    _tufts(pen, LEAF, rng)


def _dotted(pen: skia.Canvas, rng: Rng, dot: Callable[[float, float], None]) -> None:
    _leafy(pen, rng)
    for x, y in [(-18, -44), (16, -45), (0, -60), (-8, -28), (11, -26), (1, -42), (-24, -34), (24, -34)]:
        dot(x + rng.uniform(-2, 2), y + rng.uniform(-2, 2))


def _flowering(pen: skia.Canvas, rng: Rng) -> None:
    petal = fill(rng.choice(("#FF9EC4", "#FFFFFF", "#FFC9E0")))

    def flower(x: float, y: float) -> None:
        for dx, dy in ((-3.4, -1), (3.4, -1), (0, -4), (-2.2, 3), (2.2, 3)):
            pen.drawCircle(x + dx, y + dy, 2.9, petal)
        pen.drawCircle(x, y, 2.2, fill("#F5B921"))

    _dotted(pen, rng, flower)


def _fruiting(pen: skia.Canvas, rng: Rng) -> None:
    def fruit(x: float, y: float) -> None:
        pen.drawCircle(x, y, 4.6, fill("#D7263D"))
        pen.drawCircle(x, y, 4.6, stroke("#7E1020", 1))
        pen.drawLine(x, y - 4, x + 1.5, y - 7.5, stroke("#4A2F16", 1.6))

    _dotted(pen, rng, fruit)


def _autumnal(pen: skia.Canvas, rng: Rng) -> None:
    _trunk(pen)
    _tufts(pen, rng.choice(("#D9772B", "#C8642A")), rng)
    for x, y in [(-27, -12), (24, -8), (-20, -4), (30, -18), (-33, -24)]:
        leaf = _leaf(x, y, rng.uniform(0, 360), 9)
        haloed(pen, leaf, 2)
        pen.drawPath(leaf, fill(rng.choice(("#E39A2D", "#B5522B"))))


def _bare(pen: skia.Canvas, rng: Rng) -> None:
    path = skia.Path()
    add_capsule(path, 0, 2, 0, -36, 6)
    for x1, y1, x2, y2, width in (
        (0, -20, -18, -44, 4), (0, -26, 19, -48, 4), (0, -36, -5, -64, 4), (-11, -35, -25, -38, 3), (12, -40, 26, -38, 3),
        (-3, -50, 9, -64, 3),
    ):  # fmt: skip
        add_capsule(path, x1, y1, x2, y2, width)
    haloed(pen, path, 5)
    outlined(pen, path, TRUNK, 2)


def _wilted(pen: skia.Canvas, rng: Rng) -> None:
    for side in (-1, 1):
        stem = skia.Path()
        stem.moveTo(0, 2)
        stem.cubicTo(2 * side, -48, 26 * side, -52, 27 * side, -22)
        pen.drawPath(stem, stroke("#FFFFFF", 7))
        pen.drawPath(stem, stroke("#8C8443", 4))
        for x, y, turn in ((27, -24, 90), (22, -36, 120), (10, -38, 100)):
            leaf = _leaf(side * x, y, turn if side > 0 else 180 - turn, 17)
            haloed(pen, leaf, 4)
            outlined(pen, leaf, "#A58A3C", 2)


def _felled(pen: skia.Canvas, rng: Rng) -> None:
    stump = polygon([(-13, 3), (-11, -16), (11, -16), (13, 3)])
    haloed(pen, stump, 5)
    outlined(pen, stump, TRUNK, 2.6)
    pen.drawOval(skia.Rect(-11, -21, 11, -11), fill("#E2C08A"))
    for k in (11, 7, 3):
        pen.drawOval(skia.Rect(-k, -16 - k * 0.45, k, -16 + k * 0.45), stroke("#8A5F33", 1.2))


def _snowy(pen: skia.Canvas, rng: Rng) -> None:
    _leafy(pen, rng)
    for x, y, width in ((0, -66, 24), (-18, -50, 22), (18, -50, 22), (-8, -37, 18), (11, -36, 18)):
        cap = skia.Path()
        cap.moveTo(x - width / 2, y + 4)
        cap.cubicTo(x - width / 2, y - 8, x + width / 2, y - 8, x + width / 2, y + 4)
        cap.quadTo(x + width / 3, y + 9, x + width / 6, y + 3)
        cap.quadTo(x, y + 9, x - width / 6, y + 3)
        cap.quadTo(x - width / 3, y + 9, x - width / 2, y + 4)
        outlined(pen, cap, "#FFFFFF", 1.6, "#8FA3B5")


CONDITION: dict[str, Callable[[skia.Canvas, Rng], None]] = {
    "sprouting": _sprouting, "leafy": _leafy, "flowering": _flowering, "fruiting": _fruiting, "autumnal": _autumnal,
    "bare": _bare, "wilted": _wilted, "felled": _felled, "snow-covered": _snowy,
}  # fmt: skip


def plant(pen: skia.Canvas, shown: dict[str, str], rng: Rng) -> None:
    pen.save()
    pen.translate(rng.uniform(46, 82), rng.uniform(86, 94))
    scale = rng.uniform(0.92, 1.12)
    pen.scale(scale if rng.coin() else -scale, scale)
    CONDITION[shown["plant condition"]](pen, rng)
    pot = polygon([(-19, 6), (19, 6), (14, 29), (-14, 29)])
    pot.addRect(skia.Rect(-22, 0, 22, 9))
    haloed(pen, pot, 6)
    outlined(pen, pot, COLOURS[shown["colour"]], 3)
    pen.drawLine(-19, 9, 19, 9, stroke(INK, 1))
    pen.restore()
