"""Paint a figure, and say where each of its parts landed."""

from __future__ import annotations

from math import ceil, cos, degrees, pi, sin

import numpy as np
import skia

from eyechart.core import Drawing, Picture, Shape
from eyechart.drawing.canvas import canvas, fill, stroke
from eyechart.drawing.png import png
from eyechart.drawing.text import write, write_turned
from eyechart.families.figures.layout import DOT, LINE, MINOR, TICK, Axis, Label, Layout, layout, shapes_of
from eyechart.families.figures.scene import Figure, FigureSettings
from eyechart.seeding import Rng

INK, RULE, GRID, BORDER = "#222222", "#3C4043", "#DFE3E8", "#9AA0A6"
# On and off in pixels.
DASHES = {"solid": (), "dashed": (9, 5), "dotted": (2, 3), "dotdash": (2, 4, 9, 4), "dashdot": (9, 4, 2, 4)}


def draw(figure: Figure, rng: Rng, settings: FigureSettings) -> Drawing:
    plan = layout(figure)
    pen, under = canvas(figure.width, figure.height)
    paint(pen, figure, plan)
    picture = Picture(png(under), figure.width, figure.height)
    return Drawing((picture,), where(figure, plan))


def paint(pen: skia.Canvas, figure: Figure, plan: Layout) -> None:
    if plan.x_axis is not None and plan.y_axis is not None:
        _paint_axes(pen, figure, plan, plan.x_axis, plan.y_axis)
    if figure.kind in ("vbar", "hbar"):
        for element, box in zip(figure.elements, plan.points.tolist(), strict=True):
            pen.drawRect(skia.Rect(*box), fill(element.colour.hex))
    elif figure.kind == "line":
        for element, points in zip(figure.elements, plan.points.tolist(), strict=True):
            path = skia.Path()
            path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
            pen.drawPath(path, stroke(element.colour.hex, LINE, DASHES[element.style]))
    elif figure.kind == "dot_line":
        for element, points in zip(figure.elements, plan.points.tolist(), strict=True):
            ink = fill(element.colour.hex)
            for x, y in points:
                pen.drawCircle(x, y, DOT, ink)
    else:
        x, y, radius = plan.circle
        oval = skia.Rect(x - radius, y - radius, x + radius, y + radius)
        for element, (start, end) in zip(figure.elements, plan.points.tolist(), strict=True):
            # Angles grow counter-clockwise as in mathematics; Skia's grow clockwise.
            pen.drawArc(oval, -degrees(end), degrees(end - start), True, fill(element.colour.hex))
    _paint_legend(pen, figure, plan)
    _write(pen, plan.title)


def _write(pen: skia.Canvas, label: Label, colour: str = INK) -> None:
    if label.turn:
        write_turned(pen, label.run, label.x, label.y, label.turn, colour)
    else:
        write(pen, label.run, label.x, label.y, colour)


def _paint_axes(pen: skia.Canvas, figure: Figure, plan: Layout, x_axis: Axis, y_axis: Axis) -> None:
    left, top, right, bottom = plan.plot
    if figure.gridlines:
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
    for axis in (x_axis, y_axis):
        for label in axis.labels:
            _write(pen, label)
        if axis.title is not None:
            _write(pen, axis.title, RULE)


def _paint_legend(pen: skia.Canvas, figure: Figure, plan: Layout) -> None:
    if plan.legend is None or figure.legend is None:
        return
    if figure.legend.border:
        box = skia.Rect(*plan.legend.box)
        pen.drawRoundRect(box, 3, 3, fill("#FFFFFF"))
        pen.drawRoundRect(box, 3, 3, stroke(BORDER, 1))
    for element, entry in zip(figure.elements, plan.legend.entries, strict=True):
        left, top, right, bottom = entry.preview
        if figure.kind == "line":
            middle = (top + bottom) / 2
            pen.drawLine(left, middle, right, middle, stroke(element.colour.hex, LINE, DASHES[element.style]))
        elif figure.kind == "dot_line":
            pen.drawCircle((left + right) / 2, (top + bottom) / 2, DOT, fill(element.colour.hex))
        else:
            pen.drawRect(skia.Rect(left, top, right, bottom), fill(element.colour.hex))
        _write(pen, entry.label)


# ---- where everything landed


