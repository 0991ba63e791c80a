"""The functions of icon programs: count, compare, read clocks and fractions; finding things is in finding.py."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

from eyechart.core import Function
from eyechart.errors import EyechartError
from eyechart.families.icons.finding import (
    all_of,
    at,
    called,
    continues,
    fact,
    fact_of,
    grows,
    having,
    least,
    letter,
    matching,
    most,
    named,
    odd_one,
    only,
    related,
    thing,
    within,
    without,
)
from eyechart.families.icons.shapes import MIRRORS
from eyechart.families.icons.world import World
from eyechart.knowledge.concepts import concept


def is_mirror(world: World, ids: list[str]) -> bool:
    """Whether the dotted line on it is one of its lines of symmetry."""
    t = world.one(ids)
    return t.data["line"] in MIRRORS[t.name]


def movement(world: World, ids: list[str]) -> str:
    """What brought the first of two letters to the second."""
    before, after = (world.things[id].data for id in ids)
    return "flip" if before["flip"] != after["flip"] else "turn" if before["turn"] != after["turn"] else "slide"


def moved(world: World, ids: list[str], how: str) -> list[str]:
    """The boxes whose letter was moved so."""
    return [id for id in ids if movement(world, within(world, [id])) == how]


def count(world: World, ids: list[str]) -> int:
    return len(ids)


def number(world: World, value: int) -> int:
    return value


def sum_of(world: World, values: list[int]) -> int:
    return sum(values)


def most_in_all(world: World, ids: list[str], fact: str) -> list[str]:
    """The one whose numbers add up to the most."""
    sums = {id: sum(fact_of(world, id, fact)) for id in ids}
    return [id for id in ids if sums[id] == max(sums.values())]


def least_in_all(world: World, ids: list[str], fact: str) -> list[str]:
    sums = {id: sum(fact_of(world, id, fact)) for id in ids}
    return [id for id in ids if sums[id] == min(sums.values())]


def having_so_many(world: World, ids: list[str], fact: str, number: int) -> list[str]:
    """Those whose list is so long."""
    return [id for id in ids if len(fact_of(world, id, fact)) == number]


def plus(world: World, one: int, other: int) -> int:
    return one + other


def minus(world: World, one: int, other: int) -> int:
    return one - other


def divided(world: World, one: int, other: int) -> int:
    if one % other:
        raise EyechartError(f"Template {world.template}: {one} things cannot be shared equally by {other}.")
    return one // other


def nearest(world: World, value: float, unit: int) -> int:
    """Rounded to whole units; half way is nobody's answer."""
    if abs(value / unit % 1 - 0.5) < 0.05:
        raise EyechartError(f"Template {world.template}: {value} is half way between two units.")
    return round(value / unit) * unit


def fraction(world: World, part: int, whole: int) -> str:
    """As counted, not reduced: 2/4 of a shape."""
    return f"{part}/{whole}"


def with_commas(world: World, value: int) -> str:
    return f"{value:,}"


def about(world: World, value: int, words: str) -> str:
    """'about {}' with the number in it."""
    return words.replace("{}", str(value))


def share_coloured(world: World, id: str) -> Fraction:
    """By area, so that uneven parts count for what they are."""
    data = world.things[id].data
    ends = [0.0, *data["cuts"]]
    return sum((Fraction(str(ends[i + 1])) - Fraction(str(ends[i])) for i in data["coloured"]), Fraction(0))


def evenly_cut(world: World, ids: list[str]) -> list[str]:
    """Those whose parts are all of one size."""
    found = []
    for id in ids:
        ends = [0.0, *world.data(id, "cuts")]
        widths = [b - a for a, b in itertools.pairwise(ends)]
        if max(widths) - min(widths) < 1e-6:
            found.append(id)
    return found


def coloured_so(world: World, ids: list[str], part: int, whole: int) -> list[str]:
    """Those cut into so many equal parts with so many coloured."""
    return [
        id
        for id in evenly_cut(world, ids)
        if (len(world.data(id, "coloured")), len(world.data(id, "cuts"))) == (part, whole)
    ]


def most_coloured(world: World, ids: list[str]) -> list[str]:
    shares = {id: share_coloured(world, id) for id in ids}
    return [id for id in ids if shares[id] == max(shares.values())]


def least_coloured(world: World, ids: list[str]) -> list[str]:
    shares = {id: share_coloured(world, id) for id in ids}
    return [id for id in ids if shares[id] == min(shares.values())]


def mixed_so(world: World, ids: list[str], name: str, part: int, whole: int) -> list[str]:
    """The boxes in which things of that name are that fraction."""
    found = []
    for id in ids:
        inside = within(world, [id])
        if Fraction(len(named(world, inside, name)), len(inside)) == Fraction(part, whole):
            found.append(id)
    return found


def same(world: World, one: Any, other: Any) -> bool:
    return bool(one == other)


def more(world: World, one: Any, other: Any) -> bool:
    return bool(one > other)


def at_least(world: World, one: Any, other: Any) -> bool:
    return bool(one >= other)


def holds(world: World, ids: list[str]) -> bool:
    """Whether there is any."""
    return bool(ids)


def parity(world: World, value: int) -> str:
    return "odd" if value % 2 else "even"


