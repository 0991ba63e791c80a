"""Areas that two quadrilaterals share and span, over columns: a million in seconds.

The area of the intersection of two convex polygons is half the sum of p × q over the pieces p→q of each boundary that lie in
the other polygon. So each edge is cut to the other's four half-planes, and nothing has to be sorted. Boundaries that coincide
must count once: the first polygon's edges count on the other's boundary, the second's do not.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Shape, outline
from eyechart.metrics.regions import polygon_areas

Floats = NDArray[np.float64]
CHUNK = 20_000  # rows at a time
FLAT = 1e-9  # of an edge's length: nearer than this is on the line


def corners(shape: Shape) -> Shape:
    """A box as a quadrilateral; a polygon as it is."""
    return tuple(v for point in outline(shape) for v in point)


class Column(Struct, frozen=True):
    """Quadrilaterals as x and y of their corners, 4 × rows each: long rows are what numpy is quick at."""

    x: Floats
    y: Floats

    def area(self) -> Floats:
        """Signed: positive if the corners run clockwise on the screen (y grows down)."""
        x, y = self.x, self.y
        doubled: Floats = (x[2] - x[0]) * (y[3] - y[1]) - (x[3] - x[1]) * (y[2] - y[0])
        return doubled / 2

    def convex(self) -> NDArray[np.bool_]:
        """All turns go the same way, and round only once: no dent, no bow-tie, not flat."""
        left, right = np.ones(self.x.shape[1], bool), np.ones(self.x.shape[1], bool)
        for k in range(4):
            dx, dy = self.x[k - 3] - self.x[k], self.y[k - 3] - self.y[k]
            turn = dx * (self.y[k - 2] - self.y[k - 3]) - dy * (self.x[k - 2] - self.x[k - 3])
            left &= turn >= 0
            right &= turn <= 0
        area: Floats = np.abs(self.area())
        return (left | right) & (area > 0) & np.isfinite(area)

    def clockwise(self) -> Column:
        back = self.area() < 0
        return Column(np.where(back, self.x[::-1], self.x), np.where(back, self.y[::-1], self.y))


def _column(quads: Floats, middle: Floats) -> Column:
    """rows × 4 × 2, seen from the middle: near the origin nothing is lost to rounding."""
    return Column(
        np.ascontiguousarray(quads[..., 0].T) - middle[:, 0], np.ascontiguousarray(quads[..., 1].T) - middle[:, 1]
    )


def _boundary(mine: Column, other: Column, counts_on_line: bool) -> Floats:
    """Sum of p × q over the pieces of my edges that lie in the other polygon."""
    total = np.zeros(mine.x.shape[1])
    for k in range(4):
        x, y = mine.x[k], mine.y[k]
        dx, dy = mine.x[k - 3] - x, mine.y[k - 3] - y
        first, last = np.zeros_like(x), np.ones_like(x)
        for j in range(4):
            ex, ey = other.x[j - 3] - other.x[j], other.y[j - 3] - other.y[j]
            height = ex * (y - other.y[j]) - ey * (x - other.x[j])  # positive inside, since corners run clockwise
            slope = ex * dy - ey * dx
            reach = FLAT * (np.abs(ex) + np.abs(ey))
            flat = np.abs(slope) <= reach * (np.abs(dx) + np.abs(dy))
            slope[flat] = 1.0
            at = -height / slope
            rises = slope > 0
            np.maximum(first, at, out=first, where=rises & ~flat)
            np.minimum(last, at, out=last, where=~rises)
            if flat.any():
                near = np.abs(height) <= reach * (1 + np.abs(x) + np.abs(y))
                kept = np.where(near, counts_on_line & (ex * dx + ey * dy > 0), height > 0)
                kept |= (ex == 0) & (ey == 0)  # a corner named twice bounds nothing
                last[flat & ~kept] = -1.0
        some = last > first
        ax, ay, bx, by = x + first * dx, y + first * dy, x + last * dx, y + last * dy
        total += np.where(some, ax * by - ay * bx, 0.0)
    return total


def _shared(a: Column, b: Column) -> Floats:
    """Area of the intersection of each pair of convex quadrilaterals."""
    mine, other = a.clockwise(), b.clockwise()
    doubled = _boundary(mine, other, True) + _boundary(other, mine, False)
    return np.clip(doubled / 2, 0.0, np.minimum(np.abs(a.area()), np.abs(b.area())))


def _hull(a: Column, b: Column) -> Floats:
    """Area of the convex hull of each pair's eight corners: from each corner of the hull to the next."""
    x, y = np.concatenate([a.x, b.x]), np.concatenate([a.y, b.y])
    rows = np.arange(x.shape[1])
    at = np.lexsort((y.T, x.T), axis=1)[:, 0]  # the leftmost corner, the uppermost of several: on the hull for sure
    from_x, from_y = start_x, start_y = x[at, rows], y[at, rows]
    total, going = np.zeros(len(rows)), np.ones(len(rows), bool)
    while going.any():
        to_x, to_y = from_x, from_y
        for k in range(8):
            px, py, qx, qy = to_x - from_x, to_y - from_y, x[k] - from_x, y[k] - from_y
            turn = px * qy - py * qx
            farther = qx * qx + qy * qy > px * px + py * py
            better = (turn < 0) | ((turn == 0) & farther)  # nothing may lie to the left of the edge
            to_x, to_y = np.where(better, x[k], to_x), np.where(better, y[k], to_y)
        total += np.where(going, from_x * to_y - from_y * to_x, 0.0)
        going &= (to_x != start_x) | (to_y != start_y)
        from_x, from_y = to_x, to_y
    return total / 2


