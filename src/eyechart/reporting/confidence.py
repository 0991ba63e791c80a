"""Is a model as right as it says it is? Confidences in ten bins, beside the share of right answers in each."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from eyechart.reporting.marked import Floats, Marked

BINS = 10
FEWEST = 20  # confidences, to say anything


class Bin(Struct, frozen=True):
    confidence: float  # mean
    right: float
    count: int


class Confidence(Struct, frozen=True):
    model: str
    bins: list[Bin]
    error: float
    answers: int


def bins(confidence: Floats, right: Floats) -> list[Bin]:
    place = np.minimum((confidence * BINS).astype(int), BINS - 1)
    return [
        Bin(float(confidence[place == i].mean()), float(right[place == i].mean()), int((place == i).sum()))
        for i in range(BINS)
        if (place == i).any()
    ]


def calibration_error(some: list[Bin]) -> float:
    """Expected calibration error: the mean distance between what is said and what is so, weighted by count."""
    total = sum(b.count for b in some)
    return sum(b.count * abs(b.confidence - b.right) for b in some) / total


def confidence(m: Marked) -> Confidence | None:
    """None where too few were said, or always the same one."""
    said = m.sheet.predictions.column("confidence").to_numpy(zero_copy_only=False).astype(np.float64)
    some = ~np.isnan(said) & m.answer.applies
    if some.sum() < FEWEST or np.ptp(said[some]) == 0:
        return None
    found = bins(said[some], m.answer.values[some])
    return Confidence(m.name, found, calibration_error(found), int(some.sum()))
