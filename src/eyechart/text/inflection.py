"""Nouns inflected by language: what the text files hold as a word or two becomes all the forms that wordings ask for.

    noun(en="mouse/mice", zh="老鼠 只")      English: the plural where it is irregular; Chinese: the measure word
    noun(en="an hour")                      the article where the first letter misleads

A language without rules of its own has `one/many`, and no articles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eyechart.phrasing import Forms, Noun


def noun(**words: str) -> Noun:
    """A noun by language code, each word as the text files write it."""
    return Noun({language: RULES.get(language, _plain)(word) for language, word in words.items()})


def _english(word: str) -> Forms:
    first, _, rest = word.partition(" ")
    given = first if first in ("a", "an") else ""
    one, _, many = (rest if given else word).partition("/")
    many = many or plural(one)
    return Forms(one, f"{given or article(one)} {one}", f"the {one}", many, (f"{{}} {one}", f"{{}} {many}"))


def _chinese(word: str) -> Forms:
    one, _, measure = word.partition(" ")
    measure = measure or "个"
    return Forms(one, f"一{measure}{one}", one, one, (f"{{}}{measure}{one}",) * 2, measure)


def _plain(word: str) -> Forms:
    one, _, many = word.partition("/")
    many = many or one
    return Forms(one, one, one, many, (f"{{}} {one}", f"{{}} {many}"))


RULES: Mapping[str, Callable[[str], Forms]] = {"en": _english, "zh": _chinese}


def article(word: str) -> str:
    """a or an, by sound where spelling tells; exceptions belong to the noun."""
    return "an" if word[:1].lower() in "aeiou" else "a"


def plural(word: str) -> str:
    """The regular English plural; irregular ones belong to the noun."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in ("", *"aeiou"):
        return word[:-1] + "ies"
    return word + "s"
