"""The rival: the same figures drawn by matplotlib's Agg, in the same size, places, colours and words.

It is given all that it would else have to find out: where the axes stand, the ticks with their words, the place of the
legend. One Figure for each scene, as one has to; no pyplot, which would keep them all.
"""

from __future__ import annotations

from io import BytesIO
from math import degrees
from pathlib import Path
from typing import Any

import font_roboto
import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Canvas

from eyechart.drawing.text import ROBOTO
from eyechart.families.figures.charts import dot_line, line, pie
from eyechart.families.figures.draw import BORDER, GRID, INK, RULE
from eyechart.families.figures.layout import MINOR, TICK, Axis, Layout, pixels
from eyechart.families.figures.scene import Figure

DPI = 64  # a power of two: inches times dots are whole pixels again
POINT = 72 / DPI  # points to a pixel


def set_up() -> None:
    """The same font, found once."""
    for file in ROBOTO.values():
        font_manager.fontManager.addfont(Path(font_roboto.__file__).parent / "files" / file)
    mpl.rcParams["font.family"] = "Roboto"


def draw(figure: Figure, plan: Layout) -> bytes:
    """A figure as PNG."""
    size = pixels(figure.font_size) * POINT
    page = Canvas(figsize=(figure.width / DPI, figure.height / DPI), dpi=DPI)
    FigureCanvasAgg(page)
    left, top, right, bottom = plan.plot
    if figure.kind == "pie":
        x, y, radius = pie.circle(plan)
        left, top, right, bottom = x - radius, y - radius, x + radius, y + radius
    axes = page.add_axes((
        left / figure.width,
        1 - bottom / figure.height,
        (right - left) / figure.width,
        (bottom - top) / figure.height,
    ))  # fmt: skip
    handles = _elements(axes, figure, plan)
    if plan.axes is not None:
        _dress(axes, figure, *plan.axes, size)
    title = plan.title
    page.text(
        title.x / figure.width,
        1 - title.y / figure.height,
        title.words,
        size=1.15 * size,
        weight="bold",
        color=INK,
        va="baseline",
    )
    if plan.legend is not None and figure.legend is not None:
        axes.legend(
            handles,
            [element.colour.name for element in figure.elements],
            loc="upper left",
            bbox_to_anchor=(plan.legend.box[0] / figure.width, 1 - plan.legend.box[1] / figure.height),
            bbox_transform=page.transFigure,
            borderaxespad=0,
            ncols=len(handles) if figure.legend.horizontal else 1,
            frameon=figure.legend.border,
            edgecolor=BORDER,
            fontsize=size,
            labelcolor=INK,
        )
    file = BytesIO()
    page.savefig(file, format="png", dpi=DPI)
    return file.getvalue()


def _elements(axes: Axes, figure: Figure, plan: Layout) -> list[Any]:
    """Bars, curves, dots or slices; what the legend shows of them."""
    colours = [element.colour.hex for element in figure.elements]
    firsts = [element.values[0] for element in figure.elements]
    places = [i + 0.5 for i in range(len(firsts))]
    if figure.kind == "vbar":
        axes.bar(places, firsts, 0.5, color=colours)
        return []
    if figure.kind == "hbar":
        axes.barh(places, firsts, 0.5, color=colours)
        return []
    if figure.kind == "pie":
        return list(axes.pie(firsts, colors=colours, startangle=degrees(figure.start), radius=1.25)[0])
    handles = []
    for element in figure.elements:
        if figure.kind == "line":
            dash = line.DASHES[element.style]
            style: Any = (0, [v / line.WIDTH for v in dash]) if dash else "solid"
            look = {"linewidth": line.WIDTH * POINT, "linestyle": style}
        else:
            look = {"linestyle": "none", "marker": "o", "markersize": 2 * dot_line.RADIUS * POINT, "markeredgewidth": 0}
        handles += axes.plot(figure.x, element.values, color=element.colour.hex, **look)
    return handles


def _dress(axes: Axes, figure: Figure, x_axis: Axis, y_axis: Axis, size: float) -> None:
    """Ranges, rules, ticks with their words, gridlines and the axes' names."""
    axes.set_xlim(x_axis.low, x_axis.high)
    low, high = (y_axis.high, y_axis.low) if figure.kind == "hbar" else (y_axis.low, y_axis.high)
    axes.set_ylim(low, high)
    axes.set_xticks(x_axis.major, [label.words for label in x_axis.labels])
    axes.set_yticks(y_axis.major, [label.words for label in y_axis.labels])
    axes.set_xticks(x_axis.minor, minor=True)
    axes.set_yticks(y_axis.minor, minor=True)
    axes.tick_params(length=TICK * POINT, width=POINT, color=RULE, labelsize=size, labelcolor=INK, pad=4 * POINT)
    axes.tick_params(which="minor", length=MINOR * POINT, width=POINT, color=RULE)
    if x_axis.labels[0].turn:
        for label in axes.get_xticklabels():
            label.set(rotation=-x_axis.labels[0].turn, ha="right", rotation_mode="anchor")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set(color=RULE, linewidth=POINT)
    if figure.gridlines:
        axes.grid(True, color=GRID, linewidth=POINT)
        axes.set_axisbelow(True)
    axes.set_xlabel(x_axis.title.words, size=size, weight="medium", color=RULE)
    axes.set_ylabel(y_axis.title.words, size=size, weight="medium", color=RULE)
