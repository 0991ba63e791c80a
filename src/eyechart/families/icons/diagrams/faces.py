"""Faces to be read: clocks with hands and digits, and shapes cut into parts."""

from __future__ import annotations

from math import cos, pi, sin

import skia

from eyechart.core import Thing
from eyechart.drawing.text import text, write
from eyechart.families.icons.diagrams.items import colour_of
from eyechart.families.icons.diagrams.sketch import INK, Sketch, fill, stroke

FACES = ("#FFFFFF", "#FFF9E8", "#EEF6FD")
HANDS = (INK, "#1F4E8C", "#8C2F39")


def clock(thing: Thing, size: float) -> Sketch:
    """A round face, a short hour hand that moves with the minutes, and a long minute hand.

    Its `look` says whether all twelve numbers stand there or four, and the tones of face and hands.
    """
    hour, minute = int(thing.data["hour"]), int(thing.data["minute"])
    colour, look = colour_of(thing), int(thing.data["look"])
    numbers = range(1, 13) if look % 2 else (3, 6, 9, 12)
    face, tone = FACES[look // 2 % 3], HANDS[look // 6]
    middle, reach = size / 2, size / 2 - 5
    runs = [text(str(n), size * 0.1, "medium") for n in numbers]

    def hand(pen: skia.Canvas, turn: float, share: float, width: float) -> None:
        at = turn * 2 * pi - pi / 2
        line = skia.Paint(stroke(tone, width))
        line.setStrokeCap(skia.Paint.kRound_Cap)
        pen.drawLine(middle, middle, middle + reach * share * cos(at), middle + reach * share * sin(at), line)

    def paint(pen: skia.Canvas) -> None:
        pen.drawCircle(middle, middle, reach + 2, fill(face))
        pen.drawCircle(middle, middle, reach + 1, stroke(colour, 6))
        for i in range(60):
            at, inner = i * pi / 30, 0.9 if i % 5 else 0.86
            x, y = cos(at), sin(at)
            pen.drawLine(
                middle + reach * inner * x,
                middle + reach * inner * y,
                middle + reach * 0.95 * x,
                middle + reach * 0.95 * y,
                stroke(INK, 1.8 if i % 5 == 0 else 0.8),
            )
        for n, run in zip(numbers, runs, strict=True):
            at = n * pi / 6 - pi / 2
            write(
                pen,
                run,
                middle + reach * 0.75 * cos(at) - run.width / 2,
                middle + reach * 0.75 * sin(at) + run.ascent / 2,
                INK,
            )
        hand(pen, (hour % 12 + minute / 60) / 12, 0.38, 5.5)
        hand(pen, minute / 60, 0.62, 3.5)
        pen.drawCircle(middle, middle, 5, fill(colour))

    return Sketch(size, size, paint)


def digital(thing: Thing, size: float) -> Sketch:
    run = text(f"{thing.data['hour']}:{int(thing.data['minute']):02}", size * 0.36, "bold")
    width, height = size * 1.15, size * 0.62
    colour = colour_of(thing)

    def paint(pen: skia.Canvas) -> None:
        pen.drawRoundRect(skia.Rect.MakeLTRB(0, 0, width, height), 10, 10, fill(colour))
        pen.drawRoundRect(skia.Rect.MakeLTRB(8, 8, width - 8, height - 8), 6, 6, fill("#1F2A33"))
        write(pen, run, (width - run.width) / 2, (height + run.ascent) / 2, "#8DF5A4")

    return Sketch(width, height, paint)


def fraction(thing: Thing, size: float) -> Sketch:
    """A shape cut into parts, some coloured. `cuts` are where parts end, as shares: unequal if they are uneven."""
    cuts: list[float] = thing.data["cuts"]
    coloured: list[int] = thing.data["coloured"]
    colour, line = colour_of(thing), stroke(INK, 2)
    ends = [0.0, *cuts]

    def pie(pen: skia.Canvas) -> None:
        box = skia.Rect.MakeLTRB(2, 2, size - 2, size - 2)
        pen.drawOval(box, fill("#FFFFFF"))
        for i in coloured:
            pen.drawArc(box, -90 + 360 * ends[i], 360 * (ends[i + 1] - ends[i]), True, fill(colour))
        pen.drawOval(box, line)
        for end in ends[:-1]:
            at = 2 * pi * end - pi / 2
            pen.drawLine(
                size / 2, size / 2, size / 2 + (size / 2 - 2) * cos(at), size / 2 + (size / 2 - 2) * sin(at), line
            )

    def strip(pen: skia.Canvas) -> None:
        span = width - 4
        pen.drawRect(skia.Rect.MakeLTRB(2, 2, width - 2, height - 2), fill("#FFFFFF"))
        for i in coloured:
            pen.drawRect(skia.Rect.MakeLTRB(2 + span * ends[i], 2, 2 + span * ends[i + 1], height - 2), fill(colour))
        pen.drawRect(skia.Rect.MakeLTRB(2, 2, width - 2, height - 2), line)
        for end in ends[1:-1]:
            pen.drawLine(2 + span * end, 2, 2 + span * end, height - 2, line)

    if thing.name == "circle":
        return Sketch(size, size, pie)
    width, height = (size, size) if thing.name == "square" else (size * 1.3, size * 0.7)
    return Sketch(width, height, strip)
