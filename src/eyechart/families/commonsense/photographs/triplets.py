"""The knowledge graph of the CRIC release, knowledge_graph.json, as far as programs ask it.

What it states holds; what it does not state is unsure, and finds nothing. A query <BLANK, Can, climb the VISION> becomes a
predicate with a gap, whose values are looked up for the objects of one scene.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from eyechart.families.commonsense.lookup import BLANK, VISION
from eyechart.knowledge.carried import Carried, Values
from eyechart.knowledge.facts import Predicate
from eyechart.knowledge.stream import elements
from eyechart.knowledge.words import OF_IDS
from eyechart.text.inflection import noun

Triple = tuple[str, str, str]


class _Item(Struct, frozen=True):
    head: str
    relation: str
    tail: str


class Triplets:
    """All items of the release."""

    def __init__(self, items: Iterable[Triple]) -> None:
        self.items = {_plain(item) for item in items}

    def knows(self, head: str, relation: str, tail: str) -> bool:
        return _plain((head, relation, tail)) in self.items

    def about(self, names: Sequence[str], queries: Iterable[Triple], categories: Iterable[str]) -> Carried:
        """What these queries and categories find among objects with these names."""
        made = Carried({}, {}, {}, {}, {})
        for query in dict.fromkeys(queries):
            self._answer(made, query, names)
        for category in dict.fromkeys(categories):
            made.nouns[category] = noun(en=category)
            made.kinds[category] = {name: True for name in names if self.knows(name, "IsA", category)}
        return made

    def _answer(self, made: Carried, query: Triple, names: Sequence[str]) -> None:
        head, relation, tail = query
        gap, side = (tail, "head") if head in (BLANK, VISION) else (head, "tail")
        thing = head if side == "head" else tail
        if thing not in (BLANK, VISION):
            return  # both ends are phrases: not a query of this family
        phrase = gap.replace(VISION, "_").replace(BLANK, "_")
        predicate = Predicate(f"{relation} {phrase}", relation, side, {OF_IDS: phrase})
        made.asked[predicate.id] = predicate
        if not predicate.slot:
            made.values[predicate.id] = self._values(names, relation, phrase, side)
        else:
            made.pairs[predicate.id] = {other: self._filled(names, predicate, other) for other in names}

    def _filled(self, names: Sequence[str], predicate: Predicate, other: str) -> Values:
        """With the other's name in the gap, with its article and without."""
        values: Values = {}
        for said in (other, f"the {other}", f"a {other}", f"an {other}"):
            phrase = predicate.phrase.replace("_", said)
            values |= self._values(names, predicate.relation, phrase, predicate.side)
        return values

    def _values(self, names: Sequence[str], relation: str, phrase: str, side: str) -> Values:
        if side == "head":
            return {name: True for name in names if self.knows(name, relation, phrase)}
        return {name: True for name in names if self.knows(phrase, relation, name)}


def _plain(item: Triple) -> Triple:
    head, relation, tail = (" ".join(part.lower().split()) for part in item)
    return head, relation, tail


def read_triplets(path: Path) -> Triplets | None:
    """None where the release was copied without its knowledge graph."""
    return Triplets(_triples(path)) if path.exists() else None


def _triples(path: Path) -> Iterator[Triple]:
    for item in elements(path, _Item):
        yield item.head, item.relation, item.tail
