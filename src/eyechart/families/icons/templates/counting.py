"""How many: scattered, in ten frames, in rows, by colour and kind; even and odd; first to tenth; tallies."""

from __future__ import annotations

from collections.abc import Sequence

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Panel, Problem
from eyechart.families.icons.shapes import COUNTED
from eyechart.families.icons.templates.geometry import unlike
from eyechart.knowledge.concepts import Concept

COUNT = (S("all_of", (), ("icon",)), S("count", (0,)))

COUNT_SHAPES = (S("all_of", (), ("shape",)), S("count", (0,)))


def numbers_around(make: Make, low: int, high: int, count: int) -> tuple[int, list[int]]:
    """A number and its rivals: all drawn alike, then one taken, so that it is not always the middle one."""
    options = make.rng.sample(range(low, high + 1), count)
    return options[0], options


def strewn_groups(
    make: Make, thing: Concept, numbers: Sequence[int], drawing: str | None = None, size: float = 36, lines: int = 3
) -> list[Panel]:
    """A box for each number, with so many icons of one drawing strewn in it."""
    drawing = drawing or make.drawing_of(thing)
    boxes = [(make.option(), many) for many in numbers]
    return [
        make.scatter([make.icon(thing, drawing, box) for _ in range(many)], box, size=size, columns=4, lines=lines)
        for box, many in boxes
    ]


@kind("count scattered", "fill-in", "count to ten", "counting", "prek kindergarten", needs="picture")
def count_scattered(make: Make) -> Problem:
    thing = make.concept()
    return make.fill_in(make.scatter(make.icons(thing, make.rng.integer(1, 12))), COUNT, (0,), x=thing.noun)


@kind(
    "count scattered, choices", "choose-text", "count to ten", "counting", "prek kindergarten grade1", needs="picture"
)
def count_scattered_choices(make: Make) -> Problem:
    thing = make.concept()
    number, options = numbers_around(make, 1, 10, 5)
    return make.choose_text(
        make.scatter(make.icons(thing, number)), COUNT, (0,), [str(n) for n in options], x=thing.noun
    )


@kind(
    "count shapes, choices",
    "choose-text",
    "count shapes",
    "counting",
    "prek kindergarten",
    needs="picture",
    by="names, choices",
)
def count_shapes_choices(make: Make) -> Problem:
    number, options = numbers_around(make, 1, 10, 5)
    name, colour = make.rng.choice(COUNTED), make.colour()
    shapes = [make.shape(name, colour) for _ in range(number)]
    panel = make.panel("rows", shapes, size=42, per_row=5)
    return make.choose_text(panel, COUNT_SHAPES, (0,), [str(n) for n in options])


@kind("count in a frame", "fill-in", "count on ten frames", "counting", "prek kindergarten", needs="picture")
def count_in_frame(make: Make) -> Problem:
    number = make.rng.integer(1, 10)
    if make.rng.coin():
        name, colour = make.rng.choice(COUNTED), make.colour()
        shapes = [make.shape(name, colour) for _ in range(number)]
        return make.fill_in(make.panel("frame", shapes, size=44), COUNT_SHAPES, (0,), x=make.noun(name))
    thing = make.concept()
    return make.fill_in(make.panel("frame", make.icons(thing, number), size=44), COUNT, (0,), x=thing.noun)


@kind(
    "count in a frame, choices",
    "choose-text",
    "count on ten frames",
    "counting",
    "prek kindergarten",
    needs="picture",
    by="names, choices",
)
def count_in_frame_choices(make: Make) -> Problem:
    number, options = numbers_around(make, 1, 10, 5)
    name, colour = make.rng.choice(COUNTED), make.colour()
    shapes = [make.shape(name, colour) for _ in range(number)]
    return make.choose_text(
        make.panel("frame", shapes, size=44), COUNT_SHAPES, (0,), [str(n) for n in options], x=make.noun(name)
    )


@kind(
    "count by colour",
    "fill-in",
    "count shapes by color",
    "counting",
    "prek kindergarten grade1 grade2",
    needs="picture",
)
def count_by_colour(make: Make) -> Problem:
    colours = make.colours(2)
    shapes = [make.shape(make.rng.choice(COUNTED), colour) for colour in colours for _ in range(make.rng.integer(1, 6))]
    order = make.rng.shuffled(shapes)
    steps = (S("all_of", (), ("shape",)), S("only", (0,), ("colour", colours[0])), S("count", (1,)))
    return make.fill_in(make.panel("rows", order, size=44, per_row=6), steps, (1,), c=make.word(colours[0]))


