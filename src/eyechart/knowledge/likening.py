"""What is known of names that annotators use and our facts do not have, from concepts that they are kinds of or like.

`genome/alike.txt` says which. A name for several kinds has what all of them agree on. A name that is only like others
lacks what all of them lack, and nothing more is said of it: the rest stays unsure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.knowledge.facts import Facts, Item, Predicate, facts
from eyechart.knowledge.genome.words import lines
from eyechart.phrasing import Noun


class Likeness(Struct, frozen=True):
    concepts: tuple[str, ...]
    kinds: bool  # or only like them


@cache
def likenesses() -> dict[str, Likeness]:
    """The lines of the data file, by name."""
    found: dict[str, Likeness] = {}
    for line, place in lines("alike.txt"):
        sign = next((s for s in (" : ", " ~ ") if s in line), None)
        if sign is None:
            raise EyechartError(f"{place}: expected 'name : kinds' or 'name ~ neighbours', found '{line}'.")
        name, _, others = line.partition(sign)
        found[name.strip()] = Likeness(tuple(other.strip() for other in others.split(",")), sign == " : ")
    return found


class Likened:
    """Our facts, and what follows from them for other names."""

    def __init__(self, ours: Facts) -> None:
        self.ours = ours

    @property
    def predicates(self) -> Mapping[str, Predicate]:
        return self.ours.predicates

    def value(self, concept: str, predicate: str, other: str | None = None) -> bool | None:
        seconds = self._stands_for(other)[0] if other is not None else (None,)
        concepts, kinds = self._stands_for(concept)
        if other is not None and not self._stands_for(other)[1]:
            kinds = False
        return _agreed([self.ours.value(one, predicate, second) for one in concepts for second in seconds], kinds)

    def belongs(self, concept: str, category: str) -> bool | None:
        concepts, kinds = self._stands_for(concept)
        return _agreed([self.ours.belongs(one, category) for one in concepts], kinds)

    def categories(self, concept: str) -> tuple[str, ...]:
        first = self._stands_for(concept)[0][0]
        return tuple(name for name in self.ours.categories(first) if self.belongs(concept, name))

    def noun(self, category: str) -> Noun:
        return self.ours.noun(category)

    def items(self) -> Iterator[Item]:
        return self.ours.items()

    def _stands_for(self, name: str) -> tuple[tuple[str, ...], bool]:
        found = likenesses().get(name)
        return (found.concepts, found.kinds) if found else ((name,), True)


def _agreed(values: list[bool | None], kinds: bool) -> bool | None:
    """What all say; of neighbours only what all deny."""
    first = values[0]
    if any(value is not first for value in values) or (first and not kinds):
        return None
    return first


@cache
def likened() -> Likened:
    return Likened(facts())
