"""What lines and dot lines share: curves by lot, layout, boxes, the graph, FigureQA's model for each series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from eyechart.core import Shape, Thing
from eyechart.families.figures.annotations import Model, box_of
from eyechart.families.figures.axes import Scale, between_axes
from eyechart.families.figures.chart import Data, Key, Published
from eyechart.families.figures.layout import Box, Floats, Layout, Where
from eyechart.families.figures.scene import Figure
from eyechart.seeding import Rng

if TYPE_CHECKING:
    from eyechart.families.figures.settings import FigureSettings

PROPERTIES = ("area", "roughness", "lowest", "highest", "course")
DIGITS = 3  # of what is drawn: y values are rounded to so many


def data(rng: Rng, settings: FigureSettings) -> Data:
    points = rng.integer(*settings.points)
    x = tuple(round(100 * i / (points - 1), 2) for i in range(points))
    low = rng.integer(0, 99)
    high = rng.integer(low + 1, 100)
    return x, [_curve(rng, x, low, high) for _ in range(rng.integer(*settings.series))]


def _curve(rng: Rng, x: tuple[float, ...], low: float, high: float) -> tuple[float, ...]:
    """Linear, linear with noise, or quadratic, within low to high."""
    shape, span = rng.integer(0, 2), high - low
    if shape == 2:
        turn, k = rng.uniform(0, 100), rng.uniform(low, high)
        up = rng.coin((high - k) / span)  # towards the side that has room
        bend = rng.uniform(0.3, 1.0) * ((high - k) if up else (k - low)) / max(turn, 100 - turn) ** 2
        values = [k + (bend if up else -bend) * (at - turn) ** 2 for at in x]
    else:
        first, last = rng.uniform(low, high), rng.uniform(low, high)
        noise = 0.05 * span if shape == 1 else 0.0
        values = [first + (last - first) * at / 100 + (rng.uniform(-noise, noise) if noise else 0.0) for at in x]
    return tuple([round(min(max(value, low), high), DIGITS) for value in values])


def layout(figure: Figure, key: Key) -> Layout:
    """Elements × points × 2."""
    values = [v for e in figure.elements for v in e.values]
    x_room, low, high = 0.03 * (figure.x[-1] - figure.x[0]), min(values), max(values)
    y_room = 0.06 * (high - low) or 0.5
    x, y = Scale(figure.x[0] - x_room, figure.x[-1] + x_room), Scale(low - y_room, high + y_room)

    def points(plot: Box) -> Floats:
        left, top, right, bottom = plot
        made = np.empty((len(figure.elements), len(figure.x), 2))
        made[:, :, 0] = left + (np.array(figure.x) - x.low) * ((right - left) / (x.high - x.low))
        made[:, :, 1] = bottom - (np.array([e.values for e in figure.elements]) - y.low) * (
            (bottom - top) / (y.high - y.low)
        )
        return made

    return between_axes(figure, x, y, points, key)


def seen(plan: Layout, reach: float) -> float:
    """The share of its points that no other series lies upon, of the series that has least.

    Whichever is painted last: were only those counted that lie under another, the order would tell which ones run close.
    """
    heights = plan.points[:, :, 1]
    near = (np.abs(heights[:, None] - heights[None, :]) < reach).sum(axis=1)  # itself among them
    return 1 - int((near > 1).sum(axis=1).max()) / len(heights[0])


def boxes(low: Floats, high: Floats, part: str) -> Where:
    """Of each series the box around it and those of its parts, given the corners of the parts."""
    inner = np.concatenate([low, high], axis=2).round(1)
    around = np.concatenate([inner[:, :, :2].min(axis=1), inner[:, :, 2:].max(axis=1)], axis=1).tolist()
    found: Where = {}
    for i, (parts, whole) in enumerate(zip(inner.tolist(), around, strict=True)):
        found[f"series:{i}"] = (tuple(whole),)
        found[f"series:{i}/{part}"] = tuple([tuple(box) for box in parts])
    return found


def things(figure: Figure, plan: Layout) -> Iterator[Thing]:
    for i, element in enumerate(figure.elements):
        look = {"colour": element.colour.hex, "style": element.style}
        yield Thing(f"series:{i}", element.colour.name, look, {"x": figure.x, "y": element.values})


def published(row: int, type: str, part: str) -> Published:
    def read(models: Sequence[Model]) -> Iterator[tuple[Thing, Where]]:
        for i, model in enumerate(models):
            shapes = tuple(box.shape for box in model.bboxes)
            thing = Thing(f"series:{i}", model.name, {"colour": model.hex}, {"x": model.x, "y": model.y})
            yield thing, {f"{thing.id}/{part}": shapes, thing.id: (_around(shapes),)}

    def write(elements: Sequence[Thing], where: Where) -> list[dict[str, Any]]:
        return [
            {
                "name": t.name,
                "label": t.name,
                "color": t.attributes["colour"],
                "x": t.data["x"],
                "y": t.data["y"],
                "bboxes": [box_of(shape) for shape in where[f"{t.id}/{part}"]],
            }
            for t in elements
        ]

    return Published(row, type, read, write)


def _around(shapes: tuple[Shape, ...]) -> Shape:
    columns = list(zip(*shapes, strict=True))
    return (min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3]))
