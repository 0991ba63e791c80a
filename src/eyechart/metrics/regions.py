"""Areas of sets of regions: how much two sets share, exactly, for boxes and for any polygons.

Boxes are cut into the cells between all their edges; polygons into slabs between all their corners and crossings,
within which every boundary is straight.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

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
        ((both,), (either,)) = polygon_areas(*_corners([(truth, said)]))
    return float(both / either) if either > 0 else 0.0


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


def polygon_areas(truth: Floats, said: Floats) -> tuple[Floats, Floats]:
    """What both sets cover and what either covers, of each row; rows × polygons × corners × 2 each, by the even-odd rule."""
    sides = [_edges(some) for some in (truth, said)]
    edges = np.concatenate([some.reshape(len(some), -1, 4) for some in sides], axis=1)
    cuts, far = _cuts(edges), edges[..., 0::2].max(axis=(1, 2))
    heights, middles = np.diff(cuts, axis=1), (cuts[:, 1:] + cuts[:, :-1]) / 2
    spans = [np.minimum(_spans(some, middles), far[:, None, None]) for some in sides]
    ends = np.concatenate(spans, axis=2)
    order = np.argsort(ends, axis=2)
    widths = np.diff(np.take_along_axis(ends, order, axis=2))
    mine = order < spans[0].shape[2]
    into = (1 - order % 2 * 2).astype(np.int16)  # a span begins, or it ends
    a, b = (np.cumsum(into * some, axis=2)[:, :, :-1] > 0 for some in (mine, ~mine))  # inside, behind each end
    both, either = ((heights * (widths * some).sum(axis=2)).sum(axis=1) for some in (a & b, a | b))
    return both, either


def _edges(polygons: Floats) -> Floats:
    """From where to where: rows × polygons × edges × 4."""
    return np.concatenate([polygons, np.roll(polygons, -1, axis=2)], axis=3)


def _cuts(e: Floats) -> Floats:
    """The y of every corner and of every point where two edges of a row cross, sorted; rows with fewer have their least again."""
    first, second = np.triu_indices(e.shape[1], 1)
    p, d = e[..., :2], e[..., 2:] - e[..., :2]
    (px, py), (dx, dy) = (np.moveaxis(some[:, first], 2, 0) for some in (p, d))
    (qx, qy), (ex, ey) = (np.moveaxis(some[:, second], 2, 0) for some in (p, d))
    cross, off_x, off_y = dx * ey - dy * ex, qx - px, qy - py
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        t, u = (off_x * ey - off_y * ex) / cross, (off_x * dy - off_y * dx) / cross
        at = py + t * dy
    hit = (cross != 0) & (t >= 0) & (t <= 1) & (u >= 0) & (u <= 1)
    crossings = np.sort(np.where(hit, at, -np.inf), axis=1)[:, hit.shape[1] - hit.sum(axis=1).max(initial=0) :]
    least = e[..., 1].min(axis=1)[:, None]
    return np.sort(np.concatenate([e[..., 1], np.maximum(crossings, least)], axis=1), axis=1)


def _spans(edges: Floats, ys: Floats) -> Floats:
    """Where the horizontal line at each y enters and leaves polygons: rows × ys × ends. What is none is at infinity."""
    x0, y0, x1, y1 = np.moveaxis(edges[:, None], -1, 0)
    y = ys[:, :, None, None]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        x = x0 + (y - y0) * (x1 - x0) / (y1 - y0)
    xs = np.sort(np.where((y0 <= y) != (y1 <= y), x, np.inf), axis=3)
    return xs[..., : xs.shape[3] // 2 * 2].reshape(*ys.shape, -1)


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
    """The middle of a box, the centroid of a polygon; of one that is bent around its centroid, the middle of its widest part there.

    Quadrilaterals keep their centroid, as over columns.
    """
    points = outline(shape)
    if len(shape) > 4:
        sx = sy = area = 0.0
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            cross = x0 * y1 - x1 * y0
            area, sx, sy = area + cross, sx + (x0 + x1) * cross, sy + (y0 + y1) * cross
        if area:
            x, y = sx / (3 * area), sy / (3 * area)
            if len(shape) > 8 and not inside(shape, x, y):
                left, right = max(_stretches(shape, y), key=lambda ends: ends[1] - ends[0], default=(x, x))
                x = (left + right) / 2
            return x, y
    left, top, right, bottom = boxed(shape)
    return (left + right) / 2, (top + bottom) / 2


def inside(shape: Shape, x: float, y: float) -> bool:
    if len(shape) == 4:
        return shape[0] <= x <= shape[2] and shape[1] <= y <= shape[3]
    return any(left <= x <= right for left, right in _stretches(shape, y))


def _stretches(shape: Shape, y: float) -> list[tuple[float, float]]:
    """From where to where a polygon is met at this height. As `_spans`; arrays as small as these cost more than they save."""
    points = outline(shape)
    edges = zip(points, [*points[1:], points[0]], strict=True)
    ends = sorted(x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in edges if (y0 <= y) != (y1 <= y))
    return list(zip(ends[::2], ends[1::2], strict=True))


# ---- the same over columns

CELLS = 1_000_000  # of memory at a time


def overlaps(pairs: Sequence[tuple[Sequence[Shape], Sequence[Shape]]]) -> Floats:
    """The overlap of each pair of sets of polygons, not all of them boxes; those of one form together. Not for empty sets."""
    shares = np.zeros(len(pairs))
    alike: dict[tuple[int, ...], list[int]] = {}
    for row, (truth, said) in enumerate(pairs):
        if list(truth) == list(said):
            shares[row] = 1.0
        else:
            alike.setdefault((len(truth), _most(truth), len(said), _most(said)), []).append(row)
    for (n, most, m, most_said), rows in alike.items():
        step = max(1, CELLS // (8 * (n * most + m * most_said) ** 2))
        for start in range(0, len(rows), step):
            some = rows[start : start + step]
            both, either = polygon_areas(*_corners([pairs[row] for row in some]))
            shares[some] = np.divide(both, either, out=np.zeros_like(both), where=either > 0)
    return shares


def _most(shapes: Sequence[Shape]) -> int:
    """How many corners these have at most."""
    return max(4 if len(shape) == 4 else len(shape) // 2 for shape in shapes)


def _corners(pairs: Sequence[tuple[Sequence[Shape], Sequence[Shape]]]) -> Iterator[Floats]:
    """Both sides of pairs, all equally large, as rows × shapes × corners × 2; who has fewer corners names the last again."""
    for side in zip(*pairs, strict=True):
        most = max(_most(shapes) for shapes in side)
        drawn = [[outline(shape) for shape in shapes] for shapes in side]
        yield np.array([[[*some, *some[-1:] * (most - len(some))] for some in shapes] for shapes in drawn])


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
