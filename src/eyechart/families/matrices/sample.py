"""Draw a matrix by lot, so that nothing but rows 1 and 2 tells which rule is meant.

In row 3 and among the candidates every property that the panels show behaves as if it were the one asked about (`fronts`).
Only in rows 1 and 2 does one of them follow its relation and do the others break theirs (`rows`). So neither the candidates
alone nor row 3 with the candidates give the answer away, and among the candidates the right one is as likely to show any
value as the others are.
"""

from __future__ import annotations

from functools import cache

import msgspec

from eyechart.errors import EyechartError
from eyechart.families.matrices.elements import SHOWN, Kind, Subject, values_on
from eyechart.families.matrices.fronts import (
    BESIDE,
    CANDIDATES,
    STATES,
    Outline,
    alone,
    front,
    outline,
)
from eyechart.families.matrices.regimes import Rule, belongs, elements, held_out, weight
from eyechart.families.matrices.rows import following, problem, scrambled
from eyechart.families.matrices.rules import RELATIONS, Relation, solve, unique
from eyechart.families.matrices.scene import Matrix, MatrixSettings
from eyechart.seeding import Rng, rng_for

TRIES = 1000
ROWS = 60  # tries for rows 1 and 2 that belong in the split, before row 3 is drawn again too
CROWDED = 5  # candidates that are pointed at
PALETTE = 9  # values of a property in one matrix, counts apart: the candidates' eight and a hidden one


def sample(rng: Rng, settings: MatrixSettings, split: str, index: int) -> Matrix:
    """The kinds take turns; the rest is chance. What is to be asked is settled before anything is tried, so that rejections
    cannot shift the mix."""
    rule = plan(rng, settings, split, turn(rng, settings, split, index))
    for _ in range(TRIES):
        matrix = propose(rng, settings, split, rule)
        if matrix is not None and accepted(matrix):
            return matrix
    raise EyechartError(f"{TRIES} matrices about a {rule[2]} in a row had a second explanation.")


def plan(rng: Rng, settings: MatrixSettings, split: str, kind: Kind) -> Rule:
    options = settings.asked(split, kind)
    return rng.weighted(list(options), list(options.values()))


def accepted(matrix: Matrix) -> bool:
    """Is the rule that was meant the only one, and the answer the only one that it allows?"""
    found = unique(solve(matrix.context, matrix.candidates))
    return (
        found is not None
        and (found.relation, found.property) == (matrix.relation, matrix.property)
        and found.candidates == (matrix.answer,)
    )


def turn(rng: Rng, settings: MatrixSettings, split: str, index: int) -> Kind:
    """Each round of indices has all kinds in their shares. Their order is the round's and the dataset's own, so that no
    function of the index tells the kind."""
    order = turns(settings, split)
    number, place = divmod(index, len(order))
    return rng_for(*rng.shared(2).path, "turns", number).shuffled(order)[place]


@cache
def turns(settings: MatrixSettings, split: str) -> tuple[Kind, ...]:
    """One round of kinds."""
    kinds = [k for k in settings.kinds if settings.asked(split, k)]
    return tuple([k for k in kinds for _ in range(weight(settings.regime, settings.mix, k))])


@cache
def shares(settings: MatrixSettings, split: str, subject: Subject) -> dict[str, float]:
    """How often each property is asked, of all that is asked about panels of this subject."""
    found = dict.fromkeys(SHOWN[subject], 0.0)
    for kind in turns(settings, split):
        for (_, of, name), share in settings.asked(split, kind).items():
            if of == subject:
                found[name] += share
    return {name: share / sum(found.values()) for name, share in found.items()}


# ---- a matrix


