"""Intervals of means: at 95 % and clustered by image, since questions about one picture stand or fall together.

The variance of the mean is that of the sums per image, and Wilson's interval is taken at the number of independent
questions that would have that variance. At 0 % and 100 % it counts each image as one observation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Z = 1.959963984540054  # 95 %
ROUNDING = 1e-18  # a variance below this is that of sums which differ in their last bits only


def interval(sums: NDArray[np.float64], counts: NDArray[np.int64], z: float = Z) -> tuple[float, float, float]:
    """Mean and interval (95 % unless z says otherwise) from the sum and the number of questions of each image."""
    n, clusters = counts.sum(), len(counts)
    mean = float(sums.sum() / n)
    spread = sums - mean * counts  # how far each image is from the mean, in questions
    variance = float((spread**2).sum()) / n**2 * (clusters / max(clusters - 1, 1))
    effective = mean * (1 - mean) / variance if variance > ROUNDING else float(clusters)
    return mean, *wilson(mean, max(effective, 1.0), z)


def wilson(mean: float, effective: float, z: float = Z) -> tuple[float, float]:
    """Wilson's interval of a share at a number of independent questions, which need not be whole."""
    middle = (mean + z**2 / (2 * effective)) / (1 + z**2 / effective)
    reach = z * np.sqrt(mean * (1 - mean) / effective + z**2 / (4 * effective**2)) / (1 + z**2 / effective)
    return max(0.0, float(middle - reach)), min(1.0, float(middle + reach))
