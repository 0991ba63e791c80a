"""A figure in the form that every tool reads: figure, title, axes, legend, and the elements with their data."""

from __future__ import annotations

from eyechart.core import Graph, Thing
from eyechart.families.figures.charts import CHARTS, layout
from eyechart.families.figures.layout import Axis
from eyechart.families.figures.scene import Figure, Legend


def graph(figure: Figure) -> Graph:
    plan = layout(figure)
    attributes = {"kind": figure.kind, "gridlines": _said(figure.gridlines)}
    data = {"width": figure.width, "height": figure.height, "font_size": figure.font_size}
    things = [Thing("figure", figure.kind, attributes, data)]
    if plan.title is not None:
        things.append(Thing("title", figure.title))
    if plan.axes is not None:
        things += [_axis(name, axis) for name, axis in zip(("x_axis", "y_axis"), plan.axes, strict=True)]
    if figure.legend is not None:
        things.append(_legend(figure.legend))
    return Graph((*things, *CHARTS[figure.kind].things(figure, plan)))


def _axis(name: str, axis: Axis) -> Thing:
    labels = [label.words for label in axis.labels]
    ticks = {"low": axis.low, "high": axis.high, "ticks": axis.major, "minor_ticks": axis.minor, "labels": labels}
    return Thing(name, axis.title.words if axis.title else name, {}, ticks)


def _legend(legend: Legend) -> Thing:
    direction = "horizontal" if legend.horizontal else "vertical"
    place = {"inside": _said(legend.inside), "direction": direction, "border": _said(legend.border)}
    return Thing("legend", "legend", place)


def _said(holds: bool) -> str:
    return "yes" if holds else "no"
