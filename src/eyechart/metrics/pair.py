"""Both of a pair right: a yes and a no that one template asks of one page. Who always says the same gets none of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from eyechart.core import Marks, Metric, Prediction, Question, Sheet
from eyechart.metrics import answer
from eyechart.phrasing import YES_NO
from eyechart.store.shards import whole

YES = {words[0] for words in YES_NO.values()}


def score(question: Question, prediction: Prediction) -> float | None:
    """The right answer to a yes/no question and to all of its page and template whose answer is the opposite."""
    return None  # a question by itself has no partner: see `together`


def together(questions: Sequence[Question], predictions: Sequence[Prediction]) -> list[float | None]:
    """Of a page's questions, those that have a partner: same template, opposite answer."""
    right = [answer.score(q, p) for q, p in zip(questions, predictions, strict=True)]
    marks: list[float | None] = []
    for q, own in zip(questions, right, strict=True):
        partners = [mark for other, mark in zip(questions, right, strict=True) if _partners(q, other)]
        marks.append(float(own == 1.0 and all(partners)) if partners else None)
    return marks


def _partners(q: Question, other: Question) -> bool:
    asked = q.form == other.form == "yes/no" and bool(q.template) and q.template == other.template
    return asked and bool(q.answers and other.answers) and (q.answers[0] in YES) != (other.answers[0] in YES)


def columns(sheet: Sheet) -> Marks:
    """Of each page and template, how many are yes and how many no, and how many of them are answered wrong."""
    right, table = answer.metric.mark(sheet), sheet.questions
    form, template, image, answers = (whole(table.column(name)) for name in ("form", "template", "image", "answers"))
    named = pc.and_(pc.equal(form, "yes/no"), pc.not_equal(template, "")).to_numpy(zero_copy_only=False)
    rows = np.nonzero(right.applies & named)[0]
    place = _codes(image)[rows] * len(rows) + _codes(template)[rows]  # there are no more templates than rows
    side = 2 * _codes(pa.array(place)) + _yes(answers.take(pa.array(rows)))
    asked = np.bincount(side, minlength=2 * len(rows))
    wrong = np.bincount(side, weights=1 - right.values[rows], minlength=2 * len(rows))
    opposite = side ^ 1
    values, applies = np.zeros(table.num_rows), np.zeros(table.num_rows, bool)
    applies[rows] = asked[opposite] > 0
    values[rows] = applies[rows] & (right.values[rows] == 1) & (wrong[opposite] == 0)
    return Marks(values, applies)


def _codes(column: pa.Array) -> NDArray[np.int64]:
    """A number for each value, from 0."""
    codes: NDArray[np.int64] = pc.dictionary_encode(column).indices.to_numpy().astype(np.int64)
    return codes


def _yes(answers: pa.Array) -> NDArray[np.bool_]:
    """Whether the first that is accepted of each is a yes."""
    yes = pc.is_in(pc.list_element(answers, 0), pa.array(sorted(YES)))
    found: NDArray[np.bool_] = yes.to_numpy(zero_copy_only=False)
    return found


metric = Metric("pair", "Pair", score, columns, ("figures", "commonsense"), together)
