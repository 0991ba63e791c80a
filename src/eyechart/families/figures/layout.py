"""Where everything of a figure goes, in pixels. Both the painting and the boxes are read off this one layout."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, cos, floor, log10, pi, radians, sin

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Shape
from eyechart.drawing.text import Run, text
from eyechart.families.figures.scene import Figure

Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]

TICK, MINOR = 6.0, 3.0  # lengths of major and minor ticks
EDGE = 10.0  # between anything and the edge of the figure
SLANT = 40.0  # degrees, for names that do not fit side by side
LINE, DOT = 2.0, 4.6  # width of a curve, radius of a dot


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
    major: tuple[float, ...]  # values
    minor: tuple[float, ...]
    at: tuple[float, ...]  # pixels of the major ticks
    minor_at: tuple[float, ...]
    labels: tuple[Label, ...]
    title: Label | None


class Entry(Struct, frozen=True):
    preview: Box
    label: Label


class LegendBox(Struct, frozen=True):
    box: Box
    entries: tuple[Entry, ...]


class Layout(Struct, frozen=True):
    plot: Box
    title: Label
    x_axis: Axis | None
    y_axis: Axis | None
    legend: LegendBox | None
    points: Floats  # curves: element × point × 2; bars: element × 4; pies: element × 2 (angles)
    circle: tuple[float, float, float] = (0.0, 0.0, 0.0)  # pies: centre and radius


def pixels(points: float) -> float:
    return points * 4 / 3


def _crisp(at: float) -> float:
    """The middle of a pixel: a line one pixel wide stays one pixel wide."""
    return floor(at) + 0.5


def shapes_of(labels: tuple[Label, ...]) -> tuple[Shape, ...]:
    return tuple([label.shape for label in labels])


@lru_cache(maxsize=8)
def layout(figure: Figure) -> Layout:
    if figure.kind == "pie":
        return _pie(figure)
    return _axes(figure)


def nice_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Round values from low to high, at most `most` of them, stepping by 1, 2 or 5 times a power of ten."""
    rough = (high - low) / max(most, 1)
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
    digits = max(0, -floor(log10(step)))
    return tuple([round(i * step, digits) for i in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)])


def _minor_ticks(major: tuple[float, ...], low: float, high: float) -> tuple[float, ...]:
    """Four between each two major ones, and beyond the outer ones as far as the axis goes."""
    if len(major) < 2:
        return ()
    step = (major[1] - major[0]) / 5
    first, last = ceil((low - major[0]) / step - 1e-9), floor((high - major[0]) / step + 1e-9)
    return tuple([round(major[0] + i * step, 6) for i in range(first, last + 1) if i % 5])


def _axes(figure: Figure) -> Layout:
    size = pixels(figure.font_size)
    bars = figure.kind in ("vbar", "hbar")
    title = text(figure.title, size * 1.15, "bold")
    x_title, y_title = text(figure.x_label, size, "medium"), text(figure.y_label, size, "medium")
    names = [text(e.colour.name, size) for e in figure.elements] if bars else []

    x_low, x_high, y_low, y_high = _ranges(figure)
    legend = figure.legend
    legend_w, legend_h = legend_size(figure) if legend is not None else (0.0, 0.0)
    beside = legend is not None and not legend.inside and not legend.horizontal
    below = legend is not None and not legend.inside and legend.horizontal

    top = EDGE + title.height + 10
    right = figure.width - EDGE - 4 - (legend_w + 12 if beside else 0)
    y_major = () if figure.kind == "hbar" else nice_ticks(y_low, y_high, 6)
    y_words = [_number(v) for v in y_major] if y_major else []
    y_runs = names if figure.kind == "hbar" else [text(w, size) for w in y_words]
    left = EDGE + y_title.height + 8 + max(run.width for run in y_runs) + 5 + TICK

    slanted = False
    if figure.kind == "vbar":
        widest = max(run.width for run in names)
        slanted = widest > (right - left) / len(names) - 8
        if slanted:  # the first name reaches down to the left of its tick
            s, c = sin(radians(SLANT)), cos(radians(SLANT))
            reach = max(run.width * c - (i + 0.5) * (right - left) / len(names) for i, run in enumerate(names))
            left = max(left, reach + EDGE + size * s)
            under = widest * s + names[0].height * c
        else:
            under = names[0].height
    else:
        under = text("0", size).height
    bottom = figure.height - EDGE - x_title.height - 7 - under - 4 - TICK - (legend_h + 10 if below else 0)
    left, top, right, bottom = plot = _crisp(left), _crisp(top), _crisp(right), _crisp(bottom)

    xs, ys = (right - left) / (x_high - x_low), (bottom - top) / (y_high - y_low)
    x_axis = _x_axis(figure, plot, (x_low, x_high), names if figure.kind == "vbar" else [], slanted, under, x_title)
    y_axis = _y_axis(figure, plot, (y_low, y_high), y_major, y_runs, y_title)
    title_at = Label(title, figure.title, (left + right - title.width) / 2, EDGE + title.ascent)
    if title_at.x + title.width > figure.width - EDGE or title_at.x < EDGE:
        title_at = Label(title, figure.title, max(EDGE, (figure.width - title.width) / 2), title_at.y)

    if figure.kind == "vbar":
        wide = (right - left) / len(figure.elements)
        points = np.array([
            (left + (i + 0.25) * wide, bottom - e.values[0] * ys, left + (i + 0.75) * wide, bottom)
            for i, e in enumerate(figure.elements)
        ])  # fmt: skip
    elif figure.kind == "hbar":
        wide = (bottom - top) / len(figure.elements)
        points = np.array([
            (left, top + (i + 0.25) * wide, left + e.values[0] * xs, top + (i + 0.75) * wide)
            for i, e in enumerate(figure.elements)
        ])  # fmt: skip
    else:
        points = np.empty((len(figure.elements), len(figure.x), 2))
        points[:, :, 0] = left + (np.array(figure.x) - x_low) * xs
        points[:, :, 1] = bottom - (np.array([e.values for e in figure.elements]) - y_low) * ys
    placed = _legend(figure, plot, legend_w, legend_h) if legend is not None else None
    return Layout(plot, title_at, x_axis, y_axis, placed, points)


