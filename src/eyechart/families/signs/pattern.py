"""Invented texts from patterns such as "£{2-29}.{00|50}" and "{town} {hall}", drawn by lot.

{surname}               a word of the list, or another text of that name
{surname & surname}     two different words of it
{2-290}, {05-23}        a whole number, both ends included; as many digits as the first has, if that begins with 0
{Hall|Club|}            one of these
#                       a digit
{11-98!}                drawn after all others of its pattern
"70% Mr {surname}"      so often, where there are several patterns; otherwise all are equally frequent
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from eyechart.errors import EyechartError, unknown
from eyechart.families.signs.language import Meant, Written
from eyechart.seeding import Rng

Maker = Callable[[Rng], tuple[str, str | None]]  # words, and what they mean if other languages have words for it
Part = Callable[[Rng], str]


def makers(texts: Mapping[str, Written], lexicon: Mapping[str, str]) -> dict[str, Maker]:
    """A maker for each text of a language."""
    lists = {name: tuple(words.split()) for name, words in lexicon.items()}
    if both := sorted(lists.keys() & texts.keys()):
        raise EyechartError(f"'{both[0]}' is both a text and a list of words: what would {{{both[0]}}} be?")
    made: dict[str, Maker] = {}

    def part(slot: str) -> Part:
        if drawn := re.fullmatch(r"(\d+)-(\d+)", slot):
            low, high = drawn.groups()
            return partial(_number, int(low), int(high), len(low) if low.startswith("0") else 0)
        if "|" in slot:
            return partial(_one, tuple(slot.split("|")))
        if pair := re.fullmatch(r"([\w-]+)( .+ )\1", slot):
            return partial(_two, lists[pair[1]], pair[2])
        if slot in lists:
            return partial(_one, lists[slot])
        if slot in texts:
            return lambda rng: made[slot](rng)[0]  # made by the time that it is wanted
        raise unknown("list of words or text", slot, [*lists, *texts])

    for name, written in texts.items():
        if isinstance(written, dict):
            made[name] = partial(_meant, tuple(written.items()))
        else:
            patterns = (written,) if isinstance(written, str) else written
            made[name] = _any([_share(pattern) for pattern in patterns], part)
    return made


def _share(pattern: str) -> tuple[float | None, str]:
    """`70% Mr {surname}` as 0.7 and the rest."""
    found = re.fullmatch(r"(\d+)% (.*)", pattern)
    return (int(found[1]) / 100, found[2]) if found else (None, pattern)


def _any(patterns: list[tuple[float | None, str]], part: Callable[[str], Part]) -> Maker:
    shares = [share for share, _ in patterns if share is not None]
    if shares and (len(shares) < len(patterns) or round(sum(shares), 9) != 1):
        raise EyechartError(f"Patterns need shares that make 100 %, or none at all: {[text for _, text in patterns]}.")
    parts = [_filled(text, part) for _, text in patterns]
    if len(parts) == 1:
        return lambda rng: (parts[0](rng), None)
    if not shares:
        return lambda rng: (rng.choice(parts)(rng), None)
    return lambda rng: (rng.weighted(parts, shares)(rng), None)


def _filled(pattern: str, part: Callable[[str], Part]) -> Part:
    """A pattern's parts, drawn in their order but for those marked `!`, which come last."""
    pieces = re.split(r"\{([^}]*)\}", pattern.replace("#", "{0-9}"))
    text = "{}".join(pieces[0::2])
    slots = pieces[1::2]
    drawn = [part(slot.removesuffix("!")) for slot in slots]
    order = sorted(range(len(slots)), key=lambda i: slots[i].endswith("!"))
    return partial(_fill, text, drawn, order)


def _fill(text: str, parts: list[Part], order: list[int], rng: Rng) -> str:
    words = [""] * len(parts)
    for i in order:
        words[i] = parts[i](rng)
    return text.format(*words)


def _number(low: int, high: int, digits: int, rng: Rng) -> str:
    return str(rng.integer(low, high)).zfill(digits)


def _one(options: tuple[str, ...], rng: Rng) -> str:
    return rng.choice(options)


def _two(options: tuple[str, ...], by: str, rng: Rng) -> str:
    return by.join(rng.sample(options, 2))


def _meant(words: tuple[tuple[str, Meant], ...], rng: Rng) -> tuple[str, str]:
    concept, word = rng.choice(words)
    return word.sign, concept
