"""The words of each language that this family speaks, from the files CODE.toml beside this one.

Ids of values and relations are those of `vocabulary`, and every language has words for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from eyechart.errors import EyechartError, unknown
from eyechart.families.commonsense.vocabulary import UNIVERSAL, VALUES, VISUAL_RELATIONS
from eyechart.knowledge.concepts import check_named
from eyechart.knowledge.facts import facts
from eyechart.knowledge.facts.wording import frames_in
from eyechart.text.wordbook import Wordbook, wordbooks

HERE = Path(__file__).parent
Ways = tuple[str, ...]


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a facet: before a noun, and as an answer."""

    said: str
    answer: str | None = None  # where it differs from the adjective: wooden, wood
    also: tuple[str, ...] = ()  # what else is accepted as an answer


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """A relation beside a noun: {n} is the other one, {m} the one described."""

    subject: str  # the noun has the relation: "on {n}"
    object: str | None = None  # it is had to the noun: "has {n} on it"
    ask: str | None = None  # for the noun it is had to: "On what is {m}?"


class ClauseWays(Struct, frozen=True, forbid_unknown_fields=True):
    """Ways to put a relation beside a noun: {r} its subject's side, {o} its object's."""

    subject: Ways
    object: Ways


class Questions(Struct, frozen=True, forbid_unknown_fields=True):
    """Ways to ask the whole."""

    name: Ways
    there: Ways
    what: Ways
    category: Ways
    who: Ways
    attribute: dict[str, Ways]
    verify: dict[str, Ways]


class Lexicon(Wordbook, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of one language."""

    thing: Ways  # where no noun narrows it down
    whoever: Ways  # the same of what only people can be or do
    either: Ways  # the same of what people and others can
    which: Ways
    adjective: str  # a value before a noun
    both: str  # between two clauses
    region: str  # what fills the gap of a fact
    questions: Questions
    clauses: ClauseWays
    relations: dict[str, Side]
    looks: dict[str, dict[str, Look]]


LEXICONS = wordbooks(HERE, Lexicon)
LANGUAGES = tuple(LEXICONS)  # that this family speaks, English first


@cache
def lexicon(language: str) -> Lexicon:
    """The words of a language, when it is first asked for with a look whether any are missing, here or in what is known."""
    if language not in LEXICONS:
        raise unknown("language of this family", language, LEXICONS)
    found = LEXICONS[language]
    if lacking := next(_lacking(found), None):
        raise EyechartError(f"{HERE / language}.toml: no words for {lacking}.")
    check_named(language)
    facts().check_said(language)
    frames_in(language)
    return found


def _lacking(found: Lexicon) -> Iterator[str]:
    for facet, values in VALUES.items():
        yield from (f"looks.{facet}.{value}" for value in values if value not in found.looks.get(facet, {}))
    yield from (f"questions.verify.{facet}" for facet in VALUES if facet not in found.questions.verify)
    yield from (f"questions.attribute.{facet}" for facet in UNIVERSAL if facet not in found.questions.attribute)
    for name, ends in VISUAL_RELATIONS.items():
        side = found.relations.get(name)
        if side is None:
            yield f"relations.{name}"
        elif (ends.tells and side.object is None) or (ends.asks and side.ask is None):
            yield f"relations.{name} from its object's end"