def _ranges(figure: Figure) -> tuple[float, float, float, float]:
    """Low and high of both axes, in data units; categories count 1 each."""
    values = [v for e in figure.elements for v in e.values]
    if figure.kind == "vbar":
        return 0.0, float(len(values)), 0.0, max(values) * 1.06
    if figure.kind == "hbar":
        return 0.0, max(values) * 1.06, 0.0, float(len(values))
    x_room, low, high = 0.03 * (figure.x[-1] - figure.x[0]), min(values), max(values)
    room = 0.06 * (high - low) or 0.5
    return figure.x[0] - x_room, figure.x[-1] + x_room, low - room, high + room


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def _x_axis(
    figure: Figure, plot: Box, span: tuple[float, float], names: list[Run], slanted: bool, under: float, title: Run
) -> Axis:
    left, _, right, bottom = plot
    size = pixels(figure.font_size)
    base = bottom + TICK + 4 + 0.72 * size
    if names:
        wide = (right - left) / len(names)
        at = tuple([left + (i + 0.5) * wide for i in range(len(names))])
        major: tuple[float, ...] = tuple([i + 0.5 for i in range(len(names))])
        minor: tuple[float, ...] = ()
        words = [e.colour.name for e in figure.elements]
        if slanted:
            s, c = sin(radians(SLANT)), cos(radians(SLANT))
            places = [
                (x - run.width * c + 0.35 * size * s, bottom + TICK + 4 + run.width * s + 0.72 * size * c)
                for x, run in zip(at, names, strict=True)
            ]
            labels = tuple([Label(r, w, *p, -SLANT) for r, w, p in zip(names, words, places, strict=True)])
        else:
            labels = tuple([Label(r, w, x - r.width / 2, base) for r, w, x in zip(names, words, at, strict=True)])
    else:
        low, high = span
        scale = (right - left) / (high - low)
        major = nice_ticks(low, high, max(3, min(10, int((right - left) / (4.2 * size)))))
        minor = _minor_ticks(major, low, high)
        at = tuple([left + (v - low) * scale for v in major])
        runs = [(text(_number(v), size), _number(v)) for v in major]
        labels = tuple([Label(r, w, x - r.width / 2, base) for (r, w), x in zip(runs, at, strict=True)])
    minor_at = tuple([left + (v - span[0]) * (right - left) / (span[1] - span[0]) for v in minor])
    middle = (left + right - title.width) / 2
    name = (
        Label(title, figure.x_label, middle, bottom + TICK + 4 + under + 7 + title.ascent) if figure.x_label else None
    )
    return Axis(*_rounded(span), major, minor, _crisp_all(at), _crisp_all(minor_at), labels, name)


def _crisp_all(places: tuple[float, ...]) -> tuple[float, ...]:
    return tuple([_crisp(at) for at in places])


def _rounded(span: tuple[float, float]) -> tuple[float, float]:
    return round(span[0], 4), round(span[1], 4)


