"""Wares: a simple object of a material. Outlines are around the origin, about one unit to each side."""

from __future__ import annotations

from collections.abc import Callable

import skia

from eyechart.drawing.canvas import add_capsule, fill, polygon, stroke
from eyechart.families.matrices.panels.pens import INK, haloed
from eyechart.seeding import Rng

Box = tuple[float, float, float, float]


def _boxes(*boxes: Box) -> skia.Path:
    path = skia.Path()
    for box in boxes:
        path.addRect(skia.Rect(*box))
    return path


def _ring(path: skia.Path, outer: Box, inner: Box) -> None:
    path.addOval(skia.Rect(*outer))
    path.addOval(skia.Rect(*inner), skia.PathDirection.kCCW)


def _mug() -> skia.Path:
    path = _boxes((-0.8, -0.75, 0.35, 0.85))
    _ring(path, (0.1, -0.5, 1.0, 0.55), (0.32, -0.25, 0.75, 0.3))
    path.addRect(skia.Rect(-0.8, -0.75, 0.35, 0.85))
    return path


def _vase() -> skia.Path:
    path = skia.Path()
    path.moveTo(-0.35, -1)
    path.lineTo(0.35, -1)
    path.cubicTo(0.05, -0.55, 0.75, -0.3, 0.75, 0.25)
    path.cubicTo(0.75, 0.6, 0.45, 0.8, 0.4, 1)
    path.lineTo(-0.4, 1)
    path.cubicTo(-0.45, 0.8, -0.75, 0.6, -0.75, 0.25)
    path.cubicTo(-0.75, -0.3, -0.05, -0.55, -0.35, -1)
    path.close()
    return path


def _bottle() -> skia.Path:
    return polygon([
        (-0.22, -1.1), (0.22, -1.1), (0.18, -0.55), (0.48, -0.2), (0.48, 1.05), (-0.48, 1.05), (-0.48, -0.2), (-0.18, -0.55),
    ])  # fmt: skip


def _chair() -> skia.Path:
    return _boxes((-0.7, -1.1, -0.42, 1), (-0.7, 0, 0.7, 0.28), (0.42, 0.1, 0.7, 1))


def _table() -> skia.Path:
    return _boxes((-1.1, -0.55, 1.1, -0.25), (-0.9, -0.4, -0.62, 0.9), (0.62, -0.4, 0.9, 0.9))


def _bowl() -> skia.Path:
    path = skia.Path()
    path.moveTo(-1.1, -0.4)
    path.lineTo(1.1, -0.4)
    path.cubicTo(1.0, 0.75, 0.4, 0.8, 0.4, 0.85)
    path.lineTo(-0.4, 0.85)
    path.cubicTo(-0.4, 0.8, -1.0, 0.75, -1.1, -0.4)
    path.close()
    return path


def _key() -> skia.Path:
    path = _boxes((-0.3, -0.17, 1.15, 0.17), (0.5, 0, 0.72, 0.55), (0.93, 0, 1.15, 0.55))
    _ring(path, (-1.15, -0.6, 0.0, 0.6), (-0.85, -0.28, -0.32, 0.28))
    return path


def _bell() -> skia.Path:
    path = skia.Path()
    path.moveTo(-0.9, 0.65)
    path.cubicTo(-0.5, 0.35, -0.65, -0.9, 0, -0.9)
    path.cubicTo(0.65, -0.9, 0.5, 0.35, 0.9, 0.65)
    path.close()
    path.addCircle(0, 0.75, 0.25)
    path.addCircle(0, -0.95, 0.17)
    return path


def _house() -> skia.Path:
    path = _boxes((-0.75, -0.1, 0.75, 0.95), (0.38, -0.95, 0.65, -0.2))
    path.addPoly([skia.Point(-1.1, 0), skia.Point(0, -1), skia.Point(1.1, 0)], True)
    return path


def _boat() -> skia.Path:
    path = polygon([(-1.1, 0.35), (1.1, 0.35), (0.7, 0.95), (-0.7, 0.95)])
    path.addRect(skia.Rect(-0.12, -1.05, 0.08, 0.4))
    path.addPoly([skia.Point(0.16, -1), skia.Point(0.95, 0.2), skia.Point(0.16, 0.2)], True)
    return path


def _crown() -> skia.Path:
    return polygon([
        (-0.95, 0.75), (-1.1, -0.6), (-0.5, -0.05), (0, -0.9), (0.5, -0.05), (1.1, -0.6), (0.95, 0.75),
    ])  # fmt: skip


def _lamp() -> skia.Path:
    path = polygon([(-0.4, -1), (0.4, -1), (0.85, -0.1), (-0.85, -0.1)])
    path.addRect(skia.Rect(-0.13, -0.2, 0.13, 0.85))
    add_capsule(path, -0.42, 0.9, 0.42, 0.9, 0.26)
    return path


FORMS: dict[str, Callable[[], skia.Path]] = {
    "mug": _mug, "vase": _vase, "bottle": _bottle, "chair": _chair, "table": _table, "bowl": _bowl, "key": _key,
    "bell": _bell, "house": _house, "boat": _boat, "crown": _crown, "lamp": _lamp,
}  # fmt: skip
BASE = {
    "wood": "#B07A45", "brick": "#B8492F", "marble": "#F1F0EE", "wicker": "#D9B36C", "denim": "#38598F", "stone": "#9A9A96",
}  # fmt: skip
SHEEN = {
    "gold": (0xFFB8860B, 0xFFFFD84A, 0xFFFFF6C2, 0xFFE0A81C, 0xFF9A6B06),
    "silver": (0xFF6E7681, 0xFFC3CAD2, 0xFFFFFFFF, 0xFFA7AFB9, 0xFF5F6670),
}


