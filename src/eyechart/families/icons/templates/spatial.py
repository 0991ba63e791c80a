"""Above, below, beside, next to, inside and outside, left, top."""

from __future__ import annotations

import itertools

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Panel, Problem
from eyechart.families.icons.templates.solids import shaped, shaped_names
from eyechart.knowledge.concepts import Concept, alike, concept

FURNITURE = ("bed", "couch", "chair", "bathtub", "television", "basket", "mailbox", "toolbox", "trash can", "tent")
SIDES = ("above", "below", "left", "right")
SMALL = ("animal", "food", "toy", "school", "clothing", "tool")
HOLDERS = (  # what it is called, how it is drawn, its colour
    ("toy box", "box", "#D9A066"), ("crate", "box", "#9A6A43"), ("bin", "box", "#5AA9A6"),
    ("barn", "house", "#C2504A"), ("doghouse", "house", "#3E8EEA"), ("shed", "house", "#58B947"),
)  # fmt: skip


def cards(make: Make, icons: list[str]) -> list[Panel]:
    return [make.panel("plain", [icon], size=64) for icon in icons]


@kind("on the left", "choose-picture", "left and right", "spatial", "prek kindergarten", needs="question picture")
def on_the_left(make: Make) -> Problem:
    icons = [make.icon(c) for c in make.concepts(2)]
    side = make.rng.choice(("left", "right"))
    steps = (S("all_of", (), ("icon",)), S("at", (0,), (1 if side == "left" else -1,)))
    return make.choose_picture(
        make.panel("row", icons, size=84, gap=60), cards(make, icons), steps, (1,), w=make.word(side)
    )


@kind(
    "at the top",
    "choose-picture",
    "top, middle and bottom",
    "spatial",
    "prek kindergarten grade1",
    needs="question picture",
)
def at_the_top(make: Make) -> Problem:
    icons = [make.icon(c) for c in make.concepts(3)]
    place = make.rng.integer(1, 3)
    steps = (S("all_of", (), ("icon",)), S("at", (0,), (place,)))
    return make.choose_picture(
        make.panel("column", icons, size=62, gap=18),
        cards(make, icons),
        steps,
        (1,),
        w=make.series("at the row")[place - 1],
    )


@kind("next to", "choose-picture", "next to", "spatial", "kindergarten grade1", needs="question picture")
def next_to(make: Make) -> Problem:
    icons = line_of(make, [make.icon(c) for c in make.concepts(make.rng.integer(4, 6))])
    end = make.rng.choice((icons[0], icons[-1]))
    steps = (S("thing", (), (end,)), S("related", (0,), ("next to",)))
    noun = concept(next(t.name for t in make.things if t.id == end)).noun
    return make.choose_picture(make.panel("row", icons, size=60, gap=26), inner(make, icons), steps, (0, 1), x=noun)


def line_of(make: Make, icons: list[str]) -> list[str]:
    """Icons in a row with their relations. Those at the ends have one neighbour only."""
    for one, other in itertools.pairwise(icons):
        make.relate(one, "next to", other)
        make.relate(other, "next to", one)
    return icons


def inner(make: Make, icons: list[str]) -> list[Panel]:
    """To choose from: the neighbour of the one end and that of the other, so that each is right for one question."""
    return cards(make, [icons[1], icons[-2]])


def a_room(make: Make, sides: list[str]) -> tuple[Concept, str, list[str]]:
    """A large piece with a small thing at each of some sides."""
    small = make.concepts(len(sides), *SMALL)
    large = concept(make.rng.choice([name for name in FURNITURE if not any(alike(name, c.name) for c in small)]))
    middle = make.icon(large)
    icons = []
    for thing, side in zip(small, sides, strict=True):
        icon = make.icon(thing, side=side, slide=make.rng.choice((-1.0, -0.5, 0.0, 0.5, 1.0)))
        make.relate(icon, "beside" if side in ("left", "right") else side, middle)
        icons.append(icon)
    return large, middle, icons


