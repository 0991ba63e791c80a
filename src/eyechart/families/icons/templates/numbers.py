"""Tens and ones, place-value blocks, skip counting, equal groups, and problems told with pictures."""

from __future__ import annotations

from msgspec import Struct

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.families.icons.shapes import COUNTED
from eyechart.families.icons.templates.counting import COUNT, COUNT_SHAPES
from eyechart.phrasing import Noun

COUNT_DOTS = (S("all_of", (), ("dot",)), S("count", (0,)))


def dots(make: Make, many: int) -> list[str]:
    colour = make.colour()
    return [make.add("dot", "marble", "marble", colour=colour) for _ in range(many)]


@kind("tens and ones", "fill-in", "count tens and ones", "counting algebra", "kindergarten grade1", needs="picture")
def tens_and_ones(make: Make) -> Problem:
    many = make.rng.integer(11, 100)
    if make.rng.coin(0.25):
        return make.fill_in(make.panel("tens", dots(make, many), size=22), COUNT_DOTS, (0,), x=make.noun("marble"))
    thing = make.concept()
    return make.fill_in(make.panel("tens", make.icons(thing, many), size=24), COUNT, (0,), x=thing.noun)


@kind(
    "tens and ones, choices",
    "choose-text",
    "count tens and ones",
    "counting algebra",
    "kindergarten grade1",
    needs="picture",
)
def tens_and_ones_choices(make: Make) -> Problem:
    low = make.rng.integer(11, 88)
    numbers = make.rng.sample(range(low, low + 12), make.rng.integer(3, 5))
    if make.rng.coin(0.4):
        thing = make.concept()
        return make.choose_text(
            make.panel("tens", make.icons(thing, numbers[0])), COUNT, (0,), [str(n) for n in numbers], x=thing.noun
        )
    if make.rng.coin(0.3):
        panel = make.panel("tens", dots(make, numbers[0]), size=22)
        return make.choose_text(panel, COUNT_DOTS, (0,), [str(n) for n in numbers], x=make.noun("marble"))
    name, colour = make.rng.choice(COUNTED), make.colour()
    panel = make.panel("tens", [make.shape(name, colour) for _ in range(numbers[0])], size=22)
    return make.choose_text(panel, COUNT_SHAPES, (0,), [str(n) for n in numbers], x=make.noun(name))


def any_number(make: Make) -> int:
    low, high = make.rng.choice(((11, 99), (11, 99), (101, 999), (1001, 9999)))
    return make.rng.integer(low, high)


READ = (S("all_of", (), ("blocks",)), S("fact", (0,), ("value",)))


@kind(
    "what number is shown",
    "fill-in",
    "place value, thousands",
    "counting algebra",
    "grade1 grade2",
    needs="picture",
    by="value",
)
def what_number_is_shown(make: Make) -> Problem:
    blocks = make.add(
        "blocks",
        "place-value blocks",
        "blocks",
        colour=make.colour(),
        value=any_number(make),
    )
    return make.fill_in(make.panel("plain", [blocks], size=60), (*READ, S("with_commas", (1,))), (0,))


@kind(
    "what number, choices",
    "choose-text",
    "place value, tens and ones",
    "counting algebra",
    "grade1 grade2",
    needs="picture",
    by="choices",
)
def what_number_choices(make: Make) -> Problem:
    hundreds = make.rng.choice((0, 0, 1, 2, 3, 4))
    tens, ones = make.rng.sample(range(1, 10), 2)
    likely = (10 * tens + ones, 10 * ones + tens, 10 * tens + ones % 9 + 1, 10 * (tens % 9 + 1) + ones)
    numbers = make.rng.shuffled(list(dict.fromkeys(100 * hundreds + n for n in likely)))
    blocks = make.add("blocks", "place-value blocks", "blocks", colour=make.colour(), value=numbers[0])
    return make.choose_text(make.panel("plain", [blocks], size=60), READ, (0,), [str(n) for n in numbers])


