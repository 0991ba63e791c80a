"""The record that is a way to answer, and how a batch is made of what is right; the ways themselves are in answers.py.

A batch gets `target` (rows; NOTHING where there is none to learn from; or rows × answers, where several may be right: which are),
`allowed` (rows × answers: what may be said) and `labels` (rows × labels: what the auxiliary objective is to find, adding up to 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from eyechart.core import Question, Region
from eyechart.models.learning.inputs import Batch, Reading
from eyechart.models.learning.network import Facts

NOTHING = -100  # as torch's cross entropy wants it
MOST_ANSWERS = 3_000  # of which a network says one; the commonest, as is usual where blanks are filled
Row = tuple[Any, Any, Any]  # target, allowed, labels, each an array


def commonest(answers: Counter[str]) -> Iterable[str]:
    return (answer for answer, _ in answers.most_common(MOST_ANSWERS))


class Side(Struct, frozen=True, kw_only=True):
    """A way to answer, by its record."""

    name: str
    size: Callable[[Facts], int]  # scores of a question
    offered: Callable[[Question], bool]
    about: str
    prepare: Callable[[Question, Reading], Row]
    said: Callable[[Question, Reading, Sequence[int]], str | None]  # the numbers of its rows' best scores -> the answer
    rows: int = 1  # of scores, for a question: as many as an answer has words, where it is put together
    known: Callable[[Counter[str]], Iterable[str]] = commonest  # of the answers of training, those that can be said
    # The shares of all answers, row by row, and what is said -> where that is to be seen. None: the network tells, or nobody.
    points: Callable[[Question, Reading, Any, str | None], tuple[Region, ...]] | None = None
    traits: Callable[[Question], Sequence[Mapping[str, str]]] = lambda q: ()  # of its panels, if it is about these


def collate(rows: Sequence[Row]) -> Batch:
    targets, allowed, labels = zip(*rows, strict=True)
    return {"target": np.concatenate(targets), "allowed": np.concatenate(allowed), "labels": np.stack(labels)}


def labels_of(q: Question, facts: Facts) -> Any:
    """Equal shares of what the evidence says: a relation and a kind are half each."""
    carried = set(q.evidence.labels.items()) if q.evidence else set()
    made = np.array([label in carried for label in facts.labels], np.float32)
    return made / max(made.sum(), 1.0)


def first_right(q: Question) -> str | None:
    return q.answers[0] if q.answers else None
