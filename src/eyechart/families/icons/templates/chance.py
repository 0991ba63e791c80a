"""Likely and unlikely: spinners, marbles and bags."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Panel, Problem

CHANCES = ("certain", "probable", "unlikely", "impossible")
MARBLES = ("red", "blue", "green", "yellow", "purple", "black", "pink", "orange")
PAINTS = ("red", "blue", "green", "yellow", "purple", "white", "pink", "orange")  # of spinners: the arrow is dark


def two_colours(make: Make, options: tuple[str, ...] = MARBLES) -> list[str]:
    return make.rng.sample(options, 2)


def uneven(make: Make, total: int) -> int:
    """So many of one colour that it is plainly not half."""
    return make.rng.choice([n for n in range(1, total) if abs(2 * n - total) >= 2])


def two_shares(make: Make, least: int, most: int) -> list[tuple[int, int]]:
    """So many of so many, twice: shares that are a quarter of the whole apart, so that nobody has to reckon."""
    shares = [(part, total) for total in range(least, most + 1) for part in range(1, total)]
    while True:
        one, other = make.rng.sample(shares, 2)
        if abs(one[0] / one[1] - other[0] / other[1]) >= 0.25:
            return [one, other]


def marbles(make: Make, colours: list[str], numbers: list[int], inside: str | None = None) -> list[str]:
    found = [
        make.add("marble", "marble", "marble", inside, colour=c)
        for c, n in zip(colours, numbers, strict=True)
        for _ in range(n)
    ]
    return make.rng.shuffled(found)


@kind("how likely", "choose-text", "likely", "probability", "grade1 grade2", needs="picture", by="how many")
def how_likely(make: Make) -> Problem:
    colours, wanted = two_colours(make), make.rng.choice(CHANCES)
    total = make.rng.integer(4, 16)
    part = {"certain": total, "impossible": 0}.get(wanted)
    while part is None:
        many = uneven(make, total)
        if (2 * many > total) == (wanted == "probable"):
            part = many
    pile = marbles(make, colours, [part, total - part])
    steps = (
        S("all_of", (), ("marble",)), S("only", (0,), ("colour", colours[0])), S("count", (1,)), S("count", (0,)),
        S("chance", (2, 3)), S("said", (4,), (make.table(*CHANCES),)),
    )  # fmt: skip
    return make.choose_text(
        make.scatter(pile, size=40), steps, (0,), [make.word(w) for w in CHANCES], c=make.noun(colours[0])
    )


@kind(
    "which colour is likelier", "choose-text", "likely", "probability", "grade1", needs="question picture", by="counts"
)
def which_colour_is_likelier(make: Make) -> Problem:
    colours, total, more = two_colours(make), make.rng.integer(4, 14), make.rng.coin()
    part = uneven(make, total)
    pile = marbles(make, colours, [part, total - part])
    steps = (
        S("all_of", (), ("marble",)), S("only", (0,), ("colour", colours[0])), S("count", (1,)),
        S("only", (0,), ("colour", colours[1])), S("count", (3,)), S("more", (2, 4) if more else (4, 2)),
        S("said", (5,), ({"True": make.word(colours[0]), "False": make.word(colours[1])},)),
    )  # fmt: skip
    return make.choose_text(
        make.scatter(pile, size=40), steps, (0,), [make.word(c) for c in colours], w=make.either("likelihood", more)
    )


def spinner(make: Make, colours: list[str], part: int, total: int) -> str:
    """Parts of one colour lie together: a child sees how much of the round it takes."""
    parts = [colours[0]] * part + [colours[1]] * (total - part)
    turn = make.rng.integer(0, total - 1)
    return make.add(
        "spinner",
        "spinner",
        "spinner",
        parts=parts[turn:] + parts[:turn],
        arrow=make.rng.choice((20, 75, 130, 200, 250, 310)),
    )


@kind("spinner colour", "choose-text", "likely", "probability", "grade1", needs="question picture", by="counts")
def spinner_colour(make: Make) -> Problem:
    colours, total, more = two_colours(make, PAINTS), make.rng.choice((3, 4, 5, 6, 7, 8, 9, 10)), make.rng.coin()
    part = make.rng.choice([n for n in range(1, total) if 2 * n != total])
    face = spinner(make, colours, part, total)
    steps = (
        S("all_of", (), ("spinner",)), S("fact", (0,), ("parts",)), S("most_common" if more else "least_common", (1,)),
        S("said", (2,), (make.table(*colours),)),
    )  # fmt: skip
    return make.choose_text(
        make.panel("plain", [face], size=160),
        steps,
        (0,),
        [make.word(c) for c in colours],
        w=make.either("likelihood", more),
    )


@kind(
    "which spinner", "choose-picture", "likely", "probability", "grade1 grade2", needs="question picture", by="counts"
)
def which_spinner(make: Make) -> Problem:
    colours, more = two_colours(make, PAINTS), make.rng.coin()
    faces = [spinner(make, colours, part, total) for part, total in two_shares(make, 3, 9)]
    steps = (S("all_of", (), ("spinner",)), S("most_parts" if more else "least_parts", (0,), (colours[0],)))
    return make.line_up(
        [make.panel("plain", [f], size=120) for f in faces],
        steps,
        (1,),
        c=make.noun(colours[0]),
        w=make.either("likelihood", more),
    )


@kind(
    "certain or impossible",
    "choose-picture",
    "likely",
    "probability",
    "grade1 grade2",
    needs="question picture",
    by="counts",
)
def certain_or_impossible(make: Make) -> Problem:
    """Each box is right for as many questions as any other: all of one colour, or, of three colours, all but one."""
    colours = make.rng.sample(MARBLES, make.how_many_choices(3))
    single = len(colours) == 2 or make.rng.coin()
    certain = make.rng.coin() if len(colours) == 2 else single
    panels = []
    for colour in colours:
        box, total = make.option(), make.rng.integer(3, 8)
        part, others = make.rng.integer(1, total - 1), [c for c in colours if c != colour]
        pile = marbles(make, [colour], [total], box) if single else marbles(make, others, [part, total - part], box)
        panels.append(make.scatter(pile, box, size=32, columns=4, lines=2))
    asked = make.rng.choice(colours)
    steps = (S("all_of", (), ("option",)), S("all_or_none", (0,), (asked, certain)))
    return make.line_up(panels, steps, (1,), c=make.noun(asked), w=make.word("certain" if certain else "impossible"))


@kind(
    "likelier group", "choose-picture", "likely", "probability", "grade1 grade2", needs="question picture", by="counts"
)
def likelier_group(make: Make) -> Problem:
    colours, more, panels = two_colours(make), make.rng.coin(), list[Panel]()
    for part, total in two_shares(make, 3, 8):
        box = make.option()
        panels.append(make.scatter(marbles(make, colours, [part, total - part], box), box, size=32, columns=4, lines=2))
    steps = (S("all_of", (), ("option",)), S("most_parts" if more else "least_parts", (0,), (colours[0],)))
    return make.line_up(panels, steps, (1,), c=make.noun(colours[0]), w=make.either("likelihood", more))
