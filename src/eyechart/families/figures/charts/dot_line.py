"""Dot lines: a dot for each point of a series, and nothing between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import skia

from eyechart.drawing.canvas import fill
from eyechart.families.figures.axes import pixels_along_y
from eyechart.families.figures.chart import Chart, Key
from eyechart.families.figures.charts import curves
from eyechart.families.figures.layout import Box, Floats, Layout, Where
from eyechart.families.figures.scene import Element, Figure

if TYPE_CHECKING:
    from eyechart.families.figures.settings import FigureSettings

RADIUS = 4.6  # pixels


def layout(figure: Figure) -> Layout:
    return curves.layout(figure, KEY)


def legible(plan: Layout, settings: FigureSettings) -> bool:
    return curves.seen(plan, RADIUS) >= settings.visible


def paint(pen: skia.Canvas, figure: Figure, plan: Layout) -> None:
    for element, points in zip(figure.elements, plan.points.tolist(), strict=True):
        ink = fill(element.colour.hex)
        for x, y in points:
            pen.drawCircle(x, y, RADIUS, ink)


def boxes(plan: Layout) -> Where:
    """A part is a dot."""
    return curves.boxes(plan.points - RADIUS, plan.points + RADIUS, "points")


def paint_key(pen: skia.Canvas, element: Element, box: Box) -> None:
    left, top, right, bottom = box
    pen.drawCircle((left + right) / 2, (top + bottom) / 2, RADIUS, fill(element.colour.hex))


def ink(plan: Layout) -> Floats:
    return plan.points.reshape(-1, 2)


KEY = Key(11.0, 11.0, paint_key, ink)
chart = Chart(
    count=lambda settings: settings.series,
    data=curves.data,
    half="B",
    topics="curves",
    labels=(1, 2),
    layout=layout,
    legible=legible,
    paint=paint,
    boxes=boxes,
    key=KEY,
    things=curves.things,
    properties=curves.PROPERTIES,
    scale=pixels_along_y,
    published=curves.published(4, "dot_line", "points"),
)
