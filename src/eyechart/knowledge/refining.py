"""ConceptNet's rows as facts that can be asked of a scene (CRIC, section 3), with categories from WordNet.

Each phrase is brought into the style of its relation; what names an object of the scenes becomes a predicate with a slot
("cutting _"), found in the phrase's graph; what is stated and denied is unsure. English only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import takewhile

from eyechart.errors import unknown
from eyechart.knowledge.carried import Carried, Values
from eyechart.knowledge.conceptnet import Assertion
from eyechart.knowledge.facts import TAIL_SIDE, Item, Knowledge, Predicate, facts, predicate_of
from eyechart.knowledge.genome.words import singular, word_for
from eyechart.knowledge.phrases import parse
from eyechart.knowledge.styles import styled
from eyechart.knowledge.tagging import STARTS
from eyechart.knowledge.wordnet import WordNet
from eyechart.phrasing import Noun

# Our category -> WordNet's word for it: those whose borders WordNet draws as people do.
CATEGORIES: Mapping[str, str] = {
    "animal": "animal",
    "person": "person",
    "bird": "bird",
    "insect": "insect",
    "fruit": "edible fruit",
    "vegetable": "vegetable",
    "food": "food",
    "piece of furniture": "furniture",
    "vehicle": "vehicle",
    "building": "building",
    "musical instrument": "musical instrument",
    "plant": "plant",
}
_SAME = {"furniture": "piece of furniture", "clothing": "piece of clothing", "clothes": "piece of clothing"}


class Refined:
    """Facts in the making, and why rows gave none."""

    def __init__(self) -> None:
        self.made = Carried({}, {}, {}, {}, {})
        self.dropped: Counter[str] = Counter()
        self._denied: set[tuple[str, ...]] = set()

    def state(self, values: Values, about: tuple[str, ...], concept: str, value: bool) -> None:
        """Give a value; a second that contradicts it takes both away for good."""
        key = (*about, concept)
        if key in self._denied:
            self.dropped["contradicted"] += 1
        elif values.setdefault(concept, value) != value:
            del values[concept]
            self._denied.add(key)
            self.dropped["contradicted"] += 2


def refine(rows: Iterable[Assertion], concepts: Collection[str]) -> Refined:
    """Facts of the rows about some concepts."""
    refined = Refined()
    made = refined.made
    for row in rows:
        thing, phrase = _thing_and_phrase(row, concepts)
        if thing is None:
            refined.dropped["about nothing in the scenes"] += 1
        elif phrase is None:
            refined.dropped[f"{row.relation} that cannot be said in one style"] += 1
        elif row.relation == "IsA" and (category := _SAME.get(phrase, phrase)) in facts().nouns:
            made.nouns[category] = facts().noun(category)
            refined.state(made.kinds.setdefault(category, {}), ("IsA", category), thing, row.value)
        else:
            relation = "IsA-Taxonomy" if row.relation == "IsA" else row.relation
            id = _predicate(made, relation, phrase)
            refined.state(made.values.setdefault(id, {}), (id,), thing, row.value)
            slotted = _slotted(relation, phrase, concepts)
            if slotted is not None and slotted[1] != thing:
                id = _predicate(made, relation, slotted[0])
                pair = made.pairs.setdefault(id, {}).setdefault(slotted[1], {})
                refined.state(pair, (id, slotted[1]), thing, row.value)
    return refined


def _predicate(made: Carried, relation: str, phrase: str) -> str:
    predicate = predicate_of(relation, phrase)
    made.asked.setdefault(predicate.id, predicate)
    return predicate.id


def _thing_and_phrase(row: Assertion, concepts: Collection[str]) -> tuple[str | None, str | None]:
    """Which object of the scenes a row is about, and what it says of it."""
    if row.relation == "HasSubevent":
        return _used_in(row.end, concepts), styled("HasSubevent", row.start)
    if row.relation in TAIL_SIDE:
        return (row.end if row.end in concepts else None), styled(row.relation, row.start)
    return (row.start if row.start in concepts else None), styled(row.relation, row.end, row.surface)


def _used_in(event: str, concepts: Collection[str]) -> str | None:
    """operating the washing machine -> washing machine: the one object that an event uses."""
    if event in concepts:
        return event
    found = parse(event, "gerund" if event.partition(" ")[0].endswith("ing") else "verb")
    names = [word_for(node.name).name for node in found.nodes] if found else []
    return names[0] if len(names) == 1 and names[0] in concepts else None


def _slotted(relation: str, phrase: str, concepts: Collection[str]) -> tuple[str, str] | None:
    """cutting apples -> "cutting _", apple: where the graph is one edge to one plain object of the scenes."""
    found = parse(phrase, STARTS.get(relation, "any"))
    if relation in TAIL_SIDE or found is None or len(found.edges) != 1 or len(found.nodes) != 1:
        return None
    edge = found.edges[0]
    if edge.subject is not None or edge.object is None or edge.object.attributes:
        return None
    word = word_for(edge.object.name)
    last = singular(" ".join(phrase.removeprefix(edge.predicate).split()))
    for article in ("a ", "an ", "the "):
        last = last.removeprefix(article)
    plain = not word.looks and word.name in concepts and word_for(last) == word
    return (f"{edge.predicate} _", word.name) if plain else None


def by_wordnet(wordnet: WordNet, concepts: Iterable[str]) -> Carried:
    """What WordNet says of concepts: only categories."""
    kinds: dict[str, Values] = {}
    for ours, theirs in CATEGORIES.items():
        found = {name: wordnet.is_a(name, theirs) for name in concepts}
        values = {name: value for name, value in found.items() if value is not None}
        if any(values.values()):
            kinds[ours] = values
    return Carried({}, {}, {}, {name: facts().noun(name) for name in kinds}, kinds)


class Layered:
    """Several knowledge graphs as one; where two speak of the same thing, the earlier is believed."""

    def __init__(self, *layers: Knowledge) -> None:
        self.layers = layers
        self.predicates: dict[str, Predicate] = {}
        self._speakers: dict[str, list[Knowledge]] = {}  # category -> who speaks of it
        for layer in layers:
            for id, predicate in layer.predicates.items():
                self.predicates.setdefault(id, predicate)
            stated = takewhile(lambda item: item.relation == "IsA", layer.items())  # they come first
            for category in dict.fromkeys(item.tail for item in stated):
                self._speakers.setdefault(category, []).append(layer)

    def value(self, concept: str, predicate: str, other: str | None = None) -> bool | None:
        if predicate not in self.predicates:
            raise unknown("predicate", predicate, self.predicates)
        said = (layer.value(concept, predicate, other) for layer in self.layers if predicate in layer.predicates)
        return next((value for value in said if value is not None), None)

    def belongs(self, concept: str, category: str) -> bool | None:
        said = (layer.belongs(concept, category) for layer in self._of(category))
        return next((value for value in said if value is not None), None)

    def categories(self, concept: str) -> tuple[str, ...]:
        named = dict.fromkeys(name for layer in self.layers for name in layer.categories(concept))
        return tuple(name for name in named if self.belongs(concept, name))

    def noun(self, category: str) -> Noun:
        return self._of(category)[0].noun(category)

    def items(self) -> Iterator[Item]:
        """The categories of all, then the facts of all."""
        for wanted in (True, False):
            for layer in self.layers:
                yield from (item for item in layer.items() if (item.relation == "IsA") == wanted)

    def _of(self, category: str) -> list[Knowledge]:
        if category not in self._speakers:
            raise unknown("category", category, self._speakers)
        return self._speakers[category]
