"""Ways to write the same amount: 1,200 and 1 200, 3/4 and 75 %, 4:55 and five to five, £12.50 and 12.50, 370号 and 370.

What a text says stays what it says: 12.50 is also £12.50's amount, 12 is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from eyechart.text.numbers import in_han, in_words

Ways = tuple[str, ...]


def amount(value: int) -> Ways:
    """1200, 1,200, 1 200."""
    return tuple(dict.fromkeys((str(value), f"{value:,}", f"{value:,}".replace(",", " "))))


def share(part: int, whole: int) -> Ways:
    """3/4 as 0.75, 75% and ¾; of what has no end, such as 1/3, only the sign."""
    value = Fraction(part, whole)
    ways = [sign for sign in _SIGNS if Fraction(*_SIGNS[sign]) == value]
    if 1000 % value.denominator == 0:
        decimal, percent = f"{float(value):.3f}".rstrip("0"), f"{float(100 * value):g}"
        ways += [decimal, f"{percent}%", f"{percent} %"]
    return tuple(ways)


_SIGNS = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅙": (1, 6), "⅛": (1, 8), "⅜": (3, 8)}

# ---- the time on a clock's face


def clock(hour: int, minute: int) -> Ways:
    """In figures. A face does not tell morning from afternoon, so either may be said."""
    plain = f"{hour}:{minute:02}"
    return (plain, f"{hour:02}:{minute:02}", f"{plain} am", f"{plain} pm")


def clock_in_english(hour: int, minute: int) -> Ways:
    """Four fifty-five, five to five; half past three; three o'clock."""
    here, there = in_words(hour), in_words(hour % 12 + 1)
    if not minute:
        return (f"{hour} o'clock", f"{here} o'clock", str(hour), here)
    told = {15: f"quarter past {here}", 30: f"half past {here}", 45: f"quarter to {there}"}
    if minute in told:
        ways = [told[minute]]
    elif minute < 30:
        ways = [f"{_minutes(minute)} past {here}"]
    else:
        ways = [f"{_minutes(60 - minute)} to {there}"]
    return (*ways, f"{here} {'oh ' if minute < 10 else ''}{in_words(minute)}")


def _minutes(count: int) -> str:
    """Five past, but seven minutes past."""
    word = in_words(count)
    return word if count % 5 == 0 else f"{word} minute{'s' if count > 1 else ''}"


def clock_in_chinese(hour: int, minute: int) -> Ways:
    """四点五十五分, 4点55分, 差五分五点; 三点半; 三点整."""
    here, there = in_han(hour).replace("二", "两") if hour == 2 else in_han(hour), hour % 12 + 1
    if not minute:
        return (f"{hour}点", f"{here}点", f"{hour}点整", f"{here}点整", f"{here}点钟", f"{hour}点钟")
    said = in_han(minute) if minute >= 10 else f"零{in_han(minute)}"
    ways = [f"{hour}点{minute}分", f"{here}点{said}分", f"{hour}点{minute:02}分"]
    if minute % 15 == 0:
        quarter = {15: "一刻", 30: "半", 45: "三刻"}[minute]
        ways = [f"{here}点{quarter}", f"{hour}点{quarter}", *ways]
    elif minute >= 50:
        ways.append(f"差{in_han(60 - minute)}分{'两' if there == 2 else in_han(there)}点")
    return tuple(dict.fromkeys(ways))


# ---- what is written on a sign


def written(text: str) -> Ways:
    """How else somebody may give a text that is a number with a sign or a word beside it; the text itself first."""
    for pattern, ways in _WRITTEN:
        found = re.fullmatch(pattern, text)
        if found:
            return tuple(dict.fromkeys((text, *ways(found))))
    return (text,)


def _price(found: re.Match[str]) -> Ways:
    sign, pounds, pence = found[1], found[2], found[3]
    if pence is None:
        return (pounds, f"{sign}{pounds}.00", f"{sign} {pounds}")
    short = (f"{sign}{pounds}", pounds) if pence == "00" else ()
    return (f"{pounds}.{pence}", f"{sign} {pounds}.{pence}", *short)


def _yuan(found: re.Match[str]) -> Ways:
    return (found[1], f"¥{found[1]}", f"{found[1]} 元", f"{found[1]}块", f"{found[1]} yuan")


def _day_time(found: re.Match[str]) -> Ways:
    hour, minute = int(found[1]), found[2]
    half, twelve = ("pm" if hour >= 12 else "am"), (hour - 1) % 12 + 1
    return (f"{hour}:{minute}", f"{twelve}:{minute} {half}", f"{twelve}:{minute}{half}", f"{hour}点{int(minute)}分")


def _month_day(found: re.Match[str]) -> Ways:
    return (f"{found[1]}月{found[2]}号", f"{found[1]} 月 {found[2]} 日")


def _day_month(found: re.Match[str]) -> Ways:
    day, month = found[1], found[2]
    end = "th" if 10 < int(day) < 20 else {"1": "st", "2": "nd", "3": "rd"}.get(day[-1], "th")
    return (f"{month} {day}", f"{day}{end} {month}", f"{month} {day}{end}", f"{day}{end} of {month}")


def _counted(*others: str) -> Callable[[re.Match[str]], Ways]:
    """The number alone, with a space or without one before its word, and with other words for it."""

    def ways(found: re.Match[str]) -> Ways:
        number, word = found[1], found[2]
        return (number, f"{number}{word}", f"{number} {word}", *[f"{number}{other}" for other in others])

    return ways


def _phone(found: re.Match[str]) -> Ways:
    return (f"{found[1]}{found[2]}", f"{found[1]} {found[2]}")


def _long_phone(found: re.Match[str]) -> Ways:
    return (f"{found[1]} {found[2]}", f"{found[1]}-{found[2]}")


_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_WRITTEN: tuple[tuple[str, Callable[[re.Match[str]], Ways]], ...] = (
    (r"([£$€¥])(\d+)(?:\.(\d\d))?", _price),
    (r"(\d+)元", _yuan),
    (r"(\d\d?):(\d\d)", _day_time),
    (r"(\d\d?)月(\d\d?)日", _month_day),
    (rf"(\d\d?) ({_MONTHS})", _day_month),
    (r"(\d+)(号)", _counted()),
    (r"(\d+)(室)", _counted("号", "房间")),
    (r"(\d+)(路)", _counted("路车", "路公交车")),
    (r"(\d+) ?(km)", _counted(" kilometers", " kilometres", "公里")),
    (r"(\d+) ?(公里)", _counted("km", " km", "千米")),
    (r"(\d+) ?(g)", _counted(" grams", "克")),
    (r"(\d+) ?(克)", _counted("g", " g")),
    (r"(\d{3})-(\d{4})", _phone),
    (r"(\d{4})(\d{4})", _long_phone),
)
