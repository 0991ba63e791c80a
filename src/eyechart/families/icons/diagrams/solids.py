"""Items that need more than a path: solids, things made of them, and place-value blocks."""

from __future__ import annotations

from collections.abc import Callable

import skia

from eyechart.core import Thing
from eyechart.drawing.text import text, write
from eyechart.families.icons.diagrams.items import colour_of
from eyechart.families.icons.diagrams.sketch import Sketch, beside, darker, fill, lighter, placed, polygon, stroke

Points = list[tuple[float, float]]
# Faces of the solids with flat sides, in the unit square: outline and how light it is (0 as is, + lighter, - darker).
FACES: dict[str, list[tuple[Points, float]]] = {
    "cube": [
        ([(0.02, 0.3), (0.7, 0.3), (0.7, 0.98), (0.02, 0.98)], 0.0),
        ([(0.02, 0.3), (0.3, 0.02), (0.98, 0.02), (0.7, 0.3)], 0.4),
        ([(0.7, 0.3), (0.98, 0.02), (0.98, 0.7), (0.7, 0.98)], -0.22),
    ],
    "rectangular prism": [
        ([(0.0, 0.42), (0.78, 0.42), (0.78, 0.86), (0.0, 0.86)], 0.0),
        ([(0.0, 0.42), (0.2, 0.22), (0.98, 0.22), (0.78, 0.42)], 0.4),
        ([(0.78, 0.42), (0.98, 0.22), (0.98, 0.66), (0.78, 0.86)], -0.22),
    ],
    "pyramid": [
        ([(0.5, 0.03), (0.62, 0.95), (0.02, 0.78)], 0.15),
        ([(0.5, 0.03), (0.98, 0.7), (0.62, 0.95)], -0.2),
    ],
    "triangular prism": [
        ([(0.24, 0.3), (0.48, 0.92), (0.0, 0.92)], 0.25),
        ([(0.24, 0.3), (0.74, 0.08), (0.98, 0.7), (0.48, 0.92)], -0.15),
    ],
}  # fmt: skip


def shade(colour: str, light: float) -> str:
    return lighter(colour, light) if light >= 0 else darker(colour, 1 + light)


# The corner at the back that no face shows, and the corners that its dashed edges lead to.
HIDDEN: dict[str, tuple[tuple[float, float], Points]] = {
    "cube": ((0.3, 0.7), [(0.02, 0.98), (0.98, 0.7), (0.3, 0.02)]),
    "rectangular prism": ((0.2, 0.66), [(0.0, 0.86), (0.98, 0.66), (0.2, 0.22)]),
    "pyramid": ((0.4, 0.55), [(0.02, 0.78), (0.98, 0.7), (0.5, 0.03)]),
    "triangular prism": ((0.5, 0.7), [(0.0, 0.92), (0.98, 0.7), (0.74, 0.08)]),
}


