"""Draw what a page is to ask before there is a scene: predicates, answers and the things that they need.

(type, answer, knowledge item) comes first. Each predicate comes with things for which it holds and things for which it
does not, so that the fact decides; only concepts of which every chosen predicate is sure may keep them company.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.families.commonsense.catalogue import COLOURS, can_be, catalogue, found_in
from eyechart.families.commonsense.goal import Goal
from eyechart.families.commonsense.lookup import Commonsense, bits
from eyechart.families.commonsense.options import CommonsenseSettings
from eyechart.families.commonsense.scene import Wanted
from eyechart.families.commonsense.tree import Type
from eyechart.knowledge.facts import facts
from eyechart.seeding import Rng

SLOTTED = 0.3  # of the facts have a second object
SURE = 0.6  # of a place's concepts a predicate must be sure of, or too little company is left
TRIES = 40
HOSTING = ("on", "in", "under", "next to")


class Fact(Struct, frozen=True):
    """A predicate in a place, with its second object if it has one: concepts for which it holds and fails, as bits."""

    query: Commonsense
    yes: int
    no: int
    other: int = -1


class Board:
    """A place's concepts, numbered, and the facts that can be asked there."""

    def __init__(self, place: str, allowed: frozenset[str]) -> None:
        known = facts()
        self.place = place
        self.concepts = found_in(place)
        self.all = (1 << len(self.concepts)) - 1
        self.coloured = self.where(lambda name: catalogue()[name].seen.get("colour") == COLOURS)
        self.facts: dict[
            str, dict[str, list[Fact]]
        ] = {}  # relation -> predicate -> plain, or one for each second object
        for predicate in known.predicates.values():
            if predicate.id in allowed:
                found = self._slotted(predicate.id) if predicate.slot else self._plain(predicate.id)
                if found:
                    self.facts.setdefault(predicate.relation + " _" * predicate.slot, {})[predicate.id] = found

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
        sure = (fact.yes | fact.no).bit_count()
        return bool(fact.yes and fact.no) and sure >= SURE * len(self.concepts)

    def some(self, which: int, rng: Rng, count: int = 1) -> list[int]:
        """Concepts of a set by lot, at most so many."""
        numbers = [i for i in range(len(self.concepts)) if which >> i & 1]
        return rng.sample(numbers, min(count, len(numbers)))


@cache
def board(place: str, allowed: frozenset[str]) -> Board:
    return Board(place, allowed)


def askable(settings: CommonsenseSettings, split: str) -> frozenset[str]:
    """The predicates of a split: all, or, where some are held out, those on its side of the line."""
    return _askable(settings.held_out, split == "train")


@cache
def _askable(held_out: bool, training: bool) -> frozenset[str]:
    every = facts().predicates
    if not held_out:
        return frozenset(every)
    kept = {id for id in every if blake2b(id.encode(), digest_size=1).digest()[0] < 205}
    return frozenset(kept if training else every.keys() - kept)


class Plan(Struct, frozen=True):
    place: str
    wanted: tuple[Wanted, ...]
    relations: tuple[tuple[int, str, int], ...]
    company: frozenset[str]
    goals: tuple[Goal, ...]


