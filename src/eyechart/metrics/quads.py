"""Areas that two quadrilaterals share and span, over columns: a million in seconds.

The area of the intersection of two convex polygons is half the sum of p × q over the pieces p→q of each boundary that lie in
the other polygon. So each edge is cut to the other's four half-planes, and nothing has to be sorted. Boundaries that coincide
must count once: the first polygon's edges count on the other's boundary, the second's do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Shape, Sheet, outline
from eyechart.metrics.regions import polygon_areas
from eyechart.store.shards import whole

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


def _middles(quads: Floats) -> Floats:
    """Of the corners; numpy's own mean takes twenty times as long over an axis of four."""
    middles: Floats = (quads[:, 0] + quads[:, 1] + quads[:, 2] + quads[:, 3]) / 4
    return middles


def _boundary(mine: Column, other: Column, counts_on_line: bool) -> Floats:
    """Sum of p × q over the pieces of my edges that lie in the other polygon."""
    total = np.zeros(mine.x.shape[1])
    edges_x, edges_y = (np.roll(c, -1, axis=0) - c for c in (other.x, other.y))
    reaches = FLAT * (np.abs(edges_x) + np.abs(edges_y))
    for k in range(4):
        x, y = mine.x[k], mine.y[k]
        dx, dy = mine.x[k - 3] - x, mine.y[k - 3] - y
        long = np.abs(dx) + np.abs(dy)
        first, last = np.zeros_like(x), np.ones_like(x)
        for j, (ex, ey, reach) in enumerate(zip(edges_x, edges_y, reaches, strict=True)):
            height = ex * (y - other.y[j]) - ey * (x - other.x[j])  # positive inside, since corners run clockwise
            slope = ex * dy - ey * dx
            flat = np.abs(slope) <= reach * long
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
    start_x = x.min(axis=0)
    start_y = np.where(x == start_x, y, np.inf).min(axis=0)  # the uppermost of the leftmost: on the hull for sure
    from_x, from_y = start_x, start_y
    total, going = np.zeros(x.shape[1]), np.ones(x.shape[1], bool)
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


