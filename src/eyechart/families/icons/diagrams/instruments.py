"""Layouts that measure things: a balance, rulers, equal units laid along, a thermometer."""

from __future__ import annotations

from typing import Any

import skia

from eyechart.core import Thing
from eyechart.drawing.text import text, write
from eyechart.families.icons.diagrams.catalogue import item
from eyechart.families.icons.diagrams.items import colour_of
from eyechart.families.icons.diagrams.sketch import INK, Sketch, fill, marked, placed, stroke

Options = dict[str, Any]  # of a layout


def balance(things: list[Thing], options: Options) -> Sketch:
    """A beam that goes down on the side of the heavier: by the things' `load`."""
    left, right = things
    tilt = 0 if left.data["load"] == right.data["load"] else (22 if left.data["load"] > right.data["load"] else -22)
    size, width, height = options["size"], 330.0, 210.0
    pans = [(70.0, 110 + tilt), (260.0, 110 - tilt)]
    spots = []
    for thing, (x, y) in zip(things, pans, strict=True):
        part = item(thing, size * thing.data.get("scale", 1.0))
        spots.append((x - part.width / 2, y - part.height, part))

    def under(pen: skia.Canvas) -> None:
        wood, line = "#8D6E4F", stroke("#5B6773", 2.5)
        pen.drawRoundRect(skia.Rect.MakeLTRB(105, 192, 225, 206), 5, 5, fill(wood))
        pen.drawRect(skia.Rect.MakeLTRB(160, 28, 170, 194), fill(wood))
        pen.drawLine(70, 32 + tilt, 260, 32 - tilt, stroke("#5B6773", 6))
        pen.drawCircle(165, 32, 9, fill("#5B6773"))
        for x, y in pans:
            top = 32 + (tilt if x < 165 else -tilt)
            pen.drawLine(x, top, x - 52, y, line)
            pen.drawLine(x, top, x + 52, y, line)
            pen.drawRoundRect(skia.Rect.MakeLTRB(x - 58, y, x + 58, y + 9), 4, 4, fill("#A9B1BA"))

    return placed(width, height, spots, under)


# Body, edge and small print: wood, blue, green and clear plastic.
RULERS = (
    ("#FCE9A9", "#D9B84A", "#8A7430"),
    ("#DCEBFB", "#8FB4DE", "#3E6A9C"),
    ("#E0F3DC", "#93C488", "#4A7D40"),
    ("#F3F4F6", "#B4BBC4", "#616B77"),
)


def ruler(things: list[Thing], options: Options) -> Sketch:
    """The thing lies with its left end at 0 of a ruler of `units`, `unit` pixels each."""
    unit, units = options["unit"], options["units"]
    marks = options.get("parts", 10)
    part = item(things[0], unit)
    left, height = 14.0, 52.0
    top = part.height + 10
    body, edge, words = RULERS[options.get("look", 0) % len(RULERS)]
    runs = [text(str(i), 14.0) for i in range(units + 1)]
    name = text(options["name"], 12.0, "italic")

    def under(pen: skia.Canvas) -> None:
        pen.drawRoundRect(skia.Rect.MakeLTRB(0, top, units * unit + 28, top + height), 4, 4, fill(body))
        pen.drawRoundRect(skia.Rect.MakeLTRB(0, top, units * unit + 28, top + height), 4, 4, stroke(edge, 1.5))
        for i in range(units * marks + 1):
            long = 18 if i % marks == 0 else 13 if 2 * i % marks == 0 else 8
            x = left + i * unit / marks
            pen.drawLine(x, top, x, top + long, stroke(INK, 1.6 if i % marks == 0 else 0.8))
        for i, run in enumerate(runs):
            write(pen, run, left + i * unit - run.width / 2, top + 33, INK)
        write(pen, name, left, top + 48, words)

    return placed(units * unit + 28, top + height, [(left, 0, part)], under)


def measured(things: list[Thing], options: Options) -> Sketch:
    """The first thing above a line of equal units: cubes, dice or paper clips, the other things."""
    first, *rest = things
    unit = options["unit"]
    part = item(first, unit)
    parts = [item(thing, unit) for thing in rest]
    spots: list[tuple[float, float, Sketch]] = [(2.0, 0.0, part)]
    if options.get("up"):
        tall = len(rest) * unit
        spots = [(0.0, tall - part.height, part)]
        spots += [(part.width + 16, tall - (i + 1) * unit, p) for i, p in enumerate(parts)]
        return placed(part.width + 16 + unit, tall, spots)
    for i, p in enumerate(parts):
        spots.append((2 + i * unit + (unit - p.width) / 2, part.height + 10, p))
    return placed(max(part.width, len(rest) * unit) + 4, part.height + 10 + max(p.height for p in parts), spots)


def thermometer(things: list[Thing], options: Options) -> Sketch:
    """A tube with a scale in tens up to `high`; the thing's `degrees` say how far it is filled."""
    degrees, high, zoom = things[0].data["degrees"], things[0].data["high"], options["size"] / 220
    step, colour = 220 / high, colour_of(things[0])
    width, height = 92.0, high * step + 70
    foot = height - 44

    def paint(pen: skia.Canvas) -> None:
        pen.scale(zoom, zoom)
        pen.drawRoundRect(skia.Rect.MakeLTRB(18, 6, 38, foot + 10), 10, 10, fill("#F4F7FA"))
        pen.drawRoundRect(skia.Rect.MakeLTRB(18, 6, 38, foot + 10), 10, 10, stroke("#8894A0", 2))
        pen.drawCircle(28, foot + 20, 18, fill(colour))
        pen.drawRect(skia.Rect.MakeLTRB(23, foot - degrees * step, 33, foot + 14), fill(colour))
        for mark in range(0, high + 1, 5):
            y = foot - mark * step
            pen.drawLine(42, y, 54 if mark % 10 == 0 else 49, y, stroke(INK, 1.4))
            if mark % 10 == 0:
                run = text(str(mark), 13.0)
                write(pen, run, 58, y + run.ascent / 2, INK)

    return marked(things[0].id, Sketch(width * zoom, height * zoom, paint))
