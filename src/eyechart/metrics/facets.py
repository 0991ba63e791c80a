"""Questions by the values of their facets, image by image: what means are taken over."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.store.shards import whole

OVERALL = "all"
JOIN = " + "  # a facet that holds several values says them so: counting + geometry
BANDS = ("easy", "medium", "hard")  # thirds of the scale of difficulty

Codes = NDArray[np.int64]


class Facet(Struct, frozen=True):
    """A facet's values, and the questions of each, image by image.

    A cell holds the questions of one value about one image. Cells are numbered value by value, those of no value last. A
    question may stand in several cells: one of counting + geometry is one of counting, one of geometry, and one of both.
    """

    name: str
    values: list[str]
    rows: Codes | slice  # the questions, each as often as it has a value here
    cell_of: Codes  # the cell of each
    counts: Codes  # how many are in each cell
    starts: Codes  # the first cell of each value, and of no value


def facets(questions: pa.Table, image_of: NDArray[np.int32]) -> list[Facet]:
    return [_facet(name, values, codes, image_of) for name, values, codes in groups(questions)]


def _singled(values: list[str], codes: Codes) -> tuple[list[str], Codes | slice, Codes]:
    """With each value of a combination on its own, before the combinations: values, questions, and the value of each."""
    joined = [value for value in values if JOIN in value]
    if not joined:
        return values, slice(None), codes
    alone = list(dict.fromkeys(one for value in values for one in value.split(JOIN)))
    alone.sort(key=natural)
    named = [*alone, *joined]
    member = np.zeros((len(values) + 1, len(named)), bool)  # the last row stands for -1
    for i, value in enumerate(values):
        member[i] = [name == value or name in value.split(JOIN) for name in named]
    rows, number = np.nonzero(member[codes])
    return named, rows, number


def _facet(name: str, values: list[str], codes: Codes, image_of: NDArray[np.int32]) -> Facet:
    values, rows, codes = _singled(values, codes)
    image_of = image_of[rows]
    last = len(values)
    value_of = np.where(codes < 0, last, codes).astype(np.min_scalar_type(last))  # small numbers are sorted faster
    order = np.lexsort((image_of, value_of))
    value, image = value_of[order], image_of[order]
    first = np.ones(len(order), bool)  # of its cell
    first[1:] = (value[1:] != value[:-1]) | (image[1:] != image[:-1])
    cell_of = np.empty(len(order), np.int64)
    cell_of[order] = np.cumsum(first) - 1
    starts = np.searchsorted(value[first], np.arange(last + 1, dtype=value.dtype))
    return Facet(name, values, rows, cell_of, np.bincount(cell_of), starts)


def groups(questions: pa.Table) -> Iterator[tuple[str, list[str], Codes]]:
    """Each facet with its values and the value's number in each row, -1 where it has none."""
    yield OVERALL, [OVERALL], np.zeros(questions.num_rows, np.int64)
    columns = {name: whole(questions.column(name)) for name in ("template", "form", "language")}
    facets = whole(questions.column("facets"))
    columns |= {field.name: facets.field(field.name) for field in facets.type}
    for name, column in columns.items():
        encoded = pc.dictionary_encode(column)
        codes = pc.fill_null(encoded.indices, -1).to_numpy().astype(np.int64)
        values = encoded.dictionary.to_pylist()
        order = sorted(range(len(values)), key=lambda i: natural(values[i]))
        rank = np.full(len(values) + 1, -1, np.int64)  # the last stands for -1
        rank[order] = np.arange(len(order))
        yield name, [values[i] for i in order], rank[codes]
    difficulty = questions.column("difficulty").to_numpy(zero_copy_only=False)
    known = ~np.isnan(difficulty)
    bands = np.full(len(difficulty), -1, np.int64)
    bands[known] = np.minimum(difficulty[known] * 3, 2).astype(np.int64)
    yield "difficulty", list(BANDS), bands


def natural(value: str) -> tuple[int, float, str]:
    """Numbers in their order, before words in theirs."""
    return (0, float(value), "") if value.isdigit() else (1, 0.0, value)
