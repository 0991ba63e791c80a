"""The functions of icon programs: count, compare, read clocks and fractions; finding things is in finding.py."""

from __future__ import annotations

import itertools
from fractions import Fraction

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
    ranked,
    related,
    thing,
    within,
    without,
)
from eyechart.families.icons.shapes import MIRRORS, folds
from eyechart.families.icons.world import World
from eyechart.knowledge.concepts import concept
from eyechart.program import Anything, Labels, Number, One, Records, Text, Things, Truth, Whole, functions


def is_mirror(world: World, ids: One) -> Truth:
    """Whether the dotted line on it is one of its lines of symmetry."""
    t = world.one(ids)
    lines = folds(t.data["cells"]) if "cells" in t.data else MIRRORS[t.name]
    return t.data["line"] in lines


def movement(world: World, ids: Things) -> Text:
    """What brought the first of two letters to the second."""
    before, after = (world.things[id].data for id in ids)
    return "flip" if before["flip"] != after["flip"] else "turn" if before["turn"] != after["turn"] else "slide"


def moved(world: World, ids: Things, how: Text) -> Things:
    """The boxes whose letter was moved so."""
    return [id for id in ids if movement(world, within(world, [id])) == how]


def count(world: World, ids: Things) -> Whole:
    return len(ids)


def number(world: World, value: Whole) -> Whole:
    return value


def sum_of(world: World, values: Records) -> Whole:
    return sum(values)


def most_in_all(world: World, ids: Things, fact: Text) -> Things:
    """The one whose numbers add up to the most."""
    sums = {id: sum(fact_of(world, id, fact)) for id in ids}
    return [id for id in ids if sums[id] == max(sums.values())]


def least_in_all(world: World, ids: Things, fact: Text) -> Things:
    sums = {id: sum(fact_of(world, id, fact)) for id in ids}
    return [id for id in ids if sums[id] == min(sums.values())]


def having_so_many(world: World, ids: Things, fact: Text, number: Whole) -> Things:
    """Those whose list is so long."""
    return [id for id in ids if len(fact_of(world, id, fact)) == number]


def plus(world: World, one: Whole, other: Whole) -> Whole:
    return one + other


def minus(world: World, one: Whole, other: Whole) -> Whole:
    return one - other


def divided(world: World, one: Whole, other: Whole) -> Whole:
    if one % other:
        raise EyechartError(f"{one} things cannot be shared equally by {other}.")
    return one // other


def nearest(world: World, value: Number, unit: Whole) -> Whole:
    """Rounded to whole units; half way is nobody's answer."""
    if abs(value / unit % 1 - 0.5) < 0.05:
        raise EyechartError(f"{value} is half way between two units.")
    return round(value / unit) * unit


def fraction(world: World, part: Whole, whole: Whole) -> Text:
    """As counted, not reduced: 2/4 of a shape."""
    return f"{part}/{whole}"


def with_commas(world: World, value: Whole) -> Text:
    return f"{value:,}"


def about(world: World, value: Whole, words: Text) -> Text:
    """'about {}' with the number in it."""
    return words.replace("{}", str(value))


def share_coloured(world: World, id: str) -> Fraction:
    """By area, so that uneven parts count for what they are."""
    data = world.things[id].data
    ends = [0.0, *data["cuts"]]
    return sum((Fraction(str(ends[i + 1])) - Fraction(str(ends[i])) for i in data["coloured"]), Fraction(0))


def evenly_cut(world: World, ids: Things) -> Things:
    """Those whose parts are all of one size."""
    found = []
    for id in ids:
        ends = [0.0, *world.data(id, "cuts")]
        widths = [b - a for a, b in itertools.pairwise(ends)]
        if max(widths) - min(widths) < 1e-6:
            found.append(id)
    return found


