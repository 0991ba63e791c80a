"""Draw a figure by lot: its data, its colours, its clothes, and a legend that hides as little as it can."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from eyechart.errors import EyechartError, unknown
from eyechart.families.figures import colours
from eyechart.families.figures.chart import Chart, Key
from eyechart.families.figures.charts import CHARTS, layout
from eyechart.families.figures.colours import Colour
from eyechart.families.figures.layout import EDGE, Box, Floats
from eyechart.families.figures.legend import legend_box, legend_size
from eyechart.families.figures.scene import Element, Figure, Legend
from eyechart.families.figures.settings import FigureSettings
from eyechart.families.figures.words import WORDS
from eyechart.seeding import Rng

TRIES = 200
ALTERNATED_SPLITS = ("val2", "test2")
AROUND_LEGEND = 7.6  # pixels that a free legend keeps from the middle of any point: a large dot's radius, and 3


def sample(rng: Rng, settings: FigureSettings, split: str, index: int) -> Figure:
    """The kinds take turns, so that a dataset holds as many of each; the rest is chance."""
    kind = settings.kinds[index % len(settings.kinds)]
    chart = CHARTS[kind]
    language = settings.languages[0] if len(settings.languages) == 1 else rng.choice(settings.languages)
    for _ in range(TRIES):
        x, rows = chart.data(rng, settings)
        coloured = _colours(chart, split, len(rows), rng, settings)
        styles = chart.styles(rng, len(rows), settings)
        title, labels = _words(chart, language, rng, settings)
        figure = Figure(
            kind=kind,
            language=language,
            width=round(settings.height * rng.uniform(*settings.width_ratio)),
            height=settings.height,
            font_size=rng.choice(settings.font_sizes),
            gridlines=labels is not None and settings.text and rng.coin(settings.gridlines),
            title=title,
            labels=labels,
            elements=tuple(map(Element, coloured, rows, styles)),
            x=x,
            text=settings.text,
        )
        figure = chart.dress(figure, rng)
        if chart.key is not None and settings.text:
            figure = _with_legend(figure, chart.key, rng, settings)
        if (settings.visible == 0 and settings.margin == 0) or chart.legible(layout(figure), settings):
            return figure
    raise EyechartError(
        f"{TRIES} figures of kind {kind} in a row were not legible. Loosen visible={settings.visible:g} or "
        f"margin={settings.margin:g}, or ask for fewer series."
    )


def _colours(chart: Chart, split: str, count: int, rng: Rng, settings: FigureSettings) -> list[Colour]:
    """Different ones of the half that this kind takes in this split, as far apart as the settings say."""
    half = chart.half
    if split in ALTERNATED_SPLITS:
        half = "B" if half == "A" else "A"
    some = colours.palette(half, settings.palette)
    return colours.drawn(some, count, rng, settings.colour_distance, settings.paper_distance)


def _words(chart: Chart, language: str, rng: Rng, settings: FigureSettings) -> tuple[str, tuple[str, str] | None]:
    """The title, and what the axes are called."""
    book = WORDS[language]
    if settings.titles == "plain":
        title, x, y = book.plain
        return title, None if chart.labels is None else (x, y)
    if chart.topics not in book.topics:
        raise unknown(f"group of titles in languages/{language}.toml", chart.topics, book.topics)
    topic = rng.choice(book.topics[chart.topics])
    return topic[0], None if chart.labels is None else (topic[chart.labels[0]], topic[chart.labels[1]])


# ---- legends


def _with_legend(figure: Figure, key: Key, rng: Rng, settings: FigureSettings) -> Figure:
    few = len(figure.elements) <= settings.legend_horizontal_most
    legend = Legend(
        inside=rng.coin(settings.legend_inside),
        horizontal=few and rng.coin(settings.legend_horizontal),
        border=rng.coin(settings.legend_border),
        column=rng.integer(0, 2),
        row=rng.integer(0, 2),
    )
    figure = replace(figure, legend=legend)
    if legend.horizontal and legend_size(figure, key)[0] > figure.width - (2 * EDGE + 60):
        legend = replace(legend, horizontal=False)
        figure = replace(figure, legend=legend)
    if legend.inside:
        inside = _least_obstructive(figure, key, rng, settings)
        if inside is not None:
            return inside
        legend = replace(legend, inside=False)
        figure = replace(figure, legend=legend)
    if not legend.horizontal and figure.width < settings.side_legend_ratio * figure.height:
        ratio = rng.uniform(settings.side_legend_ratio, max(settings.side_legend_ratio, settings.width_ratio[1]))
        figure = replace(figure, width=round(ratio * figure.height))
    return figure


def _least_obstructive(figure: Figure, key: Key, rng: Rng, settings: FigureSettings) -> Figure | None:
    """The legend in the cell of a 3×3 grid over the plot that holds the fewest data points; ties by lot.

    With `free_legend`, the first cell from there on in which it covers nothing at all, or None.
    """
    assert figure.legend is not None
    plan = layout(replace(figure, legend=None))  # but for the legend the same, whichever cell that is in
    left, top, right, bottom = plot = plan.plot
    ink = key.ink(plan)
    thirds = (3 * (ink - (left, top)) / (right - left, bottom - top)).astype(int)
    column, row = np.minimum(np.maximum(thirds, 0), 2).T
    counts = np.bincount(3 * row + column, minlength=9).tolist()
    cells = sorted(rng.shuffled(range(9)), key=lambda cell: counts[cell])
    size = width, height = legend_size(figure, key)
    if width > right - left - 16 or height > bottom - top - 16:
        return None
    for cell in cells:
        legend = replace(figure.legend, row=cell // 3, column=cell % 3)
        placed = replace(figure, legend=legend)
        if not settings.free_legend or not _covers(legend_box(placed, plot, size), ink):
            return placed
    return None


def _covers(box: Box, ink: Floats) -> bool:
    left, top, right, bottom = box
    near = AROUND_LEGEND
    x, y = ink[:, 0], ink[:, 1]
    return bool(((x > left - near) & (x < right + near) & (y > top - near) & (y < bottom + near)).any())