def propose(rng: Rng, settings: MatrixSettings, split: str, rule: Rule) -> Matrix | None:
    """A matrix that follows its rule, and perhaps another one too. None: no rows of the split were found for its row 3."""
    relation, subject, name = rule
    outlines = _outlines(rng, settings, split, rule)
    own = _places_alone(rng, outlines)
    places = _places(rng, rule, outlines, own, shares(settings, split, subject))
    fronts = {p: front(rng, one, places[p], own.get(p)) for p, one in outlines.items()}
    answer = places[name][relation]
    right, known = fronts[name].candidates[answer], held_out(settings.regime, split, relation, name)
    for _ in range(ROWS):
        rows = following(rng, relation, outlines[name].values, fronts[name].pair, right)
        if known or belongs(split, problem(relation, name, rows, fronts[name].pair, right)):
            break
    else:
        return None
    above = {p: rows if p == name else scrambled(rng, one.values) for p, one in outlines.items()}
    columns = {p: (*above[p][0], *above[p][1], *fronts[p].pair) for p in outlines}
    return Matrix(
        subject=subject,
        regime=settings.regime,
        held_out=known,
        relation=relation,
        property=name,
        context=tuple([{p: columns[p][i] for p in columns} for i in range(8)]),
        candidates=tuple([{p: fronts[p].candidates[k] for p in fronts} for k in range(CANDIDATES)]),
        answer=answer,
    )


def _outlines(rng: Rng, settings: MatrixSettings, split: str, rule: Rule) -> dict[str, Outline]:
    """Of each property, whether panels 7 and 8 will show the same, and what they may show."""
    relation, subject, name = rule
    state = rng.choice(STATES[relation])
    found = {}
    for other in SHOWN[subject]:
        beside = state if other == name else rng.weighted(list(BESIDE[state]), list(BESIDE[state].values()))
        pretended = relation if other == name else rng.choice([r for r in RELATIONS[:3] if beside in STATES[r]])
        values = elements(settings.regime, split, (pretended, subject, other))
        pool = values_on(subject, other) if settings.all_counts and other == "count" else values
        if len(values) > PALETTE and other != "count":
            pool = values = tuple(rng.sample(values, PALETTE))
        found[other] = outline(beside, values, pool, counts=other == "count")
    if relation not in found[name].points:
        found[name] = msgspec.structs.replace(found[name], points=(*found[name].points, relation))
    return found


# ---- places


def _places_alone(rng: Rng, outlines: dict[str, Outline]) -> dict[str, tuple[int, ...]]:
    """For properties with too few values for all candidates: the places whose value no other candidate has."""
    order, places = rng.shuffled(range(CANDIDATES)), dict[str, tuple[int, ...]]()
    for name, one in outlines.items():
        count = alone(one)
        if count is not None:
            places[name], order = tuple(order[:count]), order[count:]
    return places


def _places(
    rng: Rng, rule: Rule, outlines: dict[str, Outline], own: dict[str, tuple[int, ...]], often: dict[str, float]
) -> dict[str, dict[Relation, int]]:
    """Where each relation over each property points: each at a candidate of its own, the right one first.

    Where a gender stands alone the answer is whenever gender is asked. So at other times it is there less often, and all in
    all it is in every place equally often, whatever the candidates look like.
    """
    relation, _, name = rule
    weights = [
        max(0.0, 1 / CANDIDATES - sum(often[few] / len(places) for few, places in own.items() if k in places))
        for k in range(CANDIDATES)
    ]
    free = list(range(CANDIDATES))
    found: dict[str, dict[Relation, int]] = {p: {} for p in outlines}
    wanted = [(p, r) for p in rng.shuffled(tuple(outlines)) for r in outlines[p].points]
    wanted.sort(key=lambda one: one != (name, relation))
    # Where most candidates are pointed at, the others would give a Union away if it never were.
    crowded = len(wanted) > CROWDED
    for p, r in wanted:
        open_to = [k for k in free if k in own.get(p, free) and k not in found[p].values()]
        if open_to:
            place = rng.choice(open_to) if p in own else rng.weighted(open_to, [weights[k] for k in open_to])
            found[p][r] = place
            if not crowded or (p, r) != (name, "union") or rng.coin():
                free.remove(place)
    return found