def where(figure: Figure, plan: Layout) -> dict[str, tuple[Shape, ...]]:
    found: dict[str, tuple[Shape, ...]] = {
        "figure": ((0.0, 0.0, float(figure.width), float(figure.height)),),
        "plot": (_rounded(plan.plot),),
        "title": (_rounded(plan.title.shape),),
    }
    if plan.x_axis is not None and plan.y_axis is not None:
        _where_axes(found, figure, plan, plan.x_axis, plan.y_axis)
    if figure.kind in ("vbar", "hbar"):
        for i, (left, top, right, bottom) in enumerate(plan.points.round(1).tolist()):
            found[f"bar:{i}"] = ((left, min(top, bottom - 1), max(right, left + 1), bottom),)
    elif figure.kind == "pie":
        for i, shape in enumerate(_slices(plan)):
            found[f"slice:{i}"] = (shape,)
    else:
        _where_curves(found, figure, plan)
    if plan.legend is not None:
        found["legend"] = (_rounded(plan.legend.box),)
        found["legend/previews"] = tuple([_rounded(entry.preview) for entry in plan.legend.entries])
        found["legend/labels"] = tuple([_rounded(entry.label.shape) for entry in plan.legend.entries])
    return found


def _rounded(shape: Shape) -> Shape:
    return tuple([round(v, 1) for v in shape])


def _where_axes(found: dict[str, tuple[Shape, ...]], figure: Figure, plan: Layout, x_axis: Axis, y_axis: Axis) -> None:
    left, top, right, bottom = _rounded(plan.plot)
    xs, ys = _rounded(x_axis.at), _rounded(y_axis.at)
    found["x_axis/rule"] = ((left, bottom - 0.5, right, bottom + 0.5),)
    found["y_axis/rule"] = ((left - 0.5, top, left + 0.5, bottom),)
    found["x_axis/ticks"] = tuple([(x - 0.5, bottom, x + 0.5, bottom + TICK) for x in xs])
    found["y_axis/ticks"] = tuple([(left - TICK, y - 0.5, left, y + 0.5) for y in ys])
    found["x_axis/minor_ticks"] = tuple([(x - 0.5, bottom, x + 0.5, bottom + MINOR) for x in _rounded(x_axis.minor_at)])
    found["y_axis/minor_ticks"] = tuple([(left - MINOR, y - 0.5, left, y + 0.5) for y in _rounded(y_axis.minor_at)])
    for name, axis in (("x_axis", x_axis), ("y_axis", y_axis)):
        found[f"{name}/labels"] = tuple([_rounded(shape) for shape in shapes_of(axis.labels)])
        if axis.title is not None:
            found[f"{name}/title"] = (_rounded(axis.title.shape),)
    if figure.gridlines:
        found["x_gridlines"] = tuple([(x - 0.5, top, x + 0.5, bottom) for x in xs])
        found["y_gridlines"] = tuple([(left, y - 0.5, right, y + 0.5) for y in ys])


def _where_curves(found: dict[str, tuple[Shape, ...]], figure: Figure, plan: Layout) -> None:
    points = plan.points
    if figure.kind == "line":
        part, reach = "segments", LINE / 2
        low, high = np.minimum(points[:, :-1], points[:, 1:]) - reach, np.maximum(points[:, :-1], points[:, 1:]) + reach
    else:
        part, reach = "points", DOT
        low, high = points - reach, points + reach
    boxes = np.concatenate([low, high], axis=2).round(1).tolist()
    around = np.concatenate([low.min(axis=1), high.max(axis=1)], axis=1).round(1).tolist()
    for i, (parts, whole) in enumerate(zip(boxes, around, strict=True)):
        found[f"series:{i}"] = (tuple(whole),)
        found[f"series:{i}/{part}"] = tuple([tuple(box) for box in parts])


def _slices(plan: Layout) -> list[Shape]:
    """Each slice as a polygon: the centre, then the arc in steps of at most six degrees."""
    x, y, radius = plan.circle
    shapes = []
    for start, end in plan.points.tolist():
        steps = max(1, ceil((end - start) / (pi / 30)))
        arc = [start + (end - start) * i / steps for i in range(steps + 1)]
        flat = [round(x, 1), round(y, 1)]
        for angle in arc:
            flat += (round(x + radius * cos(angle), 1), round(y - radius * sin(angle), 1))
        shapes.append(tuple(flat))
    return shapes
