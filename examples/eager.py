"""A model that says yes to everything and points at the whole picture."""

from collections.abc import Sequence

from eyechart.core import Evidence, Prediction, Question, Region


class Eager:
    name = "eager"

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [self._say(q) for q in questions]

    def _say(self, q: Question) -> Prediction:
        picture = q.pictures[0]
        everything = Region((0.0, 0.0, float(picture.width), float(picture.height)))
        said = q.choices[0] if q.choices else None  # None: no answer, counted wrong and reported as unparsed
        return Prediction(question=q.id, answer=said, evidence=Evidence((everything,)))
