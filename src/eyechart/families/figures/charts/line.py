"""Lines: a curve for each series, solid or dashed in five styles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import skia

from eyechart.drawing.canvas import stroke
from eyechart.families.figures.axes import pixels_along_y
from eyechart.families.figures.chart import Chart, Key
from eyechart.families.figures.charts import curves
from eyechart.families.figures.layout import Box, Floats, Layout, Where
from eyechart.families.figures.scene import Element, Figure
from eyechart.seeding import Rng

if TYPE_CHECKING:
    from eyechart.families.figures.settings import FigureSettings

WIDTH = 2.0  # pixels
# On and off in pixels.
DASHES: dict[str, tuple[float, ...]] = {
    "solid": (),
    "dashed": (9, 5),
    "dotted": (2, 3),
    "dotdash": (2, 4, 9, 4),
    "dashdot": (9, 4, 2, 4),
}


def styles(rng: Rng, count: int, settings: FigureSettings) -> list[str]:
    if rng.coin(settings.solid):
        return ["solid"] * count
    order = rng.shuffled(tuple(DASHES))
    return [order[i % len(order)] for i in range(count)]


def layout(figure: Figure) -> Layout:
    return curves.layout(figure, KEY)


def legible(plan: Layout, settings: FigureSettings) -> bool:
    return curves.seen(plan, 1.5 * WIDTH) >= settings.visible


def paint(pen: skia.Canvas, figure: Figure, plan: Layout) -> None:
    for element, points in zip(figure.elements, plan.points.tolist(), strict=True):
        path = skia.Path()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        pen.drawPath(path, _pen(element))


def _pen(element: Element) -> skia.Paint:
    return stroke(element.colour.hex, WIDTH, DASHES[element.style])


def boxes(plan: Layout) -> Where:
    """A part is a segment between two points."""
    first, second = plan.points[:, :-1], plan.points[:, 1:]
    reach = WIDTH / 2
    return curves.boxes(np.minimum(first, second) - reach, np.maximum(first, second) + reach, "segments")


def paint_key(pen: skia.Canvas, element: Element, box: Box) -> None:
    left, top, right, bottom = box
    middle = (top + bottom) / 2
    pen.drawLine(left, middle, right, middle, _pen(element))


def ink(plan: Layout) -> Floats:
    steps = np.linspace(0, 1, 6)[:, None, None, None]
    points: Floats = plan.points[:, :-1] * (1 - steps) + plan.points[:, 1:] * steps
    return points.reshape(-1, 2)


KEY = Key(24.0, 3.0, paint_key, ink)
chart = Chart(
    count=lambda settings: settings.series,
    data=curves.data,
    half="A",
    styles=styles,
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
    published=curves.published(3, "line", "segments"),
)
