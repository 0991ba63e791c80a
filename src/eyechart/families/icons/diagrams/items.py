"""Items: one thing each, flat. catalogue.py says which is drawn for which `kind` of thing."""

from __future__ import annotations

from math import cos, pi, sin

import skia

from eyechart.core import Thing
from eyechart.drawing.icons import draw_icon, icon_size
from eyechart.drawing.text import text, write
from eyechart.families.icons.diagrams.sketch import (
    INK,
    PALE,
    SKY,
    Sketch,
    darker,
    fill,
    lighter,
    placed,
    polygon,
    stroke,
)
from eyechart.families.icons.shapes import COLOURS, SHAPES


def colour_of(thing: Thing) -> str:
    return COLOURS[thing.attributes["colour"]]


def icon(thing: Thing, size: float) -> Sketch:
    """`scale` in its data makes it larger or smaller than its fellows; `stretch` makes it longer, wider or taller."""
    name = thing.attributes["icon"]
    # Even sizes only: each size of each icon is scaled once and kept.
    pixels = min(2 * round(size * thing.data.get("scale", 1.0) / 2), 126)
    width, height = icon_size(name, pixels)
    return Sketch(width, height, lambda pen: draw_icon(pen, name, 0, 0, pixels))


def shape(thing: Thing, size: float) -> Sketch:
    """A flat shape. `turn` in quarter turns; `open` leaves a gap in its outline."""
    colour = colour_of(thing)
    size = size * thing.data.get("scale", 1.0)
    path, width, height = shape_path(thing.name, size, thing.data.get("turn", 0))

    def paint(pen: skia.Canvas) -> None:
        if thing.attributes.get("outline"):
            pen.drawPath(path, stroke(colour, 5))
        else:
            pen.drawPath(path, fill(colour))
            pen.drawPath(path, stroke(darker(colour, 0.8), 1.5))

    return Sketch(width, height, paint)


def shape_path(name: str, size: float, turn: float = 0) -> tuple[skia.Path, float, float]:
    """The outline with its corner at (0, 0), and how wide and high it is. A turn is given in degrees."""
    path = skia.Path()
    if name == "circle":
        path.addOval(skia.Rect.MakeWH(size, size))
    elif name == "oval":
        path.addOval(skia.Rect.MakeWH(size, size * 0.62))
    elif name == "semicircle":
        path.addArc(skia.Rect.MakeWH(size, size), 180, 180)
        path.close()
    elif name == "heart":
        path.moveTo(size * 0.5, size * 0.92)
        path.cubicTo(-size * 0.3, size * 0.42, size * 0.12, -size * 0.18, size * 0.5, size * 0.22)
        path.cubicTo(size * 0.88, -size * 0.18, size * 1.3, size * 0.42, size * 0.5, size * 0.92)
        path.close()
    else:
        path = polygon([(x * size, y * size) for x, y in SHAPES[name].points])
    if turn:
        path.transform(skia.Matrix.RotateDeg(turn, skia.Point(size / 2, size / 2)))
    box = path.computeTightBounds()
    path.offset(-box.left(), -box.top())
    return path, box.width(), box.height()


def polygonal(thing: Thing, size: float) -> Sketch:
    """A polygon of its own: its corners are `points` within the unit square."""
    points = [(x * size, y * size) for x, y in thing.data["points"]]
    path, colour = polygon(points), colour_of(thing)

    def paint(pen: skia.Canvas) -> None:
        pen.drawPath(path, fill(colour))
        pen.drawPath(path, stroke(darker(colour, 0.8), 1.5))

    return Sketch(max(x for x, _ in points), max(y for _, y in points), paint)


def open_curve(thing: Thing, size: float) -> Sketch:
    """The outline of a shape, closed or with a gap: `gap` is the share of the outline left out."""
    colour, gap = darker(colour_of(thing), 0.9), thing.data["gap"]
    if "points" in thing.data:
        path = polygon([(x * (size - 8), y * (size - 8)) for x, y in thing.data["points"]])
        width, height = path.getBounds().width(), path.getBounds().height()
        path.offset(-path.getBounds().left(), -path.getBounds().top())
    else:
        path, width, height = shape_path(thing.name, size - 8)
    drawn = [path]
    if gap:
        measure = skia.PathMeasure(path, True)
        length = measure.getLength()
        start = length * thing.data["start"]
        end = start + length * (1 - gap)
        # Past its beginning an outline goes on as a second piece: one path would lose the first.
        drawn = [_piece(measure, start, min(end, length)), _piece(measure, 0, max(end - length, 0))]
    line = stroke(colour, 5)

    def paint(pen: skia.Canvas) -> None:
        pen.translate(4, 4)
        for piece in drawn:
            pen.drawPath(piece, line)

    return Sketch(width + 8, height + 8, paint)


