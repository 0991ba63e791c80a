"""A family's words by language: a text file for each language beside its code, `languages/en.toml`, `languages/zh.toml`.

    [templates]
    maximum = ["Is {x} the maximum?"]                     # several wordings of one meaning
    minimum = { paper = ["Is {x} the minimum?"], clear = ["Is {x} the smallest?"] }     # or several to a style

A family that needs more words than wordings subclasses `Wordbook` with fields of its own. A new file is a new language.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from eyechart.errors import EyechartError, unknown
from eyechart.phrasing import YES_NO, Wordings

Styles = dict[str, tuple[str, ...]]


class Wordbook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one file holds."""

    templates: dict[str, tuple[str, ...] | Styles] = {}


Book = TypeVar("Book", bound=Wordbook)


def wordbooks(folder: Path, kind: type[Book]) -> dict[str, Book]:
    """Every CODE.toml of a folder by language code, English first."""
    files = sorted(folder.glob("*.toml"), key=lambda file: (file.stem != "en", file.stem))
    books = {file.stem: _read(file, kind) for file in files}
    names = set(next(iter(books.values())).templates)
    for language, book in books.items():
        if odd := sorted(names ^ set(book.templates)):
            raise EyechartError(f"{folder / language}.toml: all languages need the same templates; look at {odd[0]!r}.")
    return books


def _read(file: Path, kind: type[Book]) -> Book:
    if file.stem not in YES_NO:
        raise unknown("language", file.stem, YES_NO)
    try:
        return msgspec.toml.decode(file.read_bytes(), type=kind)
    except msgspec.MsgspecError as error:
        raise EyechartError(f"{file}: {error}.") from error


def wordings_of(books: Mapping[str, Wordbook], name: str) -> Wordings:
    """How each language words a template."""
    texts: dict[str, Styles] = {}
    for language, book in books.items():
        if name not in book.templates:
            raise unknown(f"template in the words of language {language}", name, book.templates)
        said = book.templates[name]
        texts[language] = said if isinstance(said, dict) else {"": said}
    return Wordings(texts)
