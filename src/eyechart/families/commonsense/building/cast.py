"""The cast of a scene: the things of the wish, and what they need to stand on or be worn by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from eyechart.families.commonsense.building.attributes import complete
from eyechart.families.commonsense.building.capacity import takes
from eyechart.families.commonsense.building.node import Node
from eyechart.families.commonsense.catalogue import (
    HOST_RELATIONS,
    SIZES,
    SPOTS,
    WOMEN,
    can_be,
    confused,
    entry,
    found_in,
    worn_in,
)
from eyechart.families.commonsense.places import PLACES
from eyechart.families.commonsense.scene import Wish
from eyechart.knowledge.concepts import concept
from eyechart.seeding import Rng

ACCESSORIES = {"head": 0.35, "face": 0.25, "neck": 0.2}  # how likely a person wears one
NOTHING: Mapping[str, str] = {}
FAIR_SKIN = 16  # of the numbers for skin and hair
CONTAINERS = {"in", "plate", "vase"}  # offers of what things are put into
FACES = (16, 20, 28, 17, 21, 18, 22, 19)  # of the sixteen pairs of skin and hair, those that are drawn
FLIPPED = ("animal", "vehicle", "person")  # kinds that may face either way


class Cast:
    """The things of a scene as a forest: what stands by itself, and what is at it."""

    def __init__(self, rng: Rng, place: str, wish: Wish) -> None:
        self.rng, self.place, self.wish = rng, place, wish
        self.target = rng.integer(12, 21) if wish.crowd is None else wish.crowd  # how many things, about
        self.roots: list[Node] = []
        self.wanted: list[Node] = []
        self.concepts: list[str] = []  # of everything there
        self.dealt: list[str] = []  # its colours

    def gather(self) -> bool:
        """False if the wish cannot be met here."""
        for wanted in self.wish.things:
            node = self.make(wanted.concept, wanted.attributes, True)
            if node is None:
                return False
            node.part = wanted.part
            self.wanted.append(node)
        if not self._partners():
            return False
        for relation in self.wish.relations:
            if not self._attach(*relation) and not self.wish.loose:
                return False
        # People first: what they could wear or hold then needs nobody else.
        for node in sorted(self.wanted, key=lambda node: not node.entry.person):
            if node.host is None and not self.find_spot(node, True, 0) and not self.spare(node):
                return False
        return all(self.dress(node) or self.spare(node) for node in self.people())

    def spare(self, node: Node) -> bool:
        """Leave a thing out that finds no place, unless it was asked for and the wish is strict."""
        if node.needed and not self.wish.loose:
            return False
        self.drop(node)
        return True

    def relations_of(self, node: Node) -> list[tuple[Node, str, Node]]:
        """The wish's relations that a thing is in."""
        if not node.required:
            return []
        found = [(self.wanted[i], name, self.wanted[j]) for i, name, j in self.wish.relations]
        return [relation for relation in found if node in (relation[0], relation[2])]

    def drop(self, node: Node) -> None:
        """Take a thing out, with all that is at it."""
        self._detach(node)
        gone = [node]
        while gone:
            one = gone.pop()
            self.forget(one)
            gone += one.children

    def forget(self, node: Node) -> None:
        """It is not there after all, and its colour may be dealt again."""
        self.concepts.remove(node.concept)
        if "colour" in node.attributes:
            self.dealt.remove(node.attributes["colour"])

    def _detach(self, node: Node) -> None:
        if node.host is not None:
            node.host.children.remove(node)
            node.host = None
        elif node in self.roots:
            self.roots.remove(node)

    def move_elsewhere(self, node: Node, put: Callable[[Node], bool]) -> bool:
        """Try every other thing that could have it, if the wish leaves that open."""
        fixed = [relation for relation in self.relations_of(node) if relation[1] in (*HOST_RELATIONS, "next to")]
        if any(name == "next to" or _hosted_by(subject, name, object) is node for subject, name, object in fixed):
            return False
        was = node.host
        self._detach(node)
        for host in self.rng.shuffled([other for other in self.everything() if other.put and other is not was]):
            for spot in node.entry.spots:
                if spot in SPOTS and not host.entry.person and takes(host, node, spot) and not _within(host, node):
                    node.at(host, spot)
                    if put(node):
                        return True
                    self._detach(node)
        return False

    def people(self) -> list[Node]:
        return [node for node in self.everything() if node.entry.person]

    def everything(self) -> list[Node]:
        found, pending = [], list(self.roots)
        while pending:
            node = pending.pop(0)
            found.append(node)
            pending += node.children
        return found

    def make(
        self, name: str, asked: Mapping[str, str] = NOTHING, required: bool = False, avoid: str | None = None
    ) -> Node | None:
        """A thing that looks like this, not yet anywhere; None if it is not found here or cannot look like this."""
        one = entry(name)
        if self.place not in one.places:
            return None
        attributes = complete(self.rng, one, asked, self.dealt if avoid is None else (*self.dealt, avoid))
        if attributes is None:
            return None
        node = Node(name, attributes, required)
        node.flip = concept(name).kind in FLIPPED and self.rng.coin() and not one.worn
        node.variant = self.rng.choice(FACES) if one.person else None
        self.concepts.append(name)
        self.dealt += [attributes["colour"]] if "colour" in attributes else []
        return node

    def _partners(self) -> bool:
        """A thing is small or large beside another of its kind."""
        for node in list(self.wanted):
            size = node.attributes.get("size")
            if size is None or any(
                o.concept == node.concept and o is not node and "size" in o.attributes for o in self.wanted
            ):
                continue
            other = self.make(node.concept, {"size": SIZES[1 - SIZES.index(size)]}, True)
            if (
                other is None
                or any(o.concept == node.concept and o is not node for o in self.wanted)
                or not self.find_spot(other, True, 0)
            ):
                return False
        return True

    def _attach(self, i: int, name: str, j: int) -> bool:
        """What the wish says about hosts."""
        if name not in HOST_RELATIONS:
            return True
        thing, host = (
            (self.wanted[j], self.wanted[i]) if name in ("holding", "wearing") else (self.wanted[i], self.wanted[j])
        )
        spots = [s for s in thing.entry.spots if s in SPOTS and SPOTS[s][0] == name and takes(host, thing, s)]
        if thing.host is not None or not spots:
            return False
        thing.at(host, self.rng.choice(spots))
        return True

    def find_spot(self, node: Node, create: bool, depth: int, lone: float = 0.55) -> bool:
        """Find it a place to be: by itself, or at something that is there, or at something that is brought for it."""
        alone = [spot for spot in node.entry.spots if PLACES[self.place].has(spot)]
        at = [s for s in node.entry.spots if s in SPOTS]
        partner = self._partner(node)
        if partner is not None:  # only where things can be side by side
            at = [spot for spot in at if spot in ("top", "seat") and partner[1] == "next to"]
        if partner is not None and partner[0].host is not None:
            host, spot = partner[0].host, partner[0].spot
            if spot in at and takes(host, node, spot):
                node.at(host, spot)
                return True
        beside = partner is not None and (partner[1] != "next to" or partner[0] in self.roots)
        if beside and partner is not None and partner[1] != "next to" and self._nearer(node, partner[0]):
            alone = [spot for spot in alone if spot != "back"]
        if alone and (not at or beside or node.entry.person or self.rng.coin(lone)):
            return self._stand(node, alone)
        spots = self.rng.shuffled(at)
        hosts = self.rng.shuffled([n for n in self.everything() if n.entry.offers])
        if self.rng.coin(0.6):  # into something rather than beside it
            hosts.sort(key=lambda host: not CONTAINERS & {*host.entry.offers})
        for host in hosts:
            for spot in spots:
                if host is not node and spot != "hand" and takes(host, node, spot):
                    node.at(host, spot)
                    return True
        if alone:
            return self._stand(node, alone)
        return create and depth < 3 and self._bring_host(node, spots, depth)

    def _partner(self, node: Node) -> tuple[Node, str] | None:
        """The thing that it shall stand beside, before or behind."""
        for subject, name, object in self.relations_of(node):
            if name in ("next to", "behind", "in front of"):
                other = object if subject is node else subject
                return other, name
        return None

    def _nearer(self, node: Node, other: Node) -> bool:
        """Shall it stand before the other?"""
        return any(
            (name == "in front of" and subject is node) or (name == "behind" and object is node)
            for subject, name, object in self.relations_of(node)
            if other in (subject, object)
        )

    def _stand(self, node: Node, alone: list[str]) -> bool:
        node.spot = "back" if "back" in alone and self.rng.coin(0.75) else self.rng.choice(alone)
        partner = self._partner(node)
        if partner is not None and partner[1] == "next to":  # both at the wall, or neither
            common = [
                spot
                for spot in alone
                if spot == partner[0].spot or (not partner[0].spot and spot in partner[0].entry.spots)
            ]
            node.spot = self.rng.choice(common or [spot for spot in alone if spot != "back"] or alone)
        self.roots.append(node)
        return True

    def _bring_host(self, node: Node, spots: list[str], depth: int) -> bool:
        options = [
            (name, spot)
            for name, spot in _offered(self.place, tuple(spots))
            if can_be(*_roles(node.concept, SPOTS[spot][0], name)) and self.welcome(name)
        ]
        for name, spot in self.rng.shuffled(options)[:12]:
            host = self.make(name, avoid=node.attributes.get("colour"))
            if host is None:
                continue
            if takes(host, node, spot) and self.find_spot(host, True, depth + 1):
                node.at(host, spot)
                return True
            self.forget(host)
        return False

    def welcome(self, name: str) -> bool:
        """May it be added: allowed, and not to be confused with what is there?"""
        return self.wish.allow(name) and not self._confusing(name)

    def _confusing(self, name: str) -> bool:
        """Would it be confused with something there? Not if one like it is there anyway."""
        return name not in self.concepts and any(confused(name, other) for other in self.concepts)

    def dress(self, person: Node) -> bool:
        """Put clothes on; False if none are allowed that are needed."""
        worn = {child.spot for child in person.children}
        if "body" not in worn:
            if (
                not worn & {"torso", "legs"}
                and person.concept in WOMEN
                and self.rng.coin(0.4)
                and self._wear(person, "body")
            ):
                pass
            elif not ("torso" in worn or self._wear(person, "torso")) or not (
                "legs" in worn or self._wear(person, "legs")
            ):
                return False
        for spot, likely in ACCESSORIES.items():
            if spot not in worn and self.rng.coin(likely):
                self._wear(person, spot)
        if any(child.attributes.get("colour") == "brown" for child in person.children):
            person.variant = FAIR_SKIN  # brown clothes on brown skin look like none
        return True

    def _wear(self, person: Node, spot: str) -> bool:
        options = [name for name in worn_in(self.place, spot) if self.wish.allow(name)]
        for name in self.rng.shuffled(options):
            avoid = next(
                (child.attributes["colour"] for child in person.children if "colour" in child.attributes), None
            )
            if self._confusing(name):
                continue
            node = self.make(name, avoid=avoid)
            if node is None:
                continue
            if takes(person, node, spot):
                node.at(person, spot)
                return True
            self.forget(node)
        return False


def _hosted_by(subject: Node, name: str, object: Node) -> Node | None:
    """Which of two has its place by this relation."""
    if name not in HOST_RELATIONS:
        return None
    return object if name in ("holding", "wearing") else subject


@cache
def _offered(place: str, spots: tuple[str, ...]) -> list[tuple[str, str]]:
    """What is found in a place and offers one of these spots, with the spot."""
    return [(name, spot) for name in found_in(place) for spot in spots if SPOTS[spot][1] in entry(name).offers]


def _within(host: Node, node: Node) -> bool:
    """Is the host at the thing itself?"""
    return host is node or (host.host is not None and _within(host.host, node))


def _roles(thing: str, relation: str, host: str) -> tuple[str, str, str]:
    return (host, relation, thing) if relation in ("holding", "wearing") else (thing, relation, host)
