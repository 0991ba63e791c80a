"""The words of icons by language: wordings, names, nouns, stories, read from `languages/CODE.toml`.

A word has a key, which is the same in every language; a file that lacks one is an error that names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from msgspec import field

from eyechart.errors import EyechartError, unknown
from eyechart.phrasing import Noun
from eyechart.text.inflection import noun
from eyechart.text.wordbook import Wordbook, wordbooks

T = TypeVar("T")


class IconWords(Wordbook, frozen=True, kw_only=True):
    """What one language's file holds."""

    names: tuple[str, ...]  # of children: the same child at the same place in every language
    words: dict[str, str]
    colours: dict[str, str]  # words that may take an article, as nouns do: an orange one
    nouns: dict[str, str]  # as text.inflection reads them
    pairs: dict[str, tuple[str, str]]  # the more and the less of something
    series: dict[str, tuple[str, ...]]
    forms: dict[str, str]  # phrases with holes
    also: dict[str, tuple[str, ...]] = field(default_factory=dict)  # other ways to write a word that fills a blank
    outlooks: dict[str, str]  # of somebody who sees the sky
    events: dict[str, str]
    outings: dict[str, tuple[str, str]]  # what some friends did, what one of them did
    deeds: dict[str, str]
    jobs: dict[str, str]


ALIGNED = (
    "words", "colours", "nouns", "pairs", "series", "forms", "outlooks", "events", "outings", "deeds", "jobs",
)  # fmt: skip


def aligned(books: Mapping[str, IconWords]) -> Mapping[str, IconWords]:
    """The books themselves, if each has all keys of the first, and as many names and as long series."""
    first = next(iter(books.values()))
    for language, book in books.items():
        if len(book.names) != len(first.names):
            raise EyechartError(f"languages/{language}.toml: {len(book.names)} names; {len(first.names)} are needed.")
        for table in ALIGNED:
            mine, others = getattr(book, table), getattr(first, table)
            lengths = [
                key for key in mine if isinstance(mine[key], tuple) and len(mine[key]) != len(others.get(key, ()))
            ]
            if odd := sorted({*(set(mine) ^ set(others)), *lengths}):
                raise EyechartError(
                    f"languages/{language}.toml, [{table}]: '{odd[0]}' is not as in the other languages."
                )
    return books


def found(what: str, key: str, table: Mapping[str, T]) -> T:
    """What a table holds under a key; an error that lists the nearest keys if it holds nothing."""
    if key not in table:
        raise unknown(f"{what} in the words of icons", key, table)
    return table[key]


BOOKS = aligned(wordbooks(Path(__file__).parent / "languages", IconWords))
WORDS = {language: book.words | book.colours for language, book in BOOKS.items()}
NOUNS: Mapping[str, Noun] = {
    key: noun(**{language: (book.nouns | book.colours)[key] for language, book in BOOKS.items()})
    for key in BOOKS["en"].nouns | BOOKS["en"].colours
}