def _piece(measure: skia.PathMeasure, start: float, end: float) -> skia.Path:
    piece = skia.Path()
    if end > start:
        measure.getSegment(start, end, piece, True)
    return piece


def marble(thing: Thing, size: float) -> Sketch:
    colour = colour_of(thing)

    def paint(pen: skia.Canvas) -> None:
        pen.drawCircle(size / 2, size / 2, size / 2 - 1, fill(colour))
        pen.drawCircle(
            size / 2, size / 2, size / 2 - 1, stroke(darker(colour) if colour != "#FFFFFF" else "#8894A0", 1.5)
        )
        pen.drawCircle(size * 0.36, size * 0.34, size * 0.12, fill(lighter(colour, 0.65)))

    return Sketch(size, size, paint)


def letter(thing: Thing, size: float) -> Sketch:
    """A capital. `flip`: "" or "sideways" (mirrored); `turn` in degrees."""
    run = text(thing.name, size, "bold")
    colour = colour_of(thing)
    box = size * 0.92

    def paint(pen: skia.Canvas) -> None:
        pen.translate(box / 2, box / 2)
        pen.rotate(thing.data.get("turn", 0))
        if thing.data.get("flip"):
            pen.scale(-1, 1)
        write(pen, run, -run.width / 2, run.ascent / 2, colour)

    return Sketch(box, box, paint)


def number(thing: Thing, size: float) -> Sketch:
    """A card with a number or a short text on it."""
    run = text(thing.attributes["shown"], size * 0.5, "bold")
    width, height = max(size * 0.9, run.width + size * 0.4), size * 0.9

    def paint(pen: skia.Canvas) -> None:
        pen.drawRoundRect(skia.Rect.MakeLTRB(1, 1, width - 1, height - 1), 6, 6, fill(PALE))
        pen.drawRoundRect(skia.Rect.MakeLTRB(1, 1, width - 1, height - 1), 6, 6, stroke(SKY, 2))
        write(pen, run, (width - run.width) / 2, (height + run.ascent) / 2, INK)

    return Sketch(width, height, paint)


def blank(thing: Thing, size: float) -> Sketch:
    """Where something is to come: a dashed box with a question mark."""
    run = text("?", size * 0.5, "bold")

    def paint(pen: skia.Canvas) -> None:
        pen.drawRoundRect(skia.Rect.MakeLTRB(1, 1, size - 1, size - 1), 6, 6, stroke("#8894A0", 2, (5.0, 4.0)))
        write(pen, run, (size - run.width) / 2, (size + run.ascent) / 2, "#8894A0")

    return Sketch(size, size, paint)


