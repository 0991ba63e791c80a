"""Is the answer one of the accepted ones? Case and surrounding space do not matter; an unparsed answer is wrong."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Marks, Metric, Prediction, Question, Sheet
from eyechart.shards import whole


def score(question: Question, prediction: Prediction) -> float | None:
    """One of the accepted answers; case and surrounding space do not matter."""
    if not question.answers:
        return None  # the release hides them
    if prediction.answer is None:
        return 0.0
    said = prediction.answer.strip().lower()
    return float(any(said == accepted.strip().lower() for accepted in question.answers))


class Texts(Struct, frozen=True):
    """What was said and what is accepted, without case and surrounding space."""

    said: pa.Array  # of each row; null where nothing was
    accepted: pa.Array  # all rows' one after another
    row: NDArray[np.int64]  # of each that is accepted
    same: NDArray[np.bool_]  # whether it is what was said


def texts(sheet: Sheet) -> Texts:
    answers = whole(sheet.questions.column("answers"))
    counts = np.nan_to_num(answers.value_lengths().to_numpy(zero_copy_only=False)).astype(np.int64)
    said, accepted = _plain(whole(sheet.predictions.column("answer"))), _plain(answers.flatten())
    row = np.repeat(np.arange(len(counts)), counts)
    same = pc.fill_null(pc.equal(accepted, said.take(pa.array(row))), False).to_numpy(zero_copy_only=False)
    return Texts(said, accepted, row, same)


def columns(sheet: Sheet) -> Marks:
    found = sheet.once(texts)
    right, known = np.zeros(len(found.said)), np.zeros(len(found.said), bool)
    right[found.row[found.same]] = 1.0
    known[found.row] = True
    return Marks(right, known)


def _plain(column: pa.Array) -> pa.Array:
    return pc.utf8_lower(pc.utf8_trim_whitespace(column))


metric = Metric("answer", "Answer", score, columns)
