"""Is the evidence right? `overlap` is intersection over union of the two sets of regions, so that naming everything
scores little; `pointing` asks only that the middle of each region said lies in one of the truth's.

Nothing said where there is nothing to say scores 1; nothing said where there is, or something where there is nothing, 0.
Labels (relation and kind of a matrix) overlap by the share of them that both sides have.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from eyechart.core import Marks, Metric, Prediction, Question, Region, Shape, Sheet, boxed
from eyechart.metrics import quads, regions
from eyechart.store.shards import regions_of, whole

Floats = NDArray[np.float64]
CELLS = 4_000_000  # of memory at a time, in box × column × row bits
APART = 100_000.0  # pixels between two pictures laid side by side, so that their regions never meet


def overlap_score(question: Question, prediction: Prediction) -> float | None:
    """Intersection over union of the regions said and the true ones, or of labels."""
    truth = question.evidence
    if truth is None:
        return None
    if truth.labels or prediction.evidence.labels:
        return _labels(truth.labels, prediction.evidence.labels)
    return _overlap(placed(truth.regions), placed(prediction.evidence.regions))


def pointing_score(question: Question, prediction: Prediction) -> float | None:
    """The share of regions whose middle lies in a true one, each of which can be hit once."""
    truth = question.evidence
    if truth is None or truth.labels:
        return None
    return _pointing(placed(truth.regions), placed(prediction.evidence.regions))


def placed(some: Sequence[Region]) -> list[Shape]:
    """Shapes of regions, those of the second picture moved far to the right, and so on."""
    return [
        region.shape
        if not region.picture
        else tuple(v + (APART * region.picture if i % 2 == 0 else 0.0) for i, v in enumerate(region.shape))
        for region in some
    ]


def _overlap(truth: list[Shape], said: list[Shape]) -> float:
    if not truth or not said:
        return float(not truth and not said)
    return regions.overlap(truth, said)


def _pointing(truth: list[Shape], said: list[Shape]) -> float:
    if not truth or not said:
        return float(not truth and not said)
    return regions.hits(truth, said) / max(len(truth), len(said))


def _labels(truth: dict[str, str], said: dict[str, str]) -> float:
    both, either = truth.items() & said.items(), truth.items() | said.items()
    return len(both) / len(either)


# ---- over columns


def _columns(
    sheet: Sheet,
    by_boxes: Callable[[Floats, Floats], Floats],
    by_quads: Callable[[quads.Pairs], Floats],
    by_shapes: Callable[[list[tuple[list[Shape], list[Shape]]]], Floats],
) -> tuple[Floats, NDArray[np.bool_]]:
    """Rows that say boxes go by groups of equal numbers of boxes, single quadrilaterals at once, the others by their shapes."""
    n, m = sheet.once(quads.true_side).counts, sheet.once(quads.said_side).counts
    values = ((n == 0) & (m == 0)).astype(np.float64)
    left = (n > 0) & (m > 0)
    in_boxes = left & sheet.once(_said_plain)
    starts, said_starts = np.cumsum(n) - n, np.cumsum(m) - m
    pair = n * 10_000 + m
    for key in np.unique(pair[in_boxes]):
        a, b = int(key // 10_000), int(key % 10_000)
        rows = np.nonzero(in_boxes & (pair == key))[0]
        step = max(1, CELLS // ((a + b) * (2 * (a + b)) ** 2))
        for some in np.split(rows, range(step, len(rows), step)):
            mine = sheet.once(_true_boxes)[starts[some][:, None] + np.arange(a)]
            others = sheet.once(_said_boxes)[said_starts[some][:, None] + np.arange(b)]
            values[some] = by_boxes(mine, others)
    four = sheet.once(quads.pairs)
    values[four.rows] = by_quads(four)
    left &= ~in_boxes
    left[four.rows] = False
    odd = np.nonzero(left)[0]
    values[odd] = by_shapes([(placed(a), placed(b)) for a, b in zip(*regions_at(sheet, odd), strict=True)])
    return values, sheet.questions.column("evidence").is_valid().to_numpy()


def regions_at(sheet: Sheet, rows: NDArray[np.int64]) -> Iterator[list[tuple[Region, ...]]]:
    """The true regions of some rows, and those said."""
    for side in (sheet.questions, sheet.predictions):
        column = whole(side.column("evidence"))
        yield [some or () for some in regions_of(column.take(pa.array(rows)))] if len(rows) else []


def _said_plain(sheet: Sheet) -> NDArray[np.bool_]:
    """Rows whose regions said are boxes, all of them."""
    said = sheet.once(quads.said_side)
    plain = np.ones(len(said.counts), bool)
    plain[np.repeat(np.arange(len(said.counts)), said.counts)[said.lengths != 4]] = False
    return plain


def _true_boxes(sheet: Sheet) -> Floats:
    return _boxes(sheet.once(quads.true_side))


def _said_boxes(sheet: Sheet) -> Floats:
    return _boxes(sheet.once(quads.said_side))


def _boxes(side: quads.Side) -> Floats:
    """The box around every region, those of all rows one after another."""
    starts = np.cumsum(side.lengths) - side.lengths
    boxes = np.empty((len(side.lengths), 4))
    plain = side.lengths == 4
    boxes[plain] = side.numbers[starts[plain][:, None] + np.arange(4)]
    _box_polygons(boxes, side.numbers, side.lengths, starts)
    boxes[:, 0::2] += APART * side.pictures[:, None]
    return boxes


def _box_polygons(boxes: Floats, numbers: Floats, lengths: NDArray[np.int64], starts: NDArray[np.int64]) -> None:
    """Fill in the boxes around all shapes that are none, as `boxed` does for one."""
    even = (lengths != 4) & (lengths >= 2) & (lengths % 2 == 0)
    if even.any():
        own = numbers[np.repeat(even, lengths)]
        firsts = np.cumsum(lengths[even] // 2) - lengths[even] // 2
        for axis, along in enumerate((own[0::2], own[1::2])):
            boxes[even, axis] = np.minimum.reduceat(along, firsts)
            boxes[even, axis + 2] = np.maximum.reduceat(along, firsts)
    for i in np.nonzero((lengths != 4) & ~even)[0]:
        boxes[i] = boxed(tuple(numbers[starts[i] : starts[i] + lengths[i]].tolist()))


def _label_rows(sheet: Sheet) -> list[tuple[int, dict[str, str], dict[str, str]]]:
    columns = [table.column("labels") for table in (sheet.questions, sheet.predictions)]
    if all(column.null_count == len(column) for column in columns):
        return []
    pairs = enumerate(zip(*(column.to_pylist() for column in columns), strict=True))
    return [(i, json.loads(a or "{}"), json.loads(b or "{}")) for i, (a, b) in pairs if a or b]


def overlap_columns(sheet: Sheet) -> Marks:
    def shared(four: quads.Pairs) -> Floats:
        return np.where((four.truth == four.said).all(axis=(1, 2)), 1.0, quads.over(four.both, four.either))

    values, applies = _columns(sheet, regions.overlap_columns, shared, regions.overlaps)
    for row, truth, said in _label_rows(sheet):
        values[row] = _labels(truth, said)
    return Marks(values, applies)


def pointing_columns(sheet: Sheet) -> Marks:
    def share(truth: Floats, said: Floats) -> Floats:
        shares: Floats = regions.hits_columns(truth, said) / max(truth.shape[1], said.shape[1])
        return shares

    def hit(four: quads.Pairs) -> Floats:
        return quads.hit(four.truth, four.said).astype(np.float64)

    def shares(odd: list[tuple[list[Shape], list[Shape]]]) -> Floats:
        return np.array([_pointing(*pair) for pair in odd])

    values, applies = _columns(sheet, share, hit, shares)
    for row, truth, _ in _label_rows(sheet):
        applies[row] &= not truth
    return Marks(values, applies)


overlap = Metric("evidence", "Evidence", overlap_score, overlap_columns)
pointing = Metric("pointing", "Pointing", pointing_score, pointing_columns)
