"""What a language says on signs and about them, whatever the kind, from `languages/CODE.toml`.

A new file is a new language. The words of a kind of sign stand with whichever came later: in the kind's own file for the
languages that there were, in the language's for the kinds that there were.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field

from eyechart.text.wordbook import Wordbook, wordbooks


class Meant(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A word whose meaning other languages have a word for too."""

    sign: str  # as it is written on a sign
    said: str  # as a question says it


Written = str | tuple[str, ...] | dict[str, Meant]
"""What may be written: a pattern, several patterns, or words by their meaning."""


class Words(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a language calls the entries of a kind of sign, asks about them, and writes on them."""

    noun: str  # with its measure word, if the language has them: 店铺 家
    heads: dict[str, tuple[str, ...]]  # role -> questions for it, {it} being the entry; a heading's have no {it}
    by: dict[str, str]  # role -> the entry of which it reads {v}
    colour: str | None = None  # the entry that is {c}
    least: dict[str, str] = {}  # role -> the entry that has the least of it
    most: dict[str, str] = {}
    labels: dict[str, str] = {}  # role -> words that say what a column holds: read, but never asked for
    texts: dict[str, Written] = {}  # role -> what may be written; roles that kinds share are in the language's file


class References(Struct, frozen=True, forbid_unknown_fields=True):
    """How one entry is told from the others, with the slots that the files explain."""

    ordinals: tuple[str, ...]
    number: dict[str, str]  # counted from the left, right, top, bottom
    beside: dict[str, str]  # to the left, right, top, bottom of another
    across: dict[str, str]  # at the other end of the row or column from one that is at its end


class Language(Wordbook, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What its file holds."""

    images: dict[str, int]  # split -> so many of its pictures are asked about in this language
    overlap: float  # of the test's texts, by default, are drawn from what training draws from too
    references: References
    colours: dict[str, str]
    lexicon: dict[str, str]  # words with spaces between them, by what they are
    texts: dict[str, Written]
    kinds: dict[str, Words] = field(default_factory=dict)  # for the kinds that do not speak it themselves


LANGUAGES = wordbooks(Path(__file__).parent / "languages", Language)