def coloured_so(world: World, ids: Things, part: Whole, whole: Whole) -> Things:
    """Those cut into so many equal parts with so many coloured."""
    return [
        id
        for id in evenly_cut(world, ids)
        if (len(world.data(id, "coloured")), len(world.data(id, "cuts"))) == (part, whole)
    ]


def most_coloured(world: World, ids: Things) -> Things:
    shares = {id: share_coloured(world, id) for id in ids}
    return [id for id in ids if shares[id] == max(shares.values())]


def least_coloured(world: World, ids: Things) -> Things:
    shares = {id: share_coloured(world, id) for id in ids}
    return [id for id in ids if shares[id] == min(shares.values())]


def mixed_so(world: World, ids: Things, name: Text, part: Whole, whole: Whole) -> Things:
    """The boxes in which things of that name are that fraction."""
    found = []
    for id in ids:
        inside = within(world, [id])
        if Fraction(len(named(world, inside, name)), len(inside)) == Fraction(part, whole):
            found.append(id)
    return found


def same(world: World, one: Number, other: Number) -> Truth:
    return bool(one == other)


def more(world: World, one: Number, other: Number) -> Truth:
    return bool(one > other)


def at_least(world: World, one: Number, other: Number) -> Truth:
    return bool(one >= other)


def holds(world: World, ids: Things) -> Truth:
    """Whether there is any."""
    return bool(ids)


def parity(world: World, value: Whole) -> Text:
    return "odd" if value % 2 else "even"


def chance(world: World, part: Whole, whole: Whole) -> Text:
    """Certain, probable, unlikely or impossible; exactly half is none of them."""
    share = Fraction(part, whole)
    if share == Fraction(1, 2):
        raise EyechartError("Half is neither probable nor unlikely.")
    return (
        "impossible"
        if not part
        else "certain"
        if part == whole
        else "probable"
        if share > Fraction(1, 2)
        else "unlikely"
    )


def said(world: World, key: Anything, table: Labels) -> Text:
    """The word for it in the question's language."""
    return table[str(key)]


def different_values(world: World, ids: Things, fact: Text) -> Whole:
    """How many different values of a fact there are."""
    return len({fact_of(world, id, fact) for id in ids})


def grouped_so(world: World, ids: Things, groups: Whole) -> Things:
    """The boxes whose things are divided into so many groups of the same size."""
    found = []
    for id in ids:
        numbers = [fact_of(world, inner, "group") for inner in within(world, [id])]
        sizes = {numbers.count(number) for number in numbers}
        if len(sizes) == 1 and len(set(numbers)) == groups:
            found.append(id)
    return found


def sum_sentence(world: World, one: Whole, other: Whole, both: Whole) -> Text:
    return f"{one} + {other} = {both}"


def most_common(world: World, values: Records) -> Text:
    return str(max(values, key=values.count))


def least_common(world: World, values: Records) -> Text:
    return str(min(values, key=values.count))


def _share_of(world: World, id: str, colour: str) -> Fraction:
    """Of a spinner's parts, or of the marbles in a box."""
    data = world.things[id].data
    colours = data["parts"] if "parts" in data else [world.things[i].attributes["colour"] for i in within(world, [id])]
    return Fraction(colours.count(colour), len(colours))


def most_parts(world: World, ids: Things, colour: Text) -> Things:
    shares = {id: _share_of(world, id, colour) for id in ids}
    return [id for id in ids if shares[id] == max(shares.values())]


def least_parts(world: World, ids: Things, colour: Text) -> Things:
    shares = {id: _share_of(world, id, colour) for id in ids}
    return [id for id in ids if shares[id] == min(shares.values())]


def all_or_none(world: World, ids: Things, colour: Text, certain: Truth) -> Things:
    """The boxes from which that colour is certain to come, or cannot."""
    return [id for id in ids if _share_of(world, id, colour) == (1 if certain else 0)]


def found_at(world: World, ids: Things, place: Text) -> Things:
    return [id for id in ids if place in concept(world.things[id].name).places]


