"""What is known of everyday things: a knowledge graph of eleven relations with three values, yes, no and unsure.

The text files beside this one hold it, written by us: `groups.txt` names sets of concepts, `categories.txt` says what is
a fruit or a tool (plain IsA, for referring), every other file holds predicates that can be asked. `reading.py` tells
their form. What no line sets is unsure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from eyechart.errors import EyechartError, unknown
from eyechart.knowledge.concepts import concepts
from eyechart.knowledge.facts.reading import Entry, Groups, Rule, read_entries
from eyechart.knowledge.facts.wording import ENGLISH, TAIL_SIDE
from eyechart.phrasing import Noun

RELATIONS = ("IsA", *ENGLISH)
HERE = Path(__file__).parent


class Predicate(Struct, frozen=True):
    """One thing that can be asked of an object: <BLANK, UsedFor, cutting food>, <making an omelette, HasPrerequisite, BLANK>."""

    id: str  # "UsedFor cutting food", "UsedFor cutting _"
    relation: str
    side: str  # head or tail: where the asked object stands
    en: str
    zh: str

    @property
    def slot(self) -> bool:
        """Whether a second object of the scene fills a "_"."""
        return "_" in self.en

    @property
    def reversible(self) -> bool:
        """Whether the second object can be asked for: its gap must end the phrase in both languages."""
        return self.en.endswith(" _") and self.zh.endswith("_")

    def said(self, language: str, other: str = "") -> str:
        """The phrase with its slot filled; an empty other leaves the gap that a reverse clause wants."""
        return (self.zh if language == "zh" else self.en).replace("_", other).strip()


class Item(Struct, frozen=True):
    """One stated triplet."""

    head: str
    relation: str
    tail: str
    value: bool


class Knowledge(Protocol):
    """What questions need of a knowledge graph; ours and one read from ConceptNet both give it."""

    @property
    def predicates(self) -> Mapping[str, Predicate]: ...
    def value(self, concept: str, predicate: str, other: str | None = None) -> bool | None: ...
    def categories(self, concept: str) -> tuple[str, ...]: ...
    def belongs(self, concept: str, category: str) -> bool | None: ...
    def noun(self, category: str) -> Noun: ...
    def items(self) -> Iterator[Item]: ...


class Facts:
    """A knowledge graph read from a folder of text files."""

    def __init__(self, folder: Path = HERE) -> None:
        self.groups = Groups(folder / "groups.txt")
        self.predicates: dict[str, Predicate] = {}
        self.nouns: dict[str, Noun] = {}
        self.written: dict[str, Entry] = {}
        self._values: dict[str, dict[str, bool | None]] = {}
        self._pairs: dict[str, dict[str, dict[str, bool | None]]] = {}  # predicate -> other -> concept -> value
        for entry in read_entries(folder / "categories.txt", 2):
            self._add_category(entry)
        for file in sorted(folder.glob("*.txt")):
            if file.stem not in ("groups", "categories"):
                for entry in read_entries(file, 2):
                    self._add_predicate(entry)
        sizes = {name: sum(v is True for v in self._values[f"IsA {name}"].values()) for name in self.nouns}
        self._by_size = sorted(self.nouns, key=lambda name: sizes[name])
        self._categories: dict[str, tuple[str, ...]] = {}

    def value(self, concept: str, predicate: str, other: str | None = None) -> bool | None:
        """Whether it holds of a concept, and of the second object if there is a slot. None is unsure."""
        if predicate not in self.predicates:
            raise unknown("predicate", predicate, self.predicates)
        if other is None:
            return self._values.get(predicate, {}).get(concept)
        return self._pairs.get(predicate, {}).get(other, {}).get(concept)

    def belongs(self, concept: str, category: str) -> bool | None:
        """Plain IsA, with three values."""
        if category not in self.nouns:
            raise unknown("category", category, self.nouns)
        return self._values[f"IsA {category}"].get(concept)

    def categories(self, concept: str) -> tuple[str, ...]:
        """What a concept may be referred to as, the narrowest first."""
        if concept not in self._categories:
            self._categories[concept] = tuple([name for name in self._by_size if self.belongs(concept, name)])
        return self._categories[concept]

    def noun(self, category: str) -> Noun:
        if category not in self.nouns:
            raise unknown("category", category, self.nouns)
        return self.nouns[category]

    def others(self, predicate: str) -> tuple[str, ...]:
        """The second objects of which a predicate with a slot knows something, in the order of the concepts."""
        known = self._pairs.get(predicate, {})
        return tuple([name for name in concepts() if name in known])

    def tables(self, id: str) -> Iterator[tuple[str | None, Mapping[str, bool | None]]]:
        """The values of a predicate or of "IsA fruit", by concept: one table, or one per second object."""
        if id in self._values:
            yield None, self._values[id]
        for other in self.others(id):
            yield other, self._pairs[id][other]

    def item(self, id: str, other: str | None, concept: str, value: bool) -> Item:
        """A value as a triplet: <knife, UsedFor, cutting the apple>."""
        if id in self.predicates:
            predicate = self.predicates[id]
            return item_of(predicate, concept, predicate.said("en", f"the {other}"), value)
        return Item(concept, "IsA", id.removeprefix("IsA "), value)

    def items(self) -> Iterator[Item]:
        """Every triplet that is stated, one per concept, or per pair of concepts where there is a slot."""
        for id in self.written:
            for other, values in self.tables(id):
                for concept, value in stated(values):
                    yield self.item(id, other, concept, value)

    def _add_category(self, entry: Entry) -> None:
        names, chinese = entry.cells
        singular, _, plural = names.partition("/")
        zh, _, measure = chinese.partition(" ")
        if not measure:
            raise EyechartError(f"{entry.place}: the Chinese name needs its measure word, as in '水果 种'.")
        self.nouns[singular] = Noun(singular, plural, zh, measure)
        self._keep(f"IsA {singular}", entry)

    def _add_predicate(self, entry: Entry) -> None:
        id, zh = entry.cells
        relation, _, en = id.partition(" ")
        if relation not in ENGLISH or not en:
            known = ", ".join(ENGLISH)
            raise EyechartError(f"{entry.place}: expected a relation and a phrase, found '{id}'. Relations: {known}.")
        if ("_" in en) != ("_" in zh):
            raise EyechartError(f"{entry.place}: the slot '_' stands in one language only: '{id} | {zh}'.")
        predicate = Predicate(id, relation, "tail" if relation in TAIL_SIDE else "head", en, zh)
        self._keep(id, entry)
        self.predicates[id] = predicate

    def _keep(self, id: str, entry: Entry) -> None:
        if id in self.written:
            raise EyechartError(f"{entry.place}: '{id}' stands in {self.written[id].place} too.")
        self.written[id] = entry
        slot = "_" in id
        if any(bool(block.others) != slot for block in entry.blocks):
            what = "needs a line 'of: …' above its values" if slot else "has no '_', so it takes no line 'of: …'"
            raise EyechartError(f"{entry.place}: '{id}' {what}.")
        tables = [self.groups.resolve(block.rules) for block in entry.blocks]
        if not slot:
            self._values[id] = tables[0]
            return
        rules = [Rule(name, i, block.place) for i, block in enumerate(entry.blocks) for name in block.others]
        self._pairs[id] = {other: tables[i] for other, i in self.groups.resolve(rules).items()}


def stated(values: Mapping[str, bool | None]) -> Iterator[tuple[str, bool]]:
    """What is yes or no, in the order of the concepts."""
    for name in concepts():
        value = values.get(name)
        if value is not None:
            yield name, value


def item_of(predicate: Predicate, concept: str, phrase: str, value: bool) -> Item:
    """A triplet, the concept on its side of it."""
    if predicate.side == "tail":
        return Item(phrase, predicate.relation, concept, value)
    return Item(concept, predicate.relation, phrase, value)


@cache
def facts() -> Facts:
    """Our knowledge graph."""
    return Facts()
