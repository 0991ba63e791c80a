"""How else a blank may be filled: the number or its word, with or without commas, a fraction in words, a time word."""

from __future__ import annotations

import re
from functools import cache
from math import gcd
from typing import Protocol

from eyechart.numbers import ONES, TENS

ORDINALS = ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
PARTS = {2: ("half", "halves"), 3: ("third", "thirds"), 4: ("fourth", "fourths"), 5: ("fifth", "fifths"),
6: ("sixth", "sixths"),
         7: ("seventh", "sevenths"), 8: ("eighth", "eighths"), 9: ("ninth", "ninths"), 10: ("tenth", "tenths"),
         12: ("twelfth", "twelfths")}  # fmt: skip
HAN = "零一二三四五六七八九"


@cache
def in_words(value: int) -> str:
    """0 to 9,999: seven thousand three hundred sixty-four."""
    if value < 20:
        return ONES[value]
    if value < 100:
        ten, one = divmod(value, 10)
        return TENS[ten - 2] + (f"-{ONES[one]}" if one else "")
    unit, name = (1000, "thousand") if value >= 1000 else (100, "hundred")
    many, rest = divmod(value, unit)
    return f"{ONES[many]} {name}" + (f" {in_words(rest)}" if rest else "")


@cache
def in_han(value: int) -> str:
    """0 to 9,999: 七千三百六十四, 一百零五, 十二."""
    if value < 10:
        return HAN[value]
    said, gap = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = value // unit % 10
        if digit:
            said += ("零" if gap and said else "") + HAN[digit] + name
            gap = False
        else:
            gap = True
    return said.removeprefix("一") if 10 <= value < 20 else said


def number(answer: str, language: str) -> tuple[str, ...]:
    value = int(answer.replace(",", ""))
    forms = [answer, str(value), f"{value:,}", in_words(value), in_words(value).replace("-", " ")]
    if language == "zh":
        forms.append(in_han(value))
        if value == 2:
            forms.append("两")
    return tuple(dict.fromkeys(forms))


def fraction(answer: str, language: str) -> tuple[str, ...]:
    """Also what it comes to: who says a half of 2/4 is not wrong."""
    part, whole = (int(number) for number in answer.split("/"))
    shared = gcd(part, whole)
    forms = _fraction(part, whole, language)
    if shared > 1:
        forms += _fraction(part // shared, whole // shared, language)
    return tuple(dict.fromkeys(forms))


def _fraction(part: int, whole: int, language: str) -> list[str]:
    word = PARTS[whole][part != 1]
    forms = [f"{part}/{whole}", f"{ONES[part]} {word}", f"{ONES[part]}-{word}"]
    if whole == 4:
        forms.append(f"{ONES[part]} {'quarter' if part == 1 else 'quarters'}")
    if part == 1:
        forms.append(f"a {word}")
    if language == "zh":
        forms.append(f"{in_han(whole)}分之{in_han(part)}")
    return forms


def time_word(answer: str, language: str) -> tuple[str, ...]:
    """o'clock, quarter, half, or an hour in words, which may be said in figures too."""
    also = {"o'clock": ("oclock", "o’clock"), "quarter": ("a quarter",), "half": ("a half",)}
    hours = {in_words(n): (str(n),) for n in range(1, 13)} | {in_han(n): (str(n),) for n in range(1, 13)}
    return (answer, *{**hours, **also}.get(answer, ()))


def clock_time(answer: str, language: str) -> tuple[str, ...]:
    """7:05; on the hour also 7, seven o'clock."""
    hour, minute = answer.split(":")
    if minute != "00":
        return (answer,)
    return (answer, hour, f"{hour} o'clock", f"{ONES[int(hour)]} o'clock")


class Accept(Protocol):
    def __call__(self, answer: str, language: str) -> tuple[str, ...]: ...


ACCEPT: dict[str, Accept] = {
    "number": number,
    "fraction": fraction,
    "time word": time_word,
    "clock time": clock_time,
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
