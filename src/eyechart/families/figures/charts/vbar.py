"""Vertical bars, their names below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eyechart.families.figures.axes import between_axes, names_of, pixels_along_y
from eyechart.families.figures.chart import Chart
from eyechart.families.figures.charts import bars
from eyechart.families.figures.layout import Box, Floats, Layout
from eyechart.families.figures.scene import Figure

if TYPE_CHECKING:
    from eyechart.families.figures.settings import FigureSettings


def layout(figure: Figure) -> Layout:
    amounts = bars.amounts_of(figure)

    def points(plot: Box) -> Floats:
        left, top, right, bottom = plot
        wide, tall = (right - left) / len(figure.elements), (bottom - top) / amounts.high
        return np.array([
            (left + (i + 0.25) * wide, bottom - e.values[0] * tall, left + (i + 0.75) * wide, bottom)
            for i, e in enumerate(figure.elements)
        ])  # fmt: skip

    return between_axes(figure, names_of(figure), amounts, points)


def legible(plan: Layout, settings: FigureSettings) -> bool:
    return bars.long_enough(plan.points[:, 3] - plan.points[:, 1], settings)


chart = Chart(
    count=lambda settings: settings.bars,
    data=bars.data,
    half="A",
    topics="bars",
    labels=(1, 2),
    layout=layout,
    legible=legible,
    paint=bars.paint,
    boxes=bars.boxes,
    things=bars.things,
    properties=("value",),
    scale=pixels_along_y,
    published=bars.published(1, "vbar_categorical", values_along="y"),
)