def areas(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """What each pair shares, and what either covers; rows × 4 × 2. What is not finite covers nothing.

    Dented or crossed quadrilaterals are cut exactly, as any polygons are.
    """
    both, either = np.zeros(len(a)), np.zeros(len(a))
    for some in _chunks(len(a)):
        middle = _middles(a[some])
        mine, other = _column(a[some], middle), _column(b[some], middle)
        with np.errstate(invalid="ignore", over="ignore"):
            both[some] = np.nan_to_num(_shared(mine, other))
        either[some] = np.abs(mine.area()) + np.abs(other.area()) - both[some]
        odd = some.start + np.nonzero(~(mine.convex() & other.convex()))[0]
        both[odd], either[odd] = _exactly(a[odd], b[odd])
    return both, either


def overlap(a: Floats, b: Floats, with_hull: bool = False) -> Floats:
    """True intersection over union of each pair, rows × 4 × 2; or as EST-VQA's script has it, by hulls."""
    both, either = areas(a, b)
    return over_hull(a, b, both) if with_hull else over(both, either)


def over(part: Floats, area: Floats) -> Floats:
    """The share of an area; 0 of none."""
    shares: Floats = np.divide(part, area, out=np.zeros_like(part), where=part > 0)
    return shares


def over_hull(a: Floats, b: Floats, both: Floats) -> Floats:
    """EST-VQA's script: what the hulls of the two share, over the hull of both, not the union. `both` is shared without hulls."""
    odd = np.nonzero(~(_is_convex(a) & _is_convex(b)))[0]
    if len(odd):
        both = both.copy()
        both[odd] = areas(_hulled(a[odd]), _hulled(b[odd]))[0]
    shares = np.zeros(len(both))
    for some in _chunks(len(both)):
        rows = some.start + np.nonzero(both[some] > 0)[0]
        mine, other = a[rows], b[rows]
        middle = _middles(mine)
        shares[rows] = both[rows] / _hull(_column(mine, middle), _column(other, middle))
    return shares


def _is_convex(quads: Floats) -> NDArray[np.bool_]:
    found = np.zeros(len(quads), bool)
    for some in _chunks(len(quads)):
        found[some] = _column(quads[some], _middles(quads[some])).convex()
    return found


def _hulled(quads: Floats) -> Floats:
    """Each quadrilateral's convex hull; one with fewer corners names its last again."""
    hulls = quads.copy()
    for row in np.nonzero(np.isfinite(quads).all(axis=(1, 2)))[0]:
        points = sorted({(float(x), float(y)) for x, y in quads[row]})
        corners = [*_half_hull(points), *_half_hull(points[::-1])] if len(points) > 2 else points
        hulls[row] = [*corners, *corners[-1:] * (4 - len(corners))]
    return hulls


def _half_hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """From the first of sorted points along one side of the hull, up to but without the last."""
    kept: list[tuple[float, float]] = []
    for x, y in points:
        while len(kept) > 1:
            (ax, ay), (bx, by) = kept[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            kept.pop()
        kept.append((x, y))
    return kept[:-1]


def _chunks(rows: int) -> Iterator[slice]:
    return (slice(start, min(start + CHUNK, rows)) for start in range(0, rows, CHUNK))


def _exactly(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """What quadrilaterals of any kind share, and what either covers, of each pair."""
    both, either = np.zeros(len(a)), np.zeros(len(a))
    finite = np.isfinite(a).all(axis=(1, 2)) & np.isfinite(b).all(axis=(1, 2))
    if finite.any():
        both[finite], either[finite] = polygon_areas(a[finite][:, None], b[finite][:, None])
    return both, either


def hit(truth: Floats, said: Floats) -> NDArray[np.bool_]:
    """Whether the middle of each quadrilateral said lies in the true one, rows × 4 × 2: by the even-odd rule."""
    found = np.zeros(len(truth), bool)
    origin = np.zeros((1, 2))
    for some in _chunks(len(truth)):
        mine = _column(truth[some], origin)
        x, y = _middle(_column(said[some], origin))
        odd, on_edge = np.zeros(len(x), bool), np.zeros(len(x), bool)
        for k in range(4):
            x0, y0, x1, y1 = mine.x[k], mine.y[k], mine.x[k - 3], mine.y[k - 3]
            crossed = (y0 <= y) != (y1 <= y)
            at = x0 + (y - y0) * (x1 - x0) / np.where(crossed, y1 - y0, 1.0)
            odd ^= crossed & (at < x)
            on_edge |= crossed & (at == x)
        found[some] = odd | on_edge
    return found


def _middle(quads: Column) -> tuple[Floats, Floats]:
    """The centroid; of one without area, the middle of its box."""
    x, y = quads.x, quads.y
    doubled, sum_x, sum_y = (np.zeros(x.shape[1]) for _ in range(3))
    for k in range(4):
        cross = x[k] * y[k - 3] - x[k - 3] * y[k]
        doubled += cross
        sum_x += (x[k] + x[k - 3]) * cross
        sum_y += (y[k] + y[k - 3]) * cross
    flat = doubled == 0
    doubled[flat] = 1.0
    at_x, at_y = sum_x / (3 * doubled), sum_y / (3 * doubled)
    at_x[flat], at_y[flat] = ((c.min(axis=0) + c.max(axis=0))[flat] / 2 for c in (x, y))
    return at_x, at_y


# ---- of a sheet


class Side(Struct, frozen=True):
    """The regions that are true, or those said, flat."""

    counts: NDArray[np.int64]  # how many each row has
    lengths: NDArray[np.int64]  # how many numbers each region has
    numbers: Floats
    pictures: NDArray[np.int64]  # the picture of each region


class Singles(Struct, frozen=True):
    """One side of a sheet, for the rows that hold just one box or quadrilateral, on the first picture."""

    corners: Floats  # rows × 4 × 2
    alone: NDArray[np.bool_]  # which rows these are
    four: NDArray[np.bool_]  # those of them that are quadrilaterals


class Pairs(Struct, frozen=True):
    """The rows where both sides are one quadrilateral: what they share, and what either covers."""

    rows: NDArray[np.int64]
    truth: Floats
    said: Floats
    both: Floats
    either: Floats


def true_side(sheet: Sheet) -> Side:
    return _side(sheet.questions)


def said_side(sheet: Sheet) -> Side:
    return _side(sheet.predictions)


def _side(table: pa.Table) -> Side:
    column = whole(table.column("evidence"))
    flat = column.flatten()
    shapes = flat.field("shape")
    counts, lengths, pictures = (
        np.nan_to_num(some.to_numpy(zero_copy_only=False)).astype(np.int64)
        for some in (column.value_lengths(), shapes.value_lengths(), flat.field("picture"))
    )
    return Side(counts, lengths, shapes.flatten().to_numpy(zero_copy_only=False), pictures)


def true_singles(sheet: Sheet) -> Singles:
    return _singles(sheet.once(true_side))


def said_singles(sheet: Sheet) -> Singles:
    return _singles(sheet.once(said_side))


def _singles(side: Side) -> Singles:
    corners = np.zeros((len(side.counts), 4, 2))
    held = np.zeros(len(side.counts), np.int64)  # numbers of the shape
    row = np.repeat(np.arange(len(side.counts)), side.counts)
    alone = (side.counts[row] == 1) & (side.pictures == 0)
    for length, order in ((4, [0, 1, 2, 1, 2, 3, 0, 3]), (8, slice(None))):
        some = alone & (side.lengths == length)
        shapes = side.numbers[np.repeat(some, side.lengths)].reshape(-1, length)
        corners[row[some]] = shapes[:, order].reshape(-1, 4, 2)
        held[row[some]] = length
    return Singles(corners, held > 0, held == 8)


def pairs(sheet: Sheet) -> Pairs:
    truth, said = sheet.once(true_singles), sheet.once(said_singles)
    rows = np.nonzero(truth.four & said.four)[0]
    a, b = truth.corners[rows], said.corners[rows]
    return Pairs(rows, a, b, *areas(a, b))
