"""A guesser by the words of question and choices, learnt from training pages: what they give away.

Linear bags of words: a choice is scored by its words, and by each together with each word of the question, against the other
choices of its question; a blank is filled with one of the answers that training had more than once. The name of the template
counts as a word, so that it knows what `prior` knows. It points at nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from zlib import crc32

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Page, Prediction, Question

OFTEN = 2  # times that a blank's answer must have occurred to be offered
PAIRS, ALONE = 2**18, 2**13  # features, of choices and of blanks: a blank has a weight of each for every answer
STEPS, RATE, SHRINK = 60, 0.1, 1e-3  # of learning: how often, how far at first, how much weights are drawn to nothing
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
WORD = re.compile(r"[\u4e00-\u9fff]|\w+|[^\w\s]")


class Words:
    """Answers by the words of question and choices alone. What it reaches beyond `prior`, the words give away."""

    name = "words"

    def __init__(self) -> None:
        self.chooser: Floats | None = None  # weights by feature: how much each speaks for a choice
        self.filler: tuple[Floats, list[str]] | None = None  # weights by feature and answer, and these answers

    def fit(self, pages: Iterable[Page]) -> None:
        asked = [q for page in pages for q in page.questions if q.answers]
        chosen = [q for q in asked if len(q.choices) > 1 and q.answers[0] in q.choices]
        if chosen:
            rows = _choices(chosen)
            right = np.array([choice == q.answers[0] for q in chosen for choice in q.choices], float)[:, None]
            first = _starts(len(q.choices) for q in chosen)
            self.chooser = _learnt(rows, PAIRS, lambda scores: _shares(scores, first) - right)
        blanks = [q for q in asked if not q.choices]
        counts = Counter(q.answers[0] for q in blanks)
        answers = sorted(answer for answer, count in counts.items() if count >= OFTEN)
        often = [q for q in blanks if counts[q.answers[0]] >= OFTEN]
        if len(answers) > 1:
            right = np.array([[q.answers[0] == answer for answer in answers] for q in often], float)
            weights = _learnt(
                _hashed(map(_about, often), ALONE), ALONE, lambda scores: _likely(scores) - right, len(answers)
            )
            self.filler = weights, answers

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        filled = self._filled([q for q in questions if not q.choices])
        chosen = self._chosen([q for q in questions if q.choices])
        return [Prediction(question=q.id, answer=next(chosen if q.choices else filled)) for q in questions]

    def _chosen(self, asked: Sequence[Question]) -> Iterator[str]:
        if self.chooser is None or not asked:
            return (q.choices[0] for q in asked)
        scores = np.split(_scores(_choices(asked), self.chooser)[:, 0], np.cumsum([len(q.choices) for q in asked]))
        return (q.choices[int(own.argmax())] for q, own in zip(asked, scores, strict=False))

    def _filled(self, asked: Sequence[Question]) -> Iterator[str | None]:
        if self.filler is None or not asked:
            return iter([None] * len(asked))
        weights, answers = self.filler
        return (answers[best] for best in _scores(_hashed(map(_about, asked), ALONE), weights).argmax(axis=1))


def _about(q: Question) -> list[str]:
    """The words of a question, each alone and with the next, and its template."""
    words = WORD.findall(q.text.lower())
    return [f"template {q.template}", *words, *(f"{a} {b}" for a, b in pairwise(words))]


def _pairs(q: Question, choice: str) -> Iterator[str]:
    """The words of a choice, each alone and with each feature of the question."""
    about = _about(q)
    for word in dict.fromkeys((choice.lower(), *WORD.findall(choice.lower()))):
        yield word
        yield from (f"{word} | {other}" for other in about)


class _Rows(Struct, frozen=True):
    """Which features each row has: those of row r are `features[starts[r] : starts[r + 1]]`."""

    features: Ints
    starts: Ints


def _choices(asked: Sequence[Question]) -> _Rows:
    """A row for each choice of each question."""
    return _hashed((_pairs(q, choice) for q in asked for choice in q.choices), PAIRS)


def _hashed(rows: Iterable[Iterable[str]], features: int) -> _Rows:
    numbers = [[crc32(word.encode()) % features for word in row] for row in rows]
    flat = np.fromiter((number for row in numbers for number in row), np.int64)
    return _Rows(flat, _starts(map(len, numbers)))


def _starts(lengths: Iterable[int]) -> Ints:
    return np.cumsum([0, *lengths])[:-1]


def _scores(rows: _Rows, weights: Floats) -> Floats:
    return np.asarray(np.add.reduceat(weights[rows.features], rows.starts))


def _shares(scores: Floats, first: Ints) -> Floats:
    """How likely each choice is among those of its question, which begin at `first`."""
    lengths = np.diff([*first, len(scores)])
    grown = np.exp(scores - np.repeat(np.maximum.reduceat(scores, first), lengths, axis=0))
    return np.asarray(grown / np.repeat(np.add.reduceat(grown, first), lengths, axis=0))


def _likely(scores: Floats) -> Floats:
    """How likely each answer is to each blank."""
    grown = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True))


def _learnt(rows: _Rows, features: int, wrong: Callable[[Floats], Floats], answers: int = 1) -> Floats:
    """Weights that make likely what is right: all rows at each step, each weight with a step of its own (Adam).

    `wrong` tells from the scores of all rows by how much each is too likely.
    """
    used, columns = np.unique(rows.features, return_inverse=True)
    order = np.argsort(columns, kind="stable")
    row_of = np.repeat(np.arange(len(rows.starts)), np.diff([*rows.starts, len(columns)]))[order]
    first = _starts(np.bincount(columns))
    compact = _Rows(columns, rows.starts)
    weights, drift, size = (np.zeros((len(used), answers)) for _ in range(3))
    for step in range(1, STEPS + 1):
        errors = wrong(_scores(compact, weights)) / len(rows.starts)
        slope = np.add.reduceat(errors[row_of], first) + SHRINK * weights
        drift += 0.1 * (slope - drift)
        size += 0.01 * (slope**2 - size)
        weights -= RATE * (drift / (1 - 0.9**step)) / (np.sqrt(size / (1 - 0.99**step)) + 1e-8)
    learnt = np.zeros((features, answers))
    learnt[used] = weights
    return learnt
