"""The four relations, and a solver over all of them and all visible properties. No pixels, no chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from msgspec import Struct

Relation = Literal["and", "or", "union", "progression"]
RELATIONS: tuple[Relation, ...] = get_args(Relation)
Row = Sequence[str]
Shown = Mapping[str, str]  # property -> value, of one panel


def relations_with(name: str, values: int) -> tuple[Relation, ...]:
    """Those that a property with so many values allows: an Or has two operands and a wrong third, a Union three members."""
    if values < 3:
        return RELATIONS[:1]
    return RELATIONS if name == "count" else RELATIONS[:3]


def fits(relation: Relation, rows: Sequence[Row], name: str) -> bool:
    """Do these full rows, two or three, all follow the relation?"""
    if relation == "and":
        return all(a == b == c for a, b, c in rows)
    if relation == "or":
        return all(c in (a, b) for a, b, c in rows)
    if relation == "union":
        first = set(rows[0])
        return len(first) == 3 and all(set(row) == first for row in rows)
    return name == "count" and all(_arithmetic(row) for row in rows)


def _arithmetic(row: Row) -> bool:
    # Ours have one step throughout; rows of different steps would count too, so that they are never there by accident.
    a, b, c = map(int, row)
    return a != b and b - a == c - b


def relations_of(rows: Sequence[Row], name: str) -> list[Relation]:
    """The relations that full rows follow. An And is also an Or: only the stronger is named."""
    found = [relation for relation in RELATIONS if fits(relation, rows, name)]
    return [relation for relation in found if relation != "or" or "and" not in found]


class Explanation(Struct, frozen=True):
    """A relation over a property that holds in rows 1 and 2, and the candidates with which it holds in row 3 too."""

    relation: Relation
    property: str
    candidates: tuple[int, ...]


def solve(context: Sequence[Shown], candidates: Sequence[Shown]) -> list[Explanation]:
    """Every explanation of rows 1 and 2, over every property that all panels show."""
    panels = (*context, *candidates)
    found = []
    for name in context[0]:
        if not all(name in panel for panel in panels):
            continue
        values = [panel[name] for panel in context]
        rows = [values[0:3], values[3:6]]
        for relation in relations_of(rows, name):
            complete = tuple(
                i for i, c in enumerate(candidates) if fits(relation, [*rows, [*values[6:8], c[name]]], name)
            )
            found.append(Explanation(relation, name, complete))
    return found


def unique(explanations: Sequence[Explanation]) -> Explanation | None:
    """The explanation, if there is one and only one and it leaves no choice among the candidates."""
    if len(explanations) == 1 and len(explanations[0].candidates) == 1:
        return explanations[0]
    return None
