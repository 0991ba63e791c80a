"""One word for what annotators write in many ways: objects, attributes and relations, from text files."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from msgspec import Struct

from eyechart.errors import EyechartError


class Word(Struct, frozen=True):
    """A name in our words: what it is called, whether it stood in the plural, and looks that stood before it."""

    name: str
    many: bool = False
    looks: tuple[str, ...] = ()


def lines(name: str) -> list[tuple[str, str]]:
    """The lines of a data file that say something, each with its place."""
    text = (Path(__file__).parent / name).read_text("utf-8")
    rows = [(line.strip(), f"{name}, line {number}") for number, line in enumerate(text.splitlines(), 1)]
    return [(line, place) for line, place in rows if line and not line.startswith("#")]


def _aliases(line: str, place: str) -> tuple[str, list[str]]:
    ours, equals, theirs = line.partition("=")
    if not equals:
        raise EyechartError(f"{place}: expected 'name = other name, …', found '{line}'.")
    return ours.strip(), [other.strip() for other in theirs.split(",") if other.strip()]


@cache
def objects() -> dict[str, str]:
    """Any way to write an object -> our name."""
    found: dict[str, str] = {}
    for line, place in lines("objects.txt"):
        ours, theirs = _aliases(line, place)
        found[ours.lower()] = ours
        for other in theirs:
            if other in found:
                raise EyechartError(f"{place}: '{other}' already means '{found[other]}'.")
            found[other] = ours
    return found


@cache
def attributes() -> dict[str, tuple[str, str]]:
    """Any way to write a look -> its kind and our value."""
    found: dict[str, tuple[str, str]] = {}
    for line, place in lines("attributes.txt"):
        kind, colon, rest = line.partition(":")
        if not colon:
            raise EyechartError(f"{place}: expected 'kind : value = other value, …', found '{line}'.")
        value, others = _aliases(rest, place)
        for other in (value, *others):
            if other in found:
                raise EyechartError(f"{place}: '{other}' already means '{found[other][1]}'.")
            found[other] = (kind.strip(), value)
    return found


@cache
def relations() -> dict[str, tuple[str, bool]]:
    """Any way to write a relation -> our name, and whether it is turned round."""
    found: dict[str, tuple[str, bool]] = {}
    for line, place in lines("relations.txt"):
        ours, theirs = _aliases(line, place)
        for other in (ours, *theirs):
            way = other.removeprefix("<")
            if way in found:
                raise EyechartError(f"{place}: '{way}' already means '{found[way][0]}'.")
            found[way] = (ours, other.startswith("<"))
    return found


@cache
def meanings() -> dict[str, tuple[str, frozenset[str]]]:
    """A name with two meanings -> the other one, and what must be on the photograph for it."""
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for line, place in lines("company.txt"):
        said, colon, company = line.partition(":")
        name, others = _aliases(said, place)
        if not colon or len(others) != 1:
            raise EyechartError(f"{place}: expected 'name = meaning : company, …', found '{line}'.")
        found[name] = (others[0], frozenset(one.strip() for one in company.split(",")))
    return found


@cache
def plural_only() -> frozenset[str]:
    return frozenset(line for line, _ in lines("plural_only.txt"))


@cache
def irregular() -> dict[str, str]:
    """A plural that no rule tells -> its singular."""
    return {many: one for line, place in lines("irregular.txt") for one, (many,) in [_aliases(line, place)]}


def singular(noun: str) -> str:
    """The singular of a noun's last word; the noun itself where it is one already."""
    before, space, last = noun.rpartition(" ")
    if last in plural_only():
        return noun
    return before + space + _singular(last)


def _singular(word: str) -> str:
    if word in irregular():
        return irregular()[word]
    if word.endswith("shelves"):
        return word.removesuffix("ves") + "f"
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "zes", "ches", "shes", "oes")):
        return word[:-2]
    return word[:-1]


@lru_cache(100_000)
def word_for(written: str) -> Word:
    """What an annotator wrote, in our words: `black hairs` is hair, many, black."""
    text = written.strip("\"'. ")
    for article in ("a ", "an ", "the "):
        text = text.removeprefix(article)
    looks: list[str] = []
    while text not in objects():
        first, space, rest = text.partition(" ")
        if not space or first not in attributes() or not rest.strip():
            break
        looks.append(attributes()[first][1])
        text = rest.strip()
    ours = objects().get(text)
    if ours is not None:
        return Word(ours, False, tuple(looks))
    one = singular(text)
    return Word(objects().get(one, one), one != text, tuple(looks))
