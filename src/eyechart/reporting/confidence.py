"""Is a model as right as it says it is? Confidences in ten bins, beside how often the answers in each were right."""

from __future__ import annotations

from html import escape

import numpy as np
from msgspec import Struct

from eyechart.reporting.marked import Floats, Marked

BINS = 10
FEWEST = 20  # confidences, to say anything
SIDE, PAD = 200.0, 30.0  # pixels of the plot and of its margin


class Bin(Struct, frozen=True):
    confidence: float  # mean
    right: float
    count: int


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


def confidence(m: Marked) -> str:
    said = m.sheet.predictions.column("confidence").to_numpy(zero_copy_only=False).astype(np.float64)
    some = ~np.isnan(said) & m.answer.applies
    if some.sum() < FEWEST or np.ptp(said[some]) == 0:
        return ""
    found = bins(said[some], m.answer.values[some])
    error = calibration_error(found)
    most = max(b.count for b in found)
    dots = "".join(
        f"<circle cx='{PAD + SIDE * b.confidence:.1f}' cy='{PAD / 2 + SIDE * (1 - b.right):.1f}' "
        f"r='{3 + 6 * (b.count / most) ** 0.5:.1f}'><title>{b.count:,} answers said {b.confidence:.2f}, "
        f"{b.right:.2f} right</title></circle>"
        for b in found
    )
    ticks = "".join(
        f"<text x='{PAD + SIDE * v:.0f}' y='{PAD / 2 + SIDE + 14:.0f}' text-anchor='middle'>{v:g}</text>"
        f"<text x='{PAD - 5:.0f}' y='{PAD / 2 + SIDE * (1 - v) + 4:.0f}' text-anchor='end'>{v:g}</text>"
        for v in (0, 0.5, 1)
    )
    return (
        f"<figure class='plot'><svg viewBox='0 0 {PAD + SIDE + 12:.0f} {PAD / 2 + SIDE + 34:.0f}' role='img'>"
        f"<rect x='{PAD}' y='{PAD / 2}' width='{SIDE}' height='{SIDE}'/>"
        f"<line x1='{PAD}' y1='{PAD / 2 + SIDE}' x2='{PAD + SIDE}' y2='{PAD / 2}'/>{dots}{ticks}"
        f"<text x='{PAD + SIDE / 2:.0f}' y='{PAD / 2 + SIDE + 29:.0f}' text-anchor='middle'>confidence said</text></svg>"
        f"<figcaption><b>{escape(m.name)}</b>: share right at each confidence. Off the line by {100 * error:.1f} points "
        f"on average ({int(some.sum()):,} answers).</figcaption></figure>"
    )
