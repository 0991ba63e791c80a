"""Is the answer one of the accepted ones? Case and surrounding space do not matter; an unparsed answer is wrong."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from eyechart.core import Marks, Metric, Prediction, Question, Sheet


def score(question: Question, prediction: Prediction) -> float | None:
    """One of the accepted answers; case and surrounding space do not matter."""
    if not question.answers:
        return None  # the release hides them
    if prediction.answer is None:
        return 0.0
    said = prediction.answer.strip().lower()
    return float(any(said == accepted.strip().lower() for accepted in question.answers))


def columns(sheet: Sheet) -> Marks:
    answers = sheet.questions.column("answers").combine_chunks()
    counts = answers.value_lengths().to_numpy(zero_copy_only=False)
    accepted = _plain(answers.flatten())
    said = _plain(sheet.predictions.column("answer").combine_chunks())
    row = np.repeat(np.arange(len(counts)), counts)
    same = pc.fill_null(pc.equal(accepted, said.take(pa.array(row))), False).to_numpy(zero_copy_only=False)
    right = np.zeros(len(counts))
    right[row[same]] = 1.0
    return Marks(right, counts > 0)


def _plain(column: pa.Array) -> pa.Array:
    return pc.utf8_lower(pc.utf8_trim_whitespace(column))


metric = Metric("answer", "Answer", score, columns)