def overlap(a: Floats, b: Floats, with_hull: bool = False) -> Floats:
    """True intersection over union of each pair, rows × 4 × 2; or over the area of the convex hull of both.

    EST-VQA's script divides by the hull, not the union. Dented or crossed quadrilaterals are cut exactly, one by one.
    """
    found = np.zeros(len(a))
    for start in range(0, len(a), CHUNK):
        some = slice(start, start + CHUNK)
        middle = a[some].mean(axis=1)
        mine, other = _column(a[some], middle), _column(b[some], middle)
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite overlaps nothing
            both = np.nan_to_num(_shared(mine, other))
        whole = np.abs(mine.area()) + np.abs(other.area()) - both
        touching = np.nonzero(both > 0)[0]
        if with_hull:
            whole[touching] = _hull(*(Column(c.x[:, touching], c.y[:, touching]) for c in (mine, other)))
        ratio = np.zeros(len(both))
        ratio[touching] = both[touching] / whole[touching]
        found[some] = ratio
        for row in np.nonzero(~(mine.convex() & other.convex()))[0]:
            found[start + row] = _exactly(a[start + row], b[start + row], with_hull)
    return found


def hit(truth: Floats, said: Floats) -> NDArray[np.bool_]:
    """Whether the middle of each quadrilateral said lies in the true one, rows × 4 × 2: by the even-odd rule."""
    after = np.roll(said, -1, axis=1)
    cross = said[..., 0] * after[..., 1] - after[..., 0] * said[..., 1]
    area = cross.sum(axis=1)
    some = area != 0
    middle = (said.min(axis=1) + said.max(axis=1)) / 2
    middle[some] = ((said + after) * cross[..., None]).sum(axis=1)[some] / (3 * area[some, None])
    x, y = middle[:, :1], middle[:, 1:]
    x0, y0 = truth[..., 0], truth[..., 1]
    x1, y1 = np.roll(x0, -1, axis=1), np.roll(y0, -1, axis=1)
    crossed = ((y0 <= y) & (y < y1)) | ((y1 <= y) & (y < y0))
    at = np.where(crossed, x0 + (y - y0) * (x1 - x0) / np.where(crossed, y1 - y0, 1.0), np.inf)
    at.sort(axis=1)
    within: NDArray[np.bool_] = ((at[:, 0::2] <= x) & (x <= at[:, 1::2])).any(axis=1)
    return within


def singles(column: pa.ListArray) -> tuple[Floats, NDArray[np.bool_], NDArray[np.int64]]:
    """rows × 4 × 2 corners, which rows hold just one box or quadrilateral on the first picture, and how many all hold."""
    counts = np.nan_to_num(column.value_lengths().to_numpy(zero_copy_only=False)).astype(np.int64)
    flat = column.flatten()
    shapes, picture = flat.field("shape"), np.nan_to_num(flat.field("picture").to_numpy(zero_copy_only=False))
    lengths = shapes.value_lengths().to_numpy(zero_copy_only=False).astype(np.int64)
    numbers = shapes.flatten().to_numpy(zero_copy_only=False)
    begins, firsts = np.cumsum(lengths) - lengths, np.cumsum(counts) - counts
    quads, single = np.zeros((len(counts), 4, 2)), np.zeros(len(counts), bool)
    alone = np.nonzero(counts == 1)[0]
    for length, order in ((4, (0, 1, 2, 1, 2, 3, 0, 3)), (8, tuple(range(8)))):
        rows = alone[(lengths[firsts[alone]] == length) & (picture[firsts[alone]] == 0)]
        quads[rows] = numbers[begins[firsts[rows]][:, None] + np.array(order)].reshape(-1, 4, 2)
        single[rows] = True
    return quads, single, counts


def _exactly(a: Floats, b: Floats, with_hull: bool) -> float:
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return 0.0
    one, other = ([(float(x), float(y)) for x, y in quad] for quad in (a, b))
    both, whole = polygon_areas([one], [other])
    if with_hull:
        middle = np.zeros((1, 2))
        whole = float(_hull(_column(a[None], middle), _column(b[None], middle))[0])
    return both / whole if whole > 0 else 0.0
