"""Draw a matrix by lot, so that nothing but rows 1 and 2 tells which rule is meant.

Every property that the panels show behaves, in row 3 and among the candidates, as if it were the one asked about: each
has a relation of its own and points at a candidate of its own. Only in rows 1 and 2 does one of them follow its
relation and do the others break theirs. So neither the candidates alone nor row 3 with the candidates give the answer
away, and among the candidates the right one is as likely to show any value as the others are.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.families.matrices.elements import SHOWN, Kind, Subject, subjects_for, values_on
from eyechart.families.matrices.regimes import TRAINING_COUNTS, WEIGHT, Combination, asked, belongs, elements
from eyechart.families.matrices.rules import RELATIONS, Relation, Row, relations_with, solve, unique
from eyechart.families.matrices.scene import Matrix, MatrixSettings
from eyechart.seeding import Rng

TRIES = 1000
CANDIDATES = 8
STEPS = (1, 2, 3, 4, -1, -2, -3, -4)
# How often a property beside the point pretends each relation. Those that row 3 alone points with are commoner, so that
# what looks like a rule there usually is none.
PRETENCE: dict[Relation, float] = {"and": 2.0, "or": 2.0, "union": 0.5, "progression": 4.0}


class Plan(Struct, frozen=True):
    """What a matrix is to be about. Settled before anything is tried, so that rejections cannot shift the mix."""

    subject: Subject
    relation: Relation
    property: str
    shares: dict[str, float]  # of the properties that the relation may be about


def sample(rng: Rng, settings: MatrixSettings, split: str, index: int) -> Matrix:
    """The kinds take turns in the paper's proportions; the rest is chance."""
    order = turns(settings, split)
    meant = plan(rng, settings, split, order[index % len(order)])
    for _ in range(TRIES):
        matrix = propose(rng, settings, split, meant)
        if accepted(matrix):
            return matrix
    raise EyechartError(f"{TRIES} matrices about a {meant.property} in a row had a second explanation.")


def plan(rng: Rng, settings: MatrixSettings, split: str, kind: Kind) -> Plan:
    options = asked(settings.regime, split, kind, settings.relations)
    relation = rng.choice(list(dict.fromkeys(r for r, _ in options)))
    shares = {name: share for (r, name), share in options.items() if r == relation}
    name = rng.weighted(list(shares), list(shares.values()))
    subjects = subjects_for(name)
    return Plan(rng.weighted(list(subjects), list(subjects.values())), relation, name, shares)


def accepted(matrix: Matrix) -> bool:
    """Is the rule that was meant the only one, and the answer the only one that it allows?"""
    found = unique(solve(matrix.context, matrix.candidates))
    return (
        found is not None
        and (found.relation, found.property) == (matrix.relation, matrix.property)
        and found.candidates == (matrix.answer,)
    )


@cache
def turns(settings: MatrixSettings, split: str) -> tuple[Kind, ...]:
    """The kinds in an even order, each as often as its weight says (45 : 45 : 45 : 100)."""
    kinds = [k for k in settings.kinds if asked(settings.regime, split, k, settings.relations)]
    total = sum(WEIGHT[kind] for kind in kinds)
    order: list[Kind] = []
    for place in range(1, total + 1):
        order.append(max(kinds, key=lambda k: WEIGHT[k] * place / total - order.count(k)))
    return tuple(order)


class Column(Struct, frozen=True):
    """One property over a matrix: rows 1 and 2, panels 7 and 8, the right value, and wrong ones for the others."""

    rows: tuple[Row, Row]
    pair: tuple[str, str]
    right: str
    wrong: tuple[str, ...]


def propose(rng: Rng, settings: MatrixSettings, split: str, meant: Plan) -> Matrix:
    """A matrix that follows its rule, and perhaps another one too. Nothing in it is drawn again to avoid that."""
    subject, relation, name = meant.subject, meant.relation, meant.property
    others = sorted(SHOWN[subject], key=lambda p: len(values_on(subject, p)))  # those with few places to point at first
    others.remove(name)
    column, beside = _columns(rng, settings, split, subject, (relation, name), others)
    size = len(column.wrong) + 1
    singles = _singles(rng, subject, size)
    answer = _place(rng, name, meant.shares, singles, size)
    free = [k for k in rng.shuffled(range(size)) if k != answer]
    columns = {name: (column, answer)}
    for other in others:
        columns[other] = _beside_the_point(rng, subject, other, beside[other], singles, free)
    context = tuple({p: _context(columns[p][0])[i] for p in SHOWN[subject]} for i in range(8))
    spread = {p: _spread(rng, *columns[p], singles.get(p), size) for p in SHOWN[subject]}
    candidates = tuple({p: spread[p][k] for p in SHOWN[subject]} for k in range(size))
    return Matrix(subject, settings.regime, relation, name, context, candidates, answer)


def _context(column: Column) -> list[str]:
    return [*column.rows[0], *column.rows[1], *column.pair]


