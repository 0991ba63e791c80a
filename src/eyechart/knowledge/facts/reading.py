"""The files of facts, read into groups of concepts and entries of what holds of whom.

An entry is a head line and, set in, the names for which it holds, fails, or is unsure:

    UsedFor cutting food
      yes: knife
      no: everything
      unsure: axe, saw

A line that ends with a comma goes on in the next. A name is a concept or a group of `groups.txt`. The narrower name
wins: a concept over its group, a group over one that holds it. Where a second object fills the "_" of a head, `of:` says
for which second objects the lines below it speak.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.knowledge.concepts import concepts

VALUES: Mapping[str, bool | None] = {"yes": True, "no": False, "unsure": None}
EVERYTHING = "everything"  # every concept that stands in some group; what stands in none is unsure everywhere

T = TypeVar("T")


class Rule(Struct, Generic[T], frozen=True):
    """One name of one line, and what it is given."""

    name: str
    value: T
    place: str


class Block(Struct, frozen=True):
    """Values, and for a predicate with a slot the second objects they are about."""

    others: tuple[str, ...]
    rules: tuple[Rule[bool | None], ...]
    place: str


class Entry(Struct, frozen=True):
    """A head line, and what stands under it."""

    head: str
    blocks: tuple[Block, ...]
    place: str


class Groups:
    """Named sets of concepts, from lines `fruits: apple, pear`. A group may name groups above it."""

    def __init__(self, file: Path) -> None:
        self.members: dict[str, frozenset[str]] = {}
        for line, place in _lines(file):
            self._add(line, place)
        self.members[EVERYTHING] = frozenset(name for names in self.members.values() for name in names)

    def _add(self, line: str, place: str) -> None:
        group, colon, names = line.partition(":")
        if not colon:
            raise EyechartError(f"{place}: expected a group, a colon and its members, as in 'fruits: apple, pear'.")
        if group in self.members or group in concepts() or group == EVERYTHING:
            raise EyechartError(f"{place}: the name '{group}' is taken. Call the group something else.")
        self.members[group] = frozenset(c for name in _names(names, place) for c in self.of(name, place))

    def of(self, name: str, place: str) -> frozenset[str]:
        """The concepts that a name stands for."""
        if name in self.members:
            return self.members[name]
        if name in concepts():
            return frozenset((name,))
        known = ", ".join(self.members)
        raise EyechartError(f"{place}: '{name}' is neither a concept nor a group. Groups: {known}.")

    def resolve(self, rules: Iterable[Rule[T]]) -> dict[str, T]:
        """Concept -> what the narrowest name that covers it is given."""
        sets = [(self.of(rule.name, rule.place), rule) for rule in rules]
        found: dict[str, tuple[frozenset[str], Rule[T]]] = {}
        for members, rule in sorted(sets, key=lambda pair: -len(pair[0])):
            for name in members:
                before = found.get(name)
                if before and before[1].value != rule.value and not members < before[0]:
                    raise EyechartError(
                        f"{rule.place}: '{name}' is given another value here, as '{rule.name}', than in {before[1].place}, "
                        f"as '{before[1].name}'. Name '{name}' itself on one line only."
                    )
                found[name] = (members, rule)
        return {name: rule.value for name, (_, rule) in found.items()}


def read_entries(file: Path) -> list[Entry]:
    """The entries of one file."""
    entries: list[Entry] = []
    head: tuple[str, str] | None = None
    body: list[tuple[str, str]] = []
    for line, place in [*_lines(file), ("end", "")]:
        if line.startswith(" "):
            body.append((line.strip(), place))
            continue
        if head:
            entries.append(_entry(*head, body))
        elif body:
            raise EyechartError(f"{body[0][1]}: '{body[0][0]}' stands under no head. Heads are not set in.")
        head, body = (line, place), []
    return entries


def _lines(file: Path) -> list[tuple[str, str]]:
    """The lines that say something, with their places; one that ends with a comma is joined with the next."""
    found: list[tuple[str, str]] = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if found and found[-1][0].endswith(","):
            found[-1] = (f"{found[-1][0]} {line.strip()}", found[-1][1])
        else:
            found.append((line.rstrip(), f"{file.name}, line {number}"))
    return found


def _entry(head: str, place: str, body: list[tuple[str, str]]) -> Entry:
    if "|" in head:
        raise EyechartError(
            f"{place}: a head has no columns, found '{head}'. Other languages stand in files of their own."
        )
    blocks: list[Block] = []
    others: tuple[str, ...] = ()
    rules: list[Rule[bool | None]] = []
    for line, where in body:
        key, _, names = line.partition(":")
        if key == "of":
            if rules:
                blocks.append(Block(others, tuple(rules), place))
            others, rules = _names(names, where), []
        elif key in VALUES:
            rules += [Rule(name, VALUES[key], where) for name in _names(names, where)]
        else:
            raise EyechartError(f"{where}: expected 'of:', 'yes:', 'no:' or 'unsure:', found '{line}'.")
    if not rules:
        raise EyechartError(f"{place}: '{head}' has no values. Write a line 'yes: …' or 'no: …' under it.")
    return Entry(head, (*blocks, Block(others, tuple(rules), place)), place)


def _names(text: str, place: str) -> tuple[str, ...]:
    names = tuple([name.strip() for name in text.split(",")])
    if not all(names):
        raise EyechartError(f"{place}: expected names divided by commas, found '{text.strip()}'.")
    return names