def solid(thing: Thing, size: float) -> Sketch:
    """With its hidden edges dashed: without them a pyramid's base could be anything.

    Its `look` says whether it is seen from the other side, and how tall it is if it may be taller or lower.
    """
    colour, look = colour_of(thing), int(thing.data["look"])
    tall = 1.0 if thing.name in ("cube", "sphere") else 0.84 + 0.04 * (look // 2)
    base = solid_painter(thing.name, colour, size)
    corner, ends = HIDDEN.get(thing.name, ((0.0, 0.0), []))
    dashed = stroke(darker(colour, 0.6), 1.5, (4.0, 4.0))

    def paint(pen: skia.Canvas) -> None:
        pen.scale(1, tall)
        if look % 2:
            pen.translate(size, 0)
            pen.scale(-1, 1)
        base(pen)
        for x, y in ends:
            pen.drawLine(corner[0] * size, corner[1] * size, x * size, y * size, dashed)

    return Sketch(size, size * tall, paint)


def solid_painter(name: str, colour: str, size: float) -> Callable[[skia.Canvas], None]:
    edge = stroke(darker(colour, 0.6), 2)

    def flat(pen: skia.Canvas) -> None:
        for points, light in FACES[name]:
            path = polygon([(x * size, y * size) for x, y in points])
            pen.drawPath(path, fill(shade(colour, light)))
            pen.drawPath(path, edge)

    def sphere(pen: skia.Canvas) -> None:
        gradient = skia.GradientShader.MakeRadial(
            skia.Point(size * 0.36, size * 0.34),
            size * 0.75,
            [skia_colour(lighter(colour, 0.7)), skia_colour(colour), skia_colour(darker(colour, 0.6))],
            [0.0, 0.45, 1.0],
        )
        pen.drawCircle(size / 2, size / 2, size * 0.48, skia.Paint(AntiAlias=True, Shader=gradient))

    def cylinder(pen: skia.Canvas) -> None:
        left, right, top, bottom, lip = size * 0.18, size * 0.82, size * 0.16, size * 0.86, size * 0.12
        pen.drawOval(skia.Rect.MakeLTRB(left, bottom - lip, right, bottom + lip), fill(colour))
        pen.drawRect(skia.Rect.MakeLTRB(left, top, right, bottom), fill(colour))
        pen.drawRect(
            skia.Rect.MakeLTRB(left + (right - left) * 0.7, top, right, bottom + lip * 0.4), fill(darker(colour, 0.86))
        )
        pen.drawArc(skia.Rect.MakeLTRB(left, bottom - lip, right, bottom + lip), 0, 180, False, edge)
        pen.drawLine(left, top, left, bottom, edge)
        pen.drawLine(right, top, right, bottom, edge)
        lid = skia.Rect.MakeLTRB(left, top - lip, right, top + lip)
        pen.drawOval(lid, fill(lighter(colour, 0.45)))
        pen.drawOval(lid, edge)

    def cone(pen: skia.Canvas) -> None:
        left, right, bottom, lip = size * 0.12, size * 0.88, size * 0.84, size * 0.12
        path = skia.Path()
        path.moveTo(size * 0.5, size * 0.03)
        path.lineTo(right, bottom)
        path.arcTo(skia.Rect.MakeLTRB(left, bottom - lip, right, bottom + lip), 0, 180, False)
        path.close()
        gradient = skia.GradientShader.MakeLinear(
            [skia.Point(left, 0), skia.Point(right, 0)],
            [skia_colour(lighter(colour, 0.45)), skia_colour(colour), skia_colour(darker(colour, 0.7))],
        )
        pen.drawPath(path, skia.Paint(AntiAlias=True, Shader=gradient))
        pen.drawPath(path, edge)

    return {"sphere": sphere, "cylinder": cylinder, "cone": cone}.get(name, flat)


def skia_colour(colour: str) -> int:
    return int(skia.Color(int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)))