def _surface(pen: skia.Canvas, material: str, reach: float, rng: Rng) -> None:
    """Paint a material over the square from -reach to reach."""
    square = skia.Rect(-reach, -reach, reach, reach)
    if material in SHEEN:
        shader = skia.GradientShader.MakeLinear(
            [skia.Point(-reach * 0.7, -reach * 0.5), skia.Point(reach * 0.7, reach * 0.5)], list(SHEEN[material])
        )
        pen.drawRect(square, skia.Paint(Shader=shader))
    elif material == "glass":
        pen.drawRect(square, skia.Paint(Color=0x8CD6F3FA))
        shine = skia.Paint(Color=0xB4FFFFFF, AntiAlias=True)
        for x, width in ((-0.5, 0.22), (-0.12, 0.09)):
            left, right = x * reach, (x + width) * reach
            pen.drawPath(
                polygon([(left + 14, -reach), (right + 14, -reach), (right - 14, reach), (left - 14, reach)]), shine
            )
    else:
        pen.drawRect(square, fill(BASE[material]))
        GRAIN[material](pen, reach, rng)


def _wood(pen: skia.Canvas, reach: float, rng: Rng) -> None:
    y = -reach
    while y < reach:
        path = skia.Path()
        path.moveTo(-reach, y)
        path.cubicTo(-reach / 3, y + rng.uniform(-5, 5), reach / 3, y + rng.uniform(-5, 5), reach, y)
        pen.drawPath(path, stroke(rng.choice(("#7A4E22", "#8F5F2E")), 1.6))
        y += rng.uniform(4, 7)
    pen.drawOval(skia.Rect(-6, 0, 6, 7), stroke("#7A4E22", 1.6))


def _brick(pen: skia.Canvas, reach: float, rng: Rng) -> None:
    mortar = stroke("#EBDCCB", 1.6)
    for row in range(int(2 * reach / 8) + 1):
        y = -reach + row * 8
        pen.drawLine(-reach, y, reach, y, mortar)
        for column in range(int(2 * reach / 15) + 2):
            x = -reach + column * 15 + 7.5 * (row % 2)
            pen.drawLine(x, y, x, y + 8, mortar)


def _marble(pen: skia.Canvas, reach: float, rng: Rng) -> None:
    for _ in range(8):
        path = skia.Path()
        path.moveTo(rng.uniform(-reach, reach), -reach)
        for _ in range(4):
            path.rLineTo(rng.uniform(-14, 14), reach / 2)
        pen.drawPath(path, stroke(rng.choice(("#A9ABB3", "#C4C6CC", "#8D9099")), rng.choice((1.0, 1.8))))


def _wicker(pen: skia.Canvas, reach: float, rng: Rng) -> None:
    for row in range(int(2 * reach / 6) + 1):
        for column in range(int(2 * reach / 12) + 2):
            x, y = -reach + column * 12 + 6 * (row % 2), -reach + row * 6
            box = skia.Rect(x + 0.6, y + 0.8, x + 10.4, y + 5.2)
            pen.drawRoundRect(box, 2.4, 2.4, fill("#C4934A"))
            pen.drawRoundRect(box, 2.4, 2.4, stroke("#7E5722", 1))


def _denim(pen: skia.Canvas, reach: float, rng: Rng) -> None:
    for k in range(int(4 * reach / 3)):
        x = -2 * reach + 3 * k
        pen.drawLine(x, -reach, x + 2 * reach, reach, stroke("#6C8CC0", 0.8))
    for x in (-reach * 0.3, reach * 0.3):
        pen.drawLine(x, -reach, x, reach, stroke("#F0A63C", 1.6, (4, 3)))


def _stone(pen: skia.Canvas, reach: float, rng: Rng) -> None:
    for row in range(int(2 * reach / 11) + 1):
        for column in range(int(2 * reach / 14) + 2):
            x, y = -reach + column * 14 + 7 * (row % 2) + rng.uniform(-1, 1), -reach + row * 11
            box = skia.Rect(x, y, x + 12.6, y + 9.6)
            pen.drawRoundRect(box, 5, 5, fill(rng.choice(("#B9B9B3", "#A5A5A0", "#8C8C88"))))
            pen.drawRoundRect(box, 5, 5, stroke("#5F5F5C", 1))


GRAIN: dict[str, Callable[[skia.Canvas, float, Rng], None]] = {
    "wood": _wood, "brick": _brick, "marble": _marble, "wicker": _wicker, "denim": _denim, "stone": _stone,
}  # fmt: skip


def ware(pen: skia.Canvas, shown: dict[str, str], rng: Rng) -> None:
    radius = rng.uniform(30, 37)
    pen.save()
    pen.translate(rng.uniform(48, 80), rng.uniform(54, 78))
    if rng.coin():
        pen.scale(-1, 1)
    pen.rotate(rng.uniform(-6, 6))
    path = FORMS[shown["category"]]()
    path.transform(skia.Matrix.Scale(radius, radius))
    glass = shown["material"] == "glass"
    haloed(pen, path, 6)
    pen.drawPath(path, stroke("#3C7F99" if glass else INK, 3))
    pen.save()
    pen.clipPath(path, skia.ClipOp.kIntersect, True)
    if glass:
        pen.drawRect(skia.Rect(-50, -50, 50, 50), skia.Paint(Color=0xFFC4E6EF))
    _surface(pen, shown["material"], 1.25 * radius, rng)
    pen.restore()
    pen.restore()