def minutes(world: World, ids: One) -> Whole:
    """Since twelve, on a clock's face."""
    t = world.one(ids)
    return int(t.data["hour"]) % 12 * 60 + int(t.data["minute"])


def later(world: World, at: Whole, by: Whole) -> Whole:
    return (at + by) % 720


def apart(world: World, start: Whole, end: Whole) -> Whole:
    """From one time to a later one, within twelve hours."""
    return (end - start) % 720


def clock_time(world: World, at: Whole) -> Text:
    """185 -> 3:05."""
    return f"{at // 60 or 12}:{at % 60:02}"


def showing(world: World, ids: Things, at: Whole) -> Things:
    """The clocks that show it."""
    return [id for id in ids if minutes(world, [id]) == at]


def showing_as(world: World, ids: Things, at: Whole) -> Things:
    """As `showing`, for a time that an earlier step found."""
    return showing(world, ids, at)


def nearest_to(world: World, ids: Things, fact: Text, value: Number) -> Things:
    """The one whose number is nearest to a value."""
    far = {id: abs(fact_of(world, id, fact) - value) for id in ids}
    return [id for id in ids if far[id] == min(far.values())]


# When: from and to which minute on a clock's face, and what is then in the sky, whatever the season.
TIMES_OF_DAY = {
    "small hours": (60, 240, "moon"), "morning": (540, 720, "sun"), "afternoon": (60, 240, "sun"),
    "night": (540, 720, "moon"),
}  # fmt: skip


def time_of_day(world: World, at: Whole, sky: One) -> Text:
    """Which of the two times that a clock's face may mean, by what is in the sky; near dawn and dusk nothing tells."""
    seen = world.one(sky).name
    found = [when for when, (first, end, shines) in TIMES_OF_DAY.items() if first <= at < end and shines == seen]
    if len(found) != 1:
        raise EyechartError(f"The {seen} does not tell which half of the day it is at minute {at}.")
    return found[0]


def latest(world: World, ids: Things) -> Things:
    """Of clocks within one half of the day that does not cross twelve."""
    values = {id: minutes(world, [id]) for id in ids}
    return [id for id in ids if values[id] == max(values.values())]


def earliest(world: World, ids: Things) -> Things:
    values = {id: minutes(world, [id]) for id in ids}
    return [id for id in ids if values[id] == min(values.values())]


def in_time(world: World, ids: Things, place: Whole) -> Things:
    """The clock that shows the earliest time at place 1, the next at place 2, within one half of the day as `latest`."""
    values = {id: minutes(world, [id]) for id in ids}
    wanted = sorted(values.values())[place - 1]
    return [id for id in ids if values[id] == wanted]


def time_word(world: World, at: Whole) -> Text:
    """The word that a blank asks for: o'clock, quarter or half."""
    return {0: "o'clock", 15: "quarter", 30: "half", 45: "quarter"}[at % 60]


def hour_to_name(world: World, at: Whole) -> Whole:
    """The hour that is struck, or that is to come at a quarter to it."""
    return ((at + 15) // 60 - 1) % 12 + 1


FUNCTIONS = functions(
        all_of, thing, within, named, only, without, having, matching, related, at, most, least, ranked, odd_one,
        continues, grows,
        fact, called, letter, is_mirror, movement, moved, sum_of, most_in_all, least_in_all, having_so_many,
        count, number, plus, minus, divided, nearest, fraction, evenly_cut, coloured_so,
        most_coloured, least_coloured, mixed_so, with_commas, about, same,
        more, at_least, holds, parity, chance, said, different_values, grouped_so, sum_sentence, most_common,
        least_common, most_parts, least_parts, all_or_none, found_at, minutes, later, apart, clock_time,
        showing, showing_as, nearest_to, time_of_day, latest, earliest, in_time,
        time_word,
        hour_to_name,
)  # fmt: skip
