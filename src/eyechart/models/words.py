"""A guesser by the words of question and choices, learnt from training pages: what they give away.

Linear bags of words: a choice is scored by its words, and by each together with each word of the question; a blank is filled
with one of the answers that training had more than once. The name of the template counts as a word, so that it knows what
`prior` knows. It points at nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from operator import itemgetter
from typing import Any

import numpy as np

from eyechart.core import Page, Prediction, Question

OFTEN = 2  # times that a blank's answer must have occurred to be offered
PAIRS, ALONE = 2**18, 2**13  # features, of choices and of blanks: a blank has a weight of each for every answer
WORD = re.compile(r"[\u4e00-\u9fff]|\w+|[^\w\s]")


class Words:
    """Answers by the words of question and choices alone. What it reaches beyond `prior`, the words give away."""

    name = "words"

    def __init__(self) -> None:
        self.chooser: Any = None  # tells a right choice from a wrong one
        self.filler: Any = None  # tells which answer fills a blank

    def fit(self, pages: Iterable[Page]) -> None:
        asked = [q for page in pages for q in page.questions if q.answers]
        offered = [(q, choice) for q in asked for choice in q.choices]
        right = [choice == q.answers[0] for q, choice in offered]
        self.chooser = _fitted((_pairs(q, choice) for q, choice in offered), right, PAIRS)
        blanks = [q for q in asked if not q.choices]
        counts = Counter(q.answers[0] for q in blanks)
        often = [q for q in blanks if counts[q.answers[0]] >= OFTEN]
        self.filler = _fitted(map(_about, often), [q.answers[0] for q in often], ALONE)

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        filled = self._filled([q for q in questions if not q.choices])
        chosen = self._chosen([q for q in questions if q.choices])
        return [Prediction(question=q.id, answer=next(chosen if q.choices else filled)) for q in questions]

    def _chosen(self, asked: Sequence[Question]) -> Iterator[str]:
        if self.chooser is None or not asked:
            return (q.choices[0] for q in asked)
        rows = _hashed((_pairs(q, choice) for q in asked for choice in q.choices), PAIRS)
        likely = iter(self.chooser.decision_function(rows))
        return (max(zip(islice(likely, len(q.choices)), q.choices, strict=True), key=itemgetter(0))[1] for q in asked)

    def _filled(self, asked: Sequence[Question]) -> Iterator[str | None]:
        if self.filler is None or not asked:
            return iter([None] * len(asked))
        return map(str, self.filler.predict(_hashed(map(_about, asked), ALONE)))


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


def _hashed(rows: Iterable[Iterable[str]], features: int) -> Any:
    from sklearn.feature_extraction import FeatureHasher

    return FeatureHasher(features, input_type="string", alternate_sign=False).transform(rows)


def _fitted(rows: Iterable[Iterable[str]], labels: Sequence[Any], features: int) -> Any:
    """A logistic regression; None if there is nothing to tell apart."""
    from sklearn.linear_model import SGDClassifier

    if len(set(labels)) < 2:
        return None
    probe = SGDClassifier(loss="log_loss", alpha=1e-3, max_iter=20, tol=None, random_state=0)
    return probe.fit(_hashed(rows, features), np.array(labels))
