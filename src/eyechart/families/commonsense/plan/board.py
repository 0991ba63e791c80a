"""A place as a plan sees it: its concepts, numbered, and the facts that can be asked there, as bits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b

from msgspec import Struct

from eyechart.families.commonsense.catalogue import COLOURS, PATTERNS, called_alike, can_be, catalogue, found_in
from eyechart.families.commonsense.lookup import Commonsense, bits, numbers
from eyechart.families.commonsense.plan.holders import at_home, broad
from eyechart.knowledge.facts import TAIL_SIDE, facts
from eyechart.seeding import Rng

SURE_SHARE = 0.6  # of a place's concepts a predicate must be sure of, or too few extras are left
HELD_OUT = "test"  # the split that asks about what no other does
KEPT = 160  # of 256 predicates are for the others
ALONE = frozenset({"floor", "ground", "back", "wall", "sky", "water"})  # spots that need no other thing
FEWEST_EXTRAS = 9  # concepts that must be left, for which it does not hold


class Fact(Struct, frozen=True):
    """A predicate in a place, with its second object if it has one: concepts for which it holds and fails, as bits."""

    query: Commonsense
    yes: int
    no: int
    other: int | None = None

    @property
    def gap(self) -> int:
        """The second object, as a bit."""
        return 0 if self.other is None else 1 << self.other


class Members(Struct, frozen=True):
    """The concepts of a place that belong to a category, and those that may, as bits."""

    sure: int
    maybe: int


class Board:
    """A place's concepts, numbered, and the facts that can be asked there."""

    def __init__(self, place: str, allowed: frozenset[str]) -> None:
        known = facts()
        self.place = place
        self._stacked: dict[int, int] = {}
        self._beside: dict[int, int] = {}
        self._alike: dict[int, int] = {}
        self._mistaken: dict[int, int] = {}
        self.concepts = found_in(place)
        self.all = (1 << len(self.concepts)) - 1
        self.hosting = self.where(
            lambda name: bool({*catalogue()[name].offers} & {"top", "in", "plate", "seat", "under"})
        )
        self.people = self.where(lambda name: catalogue()[name].person)
        self.held = self.where(lambda name: "hand" in catalogue()[name].spots)
        self.worn = self.where(lambda name: catalogue()[name].worn)
        self.patterned = self.where(lambda name: catalogue()[name].seen.get("pattern") == PATTERNS)
        self.coloured = self.where(lambda name: catalogue()[name].seen.get("colour") == COLOURS)
        kinds = [self._members(name) for name in facts().nouns if broad(name)]
        self.small_kinds = [kind for kind in kinds if not kind.maybe & self.hosting]  # furniture is needed
        self.facts: dict[
            str, list[list[Fact]]
        ] = {}  # by relation, of each predicate: plain, or one for each second object
        for predicate in known.predicates.values():
            if predicate.id in allowed:
                found = self._slotted(predicate.id) if predicate.slot else self._plain(predicate.id)
                if found:
                    self.facts.setdefault(predicate.relation + " _" * predicate.slot, []).append(found)
        self.plain = [fact for some in self.facts.values() for found in some for fact in found if fact.other is None]
        both = (False, True)
        self.kinds = {(slotted, event): self._kinds(slotted, event) for slotted in both for event in both}

    def _kinds(self, slotted: bool, event: bool) -> list[str]:
        """Relations with a second object or without; only about events, if there are such."""
        some = [kind for kind in self.facts if kind.endswith("_") == slotted] or list(self.facts)
        return [kind for kind in some if event and kind.startswith(TAIL_SIDE)] or some

    def _members(self, category: str) -> Members:
        yes, unsure = bits([facts().belongs(name, category) for name in self.concepts])
        return Members(yes, yes | unsure)

    def where(self, holds: Callable[[str], bool]) -> int:
        return bits([holds(name) for name in self.concepts])[0]

    def _plain(self, id: str) -> list[Fact]:
        yes, unsure = bits([facts().value(name, id) for name in self.concepts])
        fact = Fact(Commonsense(id), yes, self.all & ~yes & ~unsure)
        return [fact] if self._usable(fact) else []

    def _slotted(self, id: str) -> list[Fact]:
        found, known = list[Fact](), {*facts().others(id)}
        for other, name in enumerate(self.concepts):
            if name not in known:
                continue
            yes, unsure = bits([facts().value(one, id, name) for one in self.concepts])
            fact = Fact(Commonsense(id, "slot"), yes & ~(1 << other), self.all & ~yes & ~unsure, other)
            if self._usable(fact):
                found.append(fact)
            if facts().predicates[id].reversible:
                yes, unsure = bits([facts().value(name, id, one) for one in self.concepts])
                fact = Fact(Commonsense(id, "reverse"), yes & ~(1 << other), self.all & ~yes & ~unsure, other)
                if self._usable(fact):
                    found.append(fact)
        return found

    def _usable(self, fact: Fact) -> bool:
        yes, no = fact.yes.bit_count(), fact.no.bit_count()
        apart = any(fact.yes & ~(self.stacked(i) | 1 << i) for i in numbers(fact.yes))
        enough = apart and no >= FEWEST_EXTRAS and yes + no >= SURE_SHARE * len(self.concepts)
        return enough and at_home(fact.query, self.place)

    def stacked(self, number: int) -> int:
        """What can be on, in or under a concept, or it on, in or under that."""
        if number not in self._stacked:
            name, relations = self.concepts[number], ("on", "in", "under")
            self._stacked[number] = self.where(
                lambda one: any(can_be(one, r, name) or can_be(name, r, one) for r in relations)
            )
        return self._stacked[number]

    def mistaken(self, number: int) -> int:
        """What might be called by a concept's name: "the lamp" might be the floor lamp."""
        if number not in self._mistaken:
            name = self.concepts[number]
            self._mistaken[number] = self.where(lambda one: called_alike(one, name))
        return self._mistaken[number]

    def beside(self, number: int) -> int:
        """What can be where a concept can be."""
        if number not in self._beside:
            spots = {*catalogue()[self.concepts[number]].spots}
            self._beside[number] = self.where(lambda one: not spots.isdisjoint(catalogue()[one].spots))
        return self._beside[number]

    def alike(self, number: int) -> int:
        """What can be where a concept can be, and with which as many other things come: hosts, wearers, what is held or worn."""
        if number not in self._alike:
            same = _company(self.concepts[number])
            self._alike[number] = self.beside(number) & self.where(lambda name: _company(name) == same)
        return self._alike[number]

    def some(self, which: int, rng: Rng, count: int = 1) -> list[int]:
        """Concepts of a set by lot, at most so many."""
        some = numbers(which)
        return rng.sample(some, min(count, len(some)))


def _company(concept: str) -> tuple[bool, ...]:
    """Does it wear or hold things, is it worn, are things put on it, does it stand or hang by itself?"""
    one = catalogue()[concept]
    return one.person, one.worn, bool(one.offers), not ALONE.isdisjoint(one.spots)


@cache
def board(place: str, allowed: frozenset[str]) -> Board:
    return Board(place, allowed)


@cache
def askable(split: str) -> frozenset[str]:
    """The predicates of a split: a fifth, by their names, is held out for the last one, which asks about nothing else."""
    every = facts().predicates
    kept = {id for id in every if blake2b(id.encode(), digest_size=1).digest()[0] < KEPT}
    return frozenset(every.keys() - kept if split == HELD_OUT else kept)
