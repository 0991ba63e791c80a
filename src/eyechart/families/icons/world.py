"""What icon programs run on: things by id, what lies in what, relations. Built from the graph alone."""

from __future__ import annotations

from typing import Any

import msgspec

from eyechart.core import Graph, Thing
from eyechart.errors import EyechartError
from eyechart.families.icons.scene import Problem


def graph(problem: Problem) -> Graph:
    """The page itself is a thing: it holds how the panels are laid out."""
    panels = {"framed": problem.framed, "panels": problem.panels, "choices": problem.choices}
    return Graph((Thing("page", "page", {}, msgspec.to_builtins(panels)), *problem.things), problem.relations)


class World:
    """The things of a page. `choice:A` things say which thing a choice shows."""

    __slots__ = ("graph", "things")

    def __init__(self, scene: Graph) -> None:
        self.graph = scene
        self.things = {thing.id: thing for thing in scene.things}

    def one(self, ids: list[str]) -> Thing:
        """The only thing named: a program that finds several, or none, has no answer."""
        if len(ids) != 1:
            raise EyechartError(f"Expected one thing, found {len(ids)}: {', '.join(ids) or 'none'}.")
        return self.things[ids[0]]

    def data(self, id: str, key: str) -> Any:
        data = self.things[id].data
        if key not in data:
            raise EyechartError(f"Thing {id} has no '{key}'.")
        return data[key]
