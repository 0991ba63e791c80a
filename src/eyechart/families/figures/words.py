"""Wordings, titles and labels by language, from `languages/CODE.toml`: a new file is a new language."""

from __future__ import annotations

from pathlib import Path

from eyechart.errors import EyechartError
from eyechart.text.wordbook import Wordbook, wordbooks

LANGUAGES = Path(__file__).parent / "languages"
LETTERS = 40  # of a title or the name of an axis: longer ones are cut off on small figures


class FigureWords(Wordbook, frozen=True, kw_only=True):
    plain: tuple[str, str, str]  # what stands on every figure with titles=plain: title, x axis, y axis
    topics: dict[str, tuple[tuple[str, ...], ...]]  # by group: titles, with names for the axes where there are axes


def words_in(folder: Path) -> dict[str, FigureWords]:
    """The words of a folder's languages, all with the same groups of topics, English first."""
    books = wordbooks(folder, FigureWords)
    shapes = {language: _shape(book) for language, book in books.items()}
    for language, shape in shapes.items():
        if odd := sorted(shapes["en"] ^ shape):
            group, texts = odd[0]
            raise EyechartError(
                f"{folder / language}.toml: topics.{group} must be lists of as many texts as in en.toml; look for {texts}."
            )
    for language, book in books.items():
        every = [
            *book.plain,
            *(text for topics in book.topics.values() for topic in topics for text in topic),
        ]
        if len(text := max(every, key=len)) > LETTERS:
            raise EyechartError(
                f"{folder / language}.toml: '{text}' has {len(text)} letters; a small figure has room for {LETTERS}."
            )
    return books


def _shape(book: FigureWords) -> set[tuple[str, int]]:
    """Which groups there are, and of how many texts a topic of each is."""
    return {(group, len(topic)) for group, topics in book.topics.items() for topic in topics}


WORDS = words_in(LANGUAGES)
