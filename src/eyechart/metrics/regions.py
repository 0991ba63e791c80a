"""Areas of sets of regions: how much two sets share, exactly, for boxes and for any polygons.

Boxes are cut into the cells between all their edges; polygons into slabs between all their corners and crossings,
within which every boundary is straight.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from eyechart.core import Shape, boxed, outline

Floats = NDArray[np.float64]


def judged_as_boxes(truth: Sequence[Shape], said: Sequence[Shape]) -> tuple[Sequence[Shape], Sequence[Shape]]:
    """Who points with boxes is judged by boxes: a slice of a pie counts as the box around it, since no box fits it better."""
    if all(len(shape) == 4 for shape in said):
        return [boxed(shape) for shape in truth], said
    return truth, said


def overlap(truth: Sequence[Shape], said: Sequence[Shape]) -> float:
    """Area that both sets cover over area that either covers. Not for empty sets."""
    truth, said = judged_as_boxes(truth, said)
    if list(truth) == list(said):
        return 1.0
    if all(len(shape) == 4 for shape in (*truth, *said)):
        both, either = _box_areas(truth, said)
    else:
        both, either = polygon_areas([outline(shape) for shape in truth], [outline(shape) for shape in said])
    return both / either if either > 0 else 0.0


def _box_areas(truth: Sequence[Shape], said: Sequence[Shape]) -> tuple[float, float]:
    xs = sorted({x for box in (*truth, *said) for x in (box[0], box[2])})
    ys = sorted({y for box in (*truth, *said) for y in (box[1], box[3])})
    both = either = 0.0
    for x0, x1 in itertools.pairwise(xs):
        for y0, y1 in itertools.pairwise(ys):
            x, y, area = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) * (y1 - y0)
            in_truth = any(box[0] < x < box[2] and box[1] < y < box[3] for box in truth)
            in_said = any(box[0] < x < box[2] and box[1] < y < box[3] for box in said)
            both += area * (in_truth and in_said)
            either += area * (in_truth or in_said)
    return both, either


Outline = Sequence[tuple[float, float]]


def polygon_areas(truth: Sequence[Outline], said: Sequence[Outline]) -> tuple[float, float]:
    sides = [[_edges(polygon) for polygon in some] for some in (truth, said)]
    edges = np.concatenate([*sides[0], *sides[1]])
    cuts = np.unique(np.concatenate([edges[:, 1], edges[:, 3], _crossings(edges)]))
    heights, middles, far = np.diff(cuts), (cuts[1:] + cuts[:-1]) / 2, edges[:, 0::2].max()
    spans = [np.minimum(np.concatenate([_spans(edges, middles) for edges in some], axis=1), far) for some in sides]
    ends = np.sort(np.concatenate([s.reshape(len(middles), 2 * s.shape[1]) for s in spans], axis=1), axis=1)
    x, widths = (ends[:, 1:] + ends[:, :-1]) / 2, np.diff(ends, axis=1)
    a, b = (((s[:, :, :1] < x[:, None]) & (x[:, None] < s[:, :, 1:])).any(axis=1) for s in spans)
    return float(heights @ (widths * (a & b)).sum(axis=1)), float(heights @ (widths * (a | b)).sum(axis=1))


def _edges(polygon: Outline) -> Floats:
    """From where to where: four numbers each."""
    edges = np.empty((len(polygon), 4))
    edges[:, :2] = polygon
    edges[:-1, 2:], edges[-1, 2:] = edges[1:, :2], edges[0, :2]
    return edges


def _crossings(e: Floats) -> Floats:
    """The y of every point where two edges cross."""
    p, d = e[:, :2], e[:, 2:] - e[:, :2]
    cross = d[:, None, 0] * d[None, :, 1] - d[:, None, 1] * d[None, :, 0]
    off = p[None, :] - p[:, None]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        t = (off[..., 0] * d[None, :, 1] - off[..., 1] * d[None, :, 0]) / cross
        u = (off[..., 0] * d[:, None, 1] - off[..., 1] * d[:, None, 0]) / cross
    hit = (cross != 0) & (t >= 0) & (t <= 1) & (u >= 0) & (u <= 1)
    first = np.nonzero(hit)[0]
    found: Floats = p[first, 1] + t[hit] * d[first, 1]
    return found


def _spans(edges: Floats, ys: Floats) -> Floats:
    """Where the horizontal line at each y lies inside, by the even-odd rule: ys × spans × 2. What is none is at infinity."""
    x0, y0, x1, y1 = edges.T
    y = ys[:, None]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        x = x0 + (y - y0) * (x1 - x0) / (y1 - y0)
    xs = np.sort(np.where((y0 <= y) != (y1 <= y), x, np.inf), axis=1)
    return xs[:, : len(edges) // 2 * 2].reshape(len(ys), len(edges) // 2, 2)


def hits(truth: Sequence[Shape], said: Sequence[Shape]) -> int:
    """How many of the regions said have their middle in a region of the truth, each of which can be hit once."""
    truth, said = judged_as_boxes(truth, said)
    free = list(truth)
    for shape in said:
        x, y = middle(shape)
        found = next((region for region in free if inside(region, x, y)), None)
        if found is not None:
            free.remove(found)
    return len(truth) - len(free)


def middle(shape: Shape) -> tuple[float, float]:
    """The middle of a box, the centroid of a polygon."""
    points = outline(shape)
    if len(shape) > 4:
        sx = sy = area = 0.0
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            cross = x0 * y1 - x1 * y0
            area, sx, sy = area + cross, sx + (x0 + x1) * cross, sy + (y0 + y1) * cross
        if area:
            return sx / (3 * area), sy / (3 * area)
    left, top, right, bottom = boxed(shape)
    return (left + right) / 2, (top + bottom) / 2


def inside(shape: Shape, x: float, y: float) -> bool:
    if len(shape) == 4:
        return shape[0] <= x <= shape[2] and shape[1] <= y <= shape[3]
    points = outline(shape)
    edges = zip(points, [*points[1:], points[0]], strict=True)
    # As `_spans` has it, for one line: arrays as small as these cost more than they save.
    ends = sorted(x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in edges if (y0 <= y) != (y1 <= y))
    return any(left <= x <= right for left, right in zip(ends[::2], ends[1::2], strict=True))


# ---- the same for boxes, over columns


def overlap_columns(truth: Floats, said: Floats) -> Floats:
    """rows × n × 4 and rows × m × 4 boxes -> the overlap of each row."""
    n, together = truth.shape[1], np.concatenate([truth, said], axis=1)
    xs = np.sort(together[:, :, 0::2].reshape(len(together), -1), axis=1)
    ys = np.sort(together[:, :, 1::2].reshape(len(together), -1), axis=1)
    x, y = (xs[:, 1:] + xs[:, :-1]) / 2, (ys[:, 1:] + ys[:, :-1]) / 2
    in_x = (together[:, :, None, 0] < x[:, None]) & (x[:, None] < together[:, :, None, 2])  # rows × boxes × columns
    in_y = (together[:, :, None, 1] < y[:, None]) & (y[:, None] < together[:, :, None, 3])
    covered = in_x[:, :, :, None] & in_y[:, :, None, :]
    in_truth, in_said = covered[:, :n].any(axis=1), covered[:, n:].any(axis=1)
    area = np.diff(xs, axis=1)[:, :, None] * np.diff(ys, axis=1)[:, None, :]
    both = (area * (in_truth & in_said)).sum(axis=(1, 2))
    either = (area * (in_truth | in_said)).sum(axis=(1, 2))
    shares: Floats = np.divide(both, either, out=np.zeros_like(both), where=either > 0)
    if truth.shape == said.shape:
        shares[(truth == said).all(axis=(1, 2))] = 1.0  # also where the boxes have no area
    return shares


def hits_columns(truth: Floats, said: Floats) -> Floats:
    """rows × n × 4 and rows × m × 4 boxes -> the hits of each row."""
    free = np.ones(truth.shape[:2], bool)
    for i in range(said.shape[1]):
        x, y = (said[:, i, 0] + said[:, i, 2]) / 2, (said[:, i, 1] + said[:, i, 3]) / 2
        within = (truth[:, :, 0] <= x[:, None]) & (x[:, None] <= truth[:, :, 2])
        within &= (truth[:, :, 1] <= y[:, None]) & (y[:, None] <= truth[:, :, 3]) & free
        first = within.argmax(axis=1)
        rows = np.nonzero(within.any(axis=1))[0]
        free[rows, first[rows]] = False
    found: Floats = (~free).sum(axis=1).astype(np.float64)
    return found
