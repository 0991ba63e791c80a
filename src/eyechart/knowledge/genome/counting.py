"""Counts in region descriptions (V-PROM): "five bowls of oatmeal" shows five bowls.

A number from one to ten counts when a noun in the right number follows it, it stands at the head of the description, so that
what is counted is what the region shows, and `not_counts.txt` knows no other reason for it to be there.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.knowledge.genome.words import lines, singular, word_for
from eyechart.knowledge.tagging import tagged

WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {word: value for value, word in enumerate(WORDS, 1)} | {str(value): value for value in range(1, 11)}
ANY = rf"(?:\d+|{'|'.join(WORDS)})"
_INVARIANT = frozenset(["sheep", "deer", "fish", "aircraft", "people", "skis", "moose", "bison", "salmon"])
# What may stand before the number without moving the eye to something else.
_LEAD = re.compile(
    r"^(?:(?:there (?:is|are)|it is|these are|here are|i see|we see|you can see|the|these|those|his|her|its|their|only|just|"
    r"exactly|a (?:photo|picture|group|row|line|pair|set|herd|flock|bunch|stack|pile|plate|bowl|box|basket) of|"
    r"(?:photo|picture|group|row|line|herd|flock|bunch|stack|pile) of)\s+)*$"
)


class Count(Struct, frozen=True):
    number: int
    name: str  # in the singular, in our words


class NoCount(Struct, frozen=True):
    """Why a description gives no count."""

    reason: str


@cache
def _exclusions() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns of the data file. Alternatives of a word are divided by "/"."""
    made = []
    for line, place in lines("not_counts.txt"):
        pattern, colon, reason = line.rpartition(" : ")
        if not colon:
            raise EyechartError(f"{place}: expected 'pattern : reason', found '{line}'.")
        words = [_word(word) for word in pattern.split()]
        made.append((re.compile(r"(?<![\w'])" + r"\s+".join(words) + r"(?![\w'])"), reason))
    return tuple(made)


def _word(word: str) -> str:
    if "N" in word:
        return re.escape(word).replace("N", ANY)
    return "(?:" + "|".join(re.escape(option) for option in word.split("/")) + ")"


@lru_cache(10_000)
def count_in(phrase: str) -> Count | NoCount:
    """What a description counts, or why it counts nothing."""
    text = " ".join(phrase.lower().replace("’", "'").strip(" .!,").split())
    numbers = list(re.finditer(rf"(?<![\w.:$#-]){ANY}(?![\w:%'-])", text))
    if not numbers:
        compound = re.search(rf"\b{ANY}-\w|\$\s?\d|#\s?\d|\d:\d|\d(?:st|nd|rd|th)\b|\b(?:no one|noone)\b|\d%", text)
        return NoCount("a number that is part of a word" if compound else "no number")
    for pattern, reason in _exclusions():
        if pattern.search(text):
            return NoCount(reason)
    if len(numbers) > 1:
        return NoCount("several numbers")
    found = numbers[0]
    if found[0] not in NUMBERS:
        return NoCount("more than ten")
    if not _LEAD.match(text[: found.start()]):
        return NoCount("not what the region is of")
    return _counted(NUMBERS[found[0]], text[found.end() :].strip())


def _counted(number: int, rest: str) -> Count | NoCount:
    """The noun behind a number: adjectives, then a noun that is plural unless the number is one."""
    tags = tagged(f"{'one' if number == 1 else 'two'} {rest}")[1:]
    at = 0
    while at < len(tags) and (tags[at][1].startswith(("JJ", "VBN", "VBG", "CC", "RB")) or _compound(tags, at)):
        at += 1
    if at == len(tags) or not tags[at][1].startswith("NN"):
        return NoCount("no noun behind the number")
    if tags[at + 1 : at + 2] and tags[at + 1][0] == "'s":
        return NoCount("somebody's")
    noun = " ".join(word for word, tag in tags[: at + 1] if tag.startswith("NN"))
    plural = tags[at][1] == "NNS" or singular(noun) != noun or noun.split()[-1] in _INVARIANT
    if (number > 1) != plural and noun.split()[-1] not in _INVARIANT:
        return NoCount("noun in the wrong number")
    return Count(number, word_for(singular(noun)).name)


def _compound(tags: tuple[tuple[str, str], ...], at: int) -> bool:
    """A noun before another noun: stop signs."""
    return tags[at][1] == "NN" and at + 1 < len(tags) and tags[at + 1][1].startswith("NN")