class Planner:
    """Gathers things and goals; what was taken narrows what may follow."""

    def __init__(self, at: Board, rng: Rng) -> None:
        self.board, self.rng = at, rng
        self.sure = at.all  # concepts of which every predicate taken is sure
        self.numbers: list[int] = []  # concept of each thing wanted
        self.looks: list[dict[str, str]] = []
        self.relations: list[tuple[int, str, int]] = []
        self.goals: list[Goal] = []
        self.deck: list[str] = []

    def colour(self) -> str:
        if not self.deck:
            self.deck = self.rng.shuffled(COLOURS)
        return self.deck.pop()

    def taken(self) -> int:
        some = 0
        for number in self.numbers:
            some |= 1 << number
        return some

    def want(self, number: int) -> int:
        """The place of a concept among the things wanted; one of each is enough."""
        if number not in self.numbers:
            self.numbers.append(number)
            full = self.board.coloured >> number & 1
            self.looks.append({"colour": self.colour()} if full else {})
        return self.numbers.index(number)

    def fact(self, yes: int, no: int, slotted: bool = True) -> Fact | None:
        """A fact by lot that is sure of all that is taken, holds for so many concepts at least and fails for so many."""
        rng, taken = self.rng, self.taken()
        kinds = list(self.board.facts)
        if not slotted:
            kinds = [kind for kind in kinds if not kind.endswith("_")]
        for _ in range(TRIES if kinds else 0):
            wanted = slotted and rng.coin(SLOTTED)
            some = [kind for kind in kinds if kind.endswith("_") == wanted] or kinds
            by_predicate = self.board.facts[rng.choice(some)]
            fact = rng.choice(by_predicate[rng.choice(list(by_predicate))])
            sure = fact.yes | fact.no
            if taken & ~sure or (fact.other >= 0 and not self.sure >> fact.other & 1):
                continue
            if (fact.yes & self.sure).bit_count() >= yes and (fact.no & self.sure).bit_count() >= no:
                return fact
        return None

    def take(self, fact: Fact) -> int:
        """Keep to what the fact is sure of; the place of its second object among the things wanted, or -1."""
        self.sure &= fact.yes | fact.no | (1 << fact.other if fact.other >= 0 else 0)
        return self.want(fact.other) if fact.other >= 0 else -1

    def add(self, type: Type) -> None:
        {
            "QueryObjKG": self._what_is_known,
            "QueryObjSG": self._what_is_related,
            "QueryAtt": self._attribute,
            "VerifyKG": self._is_it_known,
            "VerifyAtt": self._attribute,
        }[type](type)

    def _what_is_known(self, type: Type) -> None:
        fact = self.fact(2, 3)
        if fact is None:
            return
        other = self.take(fact)
        several = self.board.some(fact.yes & self.sure, self.rng, 3)
        full = all(self.board.coloured >> i & 1 for i in range(len(self.board.concepts)) if fact.yes >> i & 1)
        targets = tuple([self.want(i) for i in several])
        self.goals.append(Goal(type, fact.query, targets, other, facets=None if full else ()))

    def _is_it_known(self, type: Type) -> None:
        """Two things alike in where they can be, one for which it holds and one for which it does not."""
        fact = self.fact(1, 3)
        if fact is None:
            return
        entries, names = catalogue(), self.board.concepts
        yes = self.board.some(fact.yes & self.sure, self.rng)[0]
        spots = {*entries[names[yes]].spots}
        alike = [
            i
            for i in self.board.some(fact.no & self.sure, self.rng, 99)
            if spots & {*entries[names[i]].spots} and i != fact.other
        ]
        nouns = [{*facts().categories(names[i])} for i in (yes, *alike)]
        shared = [i for i, its in zip(alike, nouns[1:], strict=True) if its & nouns[0]]
        pool = shared if shared and self.rng.coin(0.7) else alike
        if not pool:
            return
        no = self.rng.choice(pool[:6])
        other = self.take(fact)
        both = tuple(name for name in facts().categories(names[yes]) if facts().belongs(names[no], name))
        looks = [entries[names[i]].seen for i in (yes, no)]
        facets = tuple(
            facet for facet in looks[0] if looks[0][facet] == looks[1].get(facet) and len(looks[0][facet]) > 1
        )
        targets = (self.want(yes), self.want(no))
        self.goals.append(Goal(type, fact.query, targets, other, nouns=both, facets=facets))

    def _what_is_related(self, type: Type) -> None:
        """A host for which it holds, one for which it does not, and what is on, in, under or next to each."""
        rng = self.rng
        fact = self.fact(1, 3, slotted=False)
        if fact is None:
            return
        relation = rng.choice(HOSTING)
        for host in self.board.some(fact.yes & self.sure, rng, 6):
            guests = [
                i for i in self.board.some(self.sure & (fact.yes | fact.no), rng, 99) if self._can(i, relation, host)
            ]
            guests = [i for i in guests if i not in self.numbers]
            if guests:
                self.take(fact)
                guest, place = self.want(guests[0]), self.want(host)
                self.relations.append((guest, relation, place))
                self.goals.append(Goal(type, fact.query, (guest,), place, relation))
                rivals = [i for i in self.board.some(fact.no & self.sure, rng, 30) if i not in (guests[0], host)]
                hosts = [i for i in rivals if any(self._can(g, relation, i) for g in guests[1:9])]
                if hosts:
                    rival = next(g for g in guests[1:9] if self._can(g, relation, hosts[0]))
                    if rival != hosts[0] and rival not in self.numbers:
                        self.relations.append((self.want(rival), relation, self.want(hosts[0])))
                return

    def _can(self, guest: int, relation: str, host: int) -> bool:
        names = self.board.concepts
        if relation == "next to":
            mine, its = (catalogue()[names[i]].spots[0] for i in (guest, host))
            return mine == its and guest != host and mine in ("floor", "back", "top")
        return can_be(names[guest], relation, names[host])

    def _attribute(self, type: Type) -> None:
        """Coloured things for which a fact holds; which of them is asked for is left to the scene."""
        fact = self.fact(2, 3)
        if fact is None:
            return
        coloured = fact.yes & self.sure & self.board.coloured
        if fact.other >= 0:
            coloured &= ~(1 << fact.other)
        if not coloured:
            return
        other = self.take(fact)
        several = self.board.some(coloured, self.rng, 2)
        more = self.board.some(fact.yes & self.sure & ~coloured, self.rng, 1)
        targets = tuple([self.want(i) for i in several])
        for i in more:
            self.want(i)
        place = targets[0]
        true = self.looks[place]["colour"]
        asked = true if type == "QueryAtt" or self.rng.coin() else self.rng.choice([c for c in COLOURS if c != true])
        self.goals.append(Goal(type, fact.query, (place,), other, look=("colour", asked)))

    def plan(self) -> Plan:
        names = self.board.concepts
        wanted = tuple([Wanted(names[i], look) for i, look in zip(self.numbers, self.looks, strict=True)])
        company = frozenset(names[i] for i in range(len(names)) if self.sure >> i & 1)
        return Plan(self.board.place, wanted, tuple(self.relations), company, tuple(self.goals))


def plan(rng: Rng, settings: CommonsenseSettings, split: str, types: list[Type]) -> Plan:
    """A place, and a goal for each type that the place has a fact for."""
    for _ in range(TRIES):
        planner = Planner(board(rng.choice(settings.places), askable(settings, split)), rng)
        for type in types:
            planner.add(type)
        if planner.goals:
            return planner.plan()
    raise EyechartError(
        f"No question fits the settings places={','.join(settings.places)}, held_out={settings.held_out}: widen them."
    )
