"""Horizontal bars from the top down, their names beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eyechart.families.figures.axes import between_axes, names_of, pixels_along_x
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
        wide, tall = (right - left) / amounts.high, (bottom - top) / len(figure.elements)
        return np.array([
            (left, top + (i + 0.25) * tall, left + e.values[0] * wide, top + (i + 0.75) * tall)
            for i, e in enumerate(figure.elements)
        ])  # fmt: skip

    return between_axes(figure, amounts, names_of(figure), points)


def legible(plan: Layout, settings: FigureSettings) -> bool:
    return bars.long_enough(plan.points[:, 2] - plan.points[:, 0], settings)


chart = Chart(
    count=lambda settings: settings.bars,
    data=bars.data,
    half="B",
    topics="bars",
    labels=(2, 1),
    layout=layout,
    legible=legible,
    paint=bars.paint,
    boxes=bars.boxes,
    things=bars.things,
    properties=("value",),
    scale=pixels_along_x,
    published=bars.published(2, "hbar_categorical", values_along="x"),
)
