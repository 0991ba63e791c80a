"""What a text amounts to, so that texts can be put in order: a number, money, a time of day, a date."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from eyechart.families.signs.language import LANGUAGES


class Measure(Struct, frozen=True):
    read: Callable[[str], float]
    one_language: bool = False  # pounds and yuan do not compare


def _numbers(words: str) -> list[float]:
    return [float(n) for n in re.findall(r"\d+(?:\.\d+)?", words)]


def _minutes(words: str) -> float:
    hours, minutes = _numbers(words)
    return hours * 60 + minutes


MONTHS = {
    name: number
    for language in LANGUAGES.values()
    for number, name in enumerate(language.lexicon.get("month", "").split(), 1)
}


def _day(words: str) -> float:
    """3 July, 7月3日: where the month is no name, it comes first."""
    named = [float(MONTHS[word]) for word in words.split() if word in MONTHS]
    month, day = named + _numbers(words)
    return month * 31 + day


NUMBER = Measure(lambda words: _numbers(words)[0])
MONEY = Measure(NUMBER.read, one_language=True)
CLOCK = Measure(_minutes)
DATE = Measure(_day)
