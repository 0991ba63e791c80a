"""Which sittings count: IconQA's checks (appendix D), and two more; each that fails is a reason in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

from msgspec import Struct

AGES = ("3-8", "9-18", "19+")
AGES_AGAIN = ("9-18", "3-8", "19+")  # the same in another order
FOURTH = "4"  # the place that the planted question asks for
CHOICES = 5  # of the planted question
STRAIGHT = 10  # questions with choices; fewer may fall together by chance


class Reply(Struct, frozen=True):
    """What was said at a place of a batch, as far as checks look at it."""

    seconds: float
    position: int | None = None  # of the choice taken; None: nothing to choose, or nothing chosen


class Conduct(Struct, frozen=True, kw_only=True):
    """All that is looked at of a sitting."""

    test: Sequence[bool]  # of the instructions: right or wrong
    planted: str | None  # what was chosen where the fourth was asked for
    age: str | None
    again: str | None
    minutes: float  # over the questions
    replies: Sequence[Reply]  # to real questions
    least: float  # seconds
    most: float  # minutes


def instructions(c: Conduct) -> str | None:
    wrong = sum(not right for right in c.test)
    return f"instructions: {wrong} of {len(c.test)} questions about them answered wrong" if wrong else None


def attention(c: Conduct) -> str | None:
    return (
        None if c.planted == FOURTH else f"attention: choice {c.planted or 'none'} taken where the fourth was asked for"
    )


def age(c: Conduct) -> str | None:
    return None if c.age == c.again else f"age: {c.age} at the beginning, {c.again} at the end"


def quick(c: Conduct) -> str | None:
    middle = median(reply.seconds for reply in c.replies)
    return (
        f"too quick: {middle:.1f} s over the middle question, at least {c.least:g} are needed"
        if middle < c.least
        else None
    )


def slow(c: Conduct) -> str | None:
    return f"too slow: {c.minutes:.0f} minutes, at most {c.most:g}" if c.minutes > c.most else None


def straight(c: Conduct) -> str | None:
    places = [reply.position for reply in c.replies if reply.position is not None]
    if len(places) < STRAIGHT or len(set(places)) > 1:
        return None
    return f"straight line: choice {places[0] + 1} in all of {len(places)} questions"


CHECKS: tuple[Callable[[Conduct], str | None], ...] = (instructions, attention, age, quick, slow, straight)


def reasons(conduct: Conduct) -> Iterator[str]:
    """Why a sitting does not count; nothing if it does."""
    for check in CHECKS:
        if (told := check(conduct)) is not None:
            yield told
