"""All that can be said of each object of a scene, as conditions; and short descriptions of one object.

Every condition that holds of an object is a set of objects; a description is a few conditions whose sets have just this
object in common, while without any one of them others would be meant too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Literal

from msgspec import Struct

from eyechart.core import Step, Thing
from eyechart.families.commonsense.lookup import Commonsense, bits
from eyechart.families.commonsense.question.query import Attribute, Clause, Description, Known, Related, side
from eyechart.families.commonsense.question.soundness import single
from eyechart.families.commonsense.vocabulary import UNIVERSAL, VALUES, VISUAL_RELATIONS
from eyechart.families.commonsense.world import World
from eyechart.seeding import Rng

Kind = Literal["noun", "look", "link", "relate", "known"]  # relate: a link to what it is the object of
SIDEWAYS = ("left of", "right of")  # anything can be there; on, next to or behind another only what belongs there

Shape = tuple[Kind, ...]  # of a few decorations


class Condition(Struct, frozen=True):
    """Something that holds of an object, and the set of all of which it holds."""

    kind: Kind
    holds: int
    maybe: int  # where it holds or is unclear
    noun: str | None = None
    look: Attribute | None = None
    relation: str | None = None
    other: int | None = None
    subject: bool = True
    query: Commonsense | None = None


class Link(Struct, frozen=True):
    """A relation that just one object has to another, or just one of a category: which fruit is left of it?"""

    relation: str
    subject: bool
    answer: int
    among: int  # the objects of the category, or all
    noun: str | None = None


def grouped(links: Iterable[Link]) -> list[list[Link]]:
    """What is left and what is right of a thing, of one category, together."""
    groups: dict[tuple[str, bool, str | None], list[Link]] = {}
    for link in links:
        groups.setdefault((side(link.relation), link.subject, link.noun), []).append(link)
    return list(groups.values())


class Options(Struct, frozen=True):
    """What may decorate an object, and those that all of it together may mean."""

    conditions: list[Condition]
    left: int


class Fairness(Struct, frozen=True):
    """What keeps questions balanced in scenes of a known making. Of a photograph nothing is known, and everything goes.

    Which looks are dealt out evenly; which relations a concept can have.
    """

    even: Callable[[str, str], bool] = lambda concept, facet: True
    could: Callable[[str, str, bool, str], bool] = lambda concept, relation, subject, other: True
    broad: Callable[[str], bool] = lambda category: True  # names enough concepts not to tell the answer
    at_home: Callable[[Commonsense, str], bool] = lambda query, place: True  # the place does not tell for what it holds
    rivals: Callable[[Commonsense, str | None, str], tuple[str, ...]] = lambda query, other, place: ()  # hold, too


ANYTHING_GOES = Fairness()


class Scenery:
    """A world with everything in it that can be said of each object."""

    def __init__(
        self,
        world: World,
        allowed: frozenset[str] | None = None,
        built: bool = True,
        fair: Fairness = ANYTHING_GOES,
    ) -> None:
        """`allowed`: the predicates that may be asked; None: all. `built`: for its questions; a photograph is as it is."""
        self.world, self.allowed, self.built, self.fair = world, allowed, built, fair
        self.table = world.table
        self.place = next((thing.name for thing in world.graph.things if thing.id == "place"), "")
        self.rows = [self.table.row(thing.name) for thing in world.objects]
        self._links: dict[tuple[int, Kind], list[Condition]] = {}
        self._looks: dict[int, list[Condition]] = {}
        self.options: dict[tuple[object, ...], dict[Kind, Options]] = {}  # found before
        self._single: dict[int, list[Link]] = {}  # likewise, by the object that they lead from
        self._had_by: dict[tuple[str, bool], int] = {}
        self._beside_any: dict[tuple[str, bool], list[int]] = {}
        self._called: dict[tuple[int, bool, int, int | None], tuple[list[Description], list[float]]] = {}
        self.names_left: dict[tuple[Step, ...], frozenset[str]] = {}  # to who sees names only: rivals.py

    def _column(self, column: int, names: list[str], sure: bool = False) -> Iterator[tuple[str, int, int]]:
        """Predicates or categories with the objects of which they hold, and those of which they hold or are unsure; if need be
        only those that are sure of every object."""
        some = doubtful = 0
        for row in self.rows:
            some |= row[column]
            doubtful |= row[column + 1]
        for k in self.world.numbers(some & ~doubtful if sure else some):
            holds = maybe = 0
            for i, row in enumerate(self.rows):
                yes = row[column] >> k & 1
                holds |= yes << i
                maybe |= (yes | row[column + 1] >> k & 1) << i
            yield names[k], holds, maybe

    @cached_property
    def nouns(self) -> list[Condition]:
        """Categories, also where they are unsure of some object: another condition may rule that one out."""
        return [
            Condition("noun", holds, maybe, noun=name) for name, holds, maybe in self._column(2, self.table.categories)
        ]

    @cached_property
    def known(self) -> list[Condition]:
        """Facts that are sure of every object."""
        return [
            Condition("known", holds, maybe, query=Commonsense(id))
            for id, holds, maybe in self._column(0, self.table.predicates, sure=True)
            if self.allowed is None or id in self.allowed
        ]

    def looks(self, number: int) -> list[Condition]:
        if number not in self._looks:
            self._looks[number] = [
                Condition("look", holds, holds | unsure, look=(facet, value))
                for facet, value in self.world.objects[number].attributes.items()
                if value in VALUES.get(facet, ())
                for holds, unsure in [self.world.named(value, facet)]
            ]
        return self._looks[number]

    def links(self, number: int, kind: Kind) -> list[Condition]:
        """The relations that an object has to others; or others to it, where one can say so."""
        if (number, kind) not in self._links:
            to = self.world.after if kind == "link" else self.world.before
            self._links[number, kind] = [
                beside[other]
                for relation, beside in self._beside[kind].items()
                for other in self.world.numbers(to[relation][number])
            ]
        return self._links[number, kind]

    @cached_property
    def _beside(self) -> dict[Kind, dict[str, list[Condition]]]:
        """What it is to have a relation to each object; or, where one can say so, to be had by it."""
        world = self.world
        ends = {relation: VISUAL_RELATIONS[relation] for relation in world.after if relation in VISUAL_RELATIONS}
        both: tuple[tuple[Kind, dict[str, list[int]], dict[str, list[int]]], ...] = (
            ("link", world.before, world.maybe_before),
            ("relate", world.after, world.maybe_after),
        )
        return {
            kind: {
                relation: [
                    Condition(kind, holds[relation][i], maybe[relation][i], None, None, relation, i, kind == "link")
                    for i in range(len(world.ids))
                ]
                for relation, far in ends.items()
                if kind == "link" or far.tells
            }
            for kind, holds, maybe in both
        }

    def anyhow(self, c: Condition) -> int:
        """Of what a link would hold whatever the other were."""
        assert c.relation is not None
        key = c.relation, c.subject
        if key not in self._had_by:
            self._had_by[key] = self.world.related(self.world.all, *key)
        return self._had_by[key]

    def beside_any(self, relation: str, subject: bool) -> list[int]:
        """Of each object, those that could have a relation to it, or it to them; whether or not they have."""
        key = relation, subject
        if key not in self._beside_any:
            names, could = [thing.name for thing in self.world.objects], self.fair.could
            if relation in SIDEWAYS:  # anything could
                self._beside_any[key] = [self.world.all & ~(1 << j) for j in range(len(names))]
            else:
                self._beside_any[key] = [
                    bits([i != j and could(one, relation, subject, other) for i, one in enumerate(names)])[0]
                    for j, other in enumerate(names)
                ]
        return self._beside_any[key]

    @cached_property
    def alike(self) -> list[int]:
        """Pairs of objects of different names that the same words can tell apart: alone of their category on the two sides of
        a third, or each in somebody's hand. Of a photograph all that share a category."""
        names = [thing.name for thing in self.world.objects]
        if self.built:
            parted = [pair for c in self.nouns for pair in self._parted(c)]
            pairs = dict.fromkeys([*parted, *self._both_had()])
            return [pair for pair in pairs if len({names[i] for i in self.world.numbers(pair)}) == 2]
        every = [(i, j) for j in range(len(names)) for i in range(j)]
        return [1 << i | 1 << j for i, j in every if names[i] != names[j] and self.rows[i][2] & self.rows[j][2]]

    def _parted(self, kind: Condition) -> Iterator[int]:
        """Two of a kind that stand alone of it to the left and to the right of something."""
        for left, right in self._sides:
            one, other = kind.maybe & left.maybe, kind.maybe & right.maybe
            plain = one == kind.holds & left.holds and other == kind.holds & right.holds
            if plain and single(one) and single(other):
                yield one | other

    def _both_had(self) -> Iterator[int]:
        """Two that each somebody holds, or wears, or that each have something on them."""
        had: dict[str | None, int] = {}
        for i in range(len(self.world.ids)):
            for c in self.links(i, "relate"):
                if c.maybe == 1 << i:
                    had[c.relation] = had.get(c.relation, 0) | c.maybe
        for some in had.values():
            numbers = self.world.numbers(some)
            yield from [1 << i | 1 << j for j in numbers for i in numbers if i < j]

    @cached_property
    def _sides(self) -> list[tuple[Condition, Condition]]:
        """What it is to be left of each object, and right of it."""
        left, right = (self._beside["link"].get(side, []) for side in SIDEWAYS)
        return list(zip(left, right, strict=False))  # where nothing is left of anything, there are none

    @cached_property
    def plain_looks(self) -> list[tuple[int, Thing, str]]:
        """The looks that can be asked for: whose, and of which facet."""
        return [
            (1 << i, thing, facet)
            for i, thing in enumerate(self.world.objects)
            for facet in UNIVERSAL
            if thing.attributes.get(facet) in VALUES[facet] and self.fair.even(thing.name, facet)
        ]

    @cached_property
    def held(self) -> int:
        """The objects that somebody holds or wears, or that something stands on."""
        found = 0
        for i in range(len(self.world.ids)):
            found |= bool(self.links(i, "relate")) << i
        return found

    @cached_property
    def _regions(self) -> dict[Commonsense, list[int]]:
        """The queries with a place for a region, and the objects that might fill it."""
        fit: dict[Commonsense, list[int]] = {}
        for i, thing in enumerate(self.world.objects):
            for query in self.table.filled_by(thing.name):
                if self.allowed is None or query.predicate in self.allowed:
                    fit.setdefault(query, []).append(i)
        return fit

    def slotted(self, rng: Rng, tries: int, target: int | None = None) -> list[Condition]:
        """What two objects make true, by lot: "that can cut the apple", "that the knife can cut"."""
        found = list[Condition]()
        for query in rng.sample(list(self._regions), min(tries, len(self._regions))):
            other = rng.choice(self._regions[query])
            holds, unsure = self.world.known(query, 1 << other)
            if holds and not unsure and (target is None or holds >> target & 1):
                found.append(Condition("known", holds, holds, query=query, other=other))
        return found

    def single_links(self, number: int) -> list[Link]:
        """What is on it, which fruit is left of it."""
        if number not in self._single:
            self._single[number] = [
                link
                for relation in self.world.after
                if relation in VISUAL_RELATIONS
                for subject in ((True, False) if VISUAL_RELATIONS[relation].asks else (True,))
                for link in self._leading(number, relation, subject)
            ]
        return self._single[number]

    def _leading(self, number: int, relation: str, subject: bool) -> Iterator[Link]:
        """To the one object that has the relation, or to the one of a category."""
        plain, maybe = (self.world.related(1 << number, relation, subject, doubtful) for doubtful in (False, True))
        if plain == maybe and plain.bit_count() == 1:
            yield Link(relation, subject, plain, self.world.all)
        elif subject and plain:
            for c in self.nouns:
                one = plain & c.holds
                if c.noun and one == maybe & c.maybe and one.bit_count() == 1 and self.fair.broad(c.noun):
                    yield Link(relation, subject, one, c.holds, c.noun)

    # ---- descriptions

    def called(
        self, number: int, rng: Rng, simple: bool = True, functions: int = 2, beside: int | None = None
    ) -> Description | None:
        """A short description of one object: its name, its category, what is known of it; with an attribute if need be.

        `beside`: the object that stands beside it and is to be described; then it may be told by who holds it, too.
        """
        key = number, simple, functions, beside
        if key not in self._called:  # the same few objects are described again and again
            self._called[key] = self._descriptions(*key)
        described, weights = self._called[key]
        return rng.weighted(described, weights) if described else None

    def _descriptions(
        self, number: int, simple: bool, functions: int, beside: int | None
    ) -> tuple[list[Description], list[float]]:
        """All of them, with their weights."""
        bit = 1 << number
        options: list[tuple[float, Description]] = []
        name = self.world.objects[number].name
        firsts = [] if self.table.common(name) else [(0.25, Description(name, True), self.world.named(name)[0])]
        firsts += [(1.6, Description(c.noun), c.maybe) for c in self.nouns if c.holds & bit]
        if not simple:
            firsts += [
                (1.0, Description(clauses=(Known(c.query),)), c.holds) for c in self.known if c.holds & bit and c.query
            ]
        for weight, described, holds in firsts:
            if holds == bit:
                options.append((weight, described))
            elif functions > 1:
                options += [
                    (weight, Description(described.noun, described.named, c.look))
                    for c in self.looks(number)
                    if holds & c.maybe == bit and c.holds != bit and described.simple
                ]
                if not simple and not described.named and described.noun:
                    options += [
                        (1.5, Description(described.noun, clauses=(Known(c.query),)))
                        for c in self.known
                        if c.query and holds & c.holds == bit and c.holds != bit
                    ]
        if beside is not None and functions > 1:
            options += [(6.0, described) for described in self._had(number, beside)]
        return [d for _, d in options], [w for w, _ in options]

    def _had(self, number: int, beside: int) -> Iterator[Description]:
        """The thing that is held by the girl, that has the cup on it; but not by the one that it shall itself describe."""
        for c in self.links(number, "relate"):
            if c.relation and c.other is not None and c.other != beside and c.maybe == 1 << number:
                name = self.world.objects[c.other].name
                if self.world.named(name)[0] == 1 << c.other and not self.table.common(name):
                    yield Description(clauses=(Related(c.relation, Description(name, True), False),))

    def clause(self, c: Condition, rng: Rng, simple: bool, functions: int, beside: int | None = None) -> Clause | None:
        """A condition with another object, that one described."""
        if c.other is None:
            assert c.query is not None
            return Known(c.query)
        other = self.called(c.other, rng, simple, functions, beside)
        if other is None:
            return None
        if c.query is not None:
            return Known(c.query, other)
        assert c.relation is not None
        return Related(c.relation, other, c.subject)
