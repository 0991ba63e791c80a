"""What icon programs run on: things by id, what lies in what, relations. Built from the graph alone."""

from __future__ import annotations

from typing import Any

import msgspec

from eyechart.core import Graph, Thing
from eyechart.errors import EyechartError
from eyechart.families.icons.scene import Asked, Problem


def graph(problem: Problem) -> Graph:
    """The page itself is a thing: it holds what is asked and how the panels are laid out."""
    panels = {"framed": problem.framed, "panels": problem.panels, "choices": problem.choices}
    data = {"asked": msgspec.to_builtins(problem.asked), **msgspec.to_builtins(panels)}
    return Graph((Thing("page", problem.asked.template, {}, data), *problem.things), problem.relations)


class World:
    """The things of a page. `choice:A` things say which thing a choice shows."""

    __slots__ = ("graph", "things")

    def __init__(self, scene: Graph) -> None:
        self.graph = scene
        self.things = {thing.id: thing for thing in scene.things}

    @property
    def template(self) -> str:
        return self.things["page"].name

    @property
    def asked(self) -> Asked:
        """What a page of ours asks; a page of the official release does not say."""
        return msgspec.convert(self.things["page"].data["asked"], Asked)

    def one(self, ids: list[str]) -> Thing:
        """The only thing named: a program that finds several, or none, has no answer."""
        if len(ids) != 1:
            raise EyechartError(f"Template {self.template}: expected one thing, found {len(ids)}.")
        return self.things[ids[0]]

    def data(self, id: str, key: str) -> Any:
        data = self.things[id].data
        if key not in data:
            raise EyechartError(f"Template {self.template}: thing {id} has no '{key}'.")
        return data[key]
