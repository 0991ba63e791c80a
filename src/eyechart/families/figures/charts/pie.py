"""Pies: slices of a disc, counter-clockwise from an angle by lot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, degrees, pi, sin
from typing import TYPE_CHECKING, Any

import numpy as np
import skia
from msgspec.structs import replace

from eyechart.core import Shape, Thing
from eyechart.drawing.canvas import fill
from eyechart.drawing.text import text
from eyechart.errors import EyechartError
from eyechart.families.figures.annotations import Model, box_of
from eyechart.families.figures.chart import Chart, Data, Key, Published
from eyechart.families.figures.layout import EDGE, Box, Floats, Label, Layout, Where, pixels, rounded, whole
from eyechart.families.figures.legend import legend_room, placed_legend
from eyechart.families.figures.scene import Element, Figure
from eyechart.families.figures.world import World
from eyechart.seeding import Rng

if TYPE_CHECKING:
    from eyechart.families.figures.settings import FigureSettings


def data(rng: Rng, settings: FigureSettings) -> Data:
    shares = [rng.random() + 0.05 for _ in range(rng.integer(*settings.slices))]
    return (), [(round(share / sum(shares), 4),) for share in shares]


def turned(figure: Figure, rng: Rng) -> Figure:
    return replace(figure, start=round(rng.uniform(0, 2 * pi), 3))


def layout(figure: Figure) -> Layout:
    """Of each slice the angles between which it lies, in radians."""
    total = sum(e.values[0] for e in figure.elements)
    ends = figure.start + np.cumsum([2 * pi * e.values[0] / total for e in figure.elements])
    angles = np.stack([np.concatenate([[figure.start], ends[:-1]]), ends], axis=1)
    if not figure.text:
        return Layout(whole(figure), None, None, None, angles)
    title = text(figure.title, pixels(figure.font_size) * 1.15, "bold")
    beside, below = legend_room(figure, KEY)
    plot = (EDGE, EDGE + title.height + 10, figure.width - EDGE - beside, figure.height - EDGE - below)
    middle = max(EDGE, (plot[0] + plot[2] - title.width) / 2)
    words = Label(title, figure.title, middle, EDGE + title.ascent)
    return Layout(plot, words, None, placed_legend(figure, plot, KEY), angles)


def circle(plan: Layout) -> tuple[float, float, float]:
    """Its centre and radius."""
    left, top, right, bottom = plan.plot
    return (left + right) / 2, (top + bottom) / 2, min(right - left, bottom - top) / 2 - 4


def legible(plan: Layout, settings: FigureSettings) -> bool:
    angles = plan.points[:, 1] - plan.points[:, 0]
    arcs = angles * circle(plan)[2]
    return bool(arcs.min() >= 2 * settings.margin and degrees(float(np.ptp(angles))) >= settings.pie_margin)


def paint(pen: skia.Canvas, figure: Figure, plan: Layout) -> None:
    x, y, radius = circle(plan)
    oval = skia.Rect(x - radius, y - radius, x + radius, y + radius)
    for element, (start, end) in zip(figure.elements, plan.points.tolist(), strict=True):
        # Angles grow counter-clockwise as in mathematics; Skia's grow clockwise.
        pen.drawArc(oval, -degrees(end), degrees(end - start), True, fill(element.colour.hex))


def boxes(plan: Layout) -> Where:
    """Each slice as a polygon: the centre, then the arc."""
    x, y, radius = circle(plan)
    return {
        f"slice:{i}": (rounded((x, y, *arc(x, y, radius, start, end))),)
        for i, (start, end) in enumerate(plan.points.tolist())
    }


def arc(x: float, y: float, radius: float, start: float, end: float) -> Shape:
    """Points in steps of at most six degrees, either way round."""
    steps = max(1, ceil(abs(end - start) / (pi / 30)))
    angles = [start + (end - start) * i / steps for i in range(steps + 1)]
    return tuple([v for a in angles for v in (x + radius * cos(a), y - radius * sin(a))])


def paint_key(pen: skia.Canvas, element: Element, box: Box) -> None:
    pen.drawRect(skia.Rect(*box), fill(element.colour.hex))


def ink(plan: Layout) -> Floats:
    x, y, radius = circle(plan)
    turn = np.linspace(0, 2 * pi, 72)
    rings = [np.stack([x + r * np.cos(turn), y + r * np.sin(turn)], 1) for r in (radius, radius * 0.6, radius * 0.2)]
    return np.concatenate(rings)


def things(figure: Figure, plan: Layout) -> Iterator[Thing]:
    for i, (element, (start, end)) in enumerate(zip(figure.elements, plan.points.tolist(), strict=True)):
        angles = {"start": round(start, 6), "span": round(end - start, 6)}  # radians, counter-clockwise
        amount = {"value": element.values[0], **angles}
        yield Thing(f"slice:{i}", element.colour.name, {"colour": element.colour.hex}, amount)


def degrees_to_a_unit(world: World, plot: Box) -> float:
    return 360 / sum(world.property("value").values())


def read(models: Sequence[Model]) -> Iterator[tuple[Thing, Where]]:
    for i, model in enumerate(models):
        if model.bbox is None or model.span is None:
            raise EyechartError(f"model {i}: a slice needs `bbox` and `span`.")
        amount = {"value": model.span, "start": model.start, "span": model.span}
        shape = model.polygon or model.bbox.shape
        yield Thing(f"slice:{i}", model.name, {"colour": model.hex}, amount), {f"slice:{i}": (shape,)}


def write(elements: Sequence[Thing], where: Where) -> list[dict[str, Any]]:
    """Angles in radians, from the values: the first slice begins where the drawing put it. A release need not say where."""
    models = []
    for t in elements:
        start, span, shape = t.data["start"], t.data["span"], where[t.id][0]
        angles = {"span": span} if start is None else {"start": start, "end": start + span, "span": span}
        named = {"name": t.name, "label": t.name, "color": t.attributes["colour"]}
        models.append({**named, **angles, "bbox": box_of(shape)} | ({"polygon": shape} if len(shape) > 4 else {}))
    return models


KEY = Key(11.0, 11.0, paint_key, ink)
chart = Chart(
    count=lambda settings: settings.slices,
    data=data,
    half="A",
    topics="slices",
    labels=None,
    dress=turned,
    layout=layout,
    legible=legible,
    paint=paint,
    boxes=boxes,
    key=KEY,
    things=things,
    properties=("value",),
    scale=degrees_to_a_unit,
    margin=lambda settings: settings.pie_margin,
    published=Published(5, "pie", read, write),
)
