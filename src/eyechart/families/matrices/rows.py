"""Rows 1 and 2: they follow the rule, or nothing. What row 3 shows has no part in them but for a Union's three values."""

from __future__ import annotations

from eyechart.families.matrices.fronts import starts
from eyechart.families.matrices.rules import Relation, Row
from eyechart.seeding import Rng


def following(rng: Rng, relation: Relation, values: tuple[str, ...], pair: Row, right: str) -> tuple[Row, Row]:
    if relation == "union":
        return rng.shuffled((*pair, right)), rng.shuffled((*pair, right))
    if relation == "and":
        x, y = rng.sample(values, 2)
        return (x, x, x), (y, y, y)
    if relation == "or":
        (a, b), (c, d) = rng.sample(values, 2), rng.sample(values, 2)
        return (a, b, rng.choice((a, b))), (c, d, rng.choice((c, d)))
    step = int(pair[1]) - int(pair[0])
    first, second = rng.sample(starts(values, step), 2)
    return _steps(first, step), _steps(second, step)


def _steps(start: int, step: int) -> Row:
    return tuple([str(start + i * step) for i in range(3)])


def scrambled(rng: Rng, values: tuple[str, ...]) -> tuple[Row, Row]:
    """One of the rows, by lot, ends with what it has not shown yet, so neither And nor Or; that they make a Union or a
    Progression by accident is left to the solver to reject."""
    few = rng.sample(values, min(4, len(values)))
    first = rng.choice(few)
    second = rng.choice(few) if len(few) > 2 else first
    odd = (first, second, rng.choice([v for v in few if v not in (first, second)]))
    other = tuple([rng.choice(few) for _ in range(3)])
    return (odd, other) if rng.coin() else (other, odd)


def problem(relation: Relation, name: str, rows: tuple[Row, Row], pair: Row, right: str) -> tuple[str, ...]:
    """What is asked, whatever else the panels show: the rule, its three rows and its answer."""
    return (relation, name, *rows[0], *rows[1], *pair, right)
