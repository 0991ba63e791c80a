"""Numbers that studies of people need: means where both people and pictures repeat, agreement, rank correlation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from eyechart.metrics.intervals import ROUNDING, wilson

Codes = NDArray[np.int64]


def crossed(
    values: Sequence[float], people: Sequence[Hashable], images: Sequence[Hashable]
) -> tuple[float, float, float]:
    """Mean and 95 % interval of answers that repeat both people and pictures.

    The variance is that of sums by person, plus that by picture, less that by both (Cameron, Gelbach and Miller 2011), and no
    less than either alone; Wilson's interval is taken at the number of independent answers that would have it.
    """
    marks = np.asarray(values, np.float64)
    mean = float(marks.mean())
    who, what = _codes(people), _codes(images)
    both = _codes(list(zip(who.tolist(), what.tolist(), strict=True)))
    a, b, c = (_variance(marks - mean, groups) for groups in (who, what, both))
    variance = max(a, b, a + b - c)
    fewest = float(min(who.max(), what.max()) + 1)
    effective = mean * (1 - mean) / variance if variance > ROUNDING else fewest
    return mean, *wilson(mean, max(effective, 1.0))


def _codes(values: Sequence[Hashable]) -> Codes:
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(value, len(known)) for value in values], np.int64)


def _variance(spread: NDArray[np.float64], groups: Codes) -> float:
    sums = np.bincount(groups, spread)
    return float((sums**2).sum()) / len(spread) ** 2 * len(sums) / max(len(sums) - 1, 1)


def alpha(units: Iterable[Sequence[str]]) -> float | None:
    """Krippendorff's alpha for names: 1 if all agree, 0 if as often as by chance. None where nothing can disagree.

    A unit holds what was said of one question; those with one value alone are left out (Krippendorff 2011).
    """
    observed, totals, count = 0.0, Counter[str](), 0
    for said in units:
        size = len(said)
        if size < 2:
            continue
        counts = Counter(said)
        totals.update(counts)
        count += size
        observed += (size**2 - sum(n**2 for n in counts.values())) / (size - 1)
    expected = count**2 - sum(n**2 for n in totals.values())
    return 1 - (count - 1) * observed / expected if expected else None


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Rank correlation; None for fewer than three pairs, or where one side is all the same."""
    if len(first) < 3:
        return None
    a, b = (_ranks(values) for values in (first, second))
    return float(np.corrcoef(a, b)[0, 1]) if np.ptp(a) and np.ptp(b) else None


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    _, place, counts = np.unique(np.asarray(values, np.float64), return_inverse=True, return_counts=True)
    ranks: NDArray[np.float64] = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return ranks
