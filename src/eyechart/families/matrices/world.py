"""What matrix programs run on: what each panel shows, from the graph alone. The rule is found, never looked up."""

from __future__ import annotations

from typing import Any

from eyechart.core import Graph, Thing
from eyechart.errors import EyechartError
from eyechart.families.matrices.elements import properties
from eyechart.families.matrices.rules import Explanation, solve, unique
from eyechart.families.matrices.scene import LETTERS, Matrix
from eyechart.program import Labels, Records, Text, functions


def graph(matrix: Matrix) -> Graph:
    things = [Thing("matrix", "matrix", {"regime": matrix.regime, "subject": matrix.subject})]
    things += [Thing(f"panel:{i}", matrix.subject, panel) for i, panel in enumerate(matrix.context, 1)]
    things += [
        Thing(f"candidate:{letter}", matrix.subject, panel)
        for letter, panel in zip(LETTERS, matrix.candidates, strict=False)
    ]
    return Graph(tuple(things))


class World:
    """The panels by id, and what they are panels of."""

    __slots__ = ("candidates", "context", "subject")

    def __init__(self, scene: Graph) -> None:
        self.subject = scene.things[0].attributes.get("subject")  # a release does not say
        self.context = {t.id: t.attributes for t in scene.things if t.id.startswith("panel:")}
        self.candidates = {t.id[-1]: t.attributes for t in scene.things if t.id.startswith("candidate:")}

    def explanations(self) -> list[Explanation]:
        return solve(list(self.context.values()), list(self.candidates.values()))


# ---- the functions of programs


def show(world: World) -> Records:
    """What the panels show, row by row, and then the candidates."""
    return [*world.context.values(), *world.candidates.values()]


def explain(world: World, panels: Records) -> Records:
    """Every relation over every visible property that holds in rows 1 and 2, with the candidates that continue it."""
    letters = list(world.candidates)
    return [
        {
            "relation": e.relation,
            "property": e.property,
            "kind": properties()[e.property].kind,
            "candidates": [letters[i] for i in e.candidates],
        }
        for e in solve(panels[:8], panels[8:])
    ]


def rule(world: World, explanations: Records) -> Labels:
    """The relation and the kind of element, where there is one explanation only."""
    one = _only(explanations)
    return {"relation": one["relation"], "kind": one["kind"]}


def complete(world: World, explanations: Records) -> Text:
    """The letter of the candidate with which the rule holds in row 3 too."""
    letter: str = _only(explanations)["candidates"][0]
    return letter


def _only(explanations: list[dict[str, Any]]) -> dict[str, Any]:
    if len(explanations) != 1 or len(explanations[0]["candidates"]) != 1:
        raise EyechartError(f"The matrix has {len(explanations)} explanations: {explanations}.")
    return explanations[0]


FUNCTIONS = functions(show, explain, rule, complete)


def rivals(world: World) -> int:
    """How many properties beside the one meant would, by row 3 alone, point at another candidate."""
    meant = unique(world.explanations())
    seven, eight = world.context["panel:7"], world.context["panel:8"]
    found = 0
    for name in seven:
        if meant is None or name != meant.property:
            values = [c[name] for c in world.candidates.values()]
            found += any(v in (seven[name], eight[name]) for v in values)
    return found