@kind(
    "blocks show",
    "choose-picture",
    "place value, tens and ones",
    "counting algebra",
    "grade1 grade2",
    needs="question picture",
    by="value",
)
def blocks_show(make: Make) -> Problem:
    numbers, colour = make.rng.sample(range(11, 69), make.how_many_choices(4)), make.colour()
    blocks = [make.add("blocks", "place-value blocks", "blocks", colour=colour, value=n) for n in numbers]
    steps = (S("all_of", (), ("blocks",)), S("having", (0,), ("value", numbers[0])))
    return make.line_up([make.panel("plain", [b], size=60) for b in blocks], steps, (1,), n=numbers[0])


class SharedOut(Struct, frozen=True):
    """What is put into groups: dots of a colour, or icons."""

    noun: Noun
    name: str
    looks: dict[str, str]


def shared_out(make: Make) -> SharedOut:
    """Dots, one time in four."""
    if make.rng.coin(0.25):
        return SharedOut(make.noun("marble"), "marble", {"kind": "marble", "colour": make.colour()})
    thing = make.concept("food", "toy", "animal")
    return SharedOut(thing.noun, thing.name, {"kind": "icon", "icon": make.drawing_of(thing)})


def equal_groups(make: Make, what: SharedOut, groups: int, each: int, inside: str | None = None) -> list[str]:
    numbers = [g for g in range(groups) for _ in range(each)]
    return [make.add("dot", what.name, inside=inside, group=g, **what.looks) for g in numbers]


def group_sizes(make: Make) -> tuple[int, int]:
    groups, each = make.rng.integer(2, 6), make.rng.integer(2, 6)
    return groups, each


@kind("skip count", "fill-in", "skip count equal groups", "counting algebra", "grade1 grade2", needs="picture")
def skip_count(make: Make) -> Problem:
    each, groups = make.rng.choice((2, 3, 5, 10)), make.rng.integer(2, 8)
    what, across = shared_out(make), 5 if each > 3 else each
    panel = make.panel("groups", equal_groups(make, what, groups, each), size=24, per_row=across)
    return make.fill_in(
        panel,
        (S("all_of", (), ("dot",)), S("count", (0,))),
        (0,),
        x=what.noun,
    )


@kind("equal groups, choices", "choose-text", "skip count equal groups", "counting algebra", "grade2", needs="picture")
def equal_groups_choices(make: Make) -> Problem:
    groups, each = group_sizes(make)
    others = make.rng.sample([n for n in range(2, 7) if n != each], 3)
    totals = [groups * n for n in (each, *others)]
    what = shared_out(make)
    panel = make.panel("groups", equal_groups(make, what, groups, each), size=28)
    return make.choose_text(panel, COUNT_DOTS, (0,), [str(t) for t in totals], n=groups, x=what.noun)


@kind("divided into groups", "fill-in", "divide", "algebra", "grade2 grade3", needs="picture")
def divided_into_groups(make: Make) -> Problem:
    groups, each = group_sizes(make)
    what = shared_out(make)
    panel = make.panel("groups", equal_groups(make, what, groups, each), size=28)
    steps = (S("all_of", (), ("dot",)), S("count", (0,)), S("different_values", (0,), ("group",)), S("divided", (1, 2)))
    return make.fill_in(panel, steps, (0,), g=groups, x=what.noun)


@kind("how many groups", "choose-text", "divide", "algebra", "grade2 grade3", needs="picture")
def how_many_groups(make: Make) -> Problem:
    groups, each = group_sizes(make)
    rivals = make.rng.sample([n for n in range(2, 7) if n != groups], 3)
    what = shared_out(make)
    panel = make.panel("groups", equal_groups(make, what, groups, each), size=28)
    steps = (S("all_of", (), ("dot",)), S("different_values", (0,), ("group",)))
    return make.choose_text(panel, steps, (0,), [str(n) for n in (groups, *rivals)], x=what.noun)


