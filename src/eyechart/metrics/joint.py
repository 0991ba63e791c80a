"""The right answer for the right reason: answer right and evidence sufficient, an overlap of at least one half."""

from __future__ import annotations

import numpy as np

from eyechart.core import Marks, Metric, Prediction, Question, Sheet
from eyechart.metrics import answer, evidence

SUFFICIENT = 0.5  # θ, as in EST-VQA


def score(question: Question, prediction: Prediction) -> float | None:
    """The right answer with an evidence overlap of at least one half."""
    right, grounds = answer.score(question, prediction), evidence.overlap_score(question, prediction)
    if right is None or grounds is None:
        return None
    return float(right == 1.0 and grounds >= SUFFICIENT)


def columns(sheet: Sheet) -> Marks:
    right, grounds = answer.metric.mark(sheet), evidence.overlap.mark(sheet)
    both = (right.values == 1.0) & (grounds.values >= SUFFICIENT)
    return Marks(both.astype(np.float64), right.applies & grounds.applies)


metric = Metric("joint", "Joint", score, columns)
