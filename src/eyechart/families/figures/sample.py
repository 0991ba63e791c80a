"""Draw a figure by lot: its data, its colours, its clothes, and a legend that hides as little as it can."""

from __future__ import annotations

from math import degrees, pi

import msgspec
import numpy as np
from numpy.typing import NDArray

from eyechart.errors import EyechartError
from eyechart.families.figures.layout import DOT, EDGE, LINE, Box, layout, legend_box, legend_size
from eyechart.families.figures.scene import (
    STYLES,
    Element,
    Figure,
    FigureSettings,
    Legend,
    colours_for,
    data_for,
    words_for,
)
from eyechart.seeding import Rng

TRIES = 200


def sample(rng: Rng, settings: FigureSettings, split: str, index: int) -> Figure:
    """The kinds take turns, so that a dataset holds as many of each; the rest is chance."""
    kind = settings.kinds[index % len(settings.kinds)]
    for _ in range(TRIES):
        x, rows = data_for(kind, rng, settings)
        colours = colours_for(kind, split, len(rows), rng, settings)
        styles = _styles(rng, len(rows), settings) if kind == "line" else ["solid"] * len(rows)
        title, x_label, y_label = words_for(kind, rng, settings)
        figure = Figure(
            kind=kind,
            width=round(settings.height * rng.uniform(*settings.width_ratio)),
            height=settings.height,
            font_size=rng.choice(settings.font_sizes),
            gridlines=kind != "pie" and rng.coin(settings.gridlines),
            title=title,
            x_label=x_label,
            y_label=y_label,
            elements=tuple(map(Element, colours, rows, styles)),
            x=x,
            start=round(rng.uniform(0, 2 * pi), 3) if kind == "pie" else 0.0,
        )
        if kind not in ("vbar", "hbar"):
            figure = _with_legend(figure, rng, settings)
        if _legible(figure, settings):
            return figure
    raise EyechartError(
        f"{TRIES} figures of kind {kind} in a row were not legible. Loosen visible={settings.visible:g} or "
        f"margin={settings.margin:g}, or ask for fewer series."
    )


def _styles(rng: Rng, count: int, settings: FigureSettings) -> list[str]:
    if rng.coin(settings.solid):
        return ["solid"] * count
    order = rng.shuffled(STYLES)
    return [order[i % len(order)] for i in range(count)]


# ---- legends


def _with_legend(figure: Figure, rng: Rng, settings: FigureSettings) -> Figure:
    few = len(figure.elements) <= settings.legend_horizontal_most
    legend = Legend(
        inside=rng.coin(settings.legend_inside),
        horizontal=few and rng.coin(settings.legend_horizontal),
        border=rng.coin(settings.legend_border),
        column=rng.integer(0, 2),
        row=rng.integer(0, 2),
    )
    figure = msgspec.structs.replace(figure, legend=legend)
    if legend.horizontal and legend_size(figure)[0] > figure.width - (2 * EDGE + 60):
        legend = msgspec.structs.replace(legend, horizontal=False)
        figure = msgspec.structs.replace(figure, legend=legend)
    if legend.inside:
        inside = _least_obstructive(figure, rng, settings)
        if inside is not None:
            return inside
        legend = msgspec.structs.replace(legend, inside=False)
        figure = msgspec.structs.replace(figure, legend=legend)
    if not legend.horizontal and figure.width < settings.side_legend_ratio * figure.height:
        ratio = rng.uniform(settings.side_legend_ratio, max(settings.side_legend_ratio, settings.width_ratio[1]))
        figure = msgspec.structs.replace(figure, width=round(ratio * figure.height))
    return figure


def _least_obstructive(figure: Figure, rng: Rng, settings: FigureSettings) -> Figure | None:
    """The legend in the cell of a 3×3 grid over the plot that holds the fewest data points; ties by lot.

    With `free_legend`, the first cell from there on in which it covers nothing at all, or None.
    """
    assert figure.legend is not None
    left, top, right, bottom = plot = layout(figure).plot  # the same whichever cell the legend is in
    ink = _ink(figure)
    column = np.clip((3 * (ink[:, 0] - left) / (right - left)).astype(int), 0, 2)
    row = np.clip((3 * (ink[:, 1] - top) / (bottom - top)).astype(int), 0, 2)
    counts = np.bincount(3 * row + column, minlength=9).tolist()
    cells = sorted(rng.shuffled(range(9)), key=lambda cell: counts[cell])
    width, height = legend_size(figure)
    if width > right - left - 16 or height > bottom - top - 16:
        return None
    for cell in cells:
        legend = msgspec.structs.replace(figure.legend, row=cell // 3, column=cell % 3)
        placed = msgspec.structs.replace(figure, legend=legend)
        if not settings.free_legend or not _covers(legend_box(placed, plot, width, height), ink):
            return placed
    return None


def _ink(figure: Figure) -> NDArray[np.float64]:
    """Points of the data in pixels, close enough together that nothing slips between them."""
    plan = layout(figure)
    if figure.kind == "pie":
        x, y, radius = plan.circle
        turn = np.linspace(0, 2 * pi, 72)
        rings = [
            np.stack([x + r * np.cos(turn), y + r * np.sin(turn)], 1) for r in (radius, radius * 0.6, radius * 0.2)
        ]
        return np.concatenate(rings)
    if figure.kind == "dot_line":
        return plan.points.reshape(-1, 2)
    steps = np.linspace(0, 1, 6)[:, None, None, None]
    return (plan.points[:, :-1] * (1 - steps) + plan.points[:, 1:] * steps).reshape(-1, 2)


def _covers(box: Box, ink: NDArray[np.float64]) -> bool:
    left, top, right, bottom = box
    room = DOT + 3
    hit = (
        (ink[:, 0] > left - room) & (ink[:, 0] < right + room) & (ink[:, 1] > top - room) & (ink[:, 1] < bottom + room)
    )
    return bool(hit.any())


# ---- legibility of the figure as a whole; that of single questions is margins.py's


def _legible(figure: Figure, settings: FigureSettings) -> bool:
    if settings.visible == 0 and settings.margin == 0:
        return True
    points = layout(figure).points
    if figure.kind in ("vbar", "hbar"):  # every bar long enough for its colour to be seen
        length = points[:, 3] - points[:, 1] if figure.kind == "vbar" else points[:, 2] - points[:, 0]
        return bool(length.min() >= settings.margin and length.max() - length.min() >= settings.margin)
    if figure.kind == "pie":
        arc = (points[:, 1] - points[:, 0]) * layout(figure).circle[2]
        spread = degrees(float(np.ptp(points[:, 1] - points[:, 0])))
        return bool(arc.min() >= 2 * settings.margin and spread >= settings.pie_margin)
    return bool(_visible(points[:, :, 1], figure.kind).min() >= settings.visible)


def _visible(heights: NDArray[np.float64], kind: str) -> NDArray[np.float64]:
    """For each series the share of its points that no later series lies upon (later ones are painted over)."""
    reach = 1.5 * LINE if kind == "line" else DOT
    near = np.abs(heights[:, None] - heights[None, :]) < reach
    later = np.triu(np.ones((len(heights), len(heights)), bool), 1)
    seen: NDArray[np.float64] = 1 - (near & later[:, :, None]).any(axis=1).mean(axis=1)
    return seen