def made_object(thing: Thing, size: float) -> Sketch:
    """Everyday things that no icon shows: a solid, dressed."""
    colour = colour_of(thing)
    base = solid_painter(
        {"party hat": "cone", "traffic cone": "cone", "gift box": "cube", "toy block": "cube"}[thing.name], colour, size
    )

    def paint(pen: skia.Canvas) -> None:
        base(pen)
        if thing.name == "party hat":
            for x, y in ((0.5, 0.3), (0.4, 0.52), (0.6, 0.56), (0.3, 0.78), (0.5, 0.78), (0.7, 0.78)):
                pen.drawCircle(x * size, y * size, size * 0.045, fill("#FFFFFF"))
            pen.drawCircle(size * 0.5, size * 0.07, size * 0.07, fill("#F8D33C"))
        elif thing.name == "traffic cone":
            pen.drawPath(
                polygon([(size * x, size * y) for x, y in ((0.36, 0.36), (0.64, 0.36), (0.7, 0.5), (0.3, 0.5))]),
                fill("#FFFFFF"),
            )
            pen.drawPath(
                polygon([(size * x, size * y) for x, y in ((0.25, 0.62), (0.75, 0.62), (0.81, 0.76), (0.19, 0.76))]),
                fill("#FFFFFF"),
            )
            pen.drawRoundRect(skia.Rect.MakeLTRB(0, size * 0.9, size, size), 3, 3, fill(darker(colour, 0.8)))
        elif thing.name == "gift box":
            pen.drawRect(skia.Rect.MakeLTRB(size * 0.3, size * 0.3, size * 0.42, size * 0.98), fill("#F8D33C"))
            pen.drawPath(
                polygon([(size * x, size * y) for x, y in ((0.3, 0.3), (0.58, 0.02), (0.7, 0.02), (0.42, 0.3))]),
                fill("#F8D33C"),
            )
        else:
            run = text("B", size * 0.5, "bold")
            write(pen, run, size * 0.36 - run.width / 2, size * 0.64 + run.ascent / 2, "#FFFFFF")

    return Sketch(size, size, paint)


def blocks(thing: Thing, size: float) -> Sketch:
    """Place-value blocks: thousands, hundreds, tens and ones."""
    value = int(thing.data["value"])
    colour = colour_of(thing)
    unit = 7.0 * size / 60
    parts: list[Sketch] = []
    thousands, hundreds, tens, ones = value // 1000, value // 100 % 10, value // 10 % 10, value % 10
    if thousands:
        parts.append(_grid([_thousand(colour, unit * 0.72)] * thousands, 3))
    if hundreds:
        parts.append(_grid([_plate(colour, unit * 0.8, 10, 10)] * hundreds, 3))
    if tens:
        parts.append(_grid([_plate(colour, unit, 1, 10)] * tens, 9))
    if ones:
        parts.append(_grid([_plate(colour, unit, 1, 1)] * ones, 3))
    return beside(parts, 18, "bottom")


def _grid(parts: list[Sketch], columns: int) -> Sketch:
    w, h = parts[0].width + 6, parts[0].height + 6
    rows = -(-len(parts) // columns)
    spots = [((i % columns) * w, (i // columns) * h, part) for i, part in enumerate(parts)]
    return placed(min(len(parts), columns) * w - 6, rows * h - 6, spots)


def _plate(colour: str, unit: float, columns: int, rows: int) -> Sketch:
    def paint(pen: skia.Canvas) -> None:
        pen.drawRect(skia.Rect.MakeWH(columns * unit, rows * unit), fill(colour))
        line = stroke(darker(colour, 0.6), 1)
        for i in range(columns + 1):
            pen.drawLine(i * unit, 0, i * unit, rows * unit, line)
        for i in range(rows + 1):
            pen.drawLine(0, i * unit, columns * unit, i * unit, line)

    return Sketch(columns * unit, rows * unit, paint)


def _thousand(colour: str, unit: float) -> Sketch:
    front, deep = 10 * unit, 4 * unit

    def paint(pen: skia.Canvas) -> None:
        pen.drawPath(polygon([(0, deep), (deep, 0), (deep + front, 0), (front, deep)]), fill(lighter(colour, 0.4)))
        pen.drawPath(
            polygon([(front, deep), (front + deep, 0), (front + deep, front), (front, front + deep)]),
            fill(darker(colour, 0.75)),
        )
        pen.drawRect(skia.Rect.MakeXYWH(0, deep, front, front), fill(colour))
        line = stroke(darker(colour, 0.6), 0.7)
        for i in range(11):
            pen.drawLine(i * unit, deep, i * unit, deep + front, line)
            pen.drawLine(0, deep + i * unit, front, deep + i * unit, line)
            pen.drawLine(i * unit, deep, i * unit + deep, 0, line)
            pen.drawLine(front, deep + i * unit, front + deep, i * unit, line)

    return Sketch(front + deep, front + deep, paint)
