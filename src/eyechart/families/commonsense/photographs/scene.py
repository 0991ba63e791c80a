"""A photograph of Visual Genome as a scene graph of this family: what can be said of it, and what is unclear.

On a photograph what nobody annotated may still be so. A relation that is not stated between two things that touch or are
close is unclear; a colour, material or pattern that is not stated, or stated twice differently, is unsure; a box around
several things counts as two of them, so that nothing takes it for one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from eyechart.core import Graph, Program, Relation, Shape, Thing
from eyechart.errors import EyechartError
from eyechart.families.commonsense.vocabulary import OF_PEOPLE, UNIVERSAL, VALUES, VISUAL_RELATIONS
from eyechart.families.commonsense.world import World
from eyechart.knowledge.carried import carry
from eyechart.knowledge.facts import Knowledge
from eyechart.knowledge.genome import Entity, Photo
from eyechart.knowledge.genome.words import attributes, lines, word_for
from eyechart.knowledge.likening import likened

TWIN = "+"  # the second of a box around several
TOUCHING = ("on", "in", "under", "holding", "wearing", "sitting on", "hanging on", "riding", "carrying", "against")
REACH = 10.0  # pixels between boxes that may touch
CLOSE = 0.15  # of the photograph's diagonal: beside, before or behind each other
# Values that this family words otherwise, or cannot tell apart on a photograph.
OUR_VALUES = {"gray": "grey", "plaid": "checked", "spotted": "dotted"}


@cache
def not_objects() -> frozenset[str]:
    """Surroundings, parts and marks: annotated, but left out."""
    found: set[str] = set()
    for line, place in lines("not_objects.txt"):
        _, colon, names = line.partition(":")
        if not colon:
            raise EyechartError(f"{place}: expected 'kind : name, name, …', found '{line}'.")
        found.update(name.strip() for name in names.split(","))
    return frozenset(found)


def scene_of(photo: Photo, dropped: Counter[str]) -> Graph:
    """The graph of a photograph that was cleaned."""
    kept = [e for e in photo.entities if e.name not in not_objects()]
    dropped["no object: surroundings, a part or a mark"] += len(photo.entities) - len(kept)
    ids = {e.id: [str(e.id), f"{e.id}{TWIN}"] if e.many else [str(e.id)] for e in kept}
    things = [Thing(id, e.name, _looks(e), _data(e)) for e in kept for id in ids[e.id]]
    relations = [
        Relation(subject, link.predicate, object)
        for link in photo.links
        if link.predicate in VISUAL_RELATIONS
        for subject in ids.get(link.subject, ())
        for object in ids.get(link.object, ())
    ]
    said = sum(link.predicate in VISUAL_RELATIONS for link in photo.links)
    dropped["relation that the family has no words for"] += len(photo.links) - said
    near = CLOSE * (photo.width**2 + photo.height**2) ** 0.5
    unclear = _unclear(things, relations, near)
    _half_said(photo, ids, [t.id for t in things], relations, unclear)
    place = Thing("place", "photograph", data={"unclear": unclear})
    return Graph((place, *things), tuple(relations))


def _data(e: Entity) -> dict[str, list[float] | list[str]]:
    """Its box, and what else annotators called it: that is right as an answer, too."""
    also = [name for name in dict.fromkeys(word_for(name).name for name in e.names[1:]) if name != e.name]
    return {"box": list(e.box), "also": also} if also else {"box": list(e.box)}


def _looks(e: Entity) -> dict[str, str]:
    """One value of each facet, where annotators agree and the family has words for it."""
    if likened().belongs(e.name, "person") is not False:
        return {}  # the colour that is said of a person is that of clothes or skin
    found: dict[str, set[str]] = {}
    for value in e.attributes:
        kind, ours = attributes().get(value, ("", value))
        if kind in UNIVERSAL:  # a value that is stated denies the others
            found.setdefault(kind, set()).add(OUR_VALUES.get(ours, ours))
    agreed = {kind: next(iter(values)) for kind, values in found.items() if len(values) == 1}
    return {kind: value for kind, value in agreed.items() if value in VALUES[kind]}


def _unclear(things: list[Thing], relations: list[Relation], near: float) -> dict[str, list[tuple[str, str]]]:
    """Relation -> pairs of which it is not said, but may be so. Relations that the photograph does not have are not asked."""
    stated = {(r.subject, r.name, r.object) for r in relations}
    return {
        name: [
            (one.id, other.id)
            for one in things
            for other in things
            if one.id != other.id and (one.id, name, other.id) not in stated and _may_be(one, name, other, near)
        ]
        for name in dict.fromkeys(r.name for r in relations)
    }


def _half_said(
    photo: Photo,
    ids: Mapping[int, list[str]],
    every: list[str],
    relations: list[Relation],
    unclear: dict[str, list[tuple[str, str]]],
) -> None:
    """Where a relation leads to something that was left out, nobody can tell all that has it: add it to what is unclear."""
    stated = {(r.subject, r.name, r.object) for r in relations}
    for link in photo.links:
        if link.predicate in unclear and (link.subject in ids) != (link.object in ids):
            pairs = [(one, other) for one in ids.get(link.subject, every) for other in ids.get(link.object, every)]
            fresh = dict.fromkeys(
                (one, other) for one, other in pairs if one != other and (one, link.predicate, other) not in stated
            )
            unclear[link.predicate] = list(dict.fromkeys([*unclear[link.predicate], *fresh]))


def _may_be(one: Thing, name: str, other: Thing, near: float) -> bool:
    """Whether a relation that nobody stated may hold, by what the two are and where their boxes lie."""
    a, b = one.data["box"], other.data["box"]
    if name in OF_PEOPLE and likened().belongs(one.name, "person") is False:
        return False
    if name == "wearing" and likened().value(other.name, "ReceivesAction worn") is False:
        return False
    if name not in TOUCHING:
        return _gap(a, b) <= near
    if _gap(a, b) > REACH:
        return False
    if name in ("on", "sitting on", "hanging on"):
        # What stands on something ends within it; what hangs there may be anywhere on it.
        return _area(a) < _area(b) and (name == "hanging on" or b[1] - REACH <= a[3] <= b[3] + REACH)
    return name != "in" or _area(a) < _area(b)


def _area(box: list[float]) -> float:
    return float((box[2] - box[0]) * (box[3] - box[1]))


def _gap(one: list[float], other: list[float]) -> float:
    """Pixels between two boxes, 0 where they touch."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    down = max(one[1] - other[3], other[1] - one[3], 0.0)
    return float((across**2 + down**2) ** 0.5)


