"""What is known of everyday things: a knowledge graph of eleven relations with three values, yes, no and unsure.

The text files beside this one hold it, written by us: `groups.txt` names sets of concepts, `categories.txt` says what is
a fruit or a tool (plain IsA, for referring), every other file holds predicates that can be asked. `reading.py` tells
their form. What no line sets is unsure. Ids are English; what a language says instead stands in `nouns/CODE.txt` for
categories, in `phrases/CODE.txt` for predicates, and around them in `frames/CODE.toml`.
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
from eyechart.knowledge.words import OF_IDS, check_said, nouns_in, words_in
from eyechart.phrasing import Noun

RELATIONS = (
    "IsA", "IsA-Taxonomy", "UsedFor", "CapableOf", "AtLocation", "HasProperty", "HasA", "HasPrerequisite",
    "ReceivesAction", "HasSubevent", "MadeFrom",
)  # fmt: skip
ASKED = RELATIONS[1:]  # by predicates; plain IsA only refers
TAIL_SIDE = ("HasPrerequisite", "HasSubevent")  # <making an omelette, HasPrerequisite, BLANK>: the thing stands behind
HERE = Path(__file__).parent


class Predicate(Struct, frozen=True):
    """One thing that can be asked of an object: <BLANK, UsedFor, cutting food>, <making an omelette, HasPrerequisite, BLANK>."""

    id: str  # "UsedFor cutting food", "UsedFor cutting _"
    relation: str
    side: str  # head or tail: where the asked object stands
    phrases: dict[str, str]  # language code -> what is said after the relation

    @property
    def phrase(self) -> str:
        """What the id has after the relation: the other end of a triplet, in no language but that of ids."""
        return self.id[len(self.relation) + 1 :]

    @property
    def slot(self) -> bool:
        """Whether a second object of the scene fills a "_"."""
        return "_" in self.phrase

    @property
    def reversible(self) -> bool:
        """Whether the second object can be asked for: its gap must end the phrase in every language."""
        return self.phrase.endswith(" _") and all(phrase.endswith("_") for phrase in self.phrases.values())

    def said(self, language: str, other: str = "") -> str:
        """The phrase with its slot filled; an empty other leaves the gap that a reverse clause wants."""
        if language not in self.phrases:
            raise unknown(f"language of the fact '{self.id}'", language, self.phrases)
        return self.phrases[language].replace("_", other).strip()


def predicate_of(relation: str, phrase: str, **phrases: str) -> Predicate:
    """A predicate by what it says in the language of ids, and in others."""
    side = "tail" if relation in TAIL_SIDE else "head"
    return Predicate(f"{relation} {phrase}", relation, side, {OF_IDS: phrase, **phrases})


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
        self.folder, self.groups = folder, Groups(folder / "groups.txt")
        self.written: dict[str, Entry] = {}
        self._values: dict[str, dict[str, bool | None]] = {}
        self._pairs: dict[str, dict[str, dict[str, bool | None]]] = {}  # predicate -> other -> concept -> value
        categories = read_entries(folder / "categories.txt")
        for entry in categories:
            self._keep(f"IsA {entry.head}", entry)
        self.nouns = nouns_in(folder / "nouns", {entry.head: entry for entry in categories})
        files = [file for file in sorted(folder.glob("*.txt")) if file.stem not in ("groups", "categories")]
        entries = {entry.head: entry for file in files for entry in self._predicates_in(file)}
        said = words_in(folder / "phrases", entries)
        self.predicates = {id: _predicate(entry, said) for id, entry in entries.items()}
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
            return item_of(predicate, concept, value, other)
        return Item(concept, "IsA", id.removeprefix("IsA "), value)

    def items(self) -> Iterator[Item]:
        """Every triplet that is stated, one per concept, or per pair of concepts where there is a slot."""
        for id in self.written:
            for other, values in self.tables(id):
                for concept, value in stated(values):
                    yield self.item(id, other, concept, value)

    def check_said(self, language: str) -> None:
        """Whether every category and predicate has words in a language; an error says which file lacks which."""
        check_said(self.folder / "nouns", language, {name: noun.forms for name, noun in self.nouns.items()})
        check_said(self.folder / "phrases", language, {id: p.phrases for id, p in self.predicates.items()})

    def _predicates_in(self, file: Path) -> Iterator[Entry]:
        for entry in read_entries(file):
            relation, _, phrase = entry.head.partition(" ")
            if relation not in ASKED or not phrase:
                raise EyechartError(
                    f"{entry.place}: expected a relation and a phrase, found '{entry.head}'. Relations: {', '.join(ASKED)}."
                )
            self._keep(entry.head, entry)
            yield entry

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


def _predicate(entry: Entry, said: Mapping[str, Mapping[str, str]]) -> Predicate:
    relation, _, phrase = entry.head.partition(" ")
    phrases = {language: words[entry.head] for language, words in said.items() if entry.head in words}
    for language, other in phrases.items():
        if ("_" in phrase) != ("_" in other):
            raise EyechartError(
                f"phrases/{language}.txt: the slot '_' stands in one language only: '{entry.head}: {other}'."
            )
    return predicate_of(relation, phrase, **phrases)


def item_of(predicate: Predicate, concept: str, value: bool, other: str | None = None) -> Item:
    """A triplet, the concept on its side of it, the second object in its slot."""
    phrase = predicate.phrase if other is None else predicate.phrase.replace("_", f"the {other}")
    if predicate.side == "tail":
        return Item(phrase, predicate.relation, concept, value)
    return Item(concept, predicate.relation, phrase, value)


@cache
def facts() -> Facts:
    """Our knowledge graph."""
    return Facts()
