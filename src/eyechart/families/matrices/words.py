"""The words of matrices by language, read from `languages/CODE.toml`."""

from __future__ import annotations

from pathlib import Path

from eyechart.text.wordbook import Wordbook, wordbooks


class MatrixWords(Wordbook, frozen=True, kw_only=True):
    """What one language's file holds."""

    how: str  # fills the slot {how}: the relations and kinds that an answer may name


BOOKS = wordbooks(Path(__file__).parent / "languages", MatrixWords)
