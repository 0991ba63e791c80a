"""The extras of a scene: the furniture of the place, people, and small things until there are enough."""

from __future__ import annotations

from collections.abc import Callable, Container

from eyechart.families.commonsense.building.attributes import complete
from eyechart.families.commonsense.building.capacity import takes
from eyechart.families.commonsense.building.cast import Cast
from eyechart.families.commonsense.building.node import Node
from eyechart.families.commonsense.catalogue import PEOPLE, entry, extras_in, found_in, hosted_in, painted, standing_in
from eyechart.families.commonsense.places import PLACES

SLIM, FLANKING = 62, 7  # units of width, and how many are tried at an edge
MOST_MISSES = 15  # extras in a row that find no place: then it is full
SEVERAL = ("chair", "tree", "pine tree", "palm tree", "car", "cow", "sheep", "pig", "horse", "street lamp")


def furnish(cast: Cast) -> None:
    for likely, names in PLACES[cast.place].furniture:
        name = cast.rng.choice(names)
        if (
            not cast.rng.coin(likely)
            or len(cast.everything()) >= max(7, cast.target - 6)
            or name in cast.concepts
            or not cast.welcome(name)
        ):
            continue
        node = cast.make(name)
        if node is not None and not cast.find_spot(node, False, 0):
            cast.forget(node)


def populate(cast: Cast) -> None:
    """Somebody, sometimes two, sitting or with something in hand; those who are there anyway count."""
    likely = PLACES[cast.place].people
    for chance in (likely, likely * 0.35)[len(cast.people()) :]:
        if not cast.rng.coin(chance) or len(cast.everything()) + 4 > cast.target:
            return
        options = [name for name in PEOPLE if cast.wish.allow(name)]
        node = cast.make(cast.rng.choice(options)) if options else None
        if node is None:
            return
        seats = [n for n in cast.roots if takes(n, node, "sit") and not any(c.spot == "sit" for c in n.children)]
        if seats and cast.rng.coin(0.85):
            node.at(cast.rng.choice(seats), "sit")
        else:
            node.spot = "floor"
            cast.roots.append(node)
        if not cast.dress(node):
            cast.drop(node)
            return
        if node.spot != "sit" and cast.rng.coin(0.6):
            _hand(cast, node)


def _hand(cast: Cast, person: Node) -> None:
    names = [name for name in found_in(cast.place) if "hand" in entry(name).spots and cast.welcome(name)]
    held = cast.make(cast.rng.choice(names)) if names else None
    if held is None:
        return
    if takes(person, held, "hand"):
        held.at(person, "hand")
    else:
        cast.forget(held)


def fill(cast: Cast, put: Callable[[Node], bool]) -> None:
    """Small things, most of them on, in and under what is there; now and then another of the same in another colour."""
    names = dict.fromkeys(name for name in extras_in(cast.place) if cast.wish.allow(name))
    alone = [name for name in standing_in(cast.place) if name in names]
    there = cast.everything()
    hosted, again = _options(cast, names, there)
    misses = 0
    while misses < MOST_MISSES and len(there) < cast.target and alone:
        at = bool(hosted) and cast.rng.coin(0.85 if misses < 4 else 0.35)
        misses += 1
        options = hosted if at else alone
        if again and cast.rng.coin(0.2):
            options = again
        elif cast.rng.coin(0.35):
            options = [name for name in options if name in painted()] or options
        node = _welcomed(cast, cast.rng.choice(options), there)
        if node is None:
            continue
        if not cast.find_spot(node, False, 0, 0.15 if at else 0.85):
            cast.forget(node)
            continue
        _contrast(cast, node)
        if not put(node):
            cast.drop(node)
            continue
        misses = 0
        there.append(node)
        hosted, again = _options(cast, names, there)


def flank(cast: Cast, put: Callable[[Node], bool]) -> None:
    """Something slim that stands by itself, at an edge of the picture; nothing, if a few by lot find no room there."""
    slim = [
        name
        for name in standing_in(cast.place)
        if entry(name).width <= SLIM and cast.wish.allow(name) and name not in cast.concepts
    ]
    for name in cast.rng.sample(slim, min(FLANKING, len(slim))):
        node = _welcomed(cast, name, cast.everything())
        if node is None:
            continue
        if cast.find_spot(node, False, 0, lone=1.0) and node.host is None and put(node):
            return
        cast.drop(node)


def _contrast(cast: Cast, node: Node) -> None:
    """Not in the colour of what it is on or in, where that is left to chance."""
    colour = node.attributes.get("colour")
    if (
        node.host is not None
        and colour
        and colour == node.host.attributes.get("colour")
        and len(node.entry.seen["colour"]) > 1
    ):
        asked = {name: value for name, value in node.attributes.items() if name in ("state", "size", "pattern")}
        cast.dealt.remove(colour)
        node.attributes = complete(cast.rng, node.entry, asked, (*cast.dealt, *[colour] * 99)) or node.attributes
        cast.dealt.append(node.attributes["colour"])


def _welcomed(cast: Cast, name: str, there: list[Node]) -> Node | None:
    """Another thing, if it may come and can be told from what is there."""
    if cast.concepts.count(name) >= (1 if _single(name) else 2) or not cast.welcome(name):
        return None
    if name in cast.concepts and not _tells_apart(cast, name, there):
        return None
    return cast.make(name)


def _options(cast: Cast, names: Container[str], there: list[Node]) -> tuple[list[str], list[str]]:
    """What could be at something that is there, and what there could be another of."""
    offers = {offer for node in there for offer in node.entry.offers if offer != "person"}
    hosted = [name for name in hosted_in(cast.place, tuple(sorted(offers))) if name in names]
    again = [n.concept for n in there if "colour" in n.entry.seen and n.concept in names and not _single(n.concept)]
    return hosted, again


def _tells_apart(cast: Cast, name: str, there: list[Node]) -> bool:
    """Can another of a concept be told from the one that is there, and not spoil its size?"""
    same = [node for node in there if node.concept == name]
    return len(entry(name).seen.get("colour", ())) > 1 and not any("size" in node.attributes for node in same)


def _single(name: str) -> bool:
    """Is one of it enough for a place?"""
    one = entry(name)
    return (max(one.width, one.height) > 96 and name not in SEVERAL) or one.spots[0] in ("wall", "sky")
