"""A knowledge graph that can be written down: what is stated of some concepts, and nothing else.

A scene whose facts are not ours carries them in its graph, so that its questions are proved from the file alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from eyechart.errors import EyechartError, unknown
from eyechart.knowledge.facts import Item, Knowledge, Predicate, item_of
from eyechart.phrasing import Noun

Values = dict[str, bool]  # concept -> whether it holds; a concept that is not there is unsure


class Carried(Struct, frozen=True, eq=False):
    """Stated values by predicate and category. Compared, and hashed, by identity."""

    asked: dict[str, Predicate] = {}
    values: dict[str, Values] = {}  # predicate -> concept
    pairs: dict[str, dict[str, Values]] = {}  # predicate with a slot -> the second object -> concept
    nouns: dict[str, Noun] = {}  # category -> how it is said
    kinds: dict[str, Values] = {}  # category -> concept

    @property
    def predicates(self) -> dict[str, Predicate]:
        return self.asked

    def value(self, concept: str, predicate: str, other: str | None = None) -> bool | None:
        if predicate not in self.asked:
            raise unknown("predicate", predicate, self.asked)
        if other is None:
            return self.values.get(predicate, {}).get(concept)
        return self.pairs.get(predicate, {}).get(other, {}).get(concept)

    def others(self, predicate: str) -> tuple[str, ...]:
        return tuple(self.pairs.get(predicate, {}))

    def categories(self, concept: str) -> tuple[str, ...]:
        """The narrowest first: that which holds of the fewest."""
        found = [name for name, values in self.kinds.items() if values.get(concept)]
        return tuple(sorted(found, key=lambda name: sum(self.kinds[name].values())))

    def belongs(self, concept: str, category: str) -> bool | None:
        if category not in self.nouns:
            raise unknown("category", category, self.nouns)
        return self.kinds.get(category, {}).get(concept)

    def noun(self, category: str) -> Noun:
        if category not in self.nouns:
            raise unknown("category", category, self.nouns)
        return self.nouns[category]

    def items(self) -> Iterator[Item]:
        for category, values in self.kinds.items():
            yield from (Item(concept, "IsA", category, value) for concept, value in values.items())
        for id, values in self.values.items():
            yield from (item_of(self.asked[id], concept, value) for concept, value in values.items())
        for id, by_other in self.pairs.items():
            for other, values in by_other.items():
                yield from (item_of(self.asked[id], concept, value, other) for concept, value in values.items())


def carry(
    knowledge: Knowledge,
    concepts: Iterable[str],
    predicates: Container[str] | None = None,
    categories: Container[str] | None = None,
) -> dict[str, Any]:
    """What is stated of some concepts, by all predicates and categories or by some, as plain data for a graph."""
    names = list(dict.fromkeys(concepts))
    values: dict[str, Values] = {}
    pairs: dict[str, dict[str, Values]] = {}
    for id, predicate in knowledge.predicates.items():
        if predicates is not None and id not in predicates:
            continue
        if not predicate.slot:
            values[id] = _stated((name, knowledge.value(name, id)) for name in names)
        else:
            by_other = {o: _stated((name, knowledge.value(name, id, o)) for name in names) for o in names}
            pairs[id] = {other: found for other, found in by_other.items() if found}
    found = list(dict.fromkeys(c for name in names for c in knowledge.categories(name)))
    nouns = [c for c in found if categories is None or c in categories]
    kinds = {c: _stated((name, knowledge.belongs(name, c)) for name in names) for c in nouns}
    values = {id: found for id, found in values.items() if found}
    pairs = {id: found for id, found in pairs.items() if found}
    made = Carried(
        {id: knowledge.predicates[id] for id in (*values, *pairs)},
        values,
        pairs,
        {c: knowledge.noun(c) for c in nouns},
        kinds,
    )
    plain: dict[str, Any] = msgspec.to_builtins(made)
    return plain


def _stated(values: Iterable[tuple[str, bool | None]]) -> Values:
    return {name: value for name, value in values if value is not None}


def carried(data: dict[str, Any]) -> Carried:
    """What a graph carries, to be asked again."""
    try:
        return msgspec.convert(data, Carried)
    except msgspec.ValidationError as error:
        raise EyechartError(f"The scene's knowledge cannot be read: {error}.") from error
