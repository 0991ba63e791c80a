"""How else a blank may be filled: a number's word, with or without commas, a fraction in words, a time word.

`variants` is what the paper takes for the same, for its own release; `ACCEPT` is what anybody does, for our questions.
"""

from __future__ import annotations

import re
from functools import cache
from math import gcd
from typing import Protocol

from eyechart.families.icons.spelling import PARTS, RULES, Spelling, spelling
from eyechart.families.icons.words import BOOKS, WORDS
from eyechart.text import forms
from eyechart.text.numbers import in_words


def _spellings(language: str) -> tuple[Spelling, ...]:
    """English words are taken for an answer in every language."""
    return tuple([spelling(code) for code in dict.fromkeys(("en", language))])


def number(answer: str, language: str) -> tuple[str, ...]:
    value = int(answer.replace(",", ""))
    words = [word for rules in _spellings(language) for word in rules.cardinals(value)]
    return tuple(dict.fromkeys((answer, str(value), f"{value:,}", *words)))


def fraction(answer: str, language: str) -> tuple[str, ...]:
    """Also what it comes to: who says a half of 2/4 is not wrong."""
    part, whole = (int(number) for number in answer.split("/"))
    shared = gcd(part, whole)
    values = ((part, whole), (part // shared, whole // shared))
    forms = [
        form
        for p, w in values
        for form in (f"{p}/{w}", *(word for rules in _spellings(language) for word in rules.fractions(p, w)))
    ]
    return tuple(dict.fromkeys(forms))


@cache
def _time_words() -> dict[str, tuple[str, ...]]:
    """What else a time word may be: an hour in figures, o'clock without its apostrophe."""
    hours = {rules.cardinal(n): (str(n),) for rules in RULES.values() for n in range(1, 13)}
    return hours | {word: also for book in BOOKS.values() for word, also in book.also.items()}


def time_word(answer: str, language: str) -> tuple[str, ...]:
    """o'clock, quarter, half, or an hour in words, which may be said in figures too."""
    return (answer, *_time_words().get(answer, ()))


def clock_time(answer: str, language: str) -> tuple[str, ...]:
    """7:05; on the hour also 7, seven o'clock."""
    hour, minute = answer.split(":")
    if minute != "00":
        return (answer,)
    form = BOOKS["en"].forms["time 0"]
    return (answer, hour, form.format(hour=hour), form.format(hour=in_words(int(hour))))


# ---- what anybody takes for the same


def any_number(answer: str, language: str) -> tuple[str, ...]:
    return _once(number(answer, language), forms.amount(int(answer.replace(",", ""))))


SIGNS = {"yards": "yd", "feet": "ft", "meters": "m", "centimeters": "cm", "inches": "in"}  # of units, by their words


def measured(answer: str, language: str, unit: str) -> tuple[str, ...]:
    """A number with its unit, a word of the language, or without: 5, 5 centimeters, 5 cm."""
    sign = {WORDS[language][word]: sign for word, sign in SIGNS.items()}[unit]
    named = (f"{answer} {unit}", f"{answer}{unit}", f"{answer} {sign}", f"{answer}{sign}")
    return _once(any_number(answer, language), named)


def any_fraction(answer: str, language: str) -> tuple[str, ...]:
    """Also 0.75, 75% and ¾ for 3/4."""
    part, whole = (int(number) for number in answer.split("/"))
    return _once(fraction(answer, language), forms.share(part, whole))


def any_clock_time(answer: str, language: str) -> tuple[str, ...]:
    """Also five past seven for 7:05, 三点半 for 3:30."""
    hour, minute = (int(number) for number in answer.split(":"))
    told = {"en": forms.clock_in_english, "zh": forms.clock_in_chinese}.get(language)
    whole = (answer, str(hour)) if not minute else (answer,)
    return _once(whole, told(hour, minute) if told else (), forms.clock(hour, minute))


def _once(*ways: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([way for some in ways for way in some]))


class Accept(Protocol):
    def __call__(self, answer: str, language: str) -> tuple[str, ...]: ...


ACCEPT: dict[str, Accept] = {
    "number": any_number,
    "fraction": any_fraction,
    "time word": time_word,
    "clock time": any_clock_time,
}


def variants(answer: str, language: str = "en") -> tuple[str, ...]:
    """All that are accepted for an answer of which only its form tells what it is, as in an official release."""
    if re.fullmatch(r"\d{1,4}|\d,\d{3}", answer):
        return number(answer, language)
    if re.fullmatch(r"\d+/\d+", answer) and int(answer.split("/")[1]) in PARTS:
        return fraction(answer, language)
    if re.fullmatch(r"1?\d:\d\d", answer):
        return clock_time(answer, language)
    return time_word(answer, language)
