"""More, fewer, enough, one more and one less, as many as."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.families.icons.templates.counting import numbers_around, strewn_groups
from eyechart.knowledge.concepts import concept

# What children would share out one to each.
PAIRS = (
    ("bone", "dog"), ("carrot", "rabbit"), ("banana", "monkey"), ("wedge of cheese", "mouse"), ("key", "lock"),
    ("spoon", "bowl"), ("egg", "nest"), ("sunflower", "bee"), ("helmet", "bicycle"), ("pencil", "notebook"),
    ("fish", "penguin"), ("soccer ball", "dog"), ("book", "backpack"), ("ball of yarn", "cat"),
    ("battery", "flashlight"), ("carrot", "horse"), ("apple", "horse"), ("candle", "birthday cake"),
    ("bar of soap", "bathtub"), ("bell", "cow"), ("paintbrush", "palette"), ("tulip", "vase"), ("peanut", "elephant"),
    ("chestnut", "squirrel"), ("cookie", "glass of milk"), ("needle", "spool of thread"), ("envelope", "mailbox"),
    ("scarf", "snowman"), ("strawberry", "hedgehog"), ("crown", "frog"), ("fish", "seal"), ("balloon", "teddy bear"),
    ("anchor", "ship"), ("bow", "gift"), ("helmet", "motorcycle"), ("banana", "gorilla"), ("bone", "wolf"),
    ("daisy", "butterfly"), ("sponge", "car"), ("scarf", "penguin"), ("candle", "cupcake"), ("crayon", "notebook"),
    ("carrot", "snowman"), ("chestnut", "wild boar"), ("fish", "otter"), ("fish", "polar bear"), ("apple", "hedgehog"),
    ("rose", "vase"), ("bell", "goat"), ("bell", "bicycle"), ("wedge of cheese", "sandwich"), ("egg", "frying pan"),
    ("light bulb", "lantern"),
)  # fmt: skip


@kind(
    "group with more",
    "choose-picture",
    "more and fewer",
    "counting comparing",
    "prek kindergarten",
    needs="question picture",
)
def group_with_more(make: Make) -> Problem:
    thing, more = make.concept(), make.rng.coin()
    panels = strewn_groups(make, thing, make.rng.sample(range(1, 9), 2), size=40, lines=2)
    steps = (S("all_of", (), ("option",)), S("most" if more else "least", (0,), ("count",)))
    return make.line_up(panels, steps, (1,), x=thing.noun, w=make.either("count", more))


def two_rows(make: Make, one: str, other: str, many: int, few: int) -> tuple[list[str], tuple[S, ...]]:
    """Icons of two concepts, and the steps that find and count each: 1 and 3 are the numbers, 0 and 2 the icons."""
    icons = make.icons(concept(one), many, row=0) + make.icons(concept(other), few, row=1)
    steps = (
        S("all_of", (), ("icon",)), S("named", (0,), (one,)), S("count", (1,)), S("named", (0,), (other,)),
        S("count", (3,)),
    )  # fmt: skip
    return icons, steps


def close_numbers(make: Make, same: float = 0.0) -> tuple[int, int]:
    """Two numbers up to 8 that do not differ by much; the first is as often the larger as the smaller."""
    one = make.rng.integer(2, 8)
    if make.rng.coin(same):
        return one, one
    other = make.rng.choice([n for n in range(1, 9) if n != one and abs(n - one) <= 3])
    return (one, other) if make.rng.coin() else (other, one)


@kind("fewer than", "choose-text", "fewer", "counting comparing", "prek kindergarten", needs="picture")
def fewer_than(make: Make) -> Problem:
    one, other = make.concepts(2)
    few, many = close_numbers(make)
    icons, steps = two_rows(make, one.name, other.name, few, many)
    return make.yes_no(
        make.panel("shelves", icons, size=48), (*steps, S("more", (4, 2))), (1, 3), x=one.noun, y=other.noun
    )


@kind("more than", "choose-text", "more", "counting comparing", "prek kindergarten", needs="picture")
def more_than(make: Make) -> Problem:
    one, other = make.concepts(2)
    many, few = close_numbers(make)
    icons, steps = two_rows(make, one.name, other.name, many, few)
    return make.yes_no(
        make.panel("shelves", icons, size=48), (*steps, S("more", (2, 4))), (1, 3), x=one.noun, y=other.noun
    )


@kind("enough", "choose-text", "enough", "counting comparing", "prek kindergarten", needs="picture", listed=True)
def enough(make: Make) -> Problem:
    x, y = make.rng.choice(PAIRS)
    if make.rng.coin():
        need = make.rng.integer(1, 7)
        have = need + make.rng.integer(0, min(2, 8 - need))
    else:
        need = make.rng.integer(2, 8)
        have = need - make.rng.integer(1, min(3, need - 1))
    icons, steps = two_rows(make, x, y, have, need)
    return make.yes_no(
        make.panel("shelves", icons, size=48),
        (*steps, S("at_least", (2, 4))),
        (1, 3),
        x=concept(x).noun,
        y=concept(y).noun,
    )


@kind(
    "which are more",
    "choose-text",
    "more and fewer",
    "counting comparing",
    "kindergarten grade1",
    needs="question picture",
)
def which_are_more(make: Make) -> Problem:
    one, other = make.concepts(2)
    icons, counted = two_rows(make, one.name, other.name, *close_numbers(make))
    more, names = make.rng.coin(), [c.noun.said(make.language, "many") for c in (one, other)]
    words = dict(zip(("True", "False"), names, strict=True))
    steps = (*counted, S("more", (2, 4) if more else (4, 2)), S("said", (5,), (words,)))
    panel = make.scatter(make.rng.shuffled(icons), size=44)
    return make.choose_text(panel, steps, (1, 3), names, x=one.noun, y=other.noun, w=make.either("count", more))


@kind(
    "one more",
    "choose-picture",
    "one more and one less",
    "counting comparing",
    "kindergarten grade1",
    needs="picture",
)
def one_more(make: Make) -> Problem:
    # What is offered says nothing of what is counted: one of them is one more than that, or one fewer.
    thing, options, more = make.concept(), make.rng.sample(range(3, 10), make.how_many_choices(4)), make.rng.coin()
    drawing = make.drawing_of(thing)
    counted = [make.icon(thing, drawing) for _ in range(options[0] + (-1 if more else 1))]
    panels = strewn_groups(make, thing, options, drawing)
    steps = (
        S("all_of", (), ("icon",)), S("all_of", (), ("option",)), S("within", (1,)), S("without", (0, 2)),
        S("count", (3,)), S("number", (), (1 if more else -1,)), S("plus", (4, 5)), S("matching", (1, 6), ("count",)),
    )  # fmt: skip
    return make.choose_picture(
        make.scatter(counted, size=44), panels, steps, (3,), x=thing.noun, w=make.either("one more", more)
    )


@kind(
    "same number",
    "choose-picture",
    "compare a group with a group",
    "counting comparing",
    "kindergarten",
    needs="picture",
)
def same_number(make: Make) -> Problem:
    one, other = make.concepts(2)
    number, options = numbers_around(make, 1, 8, make.how_many_choices(3))
    counted = make.icons(one, number)
    panels = strewn_groups(make, other, options, lines=2)
    steps = (
        S("all_of", (), ("icon",)), S("named", (0,), (one.name,)), S("count", (1,)), S("all_of", (), ("option",)),
        S("matching", (3, 2), ("count",)),
    )  # fmt: skip
    return make.choose_picture(
        make.panel("rows", counted, size=44, per_row=4), panels, steps, (1,), x=one.noun, y=other.noun
    )
