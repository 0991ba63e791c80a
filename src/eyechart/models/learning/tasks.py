"""IconQA's three sub-tasks in one: a picture of several is chosen, a text of several, or a blank is filled.

Scores are of the choices by their place and, after them, of the answers that filled a blank in training; which of them count
follows from what a question offers. The choices themselves are an input: words of texts, features of pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from eyechart.core import Question
from eyechart.models.learning.network import Facts
from eyechart.models.learning.pyramid import whole

NOTHING = -100  # as torch's cross entropy wants it
PICTURES, TEXTS, BLANK = range(3)


def task_of(q: Question) -> int:
    return PICTURES if q.choice_pictures else TEXTS if q.choices else BLANK


def size(facts: Facts) -> int:
    return facts.offered + len(facts.blanks)


def prepare(q: Question, reading: Any) -> tuple[Any, Any, Any]:
    facts: Facts = reading.facts
    right = q.answers[0] if q.answers else None
    allowed = np.zeros(size(facts), bool)
    target = NOTHING
    if task_of(q) == BLANK:
        allowed[facts.offered :] = True
        target = facts.offered + facts.blanks.index(right) if right in facts.blanks else NOTHING
    else:
        allowed[: min(len(q.choices), facts.offered)] = True
        place = q.choices.index(right) if right in q.choices else facts.offered
        target = place if place < facts.offered else NOTHING
    return np.array([target], np.int64), allowed[None], np.zeros(0, np.float32)


def said(q: Question, facts: Facts, number: int) -> str | None:
    if task_of(q) != BLANK:
        return q.choices[number] if number < len(q.choices) else None
    return facts.blanks[number - facts.offered] if number >= facts.offered else None


# ---- the choices as an input


def choices(q: Question, reading: Any, words: Any) -> dict[str, Any]:
    """The task, and what is offered: features of pictures, or the numbers of words."""
    most = reading.facts.offered
    task = task_of(q)
    seen: Any = []
    if task == PICTURES:
        found = reading.features([whole(picture) for picture in q.choice_pictures[:most]])
        seen = [one.mean((1, 2)) if one.ndim == 3 else one for one in found]
    texts = [words(text) for text in q.choices[:most]] if task == TEXTS else []
    return {"task": task, "seen": seen, "texts": texts, "most": most}


def collate(some: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Of every task the questions that are its, by their rows: nothing is computed for choices that are not there."""
    most = some[0]["most"]
    made: dict[str, Any] = {"task": np.array([one["task"] for one in some], np.int64)}
    pictured = [one for one in some if one["task"] == PICTURES]
    channels = len(pictured[0]["seen"][0]) if pictured and most else 0  # who only fills blanks chooses nothing
    seen = np.zeros((len(pictured), most, channels), np.float32)
    for row, one in zip(seen, pictured, strict=True):
        row[: len(one["seen"])] = one["seen"]
    read = [one for one in some if one["task"] == TEXTS]
    longest = max((len(text) for one in read for text in one["texts"]), default=1)
    texts = np.zeros((len(read), most, longest), np.int64)
    for row_of_texts, one in zip(texts, read, strict=True):
        for place, text in enumerate(one["texts"]):
            row_of_texts[place, : len(text)] = text
    return made | {"choice_features": seen, "choice_words": texts}