@kind(
    "count shapes of a kind",
    "fill-in",
    "count triangles, squares and other shapes",
    "geometry counting",
    "prek kindergarten grade1",
    needs="picture",
)
def count_shapes_of_kind(make: Make) -> Problem:
    one, other = unlike(make, COUNTED, 2)
    shapes = [make.shape(name) for name in (one, other) for _ in range(make.rng.integer(1, 6))]
    steps = (S("all_of", (), ("shape",)), S("named", (0,), (one,)), S("count", (1,)))
    return make.fill_in(make.scatter(make.rng.shuffled(shapes), size=44), steps, (1,), x=make.noun(one))


@kind(
    "count a kind of thing",
    "fill-in",
    "count objects",
    "counting scene",
    "kindergarten grade1",
    needs="picture",
)
def count_kind_of_thing(make: Make) -> Problem:
    one, other = make.concepts(2)
    icons = make.icons(one, make.rng.integer(1, 7)) + make.icons(other, make.rng.integer(1, 7))
    steps = (S("all_of", (), ("icon",)), S("named", (0,), (one.name,)), S("count", (1,)))
    return make.fill_in(make.scatter(make.rng.shuffled(icons)), steps, (1,), x=one.noun)


@kind("group of so many", "choose-picture", "count a group", "counting", "prek kindergarten", needs="question picture")
def group_of(make: Make) -> Problem:
    thing = make.concept()
    number, options = numbers_around(make, 1, 10, make.how_many_choices(4))
    panels = strewn_groups(make, thing, options)
    steps = (S("all_of", (), ("option",)), S("having", (0,), ("count", number)))
    return make.line_up(panels, steps, (1,), x=thing.noun, n=number)


@kind(
    "group of so many shapes",
    "choose-picture",
    "count triangles and squares in a group",
    "geometry counting",
    "prek kindergarten",
    needs="question picture",
    by="names, counts",
)
def group_of_shapes(make: Make) -> Problem:
    name, colour, panels = make.rng.choice(COUNTED), make.colour(), []
    number, options = numbers_around(make, 1, 10, make.how_many_choices(4))
    for many in options:
        box = make.option()
        panels.append(make.panel("rows", [make.shape(name, colour, box) for _ in range(many)], box, size=34, per_row=4))
    steps = (S("all_of", (), ("option",)), S("having", (0,), ("count", number)))
    return make.line_up(panels, steps, (1,), x=make.noun(name), n=number)


@kind("even or odd", "choose-text", "even or odd", "counting algebra", "grade1 grade2", needs="picture")
def even_or_odd(make: Make) -> Problem:
    number = make.rng.integer(1, 20)
    steps = (S("count", (0,)), S("parity", (1,)), S("said", (2,), (make.table("even", "odd"),)))
    words = [make.word("even"), make.word("odd")]
    if make.rng.coin():
        name, colour = make.rng.choice(COUNTED), make.colour()
        panel = make.panel(
            "rows", [make.shape(name, colour) for _ in range(number)], size=40, per_row=make.rng.integer(4, 6)
        )
        return make.choose_text(panel, (S("all_of", (), ("shape",)), *steps), (0,), words, x=make.noun(name))
    thing = make.concept()
    panel = make.panel("rows", make.icons(thing, number), size=44, per_row=make.rng.integer(4, 6))
    return make.choose_text(panel, (S("all_of", (), ("icon",)), *steps), (0,), words, x=thing.noun)


@kind(
    "ordinal",
    "choose-text",
    "ordinal number",
    "counting pattern",
    "kindergarten grade1 grade2",
    needs="question picture",
)
def ordinal(make: Make) -> Problem:
    kinds = make.concepts(3)
    length = make.rng.integer(5, 10)
    # Each kind stands behind the first once or more, and is asked for as often as the others, however often it does.
    rest = make.rng.shuffled([*kinds, *[make.rng.choice(kinds) for _ in range(length - 4)]])
    order = [make.rng.choice(kinds), *rest]
    drawings = {c.name: make.drawing_of(c) for c in kinds}
    wanted = make.rng.choice(kinds)
    place = make.rng.choice([i for i in range(2, length + 1) if order[i - 1] == wanted])
    icons = [make.icon(c, drawings[c.name]) for c in order]
    steps = (S("all_of", (), ("icon",)), S("at", (0,), (place,)), S("called", (1,)))
    choices = [c.noun.said(make.language) for c in kinds]
    return make.choose_text(
        make.panel("row", icons, size=46, gap=12),
        steps,
        (1,),
        choices,
        x=order[0].noun,
        nth=make.spelling.ordinal(place),
    )


