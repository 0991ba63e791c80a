"""The most frequent training answer of each template. It has seen no picture, and points at nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from eyechart.core import Page, Prediction, Question


class Prior:
    name = "prior"

    def __init__(self) -> None:
        self.best: dict[str, str] = {}

    def fit(self, pages: Iterable[Page]) -> None:
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for page in pages:
            for q in page.questions:
                counts[q.template].update(q.answers[:1])
        # Ties go to the answer that sorts first, so that the order of training does not matter.
        self.best = {template: min(c, key=lambda a: (-c[a], a)) for template, c in counts.items()}

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [Prediction(question=q.id, answer=self._likely(q)) for q in questions]

    def _likely(self, q: Question) -> str | None:
        best = self.best.get(q.template)
        if q.choices and best not in q.choices:
            return q.choices[0]
        return best
