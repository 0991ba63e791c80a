"""Cut-out shapes: a shape, a colour, a texture."""

from __future__ import annotations

from math import pi, sin

import skia

from eyechart.drawing.canvas import fill, polygon, stroke
from eyechart.families.matrices.elements import COLOURS
from eyechart.families.matrices.panels.pens import INK, haloed, regular, tone
from eyechart.seeding import Rng


def outline(shape: str) -> skia.Path:
    """Around the origin, about one unit to each side."""
    path = skia.Path()
    if shape == "circle":
        path.addCircle(0, 0, 0.95)
    elif shape == "ring":
        path.addCircle(0, 0, 1)
        path.addCircle(0, 0, 0.45, skia.PathDirection.kCCW)
    elif shape == "square":
        path.addRect(skia.Rect(-0.85, -0.85, 0.85, 0.85))
    elif shape == "heart":
        path.moveTo(0, 0.95)
        path.cubicTo(-1.5, -0.1, -0.95, -1.2, 0, -0.5)
        path.cubicTo(0.95, -1.2, 1.5, -0.1, 0, 0.95)
        path.close()
    elif shape == "crescent":
        path.moveTo(0.45, -0.9)
        path.cubicTo(-1.35, -1.15, -1.35, 1.15, 0.45, 0.9)
        path.cubicTo(-0.35, 0.55, -0.35, -0.55, 0.45, -0.9)
        path.close()
    elif shape == "drop":
        path.moveTo(0, -1.1)
        path.cubicTo(0.35, -0.45, 0.8, -0.1, 0.8, 0.3)
        path.cubicTo(0.8, 1.15, -0.8, 1.15, -0.8, 0.3)
        path.cubicTo(-0.8, -0.1, -0.35, -0.45, 0, -1.1)
        path.close()
    else:
        path = polygon(CORNERS[shape])
    return path


CORNERS = {
    "triangle": [(0, -1), (1.02, 0.8), (-1.02, 0.8)],
    "star": regular(5, inner=0.45),
    "hexagon": regular(6, turn=0),
    "diamond": [(0, -1.1), (0.75, 0), (0, 1.1), (-0.75, 0)],
    "cross": [
        (-0.35, -1), (0.35, -1), (0.35, -0.35), (1, -0.35), (1, 0.35), (0.35, 0.35), (0.35, 1), (-0.35, 1), (-0.35, 0.35),
        (-1, 0.35), (-1, -0.35), (-0.35, -0.35),
    ],
    "arrow": [(-1.05, -0.35), (0.1, -0.35), (0.1, -0.85), (1.1, 0), (0.1, 0.85), (0.1, 0.35), (-1.05, 0.35)],
}  # fmt: skip


def weave(pen: skia.Canvas, texture: str, ink: str, reach: float) -> None:
    """Fill the square from -reach to reach with a texture."""
    marks = _range(-reach - 14, reach + 14, 12)
    if texture == "striped":
        for x in marks:
            pen.drawRect(skia.Rect(x, -reach, x + 5.5, reach), fill(ink))
    elif texture == "dotted":
        for row, y in enumerate(marks):
            for x in marks:
                pen.drawCircle(x + 6 * (row % 2), y, 3.2, fill(ink))
    elif texture == "checked":
        for row, y in enumerate(_range(-reach - 10, reach + 10, 10)):
            for x in _range(-reach - 20, reach + 20, 20):
                left = x + 10 * (row % 2)
                pen.drawRect(skia.Rect(left, y, left + 10, y + 10), fill(ink))
    elif texture in ("zigzag", "wavy"):
        for y in marks:
            pen.drawPath(_line(texture, y, reach), stroke(ink, 3.2))
    elif texture == "scaly":
        for row, y in enumerate(_range(-reach - 8, reach + 8, 8)):
            for x in _range(-reach - 16, reach + 16, 16):
                left = x + 8 * (row % 2)
                pen.drawArc(skia.Rect(left, y - 8, left + 16, y + 8), 0, 180, False, stroke(ink, 2))
    elif texture == "starry":
        star = polygon([(5.2 * x, 5.2 * y) for x, y in regular(5, inner=0.42)])
        for row, y in enumerate(_range(-reach - 14, reach + 14, 14)):
            for x in _range(-reach - 14, reach + 14, 14):
                star.offset(x + 7 * (row % 2), y)
                pen.drawPath(star, fill(ink))
                star.offset(-x - 7 * (row % 2), -y)
    elif texture == "latticed":
        for k in _range(-2 * reach, 2 * reach, 11):
            pen.drawLine(k, -reach, k + 2 * reach, reach, stroke(ink, 2))
            pen.drawLine(k, reach, k + 2 * reach, -reach, stroke(ink, 2))


def _range(low: float, high: float, step: float) -> list[float]:
    return [low + step * k for k in range(int((high - low) / step) + 1)]


def _line(texture: str, y: float, reach: float) -> skia.Path:
    path = skia.Path()
    path.moveTo(-reach, y)
    if texture == "zigzag":
        for k, x in enumerate(_range(-reach, reach, 6)):
            path.lineTo(x, y + (5 if k % 2 else -1))
    else:
        for x in _range(-reach, reach, 3):
            path.lineTo(x, y + 3 * sin(x * 2 * pi / 22))
    return path


def cut_out(pen: skia.Canvas, shown: dict[str, str], rng: Rng) -> None:
    colour = COLOURS[shown["colour"]]
    radius = rng.uniform(29, 37)
    pen.save()
    pen.translate(rng.uniform(48, 80), rng.uniform(50, 80))
    pen.rotate(rng.uniform(-9, 9))
    path = outline(shown["shape"])
    path.transform(skia.Matrix.Scale(radius, radius))
    haloed(pen, path, 7)
    pen.drawPath(path, fill(colour))
    pen.save()
    pen.clipPath(path, skia.ClipOp.kIntersect, True)
    pen.translate(rng.uniform(-5, 5), rng.uniform(-5, 5))
    if shown["texture"] == "striped":
        pen.rotate(rng.choice((0, 45, 90, 135)))
    weave(pen, shown["texture"], tone(colour), 1.35 * radius)
    pen.restore()
    pen.drawPath(path, stroke(INK, 1.6))
    pen.restore()
