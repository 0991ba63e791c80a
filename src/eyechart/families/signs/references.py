"""Ways to tell one entry from the others, and how each language says them.

By another text of the entry, by colour, by its number in the row, by the least or the most of something, and by an entry that
is known so and stands beside it or at the other end of the row.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

from eyechart.families.signs.kind import Kind
from eyechart.families.signs.kinds import KINDS
from eyechart.families.signs.language import LANGUAGES, Words
from eyechart.text.inflection import noun

Reasoning = Literal["text", "colour", "number", "neighbour", "compare", "compare, neighbour", "heading"]
SECOND_THING: tuple[Reasoning, ...] = ("text", "neighbour", "compare", "compare, neighbour")
End = Literal["first", "last", "least", "most"]
Move = Literal["before", "after", "across"]
COLOUR = "colour"  # stands for a role where an entry is known by its colour


class How(Struct, frozen=True):
    """A reference. `role` is the text it goes by (or compares), `end` where it counts from, `move` where it goes from there."""

    reasoning: Reasoning
    role: str | None = None
    end: End | None = None
    move: Move | None = None


def _ways(kind: Kind) -> list[How]:
    """All references that a kind allows."""
    roles, moves = kind.told_by or kind.roles, get_args(Move)
    known_by = [*roles, COLOUR] if kind.coloured else roles
    ends: tuple[End, ...] = ("least", "most")
    extremes = [(role, end) for role in kind.compared for end in ends]
    return [
        *(How("text", role) for role in roles),
        *(How("number", end=end) for end in ("first", "last")),
        *([How("colour", COLOUR)] if kind.coloured else []),
        *(How("neighbour", role, move=move) for role in known_by for move in moves),
        *(How("compare", role, end) for role, end in extremes),
        *(How("compare, neighbour", role, end, move) for role, end in extremes for move in moves),
    ]


def _said(kind: Kind, how: How, language: str) -> str:
    """With slots {v}, {c}, {n}."""
    words, references = kind.words[language], LANGUAGES[language].references
    name = noun(**{language: words.noun}).forms[language]
    slots = {"noun": name.one, "measure": name.measure}
    before, after, row = ("top", "bottom", "column") if kind.upright else ("left", "right", "row")
    if how.reasoning == "number":
        return references.number[before if how.end == "first" else after].format(n="{n}", **slots)
    anchor = _anchor(words, how)
    if how.move is None:
        return anchor
    moved = (
        references.across[row] if how.move == "across" else references.beside[before if how.move == "before" else after]
    )
    return moved.format(anchor=anchor, **slots)


def _anchor(words: Words, how: How) -> str:
    """The entry that the reference names, from which it may move to another."""
    if how.role == COLOUR:
        return str(words.colour)
    role = str(how.role)
    if how.end is None:
        return words.by[role]
    return words.least[role] if how.end == "least" else words.most[role]


REFERENCES: dict[str, dict[How, dict[str, str]]] = {
    name: {how: {language: _said(kind, how, language) for language in LANGUAGES} for how in _ways(kind)}
    for name, kind in KINDS.items()
}
"""Kind of sign -> reference -> language -> how it is said."""
