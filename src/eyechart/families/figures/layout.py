"""Where everything of a figure goes, in pixels: the one layout that painting and boxes are both read off."""

from __future__ import annotations

from math import cos, floor, radians, sin

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Shape
from eyechart.drawing.text import Run
from eyechart.families.figures.scene import Figure

Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]
Where = dict[str, tuple[Shape, ...]]

TICK, MINOR = 6.0, 3.0  # lengths of major and minor ticks
EDGE = 10.0  # between anything and the edge of the figure


class Label(Struct, frozen=True):
    """A text with the place of its baseline's start and its turn in degrees."""

    run: Run
    words: str
    x: float
    y: float
    turn: float = 0.0

    @property
    def shape(self) -> Shape:
        run = self.run
        if not self.turn:
            return (self.x, self.y - run.ascent, self.x + run.width, self.y + run.descent)
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        corners = ((0.0, -run.ascent), (run.width, -run.ascent), (run.width, run.descent), (0.0, run.descent))
        points = tuple([v for a, b in corners for v in (self.x + a * c - b * s, self.y + a * s + b * c)])
        if self.turn == -90.0:
            return (min(points[0::2]), min(points[1::2]), max(points[0::2]), max(points[1::2]))
        return points


class Axis(Struct, frozen=True):
    low: float
    high: float
    major: tuple[float, ...] = ()  # values
    minor: tuple[float, ...] = ()
    at: tuple[float, ...] = ()  # pixels of the major ticks
    minor_at: tuple[float, ...] = ()
    labels: tuple[Label, ...] = ()
    title: Label | None = None


class Entry(Struct, frozen=True):
    preview: Box
    label: Label


class LegendBox(Struct, frozen=True):
    box: Box
    entries: tuple[Entry, ...]


class Layout(Struct, frozen=True):
    plot: Box
    title: Label | None
    axes: tuple[Axis, Axis] | None  # x and y
    legend: LegendBox | None
    points: Floats  # a row for each element, in the form that its kind of chart gives it


def whole(figure: Figure) -> Box:
    """The plot of a figure on which nothing is written."""
    return crisp(EDGE), crisp(EDGE), crisp(figure.width - EDGE), crisp(figure.height - EDGE)


def pixels(points: float) -> float:
    return points * 4 / 3


def crisp(at: float) -> float:
    """The middle of a pixel: a line one pixel wide stays one pixel wide."""
    return floor(at) + 0.5


def rounded(shape: Shape) -> Shape:
    """To tenths of a pixel, as boxes are told."""
    return tuple([round(10 * v) / 10 for v in shape])  # round(v, 1) takes three times as long