def ribbon(thing: Thing, size: float) -> Sketch:
    """A bar of a length: ribbon, pencil, straw, snake or plain line. `length` is its share of `size`."""
    colour = colour_of(thing)
    long, thick = max(size * thing.data["length"], 14.0), thing.data.get("thick", 18)
    look = thing.name

    def paint(pen: skia.Canvas) -> None:
        bar = skia.Rect.MakeLTRB(1, 1, long - 1, thick - 1)
        if look == "pencil":
            tip = thick * 1.1
            pen.drawRect(skia.Rect.MakeLTRB(thick * 0.7, 1, long - tip, thick - 1), fill(colour))
            pen.drawRoundRect(skia.Rect.MakeLTRB(1, 1, thick * 0.75, thick - 1), 3, 3, fill("#F2A0A8"))
            pen.drawPath(polygon([(long - tip, 1), (long - 1, thick / 2), (long - tip, thick - 1)]), fill("#EBCB9A"))
            pen.drawPath(
                polygon([(long - tip * 0.4, thick * 0.32), (long - 1, thick / 2), (long - tip * 0.4, thick * 0.68)]),
                fill(INK),
            )
            pen.drawLine(thick * 0.7, thick / 2, long - tip, thick / 2, stroke(darker(colour, 0.85), 1.5))
        elif look == "snake":
            pen.drawRoundRect(bar, thick / 2, thick / 2, fill(colour))
            pen.drawCircle(long - thick * 0.6, thick * 0.35, 2.2, fill(INK))
            for x in range(round(thick), round(long - thick * 1.4), 16):
                pen.drawCircle(x, thick / 2, 3, fill(darker(colour, 0.8)))
        else:
            round_by = {"ribbon": 0.0, "line": 0.0, "straw": 4.0}.get(look, 5.0)
            pen.drawRoundRect(bar, round_by, round_by, fill(colour))
            pen.drawRoundRect(bar, round_by, round_by, stroke(darker(colour, 0.8), 1.5))
            if look == "straw":
                for x in range(8, round(long) - 8, 16):
                    pen.drawLine(x, thick - 2, x + 8, 2, stroke(lighter(colour, 0.6), 4))

    return Sketch(long, thick, paint)


def stretched(thing: Thing, size: float) -> Sketch:
    """An icon pulled to a width and a height, as shares of `size`: the wide one and the narrow one of two."""
    name = thing.attributes["icon"]
    width, height = size * thing.data["width"], size * thing.data["height"]
    w, h = icon_size(name, 120)

    def paint(pen: skia.Canvas) -> None:
        pen.scale(width / w, height / h)
        draw_icon(pen, name, 0, 0, 120)

    return Sketch(width, height, paint)


def tally(thing: Thing, size: float) -> Sketch:
    """Strokes in fives, the fifth across."""
    count, step = int(thing.data["value"]), size * 0.2
    groups, rest = divmod(count, 5)
    line = stroke(darker(colour_of(thing), 0.7), 3.5)
    width = groups * step * 5.2 + (rest - 1) * step + 8 if rest else groups * step * 5.2 - step * 1.4 + 8

    def paint(pen: skia.Canvas) -> None:
        x = 4.0
        for _ in range(groups):
            for i in range(4):
                pen.drawLine(x + i * step, 4, x + i * step, size - 4, line)
            pen.drawLine(x - step * 0.35, size - 10, x + 3.35 * step, 10, line)
            x += step * 5.2
        for i in range(rest):
            pen.drawLine(x + i * step, 4, x + i * step, size - 4, line)

    return Sketch(max(width, 8), size, paint)


def cells(thing: Thing, size: float) -> Sketch:
    """A figure of unit squares on a grid: `cells` are [column, row]."""
    squares: list[list[int]] = thing.data["cells"]
    unit = thing.data.get("unit", 26) * size / 60
    columns, rows = max(c for c, _ in squares) + 1, max(r for _, r in squares) + 1
    colour = colour_of(thing)

    def paint(pen: skia.Canvas) -> None:
        for c, r in squares:
            square = skia.Rect.MakeXYWH(1 + c * unit, 1 + r * unit, unit, unit)
            pen.drawRect(square, fill(colour))
        for c, r in squares:
            pen.drawRect(skia.Rect.MakeXYWH(1 + c * unit, 1 + r * unit, unit, unit), stroke(darker(colour, 0.7), 2))

    return Sketch(columns * unit + 2, rows * unit + 2, paint)


def sided(thing: Thing, size: float) -> Sketch:
    """A rectangle or polygon with the lengths of its sides written beside it."""
    sides: list[int] = thing.data["sides"]
    unit = thing.attributes["unit"]
    points = [(x * size, y * size) for x, y in thing.data["points"]]
    colour = colour_of(thing)
    cx, cy = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    runs = [text(f"{side} {unit}", 16.0) for side in sides]
    pad_x, pad_y = max(run.width for run in runs) + 10, 26.0
    width, height = max(x for x, _ in points), max(y for _, y in points)

    def paint(pen: skia.Canvas) -> None:
        pen.translate(pad_x, pad_y)
        path = polygon(points)
        pen.drawPath(path, fill(colour))
        pen.drawPath(path, stroke(darker(colour, 0.8), 2.5))
        for i, run in enumerate(runs):
            (x1, y1), (x2, y2) = points[i], points[(i + 1) % len(points)]
            mx, my = (x1 + x2) / 2, (y1 + y2) / 2
            reach = ((mx - cx) ** 2 + (my - cy) ** 2) ** 0.5
            dx, dy = (mx - cx) / reach, (my - cy) / reach
            x = mx + dx * 8 + (0 if dx > 0.3 else -run.width if dx < -0.3 else -run.width / 2)
            write(pen, run, x, my + dy * 14 + run.ascent / 2, INK)

    return Sketch(width + 2 * pad_x, height + 2 * pad_y, paint)


