"""Likely and unlikely: spinners, marbles and bags."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem

CHANCES = ("certain", "probable", "unlikely", "impossible")
COLOURS = ("red", "blue", "green", "yellow", "purple", "black", "pink", "orange")
PAINTS = ("red", "blue", "green", "yellow", "purple", "white", "pink", "orange")  # of spinners: the arrow is dark


def two_colours(make: Make, options: tuple[str, ...] = COLOURS) -> list[str]:
    return make.rng.sample(options, 2)


def uneven(make: Make, total: int) -> int:
    """So many of one colour that it is plainly not half."""
    return make.rng.choice([n for n in range(1, total) if abs(2 * n - total) >= 2])


def marbles(make: Make, colours: list[str], numbers: list[int], inside: str = "") -> list[str]:
    found = [
        make.add("marble", "marble", "marble", inside, colour=c)
        for c, n in zip(colours, numbers, strict=True)
        for _ in range(n)
    ]
    return make.rng.shuffled(found)


@kind(
    "how likely",
    "choose-text",
    "likely",
    "probability",
    "grade1 grade2",
    needs="picture",
    en=("If you select a marble without looking, how likely is it that you will pick {c:a} one?",),
    zh=("闭着眼睛摸一颗弹珠,摸到{c}弹珠的可能性怎样?",),
)
def how_likely(make: Make) -> Problem:
    colours, wanted = two_colours(make), make.rng.choice(CHANCES)
    total = make.rng.integer(4, 10)
    part = {"certain": total, "impossible": 0}.get(wanted, -1)
    while part < 0:
        many = uneven(make, total)
        if (2 * many > total) == (wanted == "probable"):
            part = many
    pile = marbles(make, colours, [part, total - part])
    steps = (S("all_of", (), ("marble",)), S("only", (0,), ("colour", colours[0])), S("count", (1,)),
    S("count", (0,)), S("chance", (2, 3)),
             S("said", (4,), (make.table(*CHANCES),)))  # fmt: skip
    return make.choose_text(
        make.scatter(pile, size=40), steps, (0,), [make.word(w) for w in CHANCES], c=make.colour_noun(colours[0])
    )


@kind(
    "which colour is likelier",
    "choose-text",
    "likely",
    "probability",
    "grade1",
    needs="question picture",
    en=("If you select a marble without looking, which color are you {w} likely to pick?",),
    zh=("闭着眼睛摸一颗弹珠,摸到哪种颜色的可能性更{w}?",),
)
def which_colour_is_likelier(make: Make) -> Problem:
    colours, total, more = two_colours(make), make.rng.integer(4, 11), make.rng.coin()
    part = uneven(make, total)
    pile = marbles(make, colours, [part, total - part])
    steps = (
        S("all_of", (), ("marble",)), S("only", (0,), ("colour", colours[0])), S("count", (1,)), S("only",
        (0,), ("colour", colours[1])),
        S("count", (3,)), S("more", (2, 4) if more else (4, 2)),
        S("said", (5,), ({"True": make.word(colours[0]), "False": make.word(colours[1])},)),
    )  # fmt: skip
    words = {"en": ("more", "less"), "zh": ("大", "小")}[make.language]
    return make.choose_text(
        make.scatter(pile, size=40), steps, (0,), [make.word(c) for c in colours], w=words[0 if more else 1]
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


@kind(
    "spinner colour",
    "choose-text",
    "likely",
    "probability",
    "grade1",
    needs="question picture",
    en=("On which color is the spinner {w} likely to land?",),
    zh=("转盘停在哪种颜色上的可能性更{w}?",),
)
def spinner_colour(make: Make) -> Problem:
    colours, total, more = two_colours(make, PAINTS), make.rng.choice((3, 4, 5, 6, 8)), make.rng.coin()
    part = make.rng.choice([n for n in range(1, total) if 2 * n != total])
    face = spinner(make, colours, part, total)
    steps = (S("all_of", (), ("spinner",)), S("fact", (0,), ("parts",)),
    S("most_common" if more else "least_common", (1,)),
             S("said", (2,), (make.table(*colours),)))  # fmt: skip
    words = {"en": ("more", "less"), "zh": ("大", "小")}[make.language]
    return make.choose_text(
        make.panel("plain", [face], size=160), steps, (0,), [make.word(c) for c in colours], w=words[0 if more else 1]
    )


@kind(
    "which spinner",
    "choose-picture",
    "likely",
    "probability",
    "grade1 grade2",
    needs="question picture",
    en=("On which spinner is the arrow {w} likely to land on {c}?", "Which spinner is {w} likely to land on {c}?"),
    zh=("哪个转盘停在{c}上的可能性更{w}?",),
)
def which_spinner(make: Make) -> Problem:
    colours, more = two_colours(make, PAINTS), make.rng.coin()
    total = make.rng.choice((4, 5, 6, 8))
    parts = make.rng.sample(range(1, total), 2)
    faces = [spinner(make, colours, part, total) for part in parts]
    steps = (S("all_of", (), ("spinner",)), S("most_parts" if more else "least_parts", (0,), (colours[0],)))
    words = {"en": ("more", "less"), "zh": ("大", "小")}[make.language]
    return make.line_up(
        [make.panel("plain", [f], size=120) for f in faces],
        steps,
        (1,),
        c=make.colour_noun(colours[0]),
        w=words[0 if more else 1],
    )


@kind(
    "certain or impossible",
    "choose-picture",
    "likely",
    "probability",
    "grade1 grade2",
    needs="question picture",
    en=("From which group is it {w} that you pick {c:a} marble?", "In which group is picking {c:a} marble {w}?"),
    zh=("从哪一组摸到{c}弹珠是{w}的?",),
)
def certain_or_impossible(make: Make) -> Problem:
    colours, total = two_colours(make), make.rng.integer(3, 7)
    kinds = make.rng.shuffled(("certain", "impossible", "possible"))[: make.how_many_choices(3)]
    wanted = make.rng.choice([k for k in kinds if k != "possible"])
    panels = []
    for case in kinds:
        box = make.option()
        part = {"certain": total, "impossible": 0, "possible": make.rng.integer(1, total - 1)}[case]
        panels.append(make.scatter(marbles(make, colours, [part, total - part], box), box, size=32, columns=4, lines=2))
    steps = (S("all_of", (), ("option",)), S("all_or_none", (0,), (colours[0], wanted == "certain")))
    return make.line_up(panels, steps, (1,), c=make.colour_noun(colours[0]), w=make.word(wanted))


@kind(
    "likelier group",
    "choose-picture",
    "likely",
    "probability",
    "grade1 grade2",
    needs="question picture",
    en=("From which group are you {w} likely to pick {c:a} marble?",),
    zh=("从哪一组摸到{c}弹珠的可能性更{w}?",),
)
def likelier_group(make: Make) -> Problem:
    colours, total, more = two_colours(make), make.rng.integer(4, 8), make.rng.coin()
    panels = []
    for part in make.rng.sample(range(1, total), 2):
        box = make.option()
        panels.append(make.scatter(marbles(make, colours, [part, total - part], box), box, size=32, columns=4, lines=2))
    steps = (S("all_of", (), ("option",)), S("most_parts" if more else "least_parts", (0,), (colours[0],)))
    words = {"en": ("more", "less"), "zh": ("大", "小")}[make.language]
    return make.line_up(panels, steps, (1,), c=make.colour_noun(colours[0]), w=words[0 if more else 1])
