"""What is known of names that annotators use and our facts do not have.

`genome/alike.txt` says what they are kinds of or like: a name for several kinds has what all of them agree on; a name that is
only like others lacks what all of them lack, and nothing more is said of it. `genome/supplement.txt` adds what was written for
photographs. The rest stays unsure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.knowledge.facts import Facts, Item, Predicate, facts, item_of
from eyechart.knowledge.facts.reading import VALUES
from eyechart.knowledge.genome.words import lines
from eyechart.phrasing import Noun

SUPPLEMENT = Path(__file__).parent / "genome" / "supplement.txt"


class Likeness(Struct, frozen=True):
    concepts: tuple[str, ...]
    kinds: bool  # or only like them


@cache
def likenesses() -> dict[str, Likeness]:
    """The lines of alike.txt, by name."""
    found: dict[str, Likeness] = {}
    for line, place in lines("alike.txt"):
        sign = next((s for s in (" : ", " ~ ") if s in line), None)
        if sign is None:
            raise EyechartError(f"{place}: expected 'name : kinds' or 'name ~ neighbours', found '{line}'.")
        name, _, others = line.partition(sign)
        found[name.strip()] = Likeness(tuple(other.strip() for other in others.split(",")), sign == " : ")
    return found


def supplement(path: Path = SUPPLEMENT) -> dict[str, dict[str, bool | None]]:
    """Predicate, or "IsA" and a category -> name -> whether it holds; None where it is unsure after all."""
    groups: dict[str, list[str]] = {}
    found: dict[str, dict[str, bool | None]] = {}
    values: dict[str, bool | None] | None = None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        place = f"{path.name}, line {number}"
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            name, equals, members = line.partition(" = ")
            if equals:
                groups[name] = [member.strip() for member in members.split(",")]
                continue
            values = found.setdefault(line, {})
            continue
        said, _, names = line.strip().partition(":")
        if values is None or said not in VALUES:
            expected = " or ".join(f"'{value}: …'" for value in VALUES)
            raise EyechartError(f"{place}: expected {expected} below a predicate, found '{line.strip()}'.")
        for name in (n.strip() for n in names.split(",")):
            for one in groups.get(name, [name]):
                if values.setdefault(one, VALUES[said]) is not VALUES[said]:
                    raise EyechartError(f"{place}: '{one}' has another value above.")
    return found


class Likened:
    """Our facts, and what follows from them or was added for other names."""

    def __init__(self, ours: Facts, added: Mapping[str, Mapping[str, bool | None]]) -> None:
        self.ours, self.added = ours, added

    @property
    def predicates(self) -> Mapping[str, Predicate]:
        return self.ours.predicates

    @property
    def nouns(self) -> Mapping[str, Noun]:
        return self.ours.nouns

    def value(self, concept: str, predicate: str, other: str | None = None) -> bool | None:
        if other is None and concept in (said := self.added.get(predicate, {})):
            return said[concept]
        concepts, kinds = _stands_for(concept)
        if other is None:
            return _agreed([self.ours.value(one, predicate) for one in concepts], kinds)
        seconds, also = _stands_for(other)
        return _agreed([self.ours.value(one, predicate, two) for one in concepts for two in seconds], kinds and also)

    def belongs(self, concept: str, category: str) -> bool | None:
        if concept in (said := self.added.get(f"IsA {category}", {})):
            return said[concept]
        concepts, kinds = _stands_for(concept)
        return _agreed([self.ours.belongs(one, category) for one in concepts], kinds)

    def categories(self, concept: str) -> tuple[str, ...]:
        return tuple(name for name in self.ours.nouns if self.belongs(concept, name))

    def noun(self, category: str) -> Noun:
        return self.ours.noun(category)

    def items(self) -> Iterator[Item]:
        """Ours and those added; what only follows is not stated."""
        yield from self.ours.items()
        for id, values in self.added.items():
            category, asked = id.removeprefix("IsA "), self.predicates.get(id)
            for name, value in values.items():
                if value is not None and category in self.ours.nouns:
                    yield Item(name, "IsA", category, value)
                elif value is not None and asked is not None:
                    yield item_of(asked, name, value)


def _stands_for(name: str) -> tuple[tuple[str, ...], bool]:
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
    return Likened(facts(), supplement())
