"""What sign programs run on: entries in their order, and what is written on each, from the graph alone."""

from __future__ import annotations

from eyechart.core import Function, Graph, Relation, Shape, Thing
from eyechart.errors import EyechartError
from eyechart.families.signs.draw import painting
from eyechart.families.signs.kinds import SPECS
from eyechart.families.signs.scene import Place, Text
from eyechart.families.signs.stage import heading_id, text_id
from eyechart.families.signs.words import amount


def graph(place: Place) -> Graph:
    """Every text with its words, its role and its quadrilateral; no program reads the last, OCR that makes no mistake does."""
    spec, view = SPECS[place.kind], place.view
    quads = painting(place).where
    things = [
        Thing(
            "place",
            place.kind,
            {"script": place.script, "asked in": place.asked_in},
            {"width": place.width, "height": place.height, "yaw": view.yaw, "pitch": view.pitch, "roll": view.roll,
             "blur": place.blur, "noise": place.noise, "turn": place.turn},
        )
    ]  # fmt: skip
    relations = []
    for i, entry in enumerate(place.entries):
        id = f"entry:{i}"
        things.append(Thing(id, spec.noun[0], {"colour": entry.colour} if entry.colour else {}))
        if i:
            relations.append(Relation(f"entry:{i - 1}", "above" if spec.upright else "left of", id))
        for text in entry.texts:
            things.append(_thing(text_id(i, text.role), text, quads))
            relations.append(Relation(text_id(i, text.role), "on", id))
    for text in place.heading:
        things.append(_thing(heading_id(text.role), text, quads))
        relations.append(Relation(heading_id(text.role), "on", "place"))
    return Graph(tuple(things), tuple(relations))


def _thing(id: str, text: Text, quads: dict[str, Shape]) -> Thing:
    attributes = {"role": text.role, "language": text.language}
    return Thing(id, text.words, attributes | ({"concept": text.concept} if text.concept else {}), {"quad": quads[id]})


class World:
    """Entries from left to right or from top to bottom, each with its texts by role."""

    __slots__ = ("entries", "graph", "kind", "on", "things")

    def __init__(self, scene: Graph) -> None:
        self.graph = scene
        self.things = {thing.id: thing for thing in scene.things}
        self.kind = self.things["place"].name
        self.entries = _in_order(scene)
        self.on: dict[str, dict[str, str]] = {id: {} for id in (*self.entries, "place")}  # holder -> role -> text id
        for relation in scene.relations:
            if relation.name == "on":
                self.on[relation.object][self.things[relation.subject].attributes["role"]] = relation.subject

    def text(self, entry: str, role: str) -> Thing:
        return self.things[self.on[entry][role]]


def _in_order(scene: Graph) -> list[str]:
    """By the relations, not by the ids: each entry is left of, or above, the next."""
    following = {r.subject: r.object for r in scene.relations if r.name in ("left of", "above")}
    ids = [thing.id for thing in scene.things if thing.id.startswith("entry:") and "/" not in thing.id]
    if not ids:
        return []  # a release says nothing about its places
    first = [id for id in ids if id not in following.values()]
    if len(first) != 1:
        raise EyechartError(f"The place's entries are not in one row: {len(first)} of them come first.")
    order = first
    while order[-1] in following:
        order.append(following[order[-1]])
    return order


# ---- the functions of programs


def entries(world: World) -> list[str]:
    return list(world.entries)


def reading(world: World, ids: list[str], role: str, words: str) -> list[str]:
    """Those on which the text of that role reads so."""
    return [id for id in ids if world.text(id, role).name == words]


def about(world: World, ids: list[str], role: str, concept: str) -> list[str]:
    """Those on which the text of that role means so, in either language."""
    return [id for id in ids if world.text(id, role).attributes.get("concept") == concept]


def coloured(world: World, ids: list[str], colour: str) -> list[str]:
    return [id for id in ids if world.things[id].attributes.get("colour") == colour]


def nth(world: World, ids: list[str], number: int) -> list[str]:
    """1 is the first from the left or the top, -1 the first from the right or the bottom."""
    return [ids[number - 1 if number > 0 else number]]


def neighbour(world: World, ids: list[str], step: int) -> list[str]:
    """1: directly to the right of it, or below; -1: directly to the left, or above."""
    at = world.entries.index(_one(ids)) + step
    return [world.entries[at]] if 0 <= at < len(world.entries) else []


def between(world: World, one: list[str], other: list[str]) -> list[str]:
    a, b = sorted((world.entries.index(_one(one)), world.entries.index(_one(other))))
    return world.entries[a + 1 : b]


def least(world: World, ids: list[str], role: str) -> list[str]:
    """Those whose text of that role states the smallest amount: several, if they tie."""
    amounts = _amounts(world, ids, role)
    return [id for id in ids if amounts[id] == min(amounts.values())]


def most(world: World, ids: list[str], role: str) -> list[str]:
    amounts = _amounts(world, ids, role)
    return [id for id in ids if amounts[id] == max(amounts.values())]


def _amounts(world: World, ids: list[str], role: str) -> dict[str, float]:
    found = {id: amount(role, world.text(id, role).name) for id in ids}
    if None in found.values():
        raise EyechartError(f"Texts of role {role!r} state no amount and cannot be compared.")
    return {id: value for id, value in found.items() if value is not None}


def text(world: World, ids: list[str], role: str) -> list[str]:
    """The text of that role on the one entry."""
    return [world.on[_one(ids)][role]]


def heading(world: World, role: str) -> list[str]:
    """A text of the whole place."""
    return [world.on["place"][role]]


def read(world: World, ids: list[str]) -> str:
    return world.things[_one(ids)].name


def _one(ids: list[str]) -> str:
    if len(ids) != 1:
        raise EyechartError(
            f"A question must be about one thing, and this is about {len(ids)}: {', '.join(ids) or 'none'}."
        )
    return ids[0]


FUNCTIONS: dict[str, Function] = {
    function.__name__: function
    for function in (
        entries, reading, about, coloured, nth, neighbour, between, least, most, text, heading, read,
    )
}  # fmt: skip
