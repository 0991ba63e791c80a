"""Numbers in words by language: cardinals, ordinals and fractions, and all the ways in which one may be written."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from eyechart.text.numbers import ONES, in_han, in_words

ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PARTS = {
    2: ("half", "halves"), 3: ("third", "thirds"), 4: ("fourth", "fourths"), 5: ("fifth", "fifths"),
    6: ("sixth", "sixths"), 7: ("seventh", "sevenths"), 8: ("eighth", "eighths"), 9: ("ninth", "ninths"),
    10: ("tenth", "tenths"), 12: ("twelfth", "twelfths"),
}  # fmt: skip

SHORT = {(1, 2): "half", (1, 4): "a quarter"}  # what is said without its number


class Spelling(Struct, frozen=True):
    """How a language writes numbers in words."""

    cardinal: Callable[[int], str]  # seven
    ordinal: Callable[[int], str]  # seventh
    fraction: Callable[[int, int], str]  # two-thirds
    cardinals: Callable[[int], tuple[str, ...]]  # all ways to write it
    fractions: Callable[[int, int], tuple[str, ...]]


# ---- English


def _english_fraction(part: int, whole: int) -> str:
    return f"{ONES[part]}-{PARTS[whole][part != 1]}"


def _english_fractions(part: int, whole: int) -> tuple[str, ...]:
    word = PARTS[whole][part != 1]
    forms = [f"{ONES[part]} {word}", _english_fraction(part, whole)]
    if whole == 4:
        forms.append(f"{ONES[part]} {'quarter' if part == 1 else 'quarters'}")
    if part == 1:
        forms.append(f"a {word}")
    if (part, whole) in SHORT:
        forms.append(SHORT[part, whole])
    return tuple(forms)


# ---- Chinese


def _chinese_fraction(part: int, whole: int) -> str:
    return f"{in_han(whole)}分之{in_han(part)}"


RULES: Mapping[str, Spelling] = {
    "en": Spelling(
        in_words,
        ORDINALS.__getitem__,
        _english_fraction,
        lambda value: (in_words(value), in_words(value).replace("-", " ")),
        _english_fractions,
    ),
    "zh": Spelling(
        in_han,
        "第{}".format,
        _chinese_fraction,
        lambda value: (in_han(value), "两") if value == 2 else (in_han(value),),
        lambda part, whole: (_chinese_fraction(part, whole), *(("一半",) if whole == 2 * part else ())),
    ),
}
FIGURES = Spelling(str, "{}.".format, "{}/{}".format, lambda value: (), lambda part, whole: ())


def spelling(language: str) -> Spelling:
    """The rules of a language; one without rules of its own writes figures."""
    return RULES.get(language, FIGURES)