def _columns(
    rng: Rng, settings: MatrixSettings, split: str, subject: Subject, rule: Combination, others: list[str]
) -> tuple[Column, dict[str, Column]]:
    """The column asked about, and one for each other property as if it were, for a matrix that belongs in the split."""
    values = elements(settings.regime, split, *rule)
    few = settings.regime in TRAINING_COUNTS
    pool = elements("neutral", split, *rule) if few and settings.all_counts else values
    size = CANDIDATES if not few or settings.all_counts else len(values) - (rule[0] == "or")
    while True:
        # What is hashed is seen in the matrix. Of five counts alone there are too few to be divided, so the other column
        # with the most values is part of it: panels 7 and 8 and the candidates, since its rows 1 and 2 are yet to be broken.
        column, last = following(rng, rule, values, pool, size), _any_column(rng, subject, others[-1], size)
        seen = (*_context(column), column.right, *sorted(column.wrong), *last.pair, *sorted((last.right, *last.wrong)))
        if belongs(settings.regime, split, "|".join((*rule, *seen))):
            return column, {p: _any_column(rng, subject, p, size) for p in others[:-1]} | {others[-1]: last}


def _any_column(rng: Rng, subject: Subject, name: str, size: int) -> Column:
    values = values_on(subject, name)
    relations = relations_with(name, len(values))
    pretended = rng.weighted(relations, [PRETENCE[relation] for relation in relations])
    return following(rng, (pretended, name), values, values, size)


def _beside_the_point(
    rng: Rng, subject: Subject, name: str, column: Column, singles: dict[str, tuple[int, ...]], free: list[int]
) -> tuple[Column, int]:
    """The column made to point at a candidate of its own in row 3, while its rows 1 and 2 follow nothing."""
    target = next((k for k in free if k in singles.get(name, free)), None)
    pair = column.pair
    if target is None:  # the only place that could be pointed at is the answer's: point nowhere
        target = singles[name][0]
        one, other = values_on(subject, name)[:2]
        pair = (one, other)
    else:
        free.remove(target)
    return Column(scrambled(rng, column), pair, column.right, column.wrong), target


# ---- few values: gender and age


def _singles(rng: Rng, subject: Subject, size: int) -> dict[str, tuple[int, ...]]:
    """For properties with too few values for all candidates: the places whose value no other candidate has."""
    order, places = rng.shuffled(range(size)), dict[str, tuple[int, ...]]()
    for name in SHOWN[subject]:
        count = len(values_on(subject, name))
        if count < size:
            alone = 1 if count == 2 else 2
            places[name], order = tuple(order[:alone]), order[alone:]
    return places


def _place(rng: Rng, name: str, shares: dict[str, float], singles: dict[str, tuple[int, ...]], size: int) -> int:
    """The answer's place. When gender is asked it must be where a gender stands alone; so at other times it is there
    less often, and all in all the answer is in every place equally often, whatever the candidates look like."""
    if name in singles:
        return rng.choice(singles[name])
    weights = [
        1 / size - sum(shares.get(few, 0.0) / len(places) for few, places in singles.items() if k in places)
        for k in range(size)
    ]
    return rng.weighted(range(size), weights)


def _spread(rng: Rng, column: Column, target: int, alone: tuple[int, ...] | None, size: int) -> list[str]:
    """The candidates' values: the right one in its place."""
    if alone is None:
        wrong = rng.shuffled(column.wrong)
        return [column.right if k == target else wrong.pop() for k in range(size)]
    once, often = column.wrong[0], column.wrong[-1]
    return [column.right if k == target else once if k in alone else often for k in range(size)]


# ---- columns that follow a relation


def following(rng: Rng, rule: Combination, values: Row, pool: Row, size: int) -> Column:
    """Rows of some values; wrong candidates from rows 1 and 2 as far as they go, then from the pool."""
    relation, name = rule
    if name == "count" and relation != "and":
        return counted(rng, relation, tuple(values), tuple(pool), size)
    if relation == "union":
        a, b, c = rng.sample(values, 3)
        return Column(
            (rng.shuffled((a, b, c)), rng.shuffled((a, b, c))), (a, b), c, _wrong(rng, (a, b), pool, {c}, size)
        )
    if relation == "and":
        x, y, z = rng.sample(values, 3) if len(values) > 2 else [*rng.shuffled(values), rng.choice(values)]
        return Column(((x, x, x), (y, y, y)), (z, z), z, _wrong(rng, (x, y), pool, {z}, size))
    one, other = rng.sample(values, 2)
    rest = [v for v in values if v not in (one, other)]
    pairs = rng.sample(rest, 4) if len(rest) >= 4 else [*rng.sample(values, 2), *rng.sample(values, 2)]
    (a, b), (c, d) = pairs[:2], pairs[2:]
    rows = ((a, b, rng.choice((a, b))), (c, d, rng.choice((c, d))))
    right, unwanted = rng.shuffled((one, other))
    return Column(rows, (one, other), right, _wrong(rng, pairs, pool, {right, unwanted}, size))


