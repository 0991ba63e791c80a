"""A guesser. The same guess for the same question, whenever and in whatever order asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from eyechart.core import Evidence, Page, Prediction, Question, Region
from eyechart.seeding import Rng, rng_for


class Seen(Struct, frozen=True):
    """What training pages offer to guess from, in order."""

    answers: dict[str, list[str]]  # of each template
    labels: dict[str, list[str]]  # key -> values


class Chance:
    """Guesses: a choice by lot and a box by lot. Without choices, any training answer of the template is as good as another; where
    evidence is labels, any training label of its key."""

    name = "chance"

    def __init__(self) -> None:
        self.lessons: Iterable[Page] = ()
        self.seen: Seen | None = None

    def fit(self, pages: Iterable[Page]) -> None:
        """Not read before a question without choices or with labels comes: training pages may have to be drawn."""
        self.lessons, self.seen = pages, None

    def _learnt(self) -> Seen:
        if self.seen is None:
            answers, labels = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
            for page in self.lessons:
                for q in page.questions:
                    answers[q.template].update(q.answers[:1])
                    for key, value in (q.evidence or Evidence()).labels.items():
                        labels[key].add(value)
            self.seen = Seen({t: sorted(a) for t, a in answers.items()}, {k: sorted(v) for k, v in labels.items()})
        return self.seen

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [self.guess(q, rng_for("chance", q.id)) for q in questions]

    def guess(self, q: Question, rng: Rng) -> Prediction:
        options = q.choices or self._learnt().answers.get(q.template, ())
        said = rng.choice(options) if options else None
        if q.evidence is not None and q.evidence.labels:
            evidence = Evidence((), {key: rng.choice(some) for key, some in self._learnt().labels.items()})
        else:
            evidence = random_box(q, rng)
        return Prediction(question=q.id, answer=said, evidence=evidence)


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
