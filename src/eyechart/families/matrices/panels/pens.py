"""Outlines, capsules and tones that the subjects share. Colours come from short lists, since paints are kept."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, sin

import skia

from eyechart.drawing.canvas import fill, stroke

INK = "#2B2B33"
SIDE = 128.0  # units of a panel's side
Points = list[tuple[float, float]]


def polygon(points: Points) -> skia.Path:
    path = skia.Path()
    path.addPoly([skia.Point(x, y) for x, y in points], True)
    return path


def regular(corners: int, turn: float = -90.0, inner: float | None = None) -> Points:
    """Corners on the unit circle; with `inner`, a star whose notches lie at that radius."""
    total = corners * (1 if inner is None else 2)
    angles = [turn * pi / 180 + 2 * pi * i / total for i in range(total)]
    radii = [1.0 if inner is None or i % 2 == 0 else inner for i in range(total)]
    return [(r * cos(a), r * sin(a)) for r, a in zip(radii, angles, strict=True)]


def add_capsule(path: skia.Path, x1: float, y1: float, x2: float, y2: float, width: float) -> None:
    """A thick line with round ends."""
    length, half = hypot(x2 - x1, y2 - y1), width / 2
    one = skia.Path()
    one.addRoundRect(skia.Rect(-half, -half, length + half, half), half, half)
    turned = skia.Matrix.Translate(x1, y1).preConcat(skia.Matrix.RotateDeg(degrees(atan2(y2 - y1, x2 - x1))))
    path.addPath(one, turned)


def outlined(pen: skia.Canvas, path: skia.Path, colour: str, line: float = 3.0, ink: str = INK) -> None:
    """Filled, with an outline of which only the outer half shows: parts that overlap grow together."""
    pen.drawPath(path, stroke(ink, line))
    pen.drawPath(path, fill(colour))


def haloed(pen: skia.Canvas, path: skia.Path, width: float) -> None:
    """A pale rim, so that a subject stands out from any backdrop."""
    pen.drawPath(path, stroke("#FFFFFF", width))


def mixed(colour: str, other: str, share: float) -> str:
    """A colour between two: `share` of the other."""
    parts = [
        round(int(colour[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share) for i in (1, 3, 5)
    ]  # fmt: skip
    return "#{:02X}{:02X}{:02X}".format(*parts)


def tone(colour: str) -> str:
    """A darker tone of a light colour, a lighter one of a dark colour: for patterns that leave the colour's name alone."""
    light = sum(w * int(colour[i : i + 2], 16) for w, i in ((0.3, 1), (0.59, 3), (0.11, 5)))
    return mixed(colour, "#000000", 0.38) if light > 120 else mixed(colour, "#FFFFFF", 0.5)