def _y_axis(
    figure: Figure, plot: Box, span: tuple[float, float], major: tuple[float, ...], runs: list[Run], title: Run
) -> Axis:
    left, top, _, bottom = plot
    size = pixels(figure.font_size)
    if figure.kind == "hbar":
        tall = (bottom - top) / len(runs)
        at = tuple([top + (i + 0.5) * tall for i in range(len(runs))])
        major = tuple([i + 0.5 for i in range(len(runs))])
        minor: tuple[float, ...] = ()
        minor_at: tuple[float, ...] = ()
        words = [e.colour.name for e in figure.elements]
    else:
        low, high = span
        scale = (bottom - top) / (high - low)
        minor = _minor_ticks(major, low, high)
        at = tuple([bottom - (v - low) * scale for v in major])
        minor_at = tuple([bottom - (v - low) * scale for v in minor])
        words = [_number(v) for v in major]
    edge = left - TICK - 5
    labels = tuple([Label(r, w, edge - r.width, y + 0.26 * size) for r, w, y in zip(runs, words, at, strict=True)])
    start = min((top + bottom + title.width) / 2, figure.height - EDGE)
    name = Label(title, figure.y_label, EDGE + title.ascent, start, -90.0) if figure.y_label else None
    return Axis(*_rounded(span), major, minor, _crisp_all(at), _crisp_all(minor_at), labels, name)


def _pie(figure: Figure) -> Layout:
    size = pixels(figure.font_size)
    title = text(figure.title, size * 1.15, "bold")
    legend = figure.legend
    assert legend is not None
    legend_w, legend_h = legend_size(figure)
    beside, below = not legend.inside and not legend.horizontal, not legend.inside and legend.horizontal
    plot = (
        EDGE,
        EDGE + title.height + 10,
        figure.width - EDGE - (legend_w + 12 if beside else 0),
        figure.height - EDGE - (legend_h + 10 if below else 0),
    )
    left, top, right, bottom = plot
    radius = min(right - left, bottom - top) / 2 - 4
    centre = ((left + right) / 2, (top + bottom) / 2)
    total = sum(e.values[0] for e in figure.elements)
    ends = figure.start + np.cumsum([2 * pi * e.values[0] / total for e in figure.elements])
    angles = np.stack([np.concatenate([[figure.start], ends[:-1]]), ends], axis=1)
    title_at = Label(title, figure.title, max(EDGE, (left + right - title.width) / 2), EDGE + title.ascent)
    placed = _legend(figure, plot, legend_w, legend_h)
    return Layout(plot, title_at, None, None, placed, angles, (*centre, radius))


# ---- legends

PAD, AFTER_PREVIEW, BETWEEN = 7.0, 6.0, 16.0


def preview_width(figure: Figure) -> float:
    return 24.0 if figure.kind == "line" else 11.0


def legend_size(figure: Figure) -> tuple[float, float]:
    """Width and height of the legend's box."""
    assert figure.legend is not None
    size, preview = pixels(figure.font_size), preview_width(figure)
    widths = [preview + AFTER_PREVIEW + text(e.colour.name, size).width for e in figure.elements]
    row = 1.45 * size
    if figure.legend.horizontal:
        return sum(widths) + BETWEEN * (len(widths) - 1) + 2 * PAD, row + PAD
    return max(widths) + 2 * PAD, row * len(widths) + PAD


def legend_box(figure: Figure, plot: Box, width: float, height: float) -> Box:
    """Where the legend's box lies, given the plot's."""
    legend = figure.legend
    assert legend is not None
    left, top, right, bottom = plot
    if legend.inside:
        inset = 8.0
        x = (left + inset, (left + right - width) / 2, right - inset - width)[legend.column]
        y = (top + inset, (top + bottom - height) / 2, bottom - inset - height)[legend.row]
    elif legend.horizontal:
        x = (left, (left + right - width) / 2, right - width)[legend.column]
        x, y = min(max(x, EDGE), figure.width - EDGE - width), figure.height - EDGE - height
    else:
        x, y = right + 12, (top, (top + bottom - height) / 2, bottom - height)[legend.row]
    return (x, y, x + width, y + height)


def _legend(figure: Figure, plot: Box, width: float, height: float) -> LegendBox:
    box = legend_box(figure, plot, width, height)
    return LegendBox(box, _entries(figure, box[0], box[1]))


def _entries(figure: Figure, left: float, top: float) -> tuple[Entry, ...]:
    assert figure.legend is not None
    size, preview = pixels(figure.font_size), preview_width(figure)
    row = 1.45 * size
    entries = []
    x, middle = left + PAD, top + PAD / 2 + row / 2
    for element in figure.elements:
        name = text(element.colour.name, size)
        half = 1.5 if figure.kind == "line" else 5.5
        label = Label(name, element.colour.name, x + preview + AFTER_PREVIEW, middle + 0.36 * size)
        entries.append(Entry((x, middle - half, x + preview, middle + half), label))
        if figure.legend.horizontal:
            x += preview + AFTER_PREVIEW + name.width + BETWEEN
        else:
            middle += row
    return tuple(entries)