def spinner(thing: Thing, size: float) -> Sketch:
    """A round of equal parts in colours, with an arrow."""
    parts: list[str] = thing.data["parts"]
    box = skia.Rect.MakeLTRB(2, 2, size - 2, size - 2)
    sweep = 360 / len(parts)
    middle = size / 2

    def paint(pen: skia.Canvas) -> None:
        for i, name in enumerate(parts):
            pen.drawArc(box, -90 + i * sweep, sweep, True, fill(COLOURS[name]))
        edge = stroke("#5B6773", 2)
        for i in range(len(parts)):
            if len(parts) > 1:
                at = -pi / 2 + 2 * pi * i / len(parts)
                pen.drawLine(middle, middle, middle + (middle - 2) * cos(at), middle + (middle - 2) * sin(at), edge)
        pen.drawCircle(middle, middle, middle - 2, edge)
        turn = thing.data.get("arrow", 30) * pi / 180
        tip = (middle + middle * 0.62 * cos(turn), middle + middle * 0.62 * sin(turn))
        pen.drawLine(middle, middle, *tip, stroke(INK, 4))
        left, right = turn + 2.6, turn - 2.6
        head = [
            tip,
            (tip[0] + 12 * cos(left), tip[1] + 12 * sin(left)),
            (tip[0] + 12 * cos(right), tip[1] + 12 * sin(right)),
        ]
        pen.drawPath(polygon(head), fill(INK))
        pen.drawCircle(middle, middle, 6, fill(INK))

    return Sketch(size, size, paint)


def with_line(thing: Thing, size: float) -> Sketch:
    """A shape or letter with a dotted line through its middle; `line` in degrees from upright."""
    inner = {"letter": letter, "shape": shape, "cells": cells}[thing.attributes["drawn as"]](thing, size)
    reach = max(inner.width, inner.height) * 0.66
    side = 2 * reach
    angle = thing.data["line"] * pi / 180

    def over(pen: skia.Canvas) -> None:
        dx, dy = reach * sin(angle), -reach * cos(angle)
        pen.drawLine(reach + dx, reach + dy, reach - dx, reach - dy, stroke(INK, 3, (9.0, 6.0)))

    picture = placed(side, side, [(reach - inner.width / 2, reach - inner.height / 2, inner)])
    return placed(side, side, [(0, 0, picture), (0, 0, Sketch(side, side, over))])


def clip(thing: Thing, size: float) -> Sketch:
    """A paper clip lying down, as long as `size` less a hair."""
    long, thick = size - 4, size * 0.3
    line = stroke(darker(colour_of(thing), 0.8), 3)

    def paint(pen: skia.Canvas) -> None:
        pen.translate(2, 2)
        pen.drawRoundRect(skia.Rect.MakeLTRB(0, 0, long, thick), thick / 2, thick / 2, line)
        pen.drawRoundRect(
            skia.Rect.MakeLTRB(long * 0.16, thick * 0.25, long * 0.84, thick * 0.75), thick / 4, thick / 4, line
        )

    return Sketch(size, thick + 4, paint)


def cell(thing: Thing, size: float) -> Sketch:
    """A cube seen from the front: a unit to measure with."""
    colour = colour_of(thing)

    def paint(pen: skia.Canvas) -> None:
        pen.drawRect(skia.Rect.MakeLTRB(1, 1, size - 1, size - 1), fill(colour))
        pen.drawRect(skia.Rect.MakeLTRB(5, 5, size - 5, size - 5), fill(lighter(colour, 0.35)))
        pen.drawRect(skia.Rect.MakeLTRB(1, 1, size - 1, size - 1), stroke(darker(colour, 0.65), 2))

    return Sketch(size, size, paint)
