"""What both kinds of bars share: values by lot, paint, boxes, the graph, FigureQA's one model for all bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import e as euler
from typing import TYPE_CHECKING, Any, Literal

import skia

from eyechart.core import Thing
from eyechart.drawing.canvas import fill
from eyechart.families.figures.annotations import Model, box_of
from eyechart.families.figures.axes import Scale
from eyechart.families.figures.chart import Data, Published
from eyechart.families.figures.layout import Floats, Layout, Where
from eyechart.families.figures.scene import Figure
from eyechart.seeding import Rng

if TYPE_CHECKING:
    from eyechart.families.figures.settings import FigureSettings


def data(rng: Rng, settings: FigureSettings) -> Data:
    values = _values(rng, rng.integer(*settings.bars))
    return (), [(value,) for value in (values if settings.shaped else rng.shuffled(values))]


def _values(rng: Rng, count: int) -> list[float]:
    """Uniform random four times in seven, linear twice, bell-shaped once, as published; within 0 to 99."""
    shape = rng.weighted(("uniform", "linear", "bell"), (4, 2, 1))
    if shape == "uniform":
        values = [rng.uniform(0, 99) for _ in range(count)]
    elif shape == "linear":
        first, last = rng.uniform(0, 99), rng.uniform(0, 99)
        values = [first + (last - first) * i / (count - 1) + rng.uniform(-5, 5) for i in range(count)]
    else:
        middle, width, peak = rng.uniform(0, count - 1), rng.uniform(0.8, count / 2 + 0.5), rng.uniform(40, 99)
        values = [peak * euler ** (-(((i - middle) / width) ** 2) / 2) + rng.uniform(-5, 5) for i in range(count)]
    return [round(min(max(value, 0.5), 99.0), 1) for value in values]


def amounts_of(figure: Figure) -> Scale:
    """From nothing to a little more than the largest."""
    return Scale(0.0, max([v for element in figure.elements for v in element.values]) * 1.06)


def long_enough(lengths: Floats, settings: FigureSettings) -> bool:
    """Is every bar long enough for its colour to be seen, and are they not all alike?"""
    return bool(lengths.min() >= settings.margin and lengths.max() - lengths.min() >= settings.margin)


def paint(pen: skia.Canvas, figure: Figure, plan: Layout) -> None:
    for element, box in zip(figure.elements, plan.points.tolist(), strict=True):
        pen.drawRect(skia.Rect(*box), fill(element.colour.hex))


def boxes(plan: Layout) -> Where:
    """At least a pixel wide and high."""
    return {
        f"bar:{i}": ((left, min(top, bottom - 1), max(right, left + 1), bottom),)
        for i, (left, top, right, bottom) in enumerate(plan.points.round(1).tolist())
    }


def things(figure: Figure, plan: Layout) -> Iterator[Thing]:
    for i, element in enumerate(figure.elements):
        yield Thing(f"bar:{i}", element.colour.name, {"colour": element.colour.hex}, {"value": element.values[0]})


def published(row: int, type: str, values_along: Literal["x", "y"]) -> Published:
    """One model for all bars; their values along one axis, their names along the other."""

    def read(models: Sequence[Model]) -> Iterator[tuple[Thing, Where]]:
        bars = models[0]
        values = bars.x if values_along == "x" else bars.y
        colours = bars.colors or [""] * len(bars.labels)
        for i, (name, value, box, colour) in enumerate(zip(bars.labels, values, bars.bboxes, colours, strict=True)):
            yield Thing(f"bar:{i}", name, {"colour": colour}, {"value": value}), {f"bar:{i}": (box.shape,)}

    def write(elements: Sequence[Thing], where: Where) -> list[dict[str, Any]]:
        names, values = [t.name for t in elements], [t.data["value"] for t in elements]
        x, y = (values, names) if values_along == "x" else (names, values)
        colours = [t.attributes["colour"] for t in elements]
        shapes = [box_of(where[t.id][0]) for t in elements]
        bars = {"name": "bars", "labels": names, "colors": colours, "x": x, "y": y, "width": 0.5, "bboxes": shapes}
        return [bars]

    return Published(row, type, read, write)
