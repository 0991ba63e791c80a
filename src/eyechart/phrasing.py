"""Wordings: several per language for one meaning, with slots.

A template says what it means once; `Wordings` holds how each language says it. Slots take plain text or a `Noun`, which
knows its article, plural and measure word, so that a template written for English says the same in Chinese:

    wordings(en=("Is there {x:a} left of the {y:{n}}?",), zh=("{y:{n}}的左边有{x:a}吗?",))
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from eyechart.errors import unknown
from eyechart.seeding import Rng


class Noun(Struct, frozen=True):
    """A countable thing's name in each language. Formats: `{x}` dog, `{x:a}` a dog, `{x:the}`, `{x:many}` dogs."""

    en: str
    plural: str = ""
    zh: str = ""
    measure: str = "个"
    article: str = ""  # only where the letter misleads: "an hour", "a unicorn"

    def said(self, language: str, how: str = "") -> str:
        if language == "zh":
            return f"一{self.measure}{self.zh}" if how == "a" else self.zh
        many = self.plural or plural(self.en)
        forms = {
            "": self.en,
            "a": f"{self.article or article(self.en)} {self.en}",
            "the": f"the {self.en}",
            "many": many,
        }
        if how not in forms:
            raise unknown("form of a noun", how, forms)
        return forms[how]

    def counted(self, number: int, language: str) -> str:
        """3 dogs, 1 dog, 3只狗."""
        if language == "zh":
            return f"{number}{self.measure}{self.zh}"
        return f"{number} {self.said('en', '' if number == 1 else 'many')}"


class Wordings(Struct, frozen=True):
    """language -> style -> wordings of one meaning. The same slots in each."""

    texts: Mapping[str, Mapping[str, tuple[str, ...]]]

    def options(self, language: str, style: str) -> tuple[str, ...]:
        styles = self.texts.get(language)
        if styles is None:
            raise unknown("language of this template", language, self.texts)
        if style:
            if style not in styles:
                raise unknown("style of wording", style, styles)
            return styles[style]
        return tuple(text for texts in styles.values() for text in texts)


def wordings(**languages: tuple[str, ...] | Mapping[str, tuple[str, ...]]) -> Wordings:
    """`wordings(en=("Is {x} red?", "Is the colour of {x} red?"))`, or a mapping from style to wordings."""
    return Wordings({k: v if isinstance(v, Mapping) else {"": v} for k, v in languages.items()})


class _Said:
    """A noun bound to a language, for str.format."""

    __slots__ = ("language", "noun")

    def __init__(self, noun: Noun, language: str) -> None:
        self.noun, self.language = noun, language

    def __format__(self, how: str) -> str:
        if how.isdigit():
            return self.noun.counted(int(how), self.language)
        return self.noun.said(self.language, how)


def phrase(words: Wordings, slots: Mapping[str, str | Noun], rng: Rng, language: str = "en", style: str = "") -> str:
    """One wording, chosen by chance, with its slots filled. `{x:{n}}` counts: 3 dogs."""
    options = words.options(language, style)
    text = options[0] if len(options) == 1 else rng.choice(options)
    filled = {k: _Said(v, language) if isinstance(v, Noun) else v for k, v in slots.items()}
    said = text.format(**filled)
    return said[0].upper() + said[1:]


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


YES_NO = {"en": ("yes", "no"), "zh": ("是", "否")}
