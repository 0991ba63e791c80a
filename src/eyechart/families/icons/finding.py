"""Functions of icon programs that find things, put them in order and look up what is known of them."""

from __future__ import annotations

import itertools
from typing import Any

from eyechart.errors import EyechartError
from eyechart.families.icons.shapes import SHAPES, SOLIDS, SYMMETRIC_LETTERS, folds
from eyechart.families.icons.world import World
from eyechart.knowledge.concepts import concept
from eyechart.program import Anything, Number, One, Text, Things, Whole


def all_of(world: World, prefix: Text) -> Things:
    """The things whose id begins so, in the order they stand in."""
    return [id for id in world.things if id.startswith(prefix + ":")]


def thing(world: World, id: Text) -> One:
    return [id]


def within(world: World, ids: Things) -> Things:
    """What lies in these."""
    return [id for id, t in world.things.items() if t.data.get("in") in ids]


def named(world: World, ids: Things, name: Text) -> Things:
    return [id for id in ids if world.things[id].name == name]


def only(world: World, ids: Things, key: Text, value: Text) -> Things:
    """Those with an attribute of that value."""
    return [id for id in ids if world.things[id].attributes.get(key) == value]


def without(world: World, ids: Things, others: Things) -> Things:
    return [id for id in ids if id not in others]


def having(world: World, ids: Things, fact: Text, value: Anything) -> Things:
    """Those of which a fact (see `fact`) has that value."""
    return [id for id in ids if fact_of(world, id, fact) == value]


def matching(world: World, ids: Things, value: Anything, fact: Text) -> Things:
    """As `having`, for a value that an earlier step found."""
    return having(world, ids, fact, value)


def related(world: World, ids: Things, relation: Text) -> Things:
    """What stands in that relation to these: the things above it, inside it, next to it."""
    return [r.subject for r in world.graph.relations if r.name == relation and r.object in ids]


def at(world: World, ids: Things, place: Whole) -> One:
    """The third of them is at place 3; the last at -1."""
    return [ids[place - 1 if place > 0 else place]]


def most(world: World, ids: Things, fact: Text) -> Things:
    values = {id: fact_of(world, id, fact) for id in ids}
    high = max(values.values())
    return [id for id in ids if values[id] == high]


def least(world: World, ids: Things, fact: Text) -> Things:
    values = {id: fact_of(world, id, fact) for id in ids}
    low = min(values.values())
    return [id for id in ids if values[id] == low]


def ranked(world: World, ids: Things, fact: Text, place: Whole) -> Things:
    """The one that has the most of it at place 1, the next at place 2; nobody, if two have as much as it."""
    values = {id: fact_of(world, id, fact) for id in ids}
    wanted = sorted(values.values(), reverse=True)[place - 1]
    return [id for id in ids if values[id] == wanted]


def odd_one(world: World, ids: Things, fact: Text) -> Things:
    """The one whose fact no other shares."""
    values = [fact_of(world, id, fact) for id in ids]
    return [id for id, value in zip(ids, values, strict=True) if values.count(value) == 1]


def continues(world: World, ids: Things, fact: Text) -> Text:
    """What comes next in a sequence that repeats: by its shortest period that it shows at least twice, or nearly."""
    values = [fact_of(world, id, fact) for id in ids]
    for period in range(1, len(values)):
        if all(a == b for a, b in zip(values, values[period:], strict=False)) and 2 * period <= len(values) + 1:
            return str(values[len(values) % period])
    raise EyechartError(f"{values} does not repeat.")


def grows(world: World, ids: Things, fact: Text) -> Number:
    """What comes next in a sequence that grows or shrinks by the same amount."""
    values: list[int | float] = [fact_of(world, id, fact) for id in ids]
    steps = {b - a for a, b in itertools.pairwise(values)}
    if len(steps) != 1:
        raise EyechartError(f"{values} does not grow evenly.")
    return values[-1] + steps.pop()


def fact_of(world: World, id: str, fact: str) -> Any:
    """A thing's own data; what it holds; what its shape, solid or concept is known for."""
    t = world.things[id]
    if fact == "count":
        return len(within(world, [id]))
    if fact == "name":
        return t.name
    if t.attributes.get("kind") == "polygon" and fact in ("sides", "corners", "curved"):
        return fact != "curved" and len(t.data["points"])
    if fact == "symmetric" and "cells" in t.data:
        return bool(folds(t.data["cells"]))
    if fact == "symmetric" and t.attributes["kind"] == "letter":
        return t.name in SYMMETRIC_LETTERS
    if fact in t.data:
        return t.data[fact]
    if fact in t.attributes:
        return t.attributes[fact]
    if t.name in SHAPES and fact in SHAPES[t.name].facts:
        return SHAPES[t.name].facts[fact]
    if t.name in SOLIDS and fact in SOLIDS[t.name]:
        return SOLIDS[t.name][fact]
    return getattr(concept(t.name), fact)


def fact(world: World, ids: One, name: Text) -> Anything:
    return fact_of(world, world.one(ids).id, name)


def called(world: World, ids: One) -> Text:
    """What a choice calls it."""
    t = world.one(ids)
    return str(t.attributes.get("called", t.name))


def letter(world: World, ids: One) -> Text:
    """The choice that shows it."""
    shown = world.one(ids).id
    letters = [id.removeprefix("choice:") for id in all_of(world, "choice") if world.things[id].data["shows"] == shown]
    if len(letters) != 1:
        raise EyechartError(f"{len(letters)} choices show {shown}.")
    return letters[0]
