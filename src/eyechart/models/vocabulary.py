"""The upper bound of a classifier over a fixed vocabulary: right wherever the answer is in it.

`vocabulary:large` knows every training answer (the paper's LV), `vocabulary:small` those that occurred more than once (SV); what
they answer, they answer with the right evidence. Each is joint over languages; `vocabulary:large-mono` keeps a vocabulary for
each language of question.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from eyechart.core import Evidence, Page, Prediction, Question
from eyechart.errors import unknown

SIZES = {"small": 2, "large": 1}  # how often an answer must have occurred


class Vocabulary:
    def __init__(self, size: str) -> None:
        known = {**SIZES, **{f"{kind}-mono": least for kind, least in SIZES.items()}}
        if size not in known:
            raise unknown("vocabulary", size, known)
        self.name = f"vocabulary-{size}"
        self.training = "mono" if size.endswith("-mono") else "bi"
        self.least = known[size]
        self.words: dict[str | None, frozenset[str]] = {}

    def fit(self, pages: Iterable[Page]) -> None:
        counts: dict[str | None, Counter[str]] = defaultdict(Counter)
        for page in pages:
            for q in page.questions:
                counts[self._of(q)].update(answer.strip().lower() for answer in q.answers[:1])
        self.words = {k: frozenset(w for w, n in c.items() if n >= self.least) for k, c in counts.items()}

    def _of(self, q: Question) -> str | None:
        """The language whose vocabulary is meant; None where all share one."""
        return q.language if self.training == "mono" else None

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [self._bound(q) for q in questions]

    def _bound(self, q: Question) -> Prediction:
        known = self.words.get(self._of(q), frozenset())
        for answer in q.answers:
            if answer.strip().lower() in known:
                return Prediction(question=q.id, answer=answer, evidence=q.evidence or Evidence())
        return Prediction(question=q.id, answer="")  # out of vocabulary: whatever it says is wrong
