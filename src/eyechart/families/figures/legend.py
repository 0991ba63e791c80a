"""Legends: how large one is, what room it takes beside or below the plot, and where its entries lie."""

from __future__ import annotations

from eyechart.drawing.text import text
from eyechart.families.figures.chart import Key
from eyechart.families.figures.layout import EDGE, Box, Entry, Label, LegendBox, pixels
from eyechart.families.figures.scene import Figure

PAD, AFTER_PREVIEW, BETWEEN = 7.0, 6.0, 16.0
Size = tuple[float, float]


def legend_size(figure: Figure, key: Key) -> Size:
    """Width and height of the legend's box."""
    assert figure.legend is not None
    size = pixels(figure.font_size)
    widths = [key.width + AFTER_PREVIEW + text(e.colour.name, size).width for e in figure.elements]
    row = 1.45 * size
    if figure.legend.horizontal:
        return sum(widths) + BETWEEN * (len(widths) - 1) + 2 * PAD, row + PAD
    return max(widths) + 2 * PAD, row * len(widths) + PAD


def legend_room(figure: Figure, key: Key | None) -> Size:
    """What the plot leaves free for it: so much on the right, so much below."""
    if key is None or figure.legend is None or figure.legend.inside:
        return 0.0, 0.0
    width, height = legend_size(figure, key)
    return (0.0, height + 10) if figure.legend.horizontal else (width + 12, 0.0)


def legend_box(figure: Figure, plot: Box, size: Size) -> Box:
    """Where the legend's box lies, given the plot's."""
    legend = figure.legend
    assert legend is not None
    width, height = size
    left, top, right, bottom = plot
    if legend.inside:
        inset = 8.0
        x = (left + inset, (left + right - width) / 2, right - inset - width)[legend.column]
        y = (top + inset, (top + bottom - height) / 2, bottom - inset - height)[legend.row]
    elif legend.horizontal:
        x = (left, (left + right - width) / 2, right - width)[legend.column]
        x, y = min(max(x, EDGE), figure.width - EDGE - width), figure.height - EDGE - height
    else:
        x, y = right + 12, (top, (top + bottom - height) / 2, bottom - height)[legend.row]
    return (x, y, x + width, y + height)


def placed_legend(figure: Figure, plot: Box, key: Key | None) -> LegendBox | None:
    """None where names stand on an axis."""
    if key is None or figure.legend is None:
        return None
    box = legend_box(figure, plot, legend_size(figure, key))
    return LegendBox(box, _entries(figure, key, box[0], box[1]))


def _entries(figure: Figure, key: Key, left: float, top: float) -> tuple[Entry, ...]:
    assert figure.legend is not None
    size, half = pixels(figure.font_size), key.height / 2
    row = 1.45 * size
    entries = []
    x, middle = left + PAD, top + PAD / 2 + row / 2
    for element in figure.elements:
        name = text(element.colour.name, size)
        label = Label(name, element.colour.name, x + key.width + AFTER_PREVIEW, middle + 0.36 * size)
        entries.append(Entry((x, middle - half, x + key.width, middle + half), label))
        if figure.legend.horizontal:
            x += key.width + AFTER_PREVIEW + name.width + BETWEEN
        else:
            middle += row
    return tuple(entries)
