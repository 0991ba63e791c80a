"""What figure programs run on: the elements and their properties, from the graph alone."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from eyechart.core import Graph, Thing
from eyechart.errors import EyechartError
from eyechart.program import One, Text, Things, Truth, functions


class World:
    """The data elements of a figure, numbered in their ids: bar:0. Properties are computed once, whatever asks for them."""

    __slots__ = ("_properties", "by_name", "elements", "graph", "kind", "parts")

    def __init__(self, scene: Graph) -> None:
        self.graph = scene
        self.parts = {thing.id: thing for thing in scene.things}
        self.kind = self.parts["figure"].attributes["kind"]
        self.elements = {t.id: t for t in scene.things if ":" in t.id}
        self.by_name = {thing.name: thing.id for thing in self.elements.values()}
        self._properties: dict[str, dict[str, float]] = {}

    def property(self, name: str) -> dict[str, float]:
        """Element id -> value, area, roughness, lowest or highest."""
        if name not in self._properties:
            measure = PROPERTIES[name]
            self._properties[name] = {id: measure(thing) for id, thing in self.elements.items()}
        return self._properties[name]


def area(x: list[float], y: list[float]) -> float:
    """Under the curve, by trapezoids."""
    return sum([(b - a) * (p + q) / 2 for a, b, p, q in zip(x, x[1:], y, y[1:], strict=False)])


def roughness(x: list[float], y: list[float]) -> float:
    """Section 3.2: the sum of absolute differences of consecutive slopes."""
    slopes = [(q - p) / (b - a) for a, b, p, q in zip(x, x[1:], y, y[1:], strict=False)]
    return sum([abs(t - s) for s, t in itertools.pairwise(slopes)])


PROPERTIES: dict[str, Callable[[Thing], float]] = {
    "value": lambda thing: thing.data["value"],
    "area": lambda thing: area(thing.data["x"], thing.data["y"]),
    "roughness": lambda thing: roughness(thing.data["x"], thing.data["y"]),
    "lowest": lambda thing: min(thing.data["y"]),
    "highest": lambda thing: max(thing.data["y"]),
}


# ---- the functions of programs


def find(world: World, name: Text) -> One:
    """The element of that colour name."""
    if name not in world.by_name:
        raise EyechartError(f"The figure has no element named {name!r}.")
    return [world.by_name[name]]


def elements(world: World) -> Things:
    return list(world.elements)


def least(world: World, ids: Things, name: Text) -> Things:
    """Those whose property is the smallest: several, if they tie."""
    values = world.property(name)
    low = min([values[id] for id in ids])
    return [id for id in ids if values[id] == low]


def most(world: World, ids: Things, name: Text) -> Things:
    values = world.property(name)
    high = max([values[id] for id in ids])
    return [id for id in ids if values[id] == high]


def low_median(world: World, ids: Things, name: Text) -> Things:
    """Those at the middle of the order, the lower of the two middles if their number is even."""
    return _at_rank(world, ids, name, (len(ids) - 1) // 2)


def high_median(world: World, ids: Things, name: Text) -> Things:
    return _at_rank(world, ids, name, len(ids) // 2)


def _at_rank(world: World, ids: list[str], name: str, rank: int) -> list[str]:
    values = world.property(name)
    middle = sorted([values[id] for id in ids])[rank]
    return [id for id in ids if values[id] == middle]


def same(world: World, one: One, other: Things) -> Truth:
    return one == other


def among(world: World, one: One, other: Things) -> Truth:
    """FigureQA's own rule where several tie: each of them is the one asked for. Our figures have no ties."""
    return one[0] in other


def less(world: World, one: One, other: One, name: Text) -> Truth:
    values = world.property(name)
    return values[one[0]] < values[other[0]]


def greater(world: World, one: One, other: One, name: Text) -> Truth:
    values = world.property(name)
    return values[one[0]] > values[other[0]]


def below(world: World, one: One, other: One) -> Truth:
    """Strictly less at every x (footnote 7)."""
    ys, zs = world.elements[one[0]].data["y"], world.elements[other[0]].data["y"]
    return all(y < z for y, z in zip(ys, zs, strict=True))


def above(world: World, one: One, other: One) -> Truth:
    return below(world, other, one)


def intersect(world: World, one: One, other: One) -> Truth:
    """Neither is strictly less than the other throughout."""
    return not below(world, one, other) and not below(world, other, one)


FUNCTIONS = functions(
        find, elements, least, most, low_median, high_median, same, among, less, greater, below, above, intersect,
)  # fmt: skip
