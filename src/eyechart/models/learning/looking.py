"""Heat over a square -> where a network looked, as a box on the picture."""

from __future__ import annotations

from typing import Any

from eyechart.core import Question, Region
from eyechart.models.learning.pixels import is_single, scale_of

HOT = 0.5  # of the greatest heat: as hot counts as looked at


def hottest(heat: Any, q: Question, side: int) -> tuple[Region, ...]:
    """The box around the cells that hang together with the hottest one. Nothing where several pictures share the square."""
    if not is_single(q) or heat.max() <= 0:
        return ()
    cells = _together(heat >= HOT * heat.max(), divmod(int(heat.argmax()), heat.shape[1]))
    picture = q.pictures[0]
    step_y, step_x = (side / cells_of / scale_of(picture, side) for cells_of in heat.shape)
    rows, columns = zip(*cells, strict=True)
    box = (min(columns) * step_x, min(rows) * step_y, (max(columns) + 1) * step_x, (max(rows) + 1) * step_y)
    left, top = (
        min(box[0], picture.width - 1.0),
        min(box[1], picture.height - 1.0),
    )  # the border beside it may be hottest
    right, bottom = min(box[2], float(picture.width)), min(box[3], float(picture.height))
    return (Region(tuple(round(v, 1) for v in (left, top, right, bottom))),)


def _together(hot: Any, start: tuple[int, int]) -> list[tuple[int, int]]:
    """Hot cells that are neighbours of neighbours of the first."""
    found, todo = {start}, [start]
    while todo:
        y, x = todo.pop()
        for cell in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
            if cell not in found and 0 <= cell[0] < hot.shape[0] and 0 <= cell[1] < hot.shape[1] and hot[cell]:
                found.add(cell)
                todo.append(cell)
    return sorted(found)
