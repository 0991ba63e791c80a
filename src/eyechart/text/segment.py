"""A text as words: English at spaces, Chinese as jieba cuts it."""

from __future__ import annotations

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
    # Its own way to start reads a cache from the shared temporary folder, which anybody may have written: where words
    # end would depend on it. So the dictionary is read anew from the wheel, in about a second, and by us alone.
    tokenizer = jieba.Tokenizer()
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.initialized = True
    return tokenizer


@lru_cache(maxsize=1 << 16)
def words_in(text: str) -> tuple[str, ...]:
    if not has_chinese(text):
        return tuple(text.split())
    return tuple([word for word in _tokenizer().lcut(text) if word.strip()])


def length_of(text: str) -> str:
    """Table 3's S and L: one word, or more."""
    return "short" if len(words_in(text)) <= 1 else "long"
