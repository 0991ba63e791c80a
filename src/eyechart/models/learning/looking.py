"""Heat over a square, or scores of places -> where a network looked, as a box on the picture; and where the evidence is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from eyechart.core import Picture, Question, Region, boxed
from eyechart.models.learning.pixels import is_single

NO_BOXES: Any = np.zeros((0, 4), np.float32)
HOT = 0.5  # of the greatest heat: as hot counts as looked at


def hottest(heat: Any, q: Question) -> tuple[Region, ...]:
    """The box around the cells that hang together with the hottest one. Nothing where several pictures share the square."""
    if not is_single(q) or heat.max() <= 0:
        return ()
    cells = _together(heat >= HOT * heat.max(), divmod(int(heat.argmax()), heat.shape[1]))
    picture = q.pictures[0]
    step_y, step_x = (longer(picture) / cells_of for cells_of in heat.shape)
    rows, columns = zip(*cells, strict=True)
    box = (min(columns) * step_x, min(rows) * step_y, (max(columns) + 1) * step_x, (max(rows) + 1) * step_y)
    return (_on(picture, box),)


def best(scores: Any, boxes: Any, q: Question) -> tuple[Region, ...]:
    """The place with the best score; boxes are told by the picture's longer side."""
    picture = q.pictures[0]
    return (_on(picture, boxes[int(scores.argmax())] * longer(picture)),)


def _on(picture: Picture, box: Sequence[float]) -> Region:
    left = min(float(box[0]), picture.width - 1.0)  # the border beside it may be hottest
    top = min(float(box[1]), picture.height - 1.0)
    right, bottom = min(float(box[2]), float(picture.width)), min(float(box[3]), float(picture.height))
    return Region(tuple(round(v, 1) for v in (left, top, right, bottom)))


def longer(picture: Picture) -> float:
    return float(max(picture.width, picture.height))


def evident(q: Question) -> Any:
    """The boxes of the evidence on the question's first picture, n × 4, by its longer side; none where nobody tells."""
    shapes = [r.shape for r in q.evidence.regions if r.picture == 0] if q.evidence and q.pictures else []
    return np.array([boxed(shape) for shape in shapes], np.float32) / longer(q.pictures[0]) if shapes else NO_BOXES


def padded(boxes: Sequence[Any]) -> Any:
    """Boxes of several questions, questions × the most × 4. What is added has no area, and overlaps nothing."""
    made = np.zeros((len(boxes), max(1, *map(len, boxes)), 4), np.float32)
    for row, some in zip(made, boxes, strict=True):
        row[: len(some)] = some
    return made


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
