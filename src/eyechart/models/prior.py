"""The most frequent training answer of each template, and the most frequent labels. It points at nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from eyechart.core import Evidence, Page, Prediction, Question

Labels = tuple[tuple[str, str], ...]


class Prior:
    name = "prior"

    def __init__(self) -> None:
        self.best: dict[str, str] = {}
        self.labels: dict[str, Labels] = {}

    def fit(self, pages: Iterable[Page]) -> None:
        answers: dict[str, Counter[str]] = defaultdict(Counter)
        labels: dict[str, Counter[Labels]] = defaultdict(Counter)
        for page in pages:
            for q in page.questions:
                answers[q.template].update(q.answers[:1])
                if q.evidence is not None and q.evidence.labels:
                    labels[q.template][tuple(sorted(q.evidence.labels.items()))] += 1
        # Ties go to what sorts first, so that the order of training does not matter.
        self.best = {template: min(c, key=lambda a: (-c[a], a)) for template, c in answers.items()}
        self.labels = {template: min(c, key=lambda a: (-c[a], a)) for template, c in labels.items()}

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [Prediction(question=q.id, answer=self._likely(q), evidence=self._named(q)) for q in questions]

    def _likely(self, q: Question) -> str | None:
        best = self.best.get(q.template)
        if q.choices and best not in q.choices:
            return q.choices[0]
        return best

    def _named(self, q: Question) -> Evidence:
        labelled = q.evidence is not None and q.evidence.labels
        return Evidence((), dict(self.labels.get(q.template, ()))) if labelled else Evidence()
