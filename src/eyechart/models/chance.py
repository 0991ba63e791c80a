"""A guesser. The same guess for the same question, whenever and in whatever order asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from eyechart.core import Evidence, Page, Prediction, Question, Region
from eyechart.seeding import Rng, rng_for


class Chance:
    """Guesses: a choice by lot and a box by lot. Without choices, any training answer of the template is as good as another."""

    name = "chance"

    def __init__(self) -> None:
        self.lessons: Iterable[Page] = ()
        self.answers: dict[str, list[str]] | None = None

    def fit(self, pages: Iterable[Page]) -> None:
        """Not read before a question without choices comes: training pages may have to be drawn."""
        self.lessons, self.answers = pages, None

    def _learn(self) -> dict[str, list[str]]:
        seen: dict[str, dict[str, None]] = defaultdict(dict)
        for page in self.lessons:
            for q in page.questions:
                if not q.choices:
                    seen[q.template].update(dict.fromkeys(q.answers[:1]))
        return {template: sorted(answers) for template, answers in seen.items()}

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [self._guess(q, rng_for("chance", q.id)) for q in questions]

    def _guess(self, q: Question, rng: Rng) -> Prediction:
        if not q.choices and self.answers is None:
            self.answers = self._learn()
        options = q.choices or (self.answers or {}).get(q.template, ())
        said = rng.choice(options) if options else None
        return Prediction(question=q.id, answer=said, evidence=random_box(q, rng))


def random_box(q: Question, rng: Rng) -> Evidence:
    """Two corners by lot on a picture by lot."""
    if not q.pictures:
        return Evidence()
    number = rng.integer(0, len(q.pictures) - 1)
    picture = q.pictures[number]
    xs = sorted((rng.uniform(0, picture.width), rng.uniform(0, picture.width)))
    ys = sorted((rng.uniform(0, picture.height), rng.uniform(0, picture.height)))
    shape = tuple(round(v, 1) for v in (xs[0], ys[0], xs[1], ys[1]))
    return Evidence((Region(shape, (), number),))
