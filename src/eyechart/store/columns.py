"""Columns held to the limits, millions of rows at a time: shapes that are shapes, numbers that are numbers, texts not too long."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from eyechart import limits
from eyechart.errors import EyechartError

Place = Callable[[int], str]
"""Row -> where that is, in words."""


def sound_regions(column: pa.ListArray, place: Place) -> None:
    """Raise for the first region that is none: half a box, a corner at infinity, a picture before the first."""
    regions = column.flatten()
    if not len(regions):
        return
    shapes, pictures = regions.field("shape"), regions.field("picture")
    lengths = pc.fill_null(shapes.value_lengths(), 0).to_numpy(zero_copy_only=False)
    numbers = shapes.flatten().to_numpy(zero_copy_only=False)
    owner = np.repeat(np.arange(len(lengths)), lengths)
    odd = (lengths != 4) & ((lengths < 6) | (lengths % 2 == 1))
    far = np.zeros(len(lengths), bool)
    far[owner[~(np.abs(numbers) <= limits.COORDINATE.most)]] = True
    before = pc.fill_null(pc.less(pictures, 0), False).to_numpy(zero_copy_only=False)
    missing = ~regions.is_valid().to_numpy(zero_copy_only=False)
    wrong = np.nonzero(odd | far | before | missing)[0]
    if len(wrong):
        first = int(wrong[0])
        rows = pc.list_parent_indices(column).to_numpy()
        shape = [] if missing[first] else shapes[first].as_py() or []
        at = f"{place(int(rows[first]))}, evidence"
        limits.shaped([[float("nan") if v is None else v for v in shape]], at)
        raise EyechartError(f"{at}: the number of a region's picture is below 0.")


def few_regions(column: pa.ListArray, place: Place) -> None:
    """Raise for the first row with more regions, or corners of polygons, than anybody compares."""
    regions = pc.fill_null(column.value_lengths(), 0).to_numpy(zero_copy_only=False)
    many = np.nonzero(regions > limits.REGIONS.most)[0]
    if len(many):
        limits.held(limits.REGIONS, int(regions[many[0]]), f"{place(int(many[0]))}, evidence")
    lengths = pc.fill_null(column.flatten().field("shape").value_lengths(), 0).to_numpy(zero_copy_only=False)
    rows = pc.list_parent_indices(column).to_numpy()
    corners = np.bincount(rows, np.where(lengths > 8, lengths // 2, 0), minlength=len(column))
    many = np.nonzero(corners > limits.CORNERS.most)[0]
    if len(many):
        limits.held(limits.CORNERS, int(corners[many[0]]), f"{place(int(many[0]))}, evidence")


def confident(column: pa.Array, place: Place) -> None:
    """Raise for the first confidence that is not from 0 to 1."""
    values: NDArray[np.float64] = column.drop_null().to_numpy(zero_copy_only=False)
    if len(values) and not ((values >= 0) & (values <= limits.CONFIDENCE.most)).all():
        everywhere = column.to_numpy(zero_copy_only=False)
        wrong = ~((everywhere >= 0) & (everywhere <= limits.CONFIDENCE.most)) & column.is_valid().to_numpy(
            zero_copy_only=False
        )
        first = int(np.nonzero(wrong)[0][0])
        limits.confident(float(everywhere[first]), place(first))


def short_texts(column: pa.Array, place: Place) -> None:
    """Raise for the first text that is longer than anybody's."""
    longest = pc.max(pc.binary_length(column)).as_py()
    if longest is not None and longest > limits.STRING.most:
        lengths = pc.fill_null(pc.utf8_length(column), 0).to_numpy(zero_copy_only=False)
        first = int(np.argmax(lengths))
        limits.held(limits.STRING, int(lengths[first]), place(first))
