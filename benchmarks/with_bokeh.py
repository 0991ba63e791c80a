"""The paper's own way: Bokeh draws in a browser, and a screenshot is the figure. One browser for all figures."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from math import pi
from typing import Any

from eyechart.families.figures.charts import dot_line, line
from eyechart.families.figures.draw import GRID, INK
from eyechart.families.figures.layout import Axis, Layout, pixels
from eyechart.families.figures.scene import Figure

PROGRAMS, PACKAGES = ("chromium", "chromedriver"), ("bokeh", "selenium")


def missing() -> list[str]:
    """What Bokeh would need and this machine lacks."""
    programs = [name for name in PROGRAMS if shutil.which(name) is None]
    return programs + [name for name in PACKAGES if find_spec(name) is None]


@contextmanager
def browser() -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    logging.getLogger("bokeh").setLevel(logging.ERROR)
    driver = webdriver.Chrome(options, Service(str(shutil.which("chromedriver"))))
    try:
        yield driver
    finally:
        driver.quit()


def draw(figure: Figure, plan: Layout, driver: Any) -> bytes:
    """A figure as PNG."""
    from bokeh.io.export import get_screenshot_as_png
    from bokeh.resources import INLINE

    image = get_screenshot_as_png(_plot(figure, plan), driver=driver, resources=INLINE)
    file = BytesIO()
    image.convert("RGB").save(file, "png")
    return file.getvalue()


def _plot(figure: Figure, plan: Layout) -> Any:
    from bokeh.models.annotations import Legend
    from bokeh.plotting import figure as bokeh_figure

    size = f"{pixels(figure.font_size):.1f}px"
    plot: Any = bokeh_figure(width=figure.width, height=figure.height, title=figure.title, toolbar_location=None)
    plot.title.text_font_size, plot.title.text_color, plot.title.align = size, INK, "center"
    items = _elements(plot, figure, plan)
    if plan.axes is not None:
        _dress(plot, figure, *plan.axes, size)
    else:
        plot.axis.visible = False
        plot.match_aspect = True
    plot.grid.visible, plot.grid.grid_line_color = figure.gridlines, GRID
    if figure.legend is not None:
        legend = Legend(items=[(e.colour.name, [mark]) for e, mark in zip(figure.elements, items, strict=True)])
        legend.orientation = "horizontal" if figure.legend.horizontal else "vertical"
        legend.label_text_font_size = size
        legend.border_line_alpha = float(figure.legend.border)
        side = "center" if figure.legend.inside else "below" if figure.legend.horizontal else "right"
        plot.add_layout(legend, side)
    return plot


def _elements(plot: Any, figure: Figure, plan: Layout) -> list[Any]:
    marks = []
    for i, element in enumerate(figure.elements):
        colour, value = element.colour.hex, element.values[0]
        if figure.kind == "vbar":
            marks.append(plot.vbar(x=i + 0.5, top=value, width=0.5, color=colour))
        elif figure.kind == "hbar":
            marks.append(plot.hbar(y=i + 0.5, right=value, height=0.5, color=colour))
        elif figure.kind == "pie":
            start, end = plan.points[i].tolist()
            marks.append(
                plot.wedge(x=0, y=0, radius=1, start_angle=start % (2 * pi), end_angle=end % (2 * pi), color=colour)
            )
        elif figure.kind == "line":
            dash = list(line.DASHES[element.style])
            marks.append(plot.line(figure.x, element.values, color=colour, line_width=line.WIDTH, line_dash=dash))
        else:
            marks.append(plot.scatter(figure.x, element.values, color=colour, size=2 * dot_line.RADIUS))
    return marks


def _dress(plot: Any, figure: Figure, x_axis: Axis, y_axis: Axis, size: str) -> None:
    from bokeh.models import FixedTicker, Range1d

    plot.x_range = Range1d(start=x_axis.low, end=x_axis.high)
    low, high = (y_axis.high, y_axis.low) if figure.kind == "hbar" else (y_axis.low, y_axis.high)
    plot.y_range = Range1d(start=low, end=high)
    for theirs, ours in ((plot.xaxis, x_axis), (plot.yaxis, y_axis)):
        theirs.axis_label = ours.title.words
        theirs.ticker = FixedTicker(ticks=list(ours.major), minor_ticks=list(ours.minor))
        theirs.major_label_overrides = {at: label.words for at, label in zip(ours.major, ours.labels, strict=True)}
        theirs.major_label_text_font_size = theirs.axis_label_text_font_size = size
        if ours.labels[0].turn:
            theirs.major_label_orientation = -ours.labels[0].turn * pi / 180