@kind("which shows groups", "choose-picture", "divide", "algebra", "grade2 grade3", needs="question picture")
def which_shows_groups(make: Make) -> Problem:
    total = make.rng.choice((6, 8, 10, 12, 15, 16, 18, 20))
    ways = make.rng.sample([g for g in range(2, 7) if total % g == 0], 2)
    what, panels = shared_out(make), []
    for groups in ways:
        box = make.option(groups=groups)
        things = equal_groups(make, what, groups, total // groups, box)
        panels.append(make.panel("groups", things, box, size=20, columns=3))
    steps = (S("all_of", (), ("option",)), S("grouped_so", (0,), (ways[0],)))
    return make.line_up(panels, steps, (1,), x=what.noun, t=total, g=ways[0])


@kind(
    "next number",
    "fill-in",
    "skip count, the next number",
    "counting pattern algebra",
    "grade1 grade2",
    needs="picture",
    by="value",
)
def next_number(make: Make) -> Problem:
    step, start = make.rng.choice((2, 3, 4, 5, 10)), make.rng.integer(1, 150)
    numbers = [start + step * i for i in range(make.rng.integer(4, 5))]
    cards = [make.add("card", "card", "number", shown=str(n), value=n) for n in numbers]
    blank = make.add("blank", "what comes next", "blank")
    return make.fill_in(
        make.panel("row", [*cards, blank], size=56, gap=10),
        (S("all_of", (), ("card",)), S("grows", (0,), ("value",))),
        (0,),
    )


@kind(
    "how many in all",
    "fill-in",
    "addition problems with pictures",
    "scene",
    "prek kindergarten grade1",
    needs="picture",
)
def how_many_in_all(make: Make) -> Problem:
    thing, one, other = make.concept("animal", "vehicle"), make.rng.integer(1, 6), make.rng.integer(1, 6)
    drawing = make.drawing_of(thing)
    icons = [make.icon(thing, drawing, group=g) for g, many in ((0, one), (1, other)) for _ in range(many)]
    return make.fill_in(make.panel("sentence", icons, sign="+", size=40), COUNT, (0,), x=thing.noun)


@kind(
    "how many stay",
    "fill-in",
    "subtraction problems with pictures",
    "scene",
    "prek kindergarten grade1",
    needs="picture",
)
def how_many_stay(make: Make) -> Problem:
    thing = make.concept("animal")
    all_of = make.rng.integer(2, 10)
    gone = make.rng.integer(1, all_of - 1)
    drawing = make.drawing_of(thing)
    icons = [make.icon(thing, drawing, gone="yes" if i >= all_of - gone else "no") for i in range(all_of)]
    steps = (S("all_of", (), ("icon",)), S("only", (0,), ("gone", "no")), S("count", (1,)))
    word = make.rng.choice(make.series("leave"))
    return make.fill_in(make.panel("crossed", icons, size=48), steps, (1,), x=thing.noun, w=word)


@kind("which sum", "choose-text", "addition problems with pictures", "scene", "kindergarten grade1", needs="picture")
def which_sum(make: Make) -> Problem:
    thing = make.concept()
    # Different sums: 2 + 4 and 4 + 2 would both match.
    pairs = [
        make.rng.choice([(a, n - a) for a in range(1, 7) if 1 <= n - a <= 6]) for n in make.rng.sample(range(2, 13), 4)
    ]
    drawing = make.drawing_of(thing)
    icons = [make.icon(thing, drawing, group=g) for g, many in enumerate(pairs[0]) for _ in range(many)]
    steps = (
        S("all_of", (), ("icon",)), S("having", (0,), ("group", 0)), S("count", (1,)), S("having", (0,), ("group", 1)),
        S("count", (3,)), S("plus", (2, 4)), S("sum_sentence", (2, 4, 5)),
    )  # fmt: skip
    return make.choose_text(
        make.panel("sentence", icons, sign="+", size=40), steps, (0,), [f"{a} + {b} = {a + b}" for a, b in pairs]
    )
