"""Every way to ask for a text: a head for its role, with a reference that singles out the entry it stands on.

A template is a role in a kind of place; its wordings are the heads, and `{it}` is the reference. References (`How`): by
another text of the entry, by colour, by its number in the row, by a neighbour, between two, by the least or the most of
something, and beside the least or the most.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from eyechart.core import Need, Template
from eyechart.families.signs.kinds import SPECS, Both, Spec
from eyechart.families.signs.scene import Kind
from eyechart.phrasing import wordings

Reasoning = Literal["text", "colour", "number", "neighbour", "between", "compare", "compare, neighbour", "heading"]
SECOND_THING: tuple[Reasoning, ...] = ("text", "neighbour", "between", "compare", "compare, neighbour")


class How(Struct, frozen=True):
    """A reference. `role` is the text it goes by (or compares), `step` the neighbour it moves to, `end` the least or the most."""

    reasoning: Reasoning
    role: str = ""
    step: int = 0
    end: str = ""


def _ordinal(spec: Spec, backwards: bool) -> Both:
    side = ("bottom" if backwards else "top") if spec.upright else ("right" if backwards else "left")
    zh = {"top": "从上往下数", "bottom": "从下往上数", "left": "从左往右数", "right": "从右往左数"}[side]
    return f"the {{n}} {spec.noun[0]} from the {side}", f"{zh}第{{n}}{spec.measure}{spec.noun[1]}"


def _beside(spec: Spec, step: int, anchor: Both) -> Both:
    if spec.upright:
        en, zh = ("directly above", "正上方") if step < 0 else ("directly below", "正下方")
    else:
        en, zh = ("directly to the left of", "左边紧挨着") if step < 0 else ("directly to the right of", "右边紧挨着")
    return f"the {spec.noun[0]} {en} {anchor[0]}", f"{anchor[1]}{zh}的那{spec.measure}{spec.noun[1]}"


def _references(spec: Spec) -> dict[How, Both]:
    """All references that a kind of place allows, with slots {v}, {w}, {c}, {n}."""
    known_by = spec.roles[0]
    found: dict[How, Both] = {How("text", role): said for role, said in spec.by.items()}
    found[How("number", end="first")] = _ordinal(spec, False)
    found[How("number", end="last")] = _ordinal(spec, True)
    for step in (-1, 1):
        found[How("neighbour", known_by, step)] = _beside(spec, step, spec.by[known_by])
    if spec.colour:
        found[How("colour")] = spec.colour
        for step in (-1, 1):
            found[How("neighbour", "colour", step)] = _beside(spec, step, spec.colour)
    (one, one_zh), (other, other_zh) = spec.by[known_by], [said.replace("{v}", "{w}") for said in spec.by[known_by]]
    found[How("between")] = (
        f"the {spec.noun[0]} between {one} and {other}",
        f"{one_zh}和{other_zh}之间的那{spec.measure}{spec.noun[1]}",
    )
    for (role, end), said in spec.extremes.items():
        found[How("compare", role, end=end)] = said
        for step in (-1, 1):
            found[How("compare, neighbour", role, step, end)] = _beside(spec, step, said)
    return found


BOTH: tuple[Need, ...] = ("question", "picture")
# The heaps on a market stall show by their colour what is sold: who knows no question still guesses among few.
NEEDS: dict[tuple[Kind, str], tuple[Need, ...]] = {("market", "fruit"): ("picture",)}


def _template(kind: Kind, role: str, heads: tuple[Both, ...]) -> Template:
    texts = wordings(en=tuple([en for en, _ in heads]), zh=tuple([zh for _, zh in heads]))
    return Template(f"{kind}: {role}", texts, NEEDS.get((kind, role), BOTH), form="fill-in")


REFERENCES: dict[Kind, dict[How, Both]] = {kind: _references(spec) for kind, spec in SPECS.items()}
# Roles of entries, then roles of the whole place.
ON_ENTRIES = {
    kind: {role: _template(kind, role, heads) for role, heads in s.heads.items()} for kind, s in SPECS.items()
}
ON_PLACE = {
    kind: {role: _template(kind, role, heads) for role, heads in s.heading.items()} for kind, s in SPECS.items()
}
TEMPLATES: dict[str, Template] = {
    template.name: template for kind in SPECS for template in (*ON_ENTRIES[kind].values(), *ON_PLACE[kind].values())
}
