"""Wordings: several per language for one meaning, with slots.

A template says what it means once; `Wordings` holds how each language says it. Slots take plain text or a `Noun`, which
knows its article, plural and measure word, so that a template written for English says the same in Chinese:

    wordings(en=("Is there {x:a} left of the {y:{n}}?",), zh=("{y:{n}}的左边有{x:a}吗?",))
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from eyechart.errors import EyechartError, unknown
from eyechart.seeding import Rng


class Forms(Struct, frozen=True):
    """A noun in one language, ready to be said. `text.inflection` makes them of what the text files hold."""

    one: str  # dog
    a: str  # a dog, 一只狗
    the: str  # the dog
    many: str  # dogs
    counted: tuple[str, str]  # {} dog, {} dogs
    measure: str = ""  # 只: Chinese counts with it


class Noun(Struct, frozen=True):
    """A countable thing's name by language code: `{x}` dog, `{x:a}` a dog, `{x:the}`, `{x:many}` dogs, `{x:{n}}` 3 dogs."""

    forms: Mapping[str, Forms]

    def said(self, language: str, how: str = "one") -> str:
        forms = self._in(language)
        if how not in ("one", "a", "the", "many", "measure"):
            raise unknown("form of a noun", how, ("one", "a", "the", "many", "measure"))
        said: str = getattr(forms, how)
        return said

    def counted(self, number: int, language: str) -> str:
        """3 dogs, 1 dog, 3只狗."""
        return self._in(language).counted[number != 1].format(number)

    def _in(self, language: str) -> Forms:
        if language not in self.forms:
            raise unknown("language of this noun", language, self.forms)
        return self.forms[language]


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
        return self.noun.said(self.language, how or "one")


def phrase(words: Wordings, slots: Mapping[str, str | Noun], rng: Rng, language: str = "en", style: str = "") -> str:
    """One wording, chosen by chance, with its slots filled. `{x:{n}}` counts: 3 dogs."""
    options = words.options(language, style)
    text = options[0] if len(options) == 1 else rng.choice(options)
    filled = {k: _Said(v, language) if isinstance(v, Noun) else v for k, v in slots.items()}
    try:
        said = text.format(**filled)
    except KeyError as error:
        raise EyechartError(
            f"The wording {text!r} of language {language} has a slot {{{error.args[0]}}} that its template does not fill. "
            f"It fills: {', '.join(sorted(slots))}."
        ) from error
    return said[0].upper() + said[1:]


def _yes_no() -> dict[str, tuple[str, str]]:
    lines = (Path(__file__).parent / "languages.txt").read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if not line.startswith("#")]
    return {code: (yes, no) for code, _, yes, no in rows}


YES_NO: Mapping[str, tuple[str, str]] = _yes_no()
"""Language code -> what yes and no are called. Families speak some of these languages, each by its own text files."""
