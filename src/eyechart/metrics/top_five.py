"""Is the right answer among the five that a model ranks first? Who gives one answer alone is marked by that one.

A trained classifier writes its five best, best first, into `raw` (IconQA, Table 8).
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from eyechart.core import Marks, Metric, Prediction, Question, Sheet
from eyechart.metrics.answer import columns as right_columns
from eyechart.metrics.answer import score as right
from eyechart.store.shards import whole

BETWEEN = "; "
FAMILY = "icon-corpus"


def score(question: Question, prediction: Prediction) -> float | None:
    """The answer, or one of the five in `raw`, is right."""
    first = right(question, prediction)
    if first is None or prediction.raw is None:
        return first
    ranked = {said.strip().lower() for said in prediction.raw.split(BETWEEN)}
    return max(first, float(any(accepted.strip().lower() in ranked for accepted in question.answers)))


def columns(sheet: Sheet) -> Marks:
    first = sheet.once(right_columns)
    answers = whole(sheet.questions.column("answers"))
    row = pc.list_parent_indices(answers)
    ranked = pc.split_pattern(pc.utf8_lower(whole(sheet.predictions.column("raw"))), BETWEEN)
    found = ranked.take(row).to_pylist()  # a list of five for each accepted answer
    values = first.values.copy()
    for place, wanted, five in zip(row.to_pylist(), _plain(answers.flatten()).to_pylist(), found, strict=True):
        if five is not None and wanted in map(str.strip, five):
            values[place] = 1.0
    return Marks(values, first.applies)


def _plain(column: pa.Array) -> pa.Array:
    return pc.utf8_lower(pc.utf8_trim_whitespace(column))


metric = Metric("top-5", "Top-5", score, columns, families=(FAMILY,))
