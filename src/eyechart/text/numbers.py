"""Numbers as people write them: 7, 1,200, seven, twenty-one, 七, 二十一."""

from __future__ import annotations

import re
from functools import cache

ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ENGLISH = {word: i for i, word in enumerate(ONES)} | {word: 20 + 10 * i for i, word in enumerate(TENS)}
HAN = "零一二三四五六七八九"
_CHINESE = {c: i for i, c in enumerate(HAN)} | {"两": 2, "〇": 0}
_DIGITS = re.compile(
    r"(?<![\w.])-?\d{1,3}(?:,\d{3}){1,9}+(?![\d,])|(?<![\w.-])-?\d+(?:\.\d+)?(?![\w])|(?<=[\u4e00-\u9fff])\d+"
)
_HAN = re.compile(r"[零〇一二三四五六七八九十百两]+")
_HAN_COUNT = re.compile(
    r"(?<![零〇一二三四五六七八九十百两])([零〇一二三四五六七八九十百两]++)\s*+(?:个|只|张|条|朵|本|辆|块|颗|根|把|棵|种|次|元|角|分|点|小时|厘米|米|$|[。.,,])"
)
_ENGLISH_WORD = re.compile(
    rf"\b(?:(?:{'|'.join(TENS)})(?:[- ](?:{'|'.join(ONES[1:10])}))?|{'|'.join(ONES)}|(?:a|one) hundred)\b",
    re.IGNORECASE,
)
BEFORE = 40  # characters that decide whether "one" counts
# "the red one", "no one" count nothing; "is one", "only one", "one apple" do
_COUNTING_ONE = re.compile(
    r"(?:\b(?:is|are|only|exactly|just|has|have|shows?|see|count|total of)|[:=])\s*$", re.IGNORECASE
)


def number_in(text: str) -> str | None:
    """The number that a text is, with at most a unit after it; None if it is anything else."""
    plain = text.strip().lower().rstrip(".。")
    found = re.fullmatch(r"[$¥€]?\s*(-?\d{1,3}(?:,\d{3})+|-?\d+(?:\.\d+)?)\s*(?:%|[a-z\u4e00-\u9fff]{1,12})?", plain)
    if found:
        return _written(found[1])
    english = _ENGLISH_WORD.match(plain)
    if english and re.fullmatch(r"(?:\s+[a-z]{1,12})?", plain[english.end() :]):
        return str(_english(english[0]))
    han = _HAN.match(plain)
    if han and len(plain) - han.end() <= 3:
        return _chinese(han[0])
    return None


def numbers_in(text: str) -> list[str]:
    """All numbers in a sentence: its digits; if it has none, its number words."""
    digits = [_written(m[0]) for m in _DIGITS.finditer(text)]
    if digits:
        return digits
    words = [
        str(_english(m[0]))
        for m in _ENGLISH_WORD.finditer(text)
        if m[0].lower() != "one" or _COUNTING_ONE.search(text[max(0, m.start() - BEFORE) : m.start()])
    ]
    han = [value for m in _HAN_COUNT.finditer(text) if (value := _chinese(m[1])) is not None]
    return words + han


def _written(digits: str) -> str:
    plain = digits.replace(",", "")
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".")
    sign = "-" if plain.startswith("-") else ""
    return sign + (plain.lstrip("-").lstrip("0") or "0") if "." not in plain else plain


def _english(words: str) -> int:
    parts = re.split(r"[- ]", words.lower())
    return 100 if "hundred" in parts else sum(_ENGLISH[part] for part in parts)


def _chinese(han: str) -> str | None:
    """Up to 999, and digit by digit."""
    if not any(c in han for c in "十百"):
        return "".join(str(_CHINESE[c]) for c in han).lstrip("0") or "0"
    found = re.fullmatch(
        r"(?:([一二三四五六七八九两])百)?零?(?:([一二三四五六七八九]?)(十))?([一二三四五六七八九]?)", han
    )
    if not found:
        return None
    hundreds, tens, ten, units = found.groups()
    return str(
        100 * _CHINESE.get(hundreds or "零", 0)
        + 10 * (_CHINESE.get(tens, 1) if ten else 0)
        + _CHINESE.get(units or "零", 0)
    )


# ---- written out


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
