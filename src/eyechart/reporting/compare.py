"""Two models on the same questions: the difference of their means, and how sure it is.

Pictures are drawn anew with all their questions (a bootstrap clustered by image), the same ones for both models.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import combinations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Marks
from eyechart.reporting.marked import Floats, Marked

DRAWS = 4000
MOST = 6  # models compared with each other


class Difference(Struct, frozen=True):
    mean: float
    low: float  # 95 %
    high: float
    p: float  # two-sided: how often the draws fall on the other side of nothing
    questions: int


def difference(first: Marks, second: Marks, images: NDArray[np.int64]) -> Difference | None:
    """first − second, where both apply."""
    both = first.applies & second.applies
    if not both.any():
        return None
    _, image = np.unique(images[both], return_inverse=True)
    sums = np.bincount(image, weights=(first.values - second.values)[both]).astype(np.float64)
    counts = np.bincount(image).astype(np.float64)
    draws = resampled(sums, counts)
    low, high = np.quantile(draws, (0.025, 0.975))
    beyond = min((draws <= 0).mean(), (draws >= 0).mean())
    return Difference(
        mean=float(sums.sum() / counts.sum()),
        low=float(low),
        high=float(high),
        p=float(min(1.0, max(2 * beyond, 1 / DRAWS))),
        questions=int(both.sum()),
    )


def resampled(sums: Floats, counts: Floats) -> Floats:
    """Means of samples of images, drawn with replacement."""
    rng = np.random.default_rng(0)
    n = len(sums)
    means = np.empty(DRAWS)
    step = max(1, 4_000_000 // n)
    for start in range(0, DRAWS, step):
        some = rng.multinomial(n, np.full(n, 1 / n), size=min(step, DRAWS - start)).astype(np.float64)
        means[start : start + len(some)] = (some @ sums) / (some @ counts)
    return means


def comparison(runs: Sequence[Marked]) -> str:
    """A table of all pairs of models that sat the same dataset."""
    rows = []
    same = [m for m in runs if m.run.dataset == runs[0].run.dataset][:MOST]
    for a, b in combinations(same, 2):
        cells = []
        for mine, theirs in ((a.answer, b.answer), (a.evidence, b.evidence), (a.joint, b.joint)):
            found = difference(mine, theirs, a.images)
            cells.append(f"<td>{_cell(found)}</td>")
        rows.append(f"<tr><th scope='row'>{escape(a.name)} − {escape(b.name)}</th>{''.join(cells)}</tr>")
    if not rows:
        return ""
    return (
        "<details open><summary>models compared</summary><p class='note'>Difference in points on the same questions, "
        f"with its 95&nbsp;% interval and p from {DRAWS:,} bootstrap draws of whole images.</p>"
        "<div class='wide'><table><thead><tr><th>pair</th><th>Answer</th><th>Evidence</th><th>Joint</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div></details>"
    )


def _cell(d: Difference | None) -> str:
    if d is None:
        return "<span class='none'>–</span>"
    sure = "right" if d.low > 0 else "wrong" if d.high < 0 else "none"
    p = f"p&nbsp;&lt;&nbsp;{max(d.p, 0.001):.3f}" if d.p <= 0.001 else f"p&nbsp;=&nbsp;{d.p:.3f}"
    return f"<b class='{sure}'>{100 * d.mean:+.1f}</b> <small>{100 * d.low:+.1f} to {100 * d.high:+.1f}, {p}</small>"
