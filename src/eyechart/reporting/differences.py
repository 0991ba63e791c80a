"""Two models on the same questions: the difference of their means, and how sure it is.

Pictures are drawn anew with all their questions (a bootstrap clustered by image), the same ones for both models.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Marks
from eyechart.reporting.marked import Floats

DRAWS = 4000


class Difference(Struct, frozen=True):
    """A difference of means, and how sure it is."""

    mean: float
    low: float  # 95 %
    high: float
    p: float  # two-sided: how often the draws fall on the other side of nothing
    questions: int


class Drawn(Struct, frozen=True):
    """A difference of means, and the same on samples of the images."""

    mean: float
    draws: Floats
    questions: int

    def told(self) -> Difference:
        low, high = np.quantile(self.draws, (0.025, 0.975))
        beyond = min((self.draws <= 0).mean(), (self.draws >= 0).mean())
        p = float(min(1.0, max(2 * beyond, 1 / DRAWS)))
        return Difference(self.mean, float(low), float(high), p, self.questions)


def difference(first: Marks, second: Marks, images: NDArray[np.int64]) -> Difference | None:
    """first − second, where both apply."""
    found = drawn(first, second, images)
    return None if found is None else found.told()


def drawn(first: Marks, second: Marks, images: NDArray[np.int64], stream: int = 0) -> Drawn | None:
    """The same before its interval is taken; datasets of different streams are drawn independently of each other."""
    both = first.applies & second.applies
    if not both.any():
        return None
    _, image = np.unique(images[both], return_inverse=True)
    sums = np.bincount(image, weights=(first.values - second.values)[both]).astype(np.float64)
    counts = np.bincount(image).astype(np.float64)
    return Drawn(float(sums.sum() / counts.sum()), resampled(sums, counts, stream), int(both.sum()))


def resampled(sums: Floats, counts: Floats, stream: int = 0) -> Floats:
    """Means of samples of images, drawn with replacement."""
    rng = np.random.default_rng(stream)
    n = len(sums)
    means = np.empty(DRAWS)
    step = max(1, 4_000_000 // n)
    for start in range(0, DRAWS, step):
        some = rng.multinomial(n, np.full(n, 1 / n), size=min(step, DRAWS - start)).astype(np.float64)
        means[start : start + len(some)] = (some @ sums) / (some @ counts)
    return means
