"""What comes next, what is different, patterns that repeat and patterns that grow."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.families.icons.templates.geometry import unlike

UNITS = {2: ("AB", "AAB", "ABB"), 3: ("ABC", "ABBC", "AABC")}
SIMPLE = ("circle", "triangle", "square", "heart", "star", "hexagon", "rhombus", "rectangle", "oval", "pentagon")

# Kept with the clothes, but not worn.
CARRIED = ("handbag", "purse", "backpack", "suitcase", "umbrella", "ring", "bow")


def repeating(make: Make, count: int) -> list[int]:
    """Which of `count` elements stands at each place: a unit twice, and a beginning of it as often as not."""
    unit = ["ABC".index(letter) for letter in make.rng.choice(UNITS[count])]
    return (unit * 4)[: 2 * len(unit) + make.rng.integer(0, len(unit) - 1)]


@kind("next shape", "choose-picture", "comes next", "pattern", "prek kindergarten", needs="picture")
def next_shape(make: Make) -> Problem:
    count = make.rng.integer(2, 3)
    names, colours = unlike(make, SIMPLE, count), make.colours(count)
    order = repeating(make, count)
    shapes = [make.shape(names[i], colours[i]) for i in order]
    options = [make.add("option", name, "shape", colour=colour) for name, colour in zip(names, colours, strict=True)]
    steps = (
        S("all_of", (), ("shape",)),
        S("continues", (0,), ("name",)),
        S("all_of", (), ("option",)),
        S("matching", (2, 1), ("name",)),
    )
    blank = make.add("blank", "what comes next", "blank")
    return make.choose_picture(
        make.panel("row", [*shapes, blank], size=50, gap=12),
        [make.panel("plain", [o], size=60) for o in options],
        steps,
        (0,),
    )


@kind("next picture", "choose-picture", "comes next", "pattern", "prek kindergarten grade1", needs="picture")
def next_picture(make: Make) -> Problem:
    count = make.rng.integer(2, 3)
    kinds = make.concepts(count)
    drawings = [make.drawing_of(c) for c in kinds]
    icons = [make.icon(kinds[i], drawings[i]) for i in repeating(make, count)]
    options = [make.add("option", c.name, "icon", icon=d) for c, d in zip(kinds, drawings, strict=True)]
    steps = (
        S("all_of", (), ("icon",)),
        S("continues", (0,), ("name",)),
        S("all_of", (), ("option",)),
        S("matching", (2, 1), ("name",)),
    )
    blank = make.add("blank", "what comes next", "blank")
    return make.choose_picture(
        make.panel("row", [*icons, blank], size=50, gap=12),
        [make.panel("plain", [o], size=60) for o in options],
        steps,
        (0,),
    )


@kind("next in words", "choose-text", "comes next", "pattern", "kindergarten grade1", needs="picture")
def next_in_words(make: Make) -> Problem:
    kinds = make.concepts(3)
    drawings = [make.drawing_of(c) for c in kinds]
    icons = [make.icon(kinds[i], drawings[i]) for i in repeating(make, 3)]
    said = {c.name: c.noun.said(make.language) for c in kinds}
    steps = (S("all_of", (), ("icon",)), S("continues", (0,), ("name",)), S("said", (1,), (said,)))
    blank = make.add("blank", "what comes next", "blank")
    return make.choose_text(make.panel("row", [*icons, blank], size=48, gap=12), steps, (0,), list(said.values()))


@kind("next colour", "choose-text", "comes next", "pattern", "prek kindergarten", needs="picture", by="names, colour")
def next_colour(make: Make) -> Problem:
    colours, name = make.colours(3), make.rng.choice(SIMPLE)
    shapes = [make.shape(name, colours[i]) for i in repeating(make, 3)]
    steps = (S("all_of", (), ("shape",)), S("continues", (0,), ("colour",)), S("said", (1,), (make.table(*colours),)))
    blank = make.add("blank", "what comes next", "blank")
    panel = make.panel("row", [*shapes, blank], size=46, gap=12)
    return make.choose_text(panel, steps, (0,), [make.word(c) for c in colours], x=make.noun(name))


@kind("different", "choose-picture", "different", "pattern", "prek kindergarten", needs="picture")
def different(make: Make) -> Problem:
    count = make.rng.integer(3, 5)
    one, other = make.concepts(2)
    drawing = make.drawing_of(one)
    icons = [make.icon(other), *[make.icon(one, drawing) for _ in range(count - 1)]]
    return make.line_up(
        [make.panel("plain", [i], size=72) for i in icons],
        (S("all_of", (), ("icon",)), S("odd_one", (0,), ("name",))),
        (1,),
    )


@kind("different shape", "choose-picture", "different", "pattern", "prek kindergarten", needs="picture")
def different_shape(make: Make) -> Problem:
    count = make.rng.integer(3, 4)
    names, colour, other = unlike(make, SIMPLE, 2), *make.colours(2)
    by_colour = make.rng.coin()
    first = make.shape(names[0], other) if by_colour else make.shape(names[1], colour)
    shapes = [first, *[make.shape(names[0], colour) for _ in range(count - 1)]]
    steps = (S("all_of", (), ("shape",)), S("odd_one", (0,), ("colour" if by_colour else "name",)))
    return make.line_up([make.panel("plain", [s], size=76) for s in shapes], steps, (1,))


@kind(
    "does not belong",
    "choose-picture",
    "different kinds of objects",
    "scene pattern",
    "kindergarten grade1",
    needs="picture",
)
def does_not_belong(make: Make) -> Problem:
    # Never animals with food: a shrimp is both.
    most, odd = make.rng.shuffled(
        make.rng.choice(
            (
                ("animal", "vehicle"),
                ("animal", "clothing"),
                ("food", "vehicle"),
                ("food", "clothing"),
                ("vehicle", "clothing"),
            )
        )
    )
    count = make.rng.integer(3, 4)
    sorts = {name: [c for c in make.of_kind(name) if c.name not in CARRIED] for name in (most, odd)}
    things = [make.rng.choice(sorts[odd]), *make.rng.sample(sorts[most], count - 1)]
    icons = [make.icon(c, sort=c.kind) for c in things]
    return make.line_up(
        [make.panel("plain", [i], size=72) for i in icons],
        (S("all_of", (), ("icon",)), S("odd_one", (0,), ("sort",))),
        (1,),
    )


@kind("growing pattern", "choose-picture", "comes next", "pattern", "grade1", needs="picture", by="counts")
def growing_pattern(make: Make) -> Problem:
    name, colour = make.rng.choice(SIMPLE), make.colour()
    least = make.rng.integer(1, 7)
    numbers = make.rng.sample(range(least, least + 5), make.how_many_choices(3))
    groups = growing(make, numbers[0])
    boxes = [make.add("group", "group") for _ in groups]
    panels = [
        make.panel("rows", [make.shape(name, colour, box) for _ in range(n)], box, size=24, per_row=3)
        for box, n in zip(boxes, groups, strict=True)
    ]
    options = []
    for many in numbers:
        box = make.option()
        options.append(
            make.panel("rows", [make.shape(name, colour, box) for _ in range(many)], box, size=24, per_row=3)
        )
    steps = (
        S("all_of", (), ("group",)),
        S("grows", (0,), ("count",)),
        S("all_of", (), ("option",)),
        S("matching", (2, 1), ("count",)),
    )
    return make.choose_picture(panels, options, steps, (0,), framed=True)


def growing(make: Make, after: int) -> list[int]:
    """Three numbers up to 12 that grow or shrink by one to three, so that the next is the one that is given."""
    steps = [step for step in (-3, -2, -1, 1, 2, 3) if 1 <= after - 3 * step <= 12]
    step = make.rng.choice(steps)
    return [after - 3 * step, after - 2 * step, after - step]


@kind("how many come next", "fill-in", "comes next", "pattern", "grade1", needs="picture")
def how_many_come_next(make: Make) -> Problem:
    thing, groups = make.concept(), growing(make, make.rng.integer(1, 12))
    drawing, panels = make.drawing_of(thing), []
    for many in groups:
        box = make.add("group", "group")
        panels.append(
            make.panel("rows", [make.icon(thing, drawing, box) for _ in range(many)], box, size=30, per_row=3)
        )
    steps = (S("all_of", (), ("group",)), S("grows", (0,), ("count",)))
    return make.fill_in(panels, steps, (0,), framed=True, x=thing.noun)
