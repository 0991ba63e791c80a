"""Row 3 and the candidates, drawn so that every property looks as if it were the one asked about.

What panels 7 and 8 show of a property is the same, or differs; if it differs, one of the two values is a candidate's, or both
are. So an And, an Or or a Union would go on, and of counts a Progression too: each points at a candidate of its own (a Union at
none in particular), and rows 1 and 2 alone tell which of them is meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct

from eyechart.families.matrices.rules import Relation
from eyechart.seeding import Rng

CANDIDATES = 8
STEPS = (1, 2, 3, 4, -1, -2, -3, -4)

State = Literal["same", "one", "both"]  # panels 7 and 8 show one value; two, of which candidates show one, or both
STATES: dict[Relation, tuple[State, ...]] = {
    "and": ("same",), "or": ("one",), "union": ("one", "one", "both", "both", "both"), "progression": ("one",),
}  # fmt: skip
# The states of the other properties by the state of the one asked about. Mostly they are as it is, so that to guess the
# relation from row 3 does not help to guess the property.
DIFFER: dict[State, float] = {"same": 0.05, "one": 0.8, "both": 0.15}
BESIDE: dict[State, dict[State, float]] = {"same": {"same": 0.95, "one": 0.05}, "one": DIFFER, "both": DIFFER}


class Front(Struct, frozen=True):
    """One property in row 3: panels 7 and 8, and the candidates."""

    pair: tuple[str, str]
    candidates: tuple[str, ...]


class Outline(Struct, frozen=True):
    """What is settled of a front before its values are."""

    state: State
    points: tuple[Relation, ...]  # the relations that point at a candidate
    values: tuple[str, ...]  # to draw from
    pool: tuple[str, ...]  # wrong candidates may show these too
    counts: bool


def outline(state: State, values: tuple[str, ...], pool: tuple[str, ...], *, counts: bool) -> Outline:
    """For a property that is beside the point. Of few values a third stands out if candidates show both of panels 7 and 8."""
    if state != "same":
        state = state if len(pool) > CANDIDATES else "one" if len(pool) > 2 else "both"
    points: dict[State, tuple[Relation, ...]] = {"same": ("and",), "one": ("or",), "both": ()}
    further: tuple[Relation, ...] = ("progression",) if counts and state != "same" else ()
    return Outline(state, (*points[state], *further), values, pool, counts)


def alone(outline: Outline) -> int | None:
    """How many candidates have a value for themselves, where there are too few values for all. None: all have."""
    shown = _shown(outline)
    return None if shown == CANDIDATES else shown - 1


def _shown(outline: Outline) -> int:
    """How many values candidates show. One is left to be hidden, which an Or needs."""
    return min(CANDIDATES, max(2, len(outline.pool) - 1))


def front(rng: Rng, outline: Outline, places: Mapping[Relation, int], own: Sequence[int] | None) -> Front:
    """`places` is where each relation points. `own`: the places that have a value for themselves, if not all have.

    A relation without a place points at the value that all other candidates show, so at nothing.
    """
    pair, picked, hidden = _values(rng, outline)
    rest = [v for v in rng.shuffled(outline.pool) if v not in hidden and v not in picked.values()]
    must = [v for v in dict.fromkeys(pair) if v in rest]
    shown = [*must, *(v for v in rest if v not in must)][: _shown(outline) - len(picked)]
    at = {places[relation]: value for relation, value in picked.items() if relation in places}
    if own is None:
        rest = rng.shuffled(shown)
        return Front(pair, tuple([at[k] if k in at else rest.pop() for k in range(CANDIDATES)]))
    spare = [value for relation, value in picked.items() if relation not in places]
    rest = [*rng.shuffled(shown), *spare]
    often = rest.pop()
    return Front(pair, tuple([at[k] if k in at else rest.pop() if k in own else often for k in range(CANDIDATES)]))


def _values(rng: Rng, outline: Outline) -> tuple[tuple[str, str], dict[Relation, str], set[str]]:
    """Panels 7 and 8, the values that are pointed at, and those that no candidate may show."""
    if outline.state == "same":
        x = rng.choice(outline.values)
        return (x, x), {"and": x}, set()
    if outline.counts:
        a, b = rng.choice(progressions(outline.values))
        beyond = str(2 * int(b) - int(a))
    else:
        a, b = rng.sample(outline.values, 2)
        beyond = ""
    picked: dict[Relation, str] = {"progression": beyond} if outline.counts else {}
    if "union" in outline.points:
        picked["union"] = rng.choice([v for v in outline.values if v not in (a, b, beyond)])
    if outline.state == "both":
        return (a, b), picked, set()
    kept, hidden = rng.shuffled((a, b))
    with_or: dict[Relation, str] = {"or": kept, **picked}
    return (a, b), with_or, {hidden}


@cache
def progressions(values: tuple[str, ...]) -> list[tuple[str, str]]:
    """Two counts that go on in equal steps, with a step that another start allows too."""
    return [(str(s), str(s + step)) for step in STEPS for s in starts(values, step) if len(starts(values, step)) > 1]


@cache
def starts(values: tuple[str, ...], step: int) -> list[int]:
    numbers = {int(v) for v in values}
    return [n for n in sorted(numbers) if n + step in numbers and n + 2 * step in numbers]
