"""A knowledge graph, prepared for scenes: its queries by triplet, and what holds of a concept as bits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from eyechart.knowledge.concepts import of_kind
from eyechart.knowledge.facts import Knowledge, Predicate
from eyechart.phrasing import Noun

BLANK, VISION = "BLANK", "VISION"  # what a commonsense query asks for, and what a region found by another step fills
Way = Literal["plain", "slot", "reverse"]
Holders = Literal["people", "both", "things"]  # of whom something can be so


class Commonsense(Struct, frozen=True):
    """A commonsense query: a predicate asked of one object, or of two of which a region gives one."""

    predicate: str
    way: Way = "plain"  # slot: a region fills the gap; reverse: the gap is asked for, of a region


def triplet(predicate: Predicate, way: Way) -> tuple[str, str, str]:
    """<BLANK, UsedFor, cutting VISION>, <VISION, UsedFor, cutting BLANK>, <frying an egg, HasPrerequisite, BLANK>."""
    thing, gap = {"plain": (BLANK, ""), "slot": (BLANK, VISION), "reverse": (VISION, BLANK)}[way]
    phrase = predicate.phrase.replace("_", gap) if gap else predicate.phrase
    if predicate.side == "tail":
        return phrase, predicate.relation, thing
    return thing, predicate.relation, phrase


def function_of(query: tuple[str, str, str]) -> str:
    """By the end of the triplet at which the blank stands."""
    return "Find KG Reverse" if BLANK in query[2] else "Find KG"


def ways(predicate: Predicate) -> tuple[Way, ...]:
    if not predicate.slot:
        return ("plain",)
    return ("slot", "reverse") if predicate.reversible else ("slot",)


class QueryValues(dict[str, bool | None]):
    """Of each concept, whether a query holds; looked up when it is first asked for."""

    def __init__(self, knowledge: Knowledge, query: Commonsense, region: str | None) -> None:
        self.knowledge, self.query, self.region = knowledge, query, region

    def __missing__(self, concept: str) -> bool | None:
        value, query = self.knowledge.value, self.query
        if query.way == "plain":
            self[concept] = value(concept, query.predicate)
        elif query.way == "slot":
            self[concept] = value(concept, query.predicate, self.region)
        else:
            assert self.region is not None
            self[concept] = value(self.region, query.predicate, concept)
        return self[concept]


class Table:
    """What is looked up again and again. A row holds, as bits, the predicates and the categories of a concept."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        every = knowledge.predicates.values()
        self.queries = {triplet(p, way): Commonsense(p.id, way) for p in every for way in ways(p)}
        self.predicates = [p.id for p in every if not p.slot]
        self.places = {id: k for k, id in enumerate(self.predicates)}
        self.slots = [Commonsense(p.id, way) for p in every if p.slot for way in ways(p)]
        self.categories = _categories(knowledge)
        self._common = frozenset(self.categories)
        self._rows: dict[str, tuple[int, int, int, int]] = {}
        self._values: dict[tuple[Commonsense, str | None], QueryValues] = {}
        self._fit: dict[Commonsense, frozenset[str] | None] = {}
        self._filled: dict[str, tuple[Commonsense, ...]] = {}
        self._holders: dict[Commonsense, Holders] = {}

    def row(self, concept: str) -> tuple[int, int, int, int]:
        """Predicates that hold, that are unsure; categories that hold, that are unsure."""
        if concept not in self._rows:
            values = [self.knowledge.value(concept, id) for id in self.predicates]
            belongs = [self.knowledge.belongs(concept, name) for name in self.categories]
            self._rows[concept] = (*bits(values), *bits(belongs))
        return self._rows[concept]

    def shared(self, names: tuple[str, ...]) -> int:
        """The predicates that hold of all these concepts, as bits."""
        held = -1
        for name in names:
            held &= self.row(name)[0]
        return held

    def common(self, name: str) -> bool:
        """Is a concept's name also that of a category? "The bird" might then be the duck."""
        return name in self._common

    def values(self, query: Commonsense, region: str | None) -> QueryValues:
        """Of what a query holds; `region`: the concept that fills its second place, if it has one."""
        key = query, region
        if key not in self._values:
            self._values[key] = QueryValues(self.knowledge, query, region)
        return self._values[key]

    def filled_by(self, concept: str) -> tuple[Commonsense, ...]:
        """The queries of which a region that shows this can fill the place so that something holds, as far as that is known
        beforehand."""
        if concept not in self._filled:
            self._filled[concept] = tuple(
                [q for q in self.slots if (fit := self._regions(q)) is None or concept in fit]
            )
        return self._filled[concept]

    def holders(self, query: Commonsense) -> Holders:
        """Does it hold of people, of people too, or of things alone? Things, where nobody knows beforehand."""
        if query not in self._holders:
            holds = {pair[query.way != "reverse"] for pair in self._pairs(query)}
            people = holds & {person.name for person in of_kind("person")}
            self._holders[query] = "things" if not people else "people" if people == holds else "both"
        return self._holders[query]

    def _pairs(self, query: Commonsense) -> list[tuple[str | None, str]]:
        """The second object and the concept, wherever a query's predicate holds; none, where nobody knows beforehand."""
        tables = getattr(self.knowledge, "tables", None)
        rows = tables(query.predicate) if tables else ()
        return [(other, one) for other, row in rows for one, value in row.items() if value]

    def _regions(self, query: Commonsense) -> frozenset[str] | None:
        """The concepts that can fill the place of a region so that something holds; None: nobody knows beforehand."""
        if query not in self._fit:
            found = frozenset(str(pair[query.way == "reverse"]) for pair in self._pairs(query))
            self._fit[query] = found if hasattr(self.knowledge, "tables") else None
        return self._fit[query]


def _categories(knowledge: Knowledge) -> list[str]:
    """Ours knows them by name; of another knowledge graph all triplets are gone through."""
    nouns: Mapping[str, Noun] | None = getattr(knowledge, "nouns", None)
    if nouns is not None:
        return list(nouns)
    return list(dict.fromkeys(item.tail for item in knowledge.items() if item.relation == "IsA"))


def bits(values: list[bool | None]) -> tuple[int, int]:
    """Where it holds, and where it is unsure."""
    yes = unsure = 0
    for i, value in enumerate(values):
        yes |= (value is True) << i
        unsure |= (value is None) << i
    return yes, unsure


def numbers(some: int) -> list[int]:
    """The numbers in a set."""
    found = []
    while some:
        low = some & -some
        found.append(low.bit_length() - 1)
        some ^= low
    return found


@lru_cache(16)  # a photograph carries a graph of its own
def _table(knowledge: Any) -> Table:
    return Table(knowledge)


def table_of(knowledge: Knowledge) -> Table:
    """One table for each knowledge graph."""
    any_knowledge: Any = (
        knowledge  # a protocol does not promise a hash; ours and others' are plain objects, which have one
    )
    return _table(any_knowledge)
