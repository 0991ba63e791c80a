"""What a probe learns with: a logistic regression and gradient-boosted trees; the better of the two on a part held back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.probing.features import Rows

MOST_ANSWERS = 6  # different ones; with more, trees take too long
MOST_NUMBERS = 700  # columns
CHOSEN = 80  # words that trees are given, those that tell most of the labels
Bools = NDArray[np.bool_]


class Guess(Struct, frozen=True):
    """What a probe made of the rows that it was tested on."""

    learner: str
    classes: NDArray[Any]
    chances: NDArray[np.float64]  # rows × classes


def guess(rows: Rows, learn: Bools, choose: Bools, test: Bools) -> Guess:
    """Masks are over rows: what to learn from, what to choose the learner by, what to be tested on."""
    from threadpoolctl import threadpool_limits

    seen = learn | choose
    classes = np.unique(rows.labels[seen])
    if len(classes) < 2:
        return Guess("constant", classes, np.ones((int(test.sum()), 1)))
    makers = _makers(rows, learn)
    with threadpool_limits(1):  # so few rows are learned slower by several threads, and engines share out probes
        marks = {name: _mark(rows, choose, _said(make(learn), choose)) for name, make in makers.items()}
        best = max(marks, key=lambda name: marks[name])
        fitted, inputs = makers[best](seen)
        return Guess(best, fitted.classes_, fitted.predict_proba(inputs[test]))


Maker = Callable[[Bools], tuple[Any, Any]]  # rows to learn from -> what was fitted, and its inputs for all rows


def _makers(rows: Rows, learn: Bools) -> Mapping[str, Maker]:
    if len(np.unique(rows.labels[learn])) < 2:
        return {"linear": lambda part: _linear(rows, part)}
    few = len(np.unique(rows.labels)) <= MOST_ANSWERS and rows.numbers.shape[1] <= MOST_NUMBERS
    both: dict[str, Maker] = {"linear": lambda part: _linear(rows, part)}
    return both | {"trees": lambda part: _trees(rows, part)} if few else both


def _linear(rows: Rows, part: Bools) -> tuple[Any, Any]:
    from scipy.sparse import csr_matrix, hstack
    from sklearn.dummy import DummyClassifier
    from sklearn.linear_model import SGDClassifier
    from sklearn.preprocessing import StandardScaler

    known = np.nan_to_num(rows.numbers)
    scaled = np.clip(StandardScaler().fit(known[part]).transform(known), -5, 5) / 5
    inputs = hstack([rows.tokens, csr_matrix(scaled)]).tocsr()
    if len(np.unique(rows.labels[part])) < 2:
        return DummyClassifier().fit(inputs[part], rows.labels[part]), inputs
    learner = SGDClassifier(loss="log_loss", alpha=1e-3, max_iter=20, tol=None, random_state=0)
    return learner.fit(inputs[part], rows.labels[part]), inputs


def _trees(rows: Rows, part: Bools) -> tuple[Any, Any]:
    from sklearn.ensemble import HistGradientBoostingClassifier

    told = rows.numbers[:, np.isfinite(rows.numbers[part]).any(axis=0)]  # trees take no column that is empty
    inputs = np.concatenate([rows.tokens[:, _telling(rows, part)].toarray(), told], axis=1, dtype=np.float32)
    inputs = inputs if inputs.shape[1] else np.zeros((len(inputs), 1), np.float32)
    learner = HistGradientBoostingClassifier(
        max_iter=40, max_leaf_nodes=8, min_samples_leaf=10, learning_rate=0.15, early_stopping=False, random_state=0
    )
    return learner.fit(inputs[part], rows.labels[part]), inputs


def _telling(rows: Rows, part: Bools) -> NDArray[np.int64]:
    """Columns of words: half of them those that go most with a label, half the commonest that are not everywhere."""
    from sklearn.feature_selection import chi2

    tokens = rows.tokens[part]
    counts = np.asarray(tokens.sum(axis=0)).ravel()
    used = np.nonzero((counts >= 5) & (counts <= len(rows.labels[part]) - 5))[0]
    if len(used) <= CHOSEN:
        return used
    telling = np.argsort(-np.nan_to_num(chi2(tokens[:, used], rows.labels[part])[0]))[: CHOSEN // 2]
    common = np.argsort(-np.minimum(counts[used], part.sum() - counts[used]))[: CHOSEN // 2]
    return used[np.union1d(telling, common)]


def _said(made: tuple[Any, Any], part: Bools) -> Guess:
    fitted, inputs = made
    return Guess("", fitted.classes_, fitted.predict_proba(inputs[part]))


def _mark(rows: Rows, part: Bools, found: Guess) -> float:
    return float(right(rows, part, found).mean())


def right(rows: Rows, part: Bools, found: Guess) -> NDArray[np.float64]:
    """Of each question of the part, in order, whether the best guess is right: 1 or 0."""
    labels, question = rows.labels[part], rows.question[part]
    if not rows.ranks:
        said = found.classes[found.chances.argmax(axis=1)]
        return np.asarray(said == labels, np.float64)
    chance = found.chances[:, -1] if bool(found.classes[-1]) else np.zeros(len(labels))
    # Candidates that look the same share what is right of them: no order among them helps.
    order = np.unique(question, return_inverse=True)[1]
    top = np.full(order.max() + 1, -1.0)
    np.maximum.at(top, order, chance)
    best = chance >= top[order] - 1e-9
    return np.bincount(order, weights=best * labels) / np.bincount(order, weights=best)
