"""Paint a figure, and say where each of its parts landed."""

from __future__ import annotations

import skia

from eyechart.core import Drawing, Picture
from eyechart.drawing.canvas import canvas, fill, stroke
from eyechart.drawing.png import png
from eyechart.drawing.text import write, write_turned
from eyechart.families.figures.charts import CHARTS, layout
from eyechart.families.figures.layout import MINOR, TICK, Axis, Box, Label, Layout, Where, rounded
from eyechart.families.figures.scene import Figure
from eyechart.families.figures.settings import FigureSettings
from eyechart.seeding import Rng

INK, RULE, GRID, BORDER = "#222222", "#3C4043", "#DFE3E8", "#9AA0A6"


def draw(figure: Figure, rng: Rng, settings: FigureSettings) -> Drawing:
    plan = layout(figure)
    pen, under = canvas(figure.width, figure.height)
    paint(pen, figure, plan)
    picture = Picture(png(under), figure.width, figure.height)
    return Drawing((picture,), where(figure, plan))


def paint(pen: skia.Canvas, figure: Figure, plan: Layout) -> None:
    if plan.axes is not None:
        _paint_axes(pen, plan.plot, plan.axes, figure.gridlines)
    CHARTS[figure.kind].paint(pen, figure, plan)
    _paint_legend(pen, figure, plan)
    if plan.title is not None:
        _write(pen, plan.title)


def _write(pen: skia.Canvas, label: Label, colour: str = INK) -> None:
    if label.turn:
        write_turned(pen, label.run, label.x, label.y, label.turn, colour)
    else:
        write(pen, label.run, label.x, label.y, colour)


def _paint_axes(pen: skia.Canvas, plot: Box, axes: tuple[Axis, Axis], gridlines: bool) -> None:
    left, top, right, bottom = plot
    x_axis, y_axis = axes
    if gridlines:
        grid = stroke(GRID, 1)
        for x in x_axis.at:
            pen.drawLine(x, top, x, bottom, grid)
        for y in y_axis.at:
            pen.drawLine(left, y, right, y, grid)
    rule = stroke(RULE, 1)
    pen.drawLine(left, bottom, right, bottom, rule)
    pen.drawLine(left, top, left, bottom, rule)
    for at, length in ((x_axis.at, TICK), (x_axis.minor_at, MINOR)):
        for x in at:
            pen.drawLine(x, bottom, x, bottom + length, rule)
    for at, length in ((y_axis.at, TICK), (y_axis.minor_at, MINOR)):
        for y in at:
            pen.drawLine(left - length, y, left, y, rule)
    for axis in axes:
        for label in axis.labels:
            _write(pen, label)
        if axis.title is not None:
            _write(pen, axis.title, RULE)


def _paint_legend(pen: skia.Canvas, figure: Figure, plan: Layout) -> None:
    key = CHARTS[figure.kind].key
    if plan.legend is None or figure.legend is None or key is None:
        return
    if figure.legend.border:
        box = skia.Rect(*plan.legend.box)
        pen.drawRoundRect(box, 3, 3, fill("#FFFFFF"))
        pen.drawRoundRect(box, 3, 3, stroke(BORDER, 1))
    for element, entry in zip(figure.elements, plan.legend.entries, strict=True):
        key.paint(pen, element, entry.preview)
        _write(pen, entry.label)


# ---- where everything landed


def where(figure: Figure, plan: Layout) -> Where:
    found: Where = {
        "figure": ((0.0, 0.0, float(figure.width), float(figure.height)),),
        "plot": (rounded(plan.plot),),
    }
    if plan.title is not None:
        found["title"] = (rounded(plan.title.shape),)
    if plan.axes is not None:
        found |= _where_axes(plan.plot, plan.axes, figure.gridlines)
    found |= CHARTS[figure.kind].boxes(plan)
    if plan.legend is not None:
        found["legend"] = (rounded(plan.legend.box),)
        found["legend/previews"] = tuple([rounded(entry.preview) for entry in plan.legend.entries])
        found["legend/labels"] = tuple([rounded(entry.label.shape) for entry in plan.legend.entries])
    return found


def _where_axes(plot: Box, axes: tuple[Axis, Axis], gridlines: bool) -> Where:
    """Rules, ticks and gridlines are crisp, so that nothing of them is rounded."""
    left, top, right, bottom = plot
    x_axis, y_axis = axes
    found: Where = {}
    xs, ys = x_axis.at, y_axis.at
    found["x_axis/rule"] = ((left, bottom - 0.5, right, bottom + 0.5),)
    found["y_axis/rule"] = ((left - 0.5, top, left + 0.5, bottom),)
    found["x_axis/ticks"] = tuple([(x - 0.5, bottom, x + 0.5, bottom + TICK) for x in xs])
    found["y_axis/ticks"] = tuple([(left - TICK, y - 0.5, left, y + 0.5) for y in ys])
    found["x_axis/minor_ticks"] = tuple([(x - 0.5, bottom, x + 0.5, bottom + MINOR) for x in x_axis.minor_at])
    found["y_axis/minor_ticks"] = tuple([(left - MINOR, y - 0.5, left, y + 0.5) for y in y_axis.minor_at])
    for name, axis in (("x_axis", x_axis), ("y_axis", y_axis)):
        found[f"{name}/labels"] = tuple([rounded(label.shape) for label in axis.labels])
        if axis.title is not None:
            found[f"{name}/title"] = (rounded(axis.title.shape),)
    if gridlines:
        found["x_gridlines"] = tuple([(x - 0.5, top, x + 0.5, bottom) for x in xs])
        found["y_gridlines"] = tuple([(left, y - 0.5, right, y + 0.5) for y in ys])
    return found