def chance(world: World, part: int, whole: int) -> str:
    """Certain, probable, unlikely or impossible; exactly half is none of them."""
    share = Fraction(part, whole)
    if share == Fraction(1, 2):
        raise EyechartError(f"Template {world.template}: half is neither probable nor unlikely.")
    return (
        "impossible"
        if not part
        else "certain"
        if part == whole
        else "probable"
        if share > Fraction(1, 2)
        else "unlikely"
    )


def said(world: World, key: Any, table: dict[str, str]) -> str:
    """The word for it in the question's language."""
    return table[str(key)]


def different_values(world: World, ids: list[str], fact: str) -> int:
    """How many different values of a fact there are."""
    return len({fact_of(world, id, fact) for id in ids})


def grouped_so(world: World, ids: list[str], groups: int) -> list[str]:
    """The boxes whose things are divided into so many groups of the same size."""
    found = []
    for id in ids:
        numbers = [fact_of(world, inner, "group") for inner in within(world, [id])]
        sizes = {numbers.count(number) for number in numbers}
        if len(sizes) == 1 and len(set(numbers)) == groups:
            found.append(id)
    return found


def sum_sentence(world: World, one: int, other: int, both: int) -> str:
    return f"{one} + {other} = {both}"


def most_common(world: World, values: list[str]) -> str:
    return max(values, key=values.count)


def least_common(world: World, values: list[str]) -> str:
    return min(values, key=values.count)


def _share_of(world: World, id: str, colour: str) -> Fraction:
    """Of a spinner's parts, or of the marbles in a box."""
    data = world.things[id].data
    colours = data["parts"] if "parts" in data else [world.things[i].attributes["colour"] for i in within(world, [id])]
    return Fraction(colours.count(colour), len(colours))


def most_parts(world: World, ids: list[str], colour: str) -> list[str]:
    shares = {id: _share_of(world, id, colour) for id in ids}
    return [id for id in ids if shares[id] == max(shares.values())]


def least_parts(world: World, ids: list[str], colour: str) -> list[str]:
    shares = {id: _share_of(world, id, colour) for id in ids}
    return [id for id in ids if shares[id] == min(shares.values())]


def all_or_none(world: World, ids: list[str], colour: str, certain: bool) -> list[str]:
    """The boxes from which that colour is certain to come, or cannot."""
    return [id for id in ids if _share_of(world, id, colour) == (1 if certain else 0)]


def found_at(world: World, ids: list[str], place: str) -> list[str]:
    return [id for id in ids if place in concept(world.things[id].name).places]


def minutes(world: World, ids: list[str]) -> int:
    """Since twelve, on a clock's face."""
    t = world.one(ids)
    return int(t.data["hour"]) % 12 * 60 + int(t.data["minute"])


def later(world: World, at: int, by: int) -> int:
    return (at + by) % 720


def apart(world: World, start: int, end: int) -> int:
    """From one time to a later one, within twelve hours."""
    return (end - start) % 720


def clock_time(world: World, at: int) -> str:
    """185 -> 3:05."""
    return f"{at // 60 or 12}:{at % 60:02}"


def showing(world: World, ids: list[str], at: int) -> list[str]:
    """The clocks that show it."""
    return [id for id in ids if minutes(world, [id]) == at]


def showing_as(world: World, ids: list[str], at: int) -> list[str]:
    """As `showing`, for a time that an earlier step found."""
    return showing(world, ids, at)


def nearest_to(world: World, ids: list[str], fact: str, value: float) -> list[str]:
    """The one whose number is nearest to a value."""
    far = {id: abs(fact_of(world, id, fact) - value) for id in ids}
    return [id for id in ids if far[id] == min(far.values())]


def about_time(world: World, time: str, form: str) -> str:
    """A time with the half of the day that the story tells: '{} P.M.'."""
    return form.replace("{}", time)


def latest(world: World, ids: list[str]) -> list[str]:
    """Of clocks within one half of the day that does not cross twelve."""
    values = {id: minutes(world, [id]) for id in ids}
    return [id for id in ids if values[id] == max(values.values())]


def earliest(world: World, ids: list[str]) -> list[str]:
    values = {id: minutes(world, [id]) for id in ids}
    return [id for id in ids if values[id] == min(values.values())]


def time_word(world: World, at: int) -> str:
    """The word that a blank asks for: o'clock, quarter or half."""
    return {0: "o'clock", 15: "quarter", 30: "half", 45: "quarter"}[at % 60]


def hour_to_name(world: World, at: int) -> int:
    """The hour that is struck, or that is to come at a quarter to it."""
    return ((at + 15) // 60 - 1) % 12 + 1


FUNCTIONS: dict[str, Function] = {
    function.__name__: function
    for function in (
        all_of, thing, within, named, only, without, having, matching, related, at, most, least, odd_one,
        continues, grows,
        fact, called, letter, is_mirror, movement, moved, sum_of, most_in_all, least_in_all, having_so_many,
        count, number, plus, minus, divided, nearest, fraction, evenly_cut, coloured_so,
        most_coloured, least_coloured, mixed_so, with_commas, about, same,
        more, at_least, holds, parity, chance, said, different_values, grouped_so, sum_sentence, most_common,
        least_common, most_parts, least_parts, all_or_none, found_at, minutes, later, apart, clock_time,
        showing, showing_as, nearest_to, about_time, latest, earliest,
        time_word,
        hour_to_name,
    )
}  # fmt: skip