def where_in_room(make: Make, wanted: str, rivals: tuple[str, ...]) -> Problem:
    sides = [
        make.rng.choice(("left", "right")) if wanted == "beside" else wanted,
        *make.rng.sample(rivals, make.how_many_choices(3) - 1),
    ]
    large, middle, icons = a_room(make, sides)
    steps = (S("thing", (), (middle,)), S("related", (0,), (wanted,)))
    panel = make.panel("room", [middle, *icons])
    return make.choose_picture(panel, cards(make, icons), steps, (0, 1), x=large.noun)


@kind("above", "choose-picture", "above", "spatial scene", "prek kindergarten", needs="picture", listed=True)
def above(make: Make) -> Problem:
    return where_in_room(make, "above", ("below", "left", "right"))


@kind("below", "choose-picture", "below", "spatial", "prek kindergarten", needs="picture", listed=True)
def below(make: Make) -> Problem:
    return where_in_room(make, "below", ("above", "left", "right"))


@kind("beside", "choose-picture", "beside", "spatial scene", "prek kindergarten", needs="picture", listed=True)
def beside(make: Make) -> Problem:
    return where_in_room(make, "beside", ("above", "below"))


@kind(
    "where is it",
    "choose-text",
    "above, below, left",
    "spatial scene",
    "kindergarten grade1",
    needs="picture",
    listed=True,
)
def where_is_it(make: Make) -> Problem:
    side = make.rng.choice(SIDES)
    large, middle, icons = a_room(make, [side])
    thing = concept(next(t.name for t in make.things if t.id == icons[0]))
    words = {key: make.form(key).format(large.noun.said(make.language)) for key in SIDES}
    steps = (S("thing", (), (icons[0],)), S("fact", (0,), ("side",)), S("said", (1,), (words,)))
    return make.choose_text(
        make.panel("room", [middle, *icons], floor=False), steps, (0,), list(words.values()), x=large.noun, y=thing.noun
    )


@kind("picture of inside", "choose-picture", "inside and outside", "spatial scene", "prek", needs="question picture")
def picture_of_inside(make: Make) -> Problem:
    thing, wanted = make.concept("animal", "toy", "food"), make.rng.choice(("inside", "outside"))
    name, look, colour = make.rng.choice(HOLDERS)
    drawing, panels = make.drawing_of(thing), []
    for place in ("inside", "outside"):
        icon = make.icon(thing, drawing, place=place)
        panels.append(make.panel("holder", [icon], look=look, colour=colour, size=44))
    steps = (S("all_of", (), ("icon",)), S("only", (0,), ("place", wanted)))
    return make.line_up(panels, steps, (1,), x=thing.noun, h=make.noun(name), w=make.word(wanted))


@kind(
    "which is inside",
    "choose-picture",
    "inside and outside",
    "spatial scene",
    "prek kindergarten",
    needs="question picture",
)
def which_is_inside(make: Make) -> Problem:
    wanted = make.rng.choice(("inside", "outside"))
    name, look, colour = make.rng.choice(HOLDERS)
    icons = [
        make.icon(c, place=place) for c, place in zip(make.concepts(2, *SMALL), ("inside", "outside"), strict=True)
    ]
    steps = (S("all_of", (), ("icon",)), S("only", (0,), ("place", wanted)))
    panel = make.panel("holder", icons, look=look, colour=colour)
    return make.choose_picture(panel, cards(make, icons), steps, (1,), h=make.noun(name), w=make.word(wanted))


@kind(
    "count inside",
    "fill-in",
    "count inside and outside",
    "counting spatial scene",
    "kindergarten",
    needs="picture",
)
def count_inside(make: Make) -> Problem:
    thing, wanted = make.concept("animal", "toy", "food"), make.rng.choice(("inside", "outside"))
    name, look, colour = make.rng.choice(HOLDERS)
    drawing = make.drawing_of(thing)
    icons = [
        make.icon(thing, drawing, place=place) for place in ("inside", "outside") for _ in range(make.rng.integer(1, 6))
    ]
    steps = (S("all_of", (), ("icon",)), S("only", (0,), ("place", wanted)), S("count", (1,)))
    panel = make.panel("holder", icons, look=look, colour=colour, size=38)
    return make.fill_in(panel, steps, (1,), x=thing.noun, h=make.noun(name), w=make.word(wanted))


