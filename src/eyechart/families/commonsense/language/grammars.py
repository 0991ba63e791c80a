"""One record of grammar for each language: how the parts of a description stand together, said and read alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

from eyechart.errors import unknown
from eyechart.families.commonsense.question.query import Clause
from eyechart.text.inflection import article

Part = Literal["first", "noun", "clauses"]  # of a description; the first word is an article or "which"
Position = Literal["m", "w", "a", "n"]  # of a description in a wording: {m}, {w}, {a}, {n}
Clauses = tuple[Clause, ...]


class Grammar(Struct, frozen=True, kw_only=True):
    order: tuple[Part, ...]  # of the parts of a description
    space: str  # between them, and between words
    articles: Mapping[Position, tuple[str, ...]] = {}  # all that may stand first in a place
    article: Callable[[Position, str], str] = lambda place, words: ""  # the one that fits the words
    bare: tuple[Position, ...] = ()  # where "one" stands without an article
    arranged: Callable[[Clauses], Clauses] = tuple  # two clauses in the order in which they are said
    relatives: tuple[str, ...] = ()  # with what a clause may begin; without it, it is bare
    echoes: tuple[str, ...] = ()  # those of them that do not follow "which", nor a clause
    shortened: Callable[[str], str] = str  # a second clause without what it shares with the first


def _english_article(place: Position, words: str) -> str:
    return article(words) if place == "a" else "the"


THAT = ("that is ", "that can ", "that has ", "that usually ")  # what may lose its "that" behind another clause


def _without_that(way: str) -> str:
    """ "that is on the plate and can be eaten"."""
    return way.removeprefix("that ") if way.startswith(THAT) else way


def _known_first(clauses: Clauses) -> Clauses:
    """Or one 在 might follow another."""
    return tuple(sorted(clauses, key=lambda one: one.other is not None))


GRAMMARS: dict[str, Grammar] = {
    "en": Grammar(
        order=("first", "noun", "clauses"),  # the red cup on the table
        space=" ",
        articles={"m": ("the",), "n": ("the",), "a": ("a", "an")},
        article=_english_article,
        bare=("a",),
        relatives=("that ", "which "),
        echoes=("which ",),
        shortened=_without_that,
    ),
    "zh": Grammar(
        order=("clauses", "first", "noun"),  # 在桌子上面的红色的杯子
        space="",
        arranged=_known_first,
    ),
}


def grammar(language: str) -> Grammar:
    if language not in GRAMMARS:
        raise unknown("grammar of language", language, GRAMMARS)
    return GRAMMARS[language]