def _wrong(rng: Rng, first: Row, pool: Row, not_these: set[str], size: int) -> tuple[str, ...]:
    near = rng.shuffled([v for v in dict.fromkeys(first) if v not in not_these])
    far = rng.shuffled([v for v in pool if v not in not_these and v not in near])
    found = (near + far)[: size - 1]
    if len(found) < size - 1:  # few values: one of them once, another one everywhere else
        once, often = (found[0], found[1]) if len(found) > 1 else (found[0], found[0])
        return (once, *[often] * (size - 2))
    return tuple(found)


# ---- counts: in row 3 an Or, a Union and a Progression look alike
#
# Candidates are chosen so that each of them could be right by each of the three relations, with panels 7 and 8 that go on in
# equal steps to a candidate and of which one is shown by a candidate. Which of them is right is then a matter of lot.


def counted(rng: Rng, relation: Relation, values: tuple[str, ...], pool: tuple[str, ...], size: int) -> Column:
    right, shown = rng.choice(_candidates(relation, values, pool, size))
    pair = rng.choice(_pairs(relation, right, shown, values))
    wrong = tuple(v for v in shown if v != right)
    if relation == "union":
        return Column((rng.shuffled((*pair, right)), rng.shuffled((*pair, right))), pair, right, wrong)
    if relation == "or":
        known = [v for v in wrong if v in values]
        a, b, c, d = rng.sample(known, 4) if len(known) >= 4 else [*rng.sample(values, 2), *rng.sample(values, 2)]
        return Column(((a, b, rng.choice((a, b))), (c, d, rng.choice((c, d)))), pair, right, wrong)
    start, step = int(pair[0]), int(pair[1]) - int(pair[0])
    starts = _starts(values, step)
    others = [s for s in starts if s != start]
    first, second = (_steps(s, step) for s in rng.sample(others if len(others) > 1 else starts, 2))
    return Column((first, second), pair, right, wrong)


@cache
def _candidates(
    relation: Relation, values: tuple[str, ...], pool: tuple[str, ...], size: int
) -> list[tuple[str, tuple[str, ...]]]:
    """The right count with all that are shown. Of few counts (five) there are no such sets: then any that will do."""
    sets = [shown for shown in combinations(pool, size) if all(_alike(r, shown, values) for r in shown)]
    if not sets or values != pool:
        sets = list(combinations(pool, size))
    return [(r, shown) for shown in sets for r in shown if r in values and _pairs(relation, r, shown, values)]


def _alike(right: str, shown: tuple[str, ...], values: tuple[str, ...]) -> bool:
    return all(
        any(_looks_alike(pair, shown) for pair in _pairs(relation, right, shown, values)) for relation in RELATIONS[1:]
    )


@cache
def _pairs(relation: Relation, right: str, shown: tuple[str, ...], values: tuple[str, ...]) -> list[tuple[str, str]]:
    """Panels 7 and 8 of which row 3 is completed by the right count alone; those that look alike, if there are any."""
    if relation == "progression":
        pairs = [
            (str(start), str(start + step))
            for step in STEPS
            if (start := int(right) - 2 * step) in _starts(values, step) and len(_starts(values, step)) > 1
        ]
    elif relation == "or":
        pairs = [pair for v in values if v not in shown for pair in ((right, v), (v, right))]
    else:
        pairs = [(a, b) for a in values for b in values if len({a, b, right}) == 3]
    return [pair for pair in pairs if _looks_alike(pair, shown)] or pairs


def _looks_alike(pair: tuple[str, str], shown: tuple[str, ...]) -> bool:
    first, second = int(pair[0]), int(pair[1])
    goes_on = second - first in STEPS and str(2 * second - first) in shown
    return goes_on and (pair[0] in shown) != (pair[1] in shown)


def _steps(start: int, step: int) -> tuple[str, ...]:
    return tuple(str(start + i * step) for i in range(3))


@cache
def _starts(values: tuple[str, ...], step: int) -> list[int]:
    numbers = {int(v) for v in values}
    return [n for n in sorted(numbers) if n + step in numbers and n + 2 * step in numbers]


# ---- rows beside the point


def scrambled(rng: Rng, column: Column) -> tuple[Row, Row]:
    """Rows 1 and 2 of values that are seen elsewhere in the column. One of them, by lot, ends with what it has not shown
    yet, so neither And nor Or; that they make a Union or a Progression by accident is left to the solver to reject."""
    known = list(dict.fromkeys((*column.rows[0], *column.rows[1], column.right, *column.wrong)))
    few = rng.sample(known, min(4, len(known)))
    first = rng.choice(few)
    second = rng.choice(few) if len(few) > 2 else first
    odd = (first, second, rng.choice([v for v in few if v not in (first, second)]))
    other = tuple(rng.choice(few) for _ in range(3))
    return (odd, other) if rng.coin() else (other, odd)