@kind("bottom row", "fill-in", "count rows, top and bottom", "counting spatial", "kindergarten", needs="picture")
def bottom_row(make: Make) -> Problem:
    thing, top, bottom = make.concept(), make.rng.integer(1, 9), make.rng.integer(1, 9)
    drawing = make.drawing_of(thing)
    icons = [make.icon(thing, drawing, row=row) for row, many in ((0, top), (1, bottom)) for _ in range(many)]
    steps = (S("all_of", (), ("icon",)), S("having", (0,), ("row", 1)), S("count", (1,)))
    return make.fill_in(
        make.panel("shelves", icons, size=48), steps, (1,), x=thing.noun, n=top, be=make.either("there is", top == 1)
    )


@kind(
    "bottom frame", "fill-in", "count ten frames, top and bottom", "counting spatial", "kindergarten", needs="picture"
)
def bottom_frame(make: Make) -> Problem:
    thing, top, bottom = make.concept(), make.rng.integer(1, 10), make.rng.integer(1, 10)
    drawing = make.drawing_of(thing)
    icons = [make.icon(thing, drawing, frame=frame) for frame, many in ((0, top), (1, bottom)) for _ in range(many)]
    steps = (S("all_of", (), ("icon",)), S("having", (0,), ("frame", 1)), S("count", (1,)))
    panel = make.panel("frame", icons, frames=2, size=36)
    return make.fill_in(panel, steps, (1,), x=thing.noun, n=top, be=make.either("there is", top == 1))


@kind(
    "count in a row",
    "fill-in",
    "count rows, top, middle and bottom",
    "counting spatial",
    "kindergarten",
    needs="picture",
)
def count_in_row(make: Make) -> Problem:
    thing, row = make.concept(), make.rng.integer(0, 2)
    drawing = make.drawing_of(thing)
    icons = [make.icon(thing, drawing, row=r) for r in range(3) for _ in range(make.rng.integer(1, 8))]
    steps = (S("all_of", (), ("icon",)), S("having", (0,), ("row", row)), S("count", (1,)))
    return make.fill_in(make.panel("shelves", icons, size=42), steps, (1,), x=thing.noun, w=make.series("row")[row])


@kind(
    "tally shows", "choose-picture", "tally", "counting algebra", "grade1 grade2", needs="question picture", by="value"
)
def tally_shows(make: Make) -> Problem:
    number, options = numbers_around(make, 3, 18, make.how_many_choices(4))
    colour = make.colour()
    tallies = [make.add("tally", "tally marks", "tally", colour=colour, value=n) for n in options]
    panels = [make.panel("plain", [tally], size=46) for tally in tallies]
    return make.line_up(panels, (S("all_of", (), ("tally",)), S("having", (0,), ("value", number))), (1,), n=number)


@kind("read a tally", "fill-in", "tally", "counting algebra", "grade1 grade2", needs="picture")
def read_tally(make: Make) -> Problem:
    one, other = make.concepts(2, "animal")
    marks = [
        make.add("tally", c.name, "tally", colour="black", value=make.rng.integer(1, 15), caption=make.drawing_of(c))
        for c in (one, other)
    ]
    steps = (S("all_of", (), ("tally",)), S("named", (0,), (one.name,)), S("fact", (1,), ("value",)))
    panel = make.panel("captioned", make.rng.shuffled(marks), size=44, gap=44)
    return make.fill_in(panel, steps, (1,), x=one.noun, y=other.noun)


@kind(
    "frame shows",
    "choose-picture",
    "represent numbers on ten frames",
    "counting",
    "prek kindergarten",
    needs="question picture",
    by="names, counts",
)
def frame_shows(make: Make) -> Problem:
    number, options = numbers_around(make, 1, 10, make.how_many_choices(4))
    name, colour, panels = make.rng.choice(COUNTED), make.colour(), []
    for many in options:
        box = make.option()
        panels.append(make.panel("frame", [make.shape(name, colour, box) for _ in range(many)], box, size=22))
    return make.line_up(panels, (S("all_of", (), ("option",)), S("having", (0,), ("count", number))), (1,), n=number)


@kind(
    "fill the frame", "fill-in", "count to fill a ten frame", "counting algebra", "kindergarten grade1", needs="picture"
)
def fill_the_frame(make: Make) -> Problem:
    thing = make.concept()
    icons = make.icons(thing, make.rng.integer(1, 9))
    steps = (S("number", (), (10,)), S("all_of", (), ("icon",)), S("count", (1,)), S("minus", (0, 2)))
    return make.fill_in(make.panel("frame", icons, size=40), steps, (1,), x=thing.noun)
