"""A text as words: English at spaces, Chinese as jieba cuts it."""

from __future__ import annotations

import logging
import warnings
from functools import cache, lru_cache
from typing import Any


def has_chinese(text: str) -> bool:
    return any("\u3400" <= c <= "\u9fff" for c in text)


@cache
def _tokenizer() -> Any:
    with warnings.catch_warnings():  # jieba's own source warns of its escapes and of setuptools
        warnings.simplefilter("ignore")
        import jieba
    jieba.setLogLevel(logging.WARNING)  # it announces its dictionary on standard error
    jieba.initialize()
    return jieba


@lru_cache(maxsize=1 << 16)
def words_in(text: str) -> tuple[str, ...]:
    if not has_chinese(text):
        return tuple(text.split())
    return tuple([word for word in _tokenizer().lcut(text) if word.strip()])


def length_of(text: str) -> str:
    """Table 3's S and L: one word, or more."""
    return "short" if len(words_in(text)) <= 1 else "long"
