"""A plot between two axes, of numbers or of names, with room for title, ticks, labels and legend around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, cos, floor, log10, radians, sin

from msgspec import Struct

from eyechart.drawing.text import Run, text
from eyechart.families.figures.chart import Key
from eyechart.families.figures.layout import EDGE, TICK, Axis, Box, Floats, Label, Layout, crisp, pixels, whole
from eyechart.families.figures.legend import legend_room, placed_legend
from eyechart.families.figures.scene import Figure
from eyechart.families.figures.world import World

SLANT = 40.0  # degrees, for names that do not fit side by side


class Scale(Struct, frozen=True):
    """What an axis runs over: numbers, or names that count 1 each."""

    low: float
    high: float
    names: tuple[str, ...] = ()


def names_of(figure: Figure) -> Scale:
    """One after the other."""
    names = tuple([e.colour.name for e in figure.elements])
    return Scale(0.0, float(len(names)), names)


def between_axes(figure: Figure, x: Scale, y: Scale, points: Callable[[Box], Floats], key: Key | None = None) -> Layout:
    """The whole layout, given what the axes run over and where the elements go in the plot's box."""
    if not figure.text:
        return Layout(whole(figure), None, (_ruled(x), _ruled(y)), None, points(whole(figure)))
    assert figure.labels is not None
    size = pixels(figure.font_size)
    title = text(figure.title, size * 1.15, "bold")
    x_title, y_title = [text(label, size, "medium") for label in figure.labels]
    legend_beside, legend_below = legend_room(figure, key)

    top = EDGE + title.height + 10
    right = figure.width - EDGE - 4 - legend_beside
    y_major = _places(y) or nice_ticks(y.low, y.high, 6)
    y_runs = [text(word, size) for word in y.names or map(_number, y_major)]
    left = EDGE + y_title.height + 8 + max(run.width for run in y_runs) + 5 + TICK
    names = [text(name, size) for name in x.names]
    slanted = bool(names) and max(run.width for run in names) > (right - left) / len(names) - 8
    if slanted:  # the first name reaches down to the left of its tick
        s, c = sin(radians(SLANT)), cos(radians(SLANT))
        reach = max(run.width * c - (i + 0.5) * (right - left) / len(names) for i, run in enumerate(names))
        left = max(left, reach + EDGE + size * s)
        under = max(run.width for run in names) * s + names[0].height * c
    else:
        under = text("0", size).height
    bottom = figure.height - EDGE - x_title.height - 7 - under - 4 - TICK - legend_below
    plot = crisp(left), crisp(top), crisp(right), crisp(bottom)

    name_at = ((plot[0] + plot[2] - x_title.width) / 2, plot[3] + TICK + 4 + under + 7 + x_title.ascent)
    x_name = Label(x_title, figure.labels[0], *name_at)
    start = min((plot[1] + plot[3] + y_title.width) / 2, figure.height - EDGE)
    y_name = Label(y_title, figure.labels[1], EDGE + y_title.ascent, start, -90.0)
    axes = _x_axis(x, plot, size, names, slanted, x_name), _y_axis(y, plot, size, y_major, y_runs, y_name)
    return Layout(plot, _title(figure, plot, title), axes, placed_legend(figure, plot, key), points(plot))


def pixels_along_x(world: World, plot: Box) -> float:
    """To a unit of the axis, by the graph."""
    axis = world.parts["x_axis"].data
    return float((plot[2] - plot[0]) / (axis["high"] - axis["low"]))


def pixels_along_y(world: World, plot: Box) -> float:
    axis = world.parts["y_axis"].data
    return float((plot[3] - plot[1]) / (axis["high"] - axis["low"]))


def _title(figure: Figure, plot: Box, run: Run) -> Label:
    """Over the middle of the plot; over that of the figure, if it would reach too far."""
    x, y = (plot[0] + plot[2] - run.width) / 2, EDGE + run.ascent
    if x + run.width > figure.width - EDGE or x < EDGE:
        x = max(EDGE, (figure.width - run.width) / 2)
    return Label(run, figure.title, x, y)


def _places(scale: Scale) -> tuple[float, ...]:
    """Of names, in the axis's own units."""
    return tuple([i + 0.5 for i in range(len(scale.names))])


def _x_axis(x: Scale, plot: Box, size: float, names: list[Run], slanted: bool, title: Label) -> Axis:
    left, _, right, bottom = plot
    base = bottom + TICK + 4 + 0.72 * size
    minor: tuple[float, ...] = ()
    if names:
        wide = (right - left) / len(names)
        major = _places(x)
        at = tuple([left + place * wide for place in major])
        runs, words = names, x.names
    else:
        scale = (right - left) / (x.high - x.low)
        major = nice_ticks(x.low, x.high, max(3, min(10, int((right - left) / (4.2 * size)))))
        minor = _minor_ticks(major, x.low, x.high)
        at = tuple([left + (v - x.low) * scale for v in major])
        words = tuple([_number(v) for v in major])
        runs = [text(word, size) for word in words]
    minor_at = tuple([left + (v - x.low) * (right - left) / (x.high - x.low) for v in minor])
    if slanted:
        s, c = sin(radians(SLANT)), cos(radians(SLANT))
        places = [
            (middle - run.width * c + 0.35 * size * s, bottom + TICK + 4 + run.width * s + 0.72 * size * c)
            for middle, run in zip(at, runs, strict=True)
        ]
        labels = tuple([Label(r, w, *p, -SLANT) for r, w, p in zip(runs, words, places, strict=True)])
    else:
        labels = tuple([Label(r, w, middle - r.width / 2, base) for r, w, middle in zip(runs, words, at, strict=True)])
    return _axis(x, major, minor, at, minor_at, labels, title)


def _y_axis(y: Scale, plot: Box, size: float, major: tuple[float, ...], runs: list[Run], title: Label) -> Axis:
    left, top, _, bottom = plot
    minor: tuple[float, ...] = ()
    minor_at: tuple[float, ...] = ()
    if y.names:  # from the top down
        tall = (bottom - top) / len(runs)
        at = tuple([top + place * tall for place in major])
        words = y.names
    else:
        scale = (bottom - top) / (y.high - y.low)
        minor = _minor_ticks(major, y.low, y.high)
        at = tuple([bottom - (v - y.low) * scale for v in major])
        minor_at = tuple([bottom - (v - y.low) * scale for v in minor])
        words = tuple([_number(v) for v in major])
    edge = left - TICK - 5
    labels = tuple([Label(r, w, edge - r.width, v + 0.26 * size) for r, w, v in zip(runs, words, at, strict=True)])
    return _axis(y, major, minor, at, minor_at, labels, title)


def _axis(
    scale: Scale,
    major: tuple[float, ...],
    minor: tuple[float, ...],
    at: tuple[float, ...],
    minor_at: tuple[float, ...],
    labels: tuple[Label, ...],
    title: Label,
) -> Axis:
    ends = _ruled(scale)
    return Axis(ends.low, ends.high, major, minor, tuple(map(crisp, at)), tuple(map(crisp, minor_at)), labels, title)


def _ruled(scale: Scale) -> Axis:
    """With nothing at it."""
    return Axis(round(scale.low, 4), round(scale.high, 4))


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


# ---- ticks


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
    return _between(major[0], step, ceil((low - major[0]) / step - 1e-9), floor((high - major[0]) / step + 1e-9))


@lru_cache(1024)  # an axis begins anywhere, its ticks do not
def _between(start: float, step: float, first: int, last: int) -> tuple[float, ...]:
    return tuple([round(start + i * step, 6) for i in range(first, last + 1) if i % 5])
