"""Outlines and tones that the subjects share. Colours come from short lists, since paints are kept."""

from __future__ import annotations

from math import cos, pi, sin

import skia

from eyechart.drawing.canvas import Points, fill, stroke
from eyechart.drawing.colour import mixed

INK = "#2B2B33"
SIDE = 128.0  # units of a panel's side
APART = 14.0  # CIEDE2000 at the least between colours side by side that must not look like one


def regular(corners: int, turn: float = -90.0, inner: float | None = None) -> Points:
    """Corners on the unit circle; with `inner`, a star whose notches lie at that radius."""
    total = corners * (1 if inner is None else 2)
    angles = [turn * pi / 180 + 2 * pi * i / total for i in range(total)]
    radii = [1.0 if inner is None or i % 2 == 0 else inner for i in range(total)]
    return [(r * cos(a), r * sin(a)) for r, a in zip(radii, angles, strict=True)]


def outlined(pen: skia.Canvas, path: skia.Path, colour: str, line: float = 3.0, ink: str = INK) -> None:
    """Filled, with an outline of which only the outer half shows: parts that overlap grow together."""
    pen.drawPath(path, stroke(ink, line))
    pen.drawPath(path, fill(colour))


def haloed(pen: skia.Canvas, path: skia.Path, width: float) -> None:
    """A pale rim, so that a subject stands out from any backdrop."""
    pen.drawPath(path, stroke("#FFFFFF", width))


def tone(colour: str) -> str:
    """A darker tone of a light colour, a lighter one of a dark colour: for patterns that leave the colour's name alone."""
    light = sum(w * int(colour[i : i + 2], 16) for w, i in ((0.3, 1), (0.59, 3), (0.11, 5)))
    return mixed(colour, "#000000", 0.38) if light > 120 else mixed(colour, "#FFFFFF", 0.5)
