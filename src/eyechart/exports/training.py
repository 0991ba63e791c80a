"""What trainers are given, whichever it is: questions of a folder or of an endless dataset, each with the prompt of the exam."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from eyechart import registry
from eyechart.core import Page, Picture, Question
from eyechart.dataset import Endless
from eyechart.errors import EyechartError
from eyechart.exports.questions import parts_of
from eyechart.predict import vocabulary_for, vocabulary_of
from eyechart.settings import settings_for
from eyechart.store.folder import Dataset, load
from eyechart.talk.prompts import Vocabulary

Source = str | Path | Dataset | Endless
Prompted = tuple[Question, tuple[str | Picture, ...]]
"""A question, and the words and pictures in which it is asked."""


def prompted(source: Source, progress: Callable[[int], None] = lambda done: None) -> Iterator[Prompted]:
    """Every question with its prompt; endless, if the source is."""
    pages = source if isinstance(source, Endless) else load(source)
    known = {} if isinstance(pages, Endless) else vocabulary_of(pages)
    for done, page in enumerate(pages, 1):
        vocabulary = labels_in(page.family) if isinstance(pages, Endless) and _is_labelled(page) else known
        for q in page.questions:
            if not q.answers:
                raise EyechartError(f"{q.id} has no answer: nothing can be rewarded where a test set hides them.")
            yield q, parts_of(q, vocabulary)
        progress(done)


def _is_labelled(page: Page) -> bool:
    return any(q.evidence is not None and q.evidence.labels for q in page.questions)


def labels_in(family: str) -> Vocabulary:
    """Which labels the evidence of a family carries, where no folder says which settings it was made with."""
    made = registry.get("families", family)
    return vocabulary_for(family, msgspec.json.encode(settings_for(made)), next(iter(made.splits)), 0)
