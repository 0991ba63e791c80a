"""A metric: how well the evidence overlaps where the answer is right, and 0 where it is wrong."""

from eyechart.core import Marks, Metric, Prediction, Question, Sheet
from eyechart.metrics import answer, evidence


def score(question: Question, prediction: Prediction) -> float | None:
    """Evidence, of right answers only."""
    right, overlap = answer.score(question, prediction), evidence.overlap_score(question, prediction)
    return None if right is None or overlap is None else right * overlap


def columns(sheet: Sheet) -> Marks:
    right, overlap = answer.metric.mark(sheet), evidence.overlap.mark(sheet)
    return Marks(right.values * overlap.values, right.applies & overlap.applies)


metric = Metric("grounded", "Grounded", score, columns)
