"""Is the answer one of the accepted ones? Case and surrounding space do not matter; an unparsed answer is wrong."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Marks, Metric, Prediction, Question, Sheet
from eyechart.store.shards import whole


def score(question: Question, prediction: Prediction) -> float | None:
    """One of the accepted answers; case and surrounding space do not matter."""
    if not question.answers:
        return None  # the release hides them
    if prediction.answer is None:
        return 0.0
    said = prediction.answer.strip().lower()
    return float(any(said == accepted.strip().lower() for accepted in question.answers))


class Texts(Struct, frozen=True):
    """Every accepted answer beside what was said, both without case and surrounding space."""

    accepted: pa.Array  # all rows' one after another
    said: pa.Array  # null where nothing was
    row: NDArray[np.int64]
    rows: int

    def same(self) -> NDArray[np.bool_]:
        equal: NDArray[np.bool_] = pc.fill_null(pc.equal(self.accepted, self.said), False).to_numpy(
            zero_copy_only=False
        )
        return equal


def texts(sheet: Sheet) -> Texts:
    answers, said = whole(sheet.questions.column("answers")), whole(sheet.predictions.column("answer"))
    row = pc.list_parent_indices(answers)
    return Texts(_plain(answers.flatten()), _plain(said).take(row), row.to_numpy(), len(said))


def columns(sheet: Sheet) -> Marks:
    found = sheet.once(texts)
    right, known = np.zeros(found.rows), np.zeros(found.rows, bool)
    right[found.row[found.same()]] = 1.0
    known[found.row] = True
    return Marks(right, known)


def _plain(column: pa.Array) -> pa.Array:
    return pc.utf8_lower(pc.utf8_trim_whitespace(column))


metric = Metric("answer", "Answer", score, columns)
