"""A solver of matrices with imperfect eyes: `symbolic:0.1` misreads each property of each panel one time in ten.

It knows the relations and weighs every rule by how many panels it would have to have misread, against how many matrices
the rule allows. With true eyes (`symbolic:0`) it should be always right; how it falls off with the error says how much
of a network's failure can be blamed on perception.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb, log

from eyechart.core import Evidence, Prediction, Question
from eyechart.errors import EyechartError
from eyechart.families.matrices.elements import properties, values_on
from eyechart.families.matrices.rules import Relation, relations_with
from eyechart.families.matrices.world import World
from eyechart.seeding import Rng, rng_for

Rows = Sequence[Sequence[str]]
LEAST = 1e-30  # error assumed by one that makes none: a rule that does not fit is not quite impossible


class Symbolic:
    name = "symbolic"

    def __init__(self, error: str) -> None:
        try:
            self.error = float(error)
        except ValueError:
            raise EyechartError(f"Model 'symbolic' takes a share of misread properties, and got '{error}'.") from None
        if not 0 <= self.error < 1:
            raise EyechartError(f"Model 'symbolic' takes a share from 0 to below 1, and got {self.error:g}.")
        self.name = f"symbolic:{self.error:g}"

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [self._solve(q) for q in questions]

    def _solve(self, q: Question) -> Prediction:
        if q.scene is None or not any(thing.attributes and thing.id == "panel:1" for thing in q.scene.things):
            return Prediction(question=q.id, answer=None)  # no matrix, or one whose panels nobody described
        world, rng = World(q.scene), rng_for("symbolic", str(self.error), q.id)
        context = [self._seen(panel, world.subject, rng) for panel in world.context.values()]
        candidates = [self._seen(panel, world.subject, rng) for panel in world.candidates.values()]
        best: tuple[float, int, Relation, str] | None = None
        for name in context[0]:
            values = [panel[name] for panel in context]
            size = len(values_on(world.subject, name))
            for relation in relations_with(name, size):
                for k, candidate in enumerate(candidates):
                    rows = (values[0:3], values[3:6], (*values[6:8], candidate[name]))
                    score = self._support(relation, rows, size)
                    if best is None or score > best[0]:
                        best = (score, k, relation, name)
        assert best is not None
        labels: dict[str, str] = {"relation": best[2], "kind": properties()[best[3]].kind}
        return Prediction(question=q.id, answer=q.choices[best[1]], evidence=Evidence((), labels))

    def _seen(self, panel: dict[str, str], subject: str | None, rng: Rng) -> dict[str, str]:
        return {
            name: rng.choice([v for v in values_on(subject, name) if v != value]) if rng.coin(self.error) else value
            for name, value in panel.items()
        }

    def _support(self, relation: Relation, rows: Rows, size: int) -> float:
        """Log of how much likelier the nine values are by the rule than by chance."""
        error = max(self.error, LEAST)
        misread = log((1 - error) * (size - 1) / error)
        return 9 * log(size) - misreadings(relation, rows) * misread - log(_allowed(relation, size))


def _allowed(relation: Relation, size: int) -> float:
    """How many matrices of a property with so many values follow the relation."""
    if relation == "and":
        return float(size**3)
    if relation == "or":
        return float((2 * size * size) ** 3)
    if relation == "union":
        return float(comb(size, 3) * 6**3)
    return float(sum(max(0, size - 2 * abs(step)) ** 3 for step in range(-size, size + 1) if step))


def misreadings(relation: Relation, rows: Rows) -> int:
    """The fewest panels that must have been misread if the rows follow the relation."""
    if relation == "and":
        return sum(3 - max(Counter(row).values()) for row in rows)
    if relation == "or":
        return sum(c not in (a, b) for a, b, c in rows)
    if relation == "union":
        known = list(dict.fromkeys(v for row in rows for v in row))
        if len(known) < 3:
            return sum(3 - len(set(row)) for row in rows)
        return min(sum(3 - len(set(row) & set(three)) for row in rows) for three in combinations(known, 3))
    numbers = [[int(v) for v in row] for row in rows]
    return min(sum(_off(row, step) for row in numbers) for step in (-4, -3, -2, -1, 1, 2, 3, 4))


def _off(row: Sequence[int], step: int) -> int:
    """How many of a row's numbers are off the nearest progression with this step."""
    starts = Counter(number - i * step for i, number in enumerate(row))
    return 3 - max(starts.values())
