"""What sign programs run on: entries in their order, and what is written on each, from the graph alone."""

from __future__ import annotations

from eyechart.core import Graph, Relation, Shape, Thing
from eyechart.errors import EyechartError
from eyechart.families.signs import scene as scenes
from eyechart.families.signs.draw import painting
from eyechart.families.signs.kinds import KINDS
from eyechart.families.signs.scene import Place
from eyechart.families.signs.stage import entry_id, heading_id, text_id
from eyechart.families.signs.words import amount
from eyechart.program import Text, Things, Whole, functions


def graph(place: Place) -> Graph:
    """Every text with its words, its role and its quadrilateral; no program reads the last, OCR that makes no mistake does."""
    kind, view = KINDS[place.kind], place.view
    quads = painting(place).where
    things = [
        Thing(
            "place",
            place.kind,
            {"script": place.script},
            {"width": place.width, "height": place.height, "yaw": view.yaw, "pitch": view.pitch, "roll": view.roll,
             "blur": place.blur, "noise": place.noise},
        )
    ]  # fmt: skip
    relations = []
    for i, entry in enumerate(place.entries):
        id = entry_id(i)
        things.append(Thing(id, kind.entry, {"colour": entry.colour} if entry.colour else {}))
        if i:
            relations.append(Relation(entry_id(i - 1), "above" if kind.upright else "left of", id))
        for text in entry.texts:
            things.append(_thing(text_id(i, text.role), text, quads))
            relations.append(Relation(text_id(i, text.role), "on", id))
    for text in place.heading:
        things.append(_thing(heading_id(text.role), text, quads))
        relations.append(Relation(heading_id(text.role), "on", "place"))
    return Graph(tuple(things), tuple(relations))


def _thing(id: str, text: scenes.Text, quads: dict[str, Shape]) -> Thing:
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


def entries(world: World) -> Things:
    return list(world.entries)


def reading(world: World, ids: Things, role: Text, words: Text) -> Things:
    """Those on which the text of that role reads so."""
    return [id for id in ids if world.text(id, role).name == words]


def about(world: World, ids: Things, role: Text, concept: Text) -> Things:
    """Those on which the text of that role means so, in whatever language."""
    return [id for id in ids if world.text(id, role).attributes.get("concept") == concept]


def coloured(world: World, ids: Things, colour: Text) -> Things:
    return [id for id in ids if world.things[id].attributes.get("colour") == colour]


def nth(world: World, ids: Things, number: Whole) -> Things:
    """1 is the first from the left or the top, -1 the first from the right or the bottom."""
    return [ids[number - 1 if number > 0 else number]]


def neighbour(world: World, ids: Things, step: Whole) -> Things:
    """1: directly to the right of it, or below; -1: directly to the left, or above."""
    at = world.entries.index(_one(ids)) + step
    return [world.entries[at]] if 0 <= at < len(world.entries) else []


def opposite(world: World, ids: Things) -> Things:
    """At the other end of the row, from one that stands at an end."""
    at, last = world.entries.index(_one(ids)), len(world.entries) - 1
    return [world.entries[last - at]] if at in (0, last) else []


def least(world: World, ids: Things, role: Text) -> Things:
    """Those whose text of that role states the smallest amount: several, if they tie."""
    amounts = _amounts(world, ids, role)
    return [id for id in ids if amounts[id] == min(amounts.values())]


def most(world: World, ids: Things, role: Text) -> Things:
    amounts = _amounts(world, ids, role)
    return [id for id in ids if amounts[id] == max(amounts.values())]


def _amounts(world: World, ids: list[str], role: str) -> dict[str, float]:
    found = {id: amount(role, world.text(id, role).name) for id in ids}
    if None in found.values():
        raise EyechartError(f"Texts of role {role!r} state no amount and cannot be compared.")
    return {id: value for id, value in found.items() if value is not None}


def text(world: World, ids: Things, role: Text) -> Things:
    """The text of that role on the one entry."""
    return [world.on[_one(ids)][role]]


def heading(world: World, role: Text) -> Things:
    """A text of the whole place."""
    return [world.on["place"][role]]


def read(world: World, ids: Things) -> Text:
    return world.things[_one(ids)].name


def _one(ids: list[str]) -> str:
    if len(ids) != 1:
        raise EyechartError(
            f"A question must be about one thing, and this is about {len(ids)}: {', '.join(ids) or 'none'}."
        )
    return ids[0]


FUNCTIONS = functions(
        entries, reading, about, coloured, nth, neighbour, opposite, least, most, text, heading, read,
)  # fmt: skip
