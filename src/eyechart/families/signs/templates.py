"""Every way to ask for a text: a head for its role, with a reference that singles out the entry it stands on.

References (`How`): by another text of it, by colour, by its number in the row, by a neighbour, between two, by the least or
the most of something, and beside the least or the most.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from eyechart.core import Template
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

    @property
    def name(self) -> str:
        side = {-1: "before ", 1: "after ", 0: ""}[self.step]
        return f"{side}{self.end}{' ' if self.end and self.role else ''}{self.role}" or self.reasoning


class Asked(Struct, frozen=True):
    """A template with what it asks for and how."""

    template: Template
    kind: Kind
    role: str
    how: How


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
    one, other = spec.by[known_by], tuple([said.replace("{v}", "{w}") for said in spec.by[known_by]])
    found[How("between", "between")] = (
        f"the {spec.noun[0]} between {one[0]} and {other[0]}", f"{one[1]}和{other[1]}之间的那{spec.measure}{spec.noun[1]}"
    )  # fmt: skip
    for (role, end), said in spec.extremes.items():
        found[How("compare", role, end=end)] = said
        for step in (-1, 1):
            found[How("compare, neighbour", role, step, end)] = _beside(spec, step, said)
    return found


def _templates(kind: Kind, spec: Spec) -> list[Asked]:
    made = []
    for how, said in _references(spec).items():
        for role, heads in spec.heads.items():
            if how.reasoning == "text" and how.role == role:
                continue  # would give the answer away
            texts = wordings(
                en=tuple([en.replace("{it}", said[0]) for en, _ in heads]),
                zh=tuple([zh.replace("{it}", said[1]) for _, zh in heads]),
            )
            made.append(Asked(Template(f"{kind}: {role}, {how.name}", texts, form="fill-in"), kind, role, how))
    for role, heads in spec.heading.items():
        texts = wordings(en=tuple([en for en, _ in heads]), zh=tuple([zh for _, zh in heads]))
        made.append(Asked(Template(f"{kind}: {role}, heading", texts, form="fill-in"), kind, role, How("heading")))
    return made


ASKED: dict[Kind, list[Asked]] = {kind: _templates(kind, spec) for kind, spec in SPECS.items()}
TEMPLATES: dict[str, Template] = {a.template.name: a.template for asked in ASKED.values() for a in asked}