@kind(
    "next to the shape",
    "choose-picture",
    "next to; shapes of objects",
    "geometry spatial scene",
    "kindergarten grade1",
    needs="question picture",
    listed=True,
)
def next_to_the_shape(make: Make) -> Problem:
    ends = make.rng.sample(("sphere", "cube", "cone", "cylinder"), 2)
    others = [make.icon(c) for c in make.concepts(make.rng.integer(2, 4), "animal", "clothing", "plant", "vehicle")]
    first, last = (shaped(make, solid, *shaped_names(make, solid, 1)) for solid in ends)
    icons = line_of(make, [first, *others, last])
    solid = make.rng.choice(ends)
    steps = (S("all_of", (), ("icon",)), S("only", (0,), ("shaped", solid)), S("related", (1,), ("next to",)))
    return make.choose_picture(
        make.panel("row", icons, size=60, gap=26), inner(make, icons), steps, (1, 2), x=make.noun(solid)
    )


@kind(
    "above and shaped",
    "choose-picture",
    "above; sphere, cone, cubes, cylinder",
    "geometry spatial scene",
    "kindergarten grade1",
    needs="question picture",
    listed=True,
)
def above_and_shaped(make: Make) -> Problem:
    one, other = make.rng.sample(("sphere", "cube", "cone", "cylinder"), 2)
    large, wanted = concept(make.rng.choice(FURNITURE)), make.rng.choice(("above", "below"))
    middle, icons = make.icon(large), list[str]()
    # To choose from are those of the shape, above and below: the shape alone does not tell.
    for solid, slide in ((one, -0.8), (other, 0.8)):
        for side, name in zip(("above", "below"), shaped_names(make, solid, 2), strict=True):
            icon = shaped(make, solid, name, side=side, slide=slide)
            make.relate(icon, side, middle)
            icons.append(icon)
    steps = (S("thing", (), (middle,)), S("related", (0,), (wanted,)), S("only", (1,), ("shaped", one)))
    panel = make.panel("room", [middle, *icons], size=52)
    return make.choose_picture(
        panel, cards(make, icons[:2]), steps, (0, 2), x=make.noun(one), y=large.noun, w=make.word(wanted)
    )


@kind(
    "corner of the grid",
    "choose-text",
    "top and left of a table",
    "spatial",
    "kindergarten grade1",
    needs="question picture",
)
def corner_of_grid(make: Make) -> Problem:
    things, cells = make.concepts(9), [(c, r) for r in range(3) for c in range(3)]
    icons = [make.icon(t, column=c, row=r) for t, (c, r) in zip(things, cells, strict=True)]
    corners = {"top left": (0, 0), "top right": (2, 0), "bottom left": (0, 2), "bottom right": (2, 2)}
    name = make.rng.choice(tuple(corners))
    column, row = corners[name]
    steps = (
        S("all_of", (), ("icon",)),
        S("having", (0,), ("column", column)),
        S("having", (1,), ("row", row)),
        S("called", (2,)),
    )
    at = [cells.index(place) for place in corners.values()]
    choices = [things[i].noun.said(make.language) for i in at]
    panel = make.panel("grid", icons, columns=3, rows=3, size=48)
    return make.choose_text(panel, steps, (2,), choices, w=make.word(name))


@kind("which row", "choose-text", "top, middle and bottom rows", "spatial", "kindergarten", needs="question picture")
def which_row(make: Make) -> Problem:
    things, cells = make.concepts(9), [(c, r) for r in range(3) for c in range(3)]
    icons = [make.icon(t, column=c, row=r) for t, (c, r) in zip(things, cells, strict=True)]
    one = make.rng.integer(0, 8)
    words = make.series("rows")
    table = {str(i): word for i, word in enumerate(words)}
    steps = (
        S("all_of", (), ("icon",)),
        S("named", (0,), (things[one].name,)),
        S("fact", (1,), ("row",)),
        S("said", (2,), (table,)),
    )
    return make.choose_text(
        make.panel("grid", icons, columns=3, rows=3, size=48, lines=False), steps, (1,), words, x=things[one].noun
    )