def known_only(scene: Graph, knowledge: Knowledge) -> tuple[Graph, int]:
    """Without the things of which the knowledge graph says nothing at all, and how many these were."""
    plain = [id for id, predicate in knowledge.predicates.items() if not predicate.slot]
    names = dict.fromkeys(thing.name for thing in scene.things)
    said = {name for name in names if any(knowledge.value(name, id) is not None for id in plain)}
    left = [t for t in scene.things if t.id == "place" or t.name in said]
    ids = {t.id for t in left}
    relations = tuple(r for r in scene.relations if r.subject in ids and r.object in ids)
    place = left[0]
    unclear: Mapping[str, list[tuple[str, str]]] = place.data["unclear"]
    pairs = {name: [pair for pair in some if set(pair) <= ids] for name, some in unclear.items()}
    return Graph((Thing("place", place.name, data={"unclear": pairs}), *left[1:]), relations), len(scene.things) - len(
        left
    )


def where_of(scene: Graph) -> dict[str, tuple[Shape, ...]]:
    return {t.id: (tuple(t.data["box"]),) for t in scene.things if "box" in t.data}


def told(world: World, programs: Iterable[Program]) -> Graph:
    """The graph with the knowledge that programs take, and no doubts that they do not touch: all that proving them needs."""
    steps = [step for program in programs for step in program.steps]
    facts = {world.query(*s.arguments).predicate for s in steps if s.function in ("Find KG", "Find KG Reverse")}
    nouns = {str(s.arguments[0]) for s in steps if s.function == "Find Hypernym"}
    used = {str(s.arguments[0]) for s in steps if s.function in ("Relate", "Relate Reverse")}
    names = [thing.name for thing in world.objects]
    place, *things = world.graph.things
    unclear = {name: pairs for name, pairs in place.data["unclear"].items() if name in used}
    knowledge = Thing("knowledge", "knowledge", data=carry(world.knowledge, names, facts, nouns))
    return Graph((Thing("place", place.name, data={"unclear": unclear}), *things, knowledge), world.graph.relations)
