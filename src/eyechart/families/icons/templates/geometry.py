"""Flat shapes: names, sides, corners, curves, open and closed, symmetry, flip turn slide, perimeter and area."""

from __future__ import annotations

from typing import Any

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Panel, Problem
from eyechart.families.icons.shapes import POLYGONS, SHAPES, confusable
from eyechart.phrasing import Noun

NAMED = ("circle", "oval", "triangle", "square", "rectangle", "parallelogram", "rhombus", "trapezoid",
"pentagon", "hexagon",
         "octagon", "heart", "star")  # fmt: skip

CORNERS = (Noun("square corner", zh="直角"), Noun("right angle", zh="直角"))
CURVED = ("circle", "oval", "semicircle", "heart")


def unlike(make: Make, names: tuple[str, ...], count: int) -> list[str]:
    """Shapes none of which may be called by another's name."""
    chosen: list[str] = []
    for name in make.rng.shuffled(names):
        if len(chosen) < count and not any(confusable(name, other) for other in chosen):
            chosen.append(name)
    return chosen


def shape_panels(make: Make, names: list[str], size: float = 92) -> list[Panel]:
    colours = make.rng.shuffled(("red", "orange", "yellow", "green", "blue", "purple", "pink"))
    return [
        make.panel("plain", [make.shape(name, colour)], size=size) for name, colour in zip(names, colours, strict=False)
    ]


@kind(
    "which shape is",
    "choose-picture",
    "name the shape",
    "geometry",
    "prek kindergarten grade1",
    needs="question picture",
    en=("Which shape is {x:a}?", "Which of these shapes is {x:a}?"),
    zh=("哪个图形是{x}?",),
)
def which_shape(make: Make) -> Problem:
    names = unlike(make, NAMED, make.how_many_choices())
    steps = (S("all_of", (), ("shape",)), S("named", (0,), (names[0],)))
    return make.line_up(shape_panels(make, names), steps, (1,), x=SHAPES[names[0]].noun)


@kind(
    "what is this shape",
    "choose-text",
    "name the shape",
    "geometry",
    "prek kindergarten grade1",
    needs="picture",
    en=("What is the name of this shape?", "{p} drew this shape. What is it called?"),
    zh=("这是什么图形?", "{p}画了这个图形。它叫什么?"),
)
def what_is_this_shape(make: Make) -> Problem:
    names = unlike(make, NAMED, make.rng.integer(3, 4))
    shape = make.shape(names[0], turn=make.rng.choice((0, 0, 90, 180)))
    steps = (S("all_of", (), ("shape",)), S("called", (0,)))
    return make.choose_text(
        make.panel("plain", [shape], size=make.rng.choice((90, 110, 130))),
        steps,
        (0,),
        [SHAPES[n].noun.said(make.language) for n in names],
    )


@kind(
    "which is that colour",
    "choose-picture",
    "triangle, square and circle colors",
    "geometry",
    "prek kindergarten",
    needs="question picture",
    en=("Which {x} is {c}?", "{p} colored one {x} {c}. Which one is it?"),
    zh=("哪个{x}是{c}的?", "{p}把一个{x}涂成{c}。是哪一个?"),
)
def which_is_that_colour(make: Make) -> Problem:
    name, colours = (
        make.rng.choice(("triangle", "square", "circle", "rectangle", "hexagon", "oval")),
        make.colours(make.how_many_choices(4)),
    )
    panels = [make.panel("plain", [make.shape(name, colour)], size=90) for colour in colours]
    steps = (S("all_of", (), ("shape",)), S("only", (0,), ("colour", colours[0])))
    return make.line_up(panels, steps, (1,), x=SHAPES[name].noun, c=make.word(colours[0]))


@kind(
    "so many sides",
    "choose-picture",
    "sides",
    "geometry",
    "kindergarten grade1",
    needs="question picture",
    en=("Which shape has {n} {w}?",),
    zh=("哪个图形有{n}{m}{w}?",),
)
def so_many_sides(make: Make) -> Problem:
    by_sides = {3: ("triangle", "right triangle"), 4: ("square", "rectangle", "parallelogram", "rhombus", "trapezoid"),
                5: ("pentagon",), 6: ("hexagon",), 8: ("octagon",)}  # fmt: skip
    sides = make.rng.sample((3, 4, 5, 6, 8), make.how_many_choices(4))
    names = [make.rng.choice(by_sides[n]) for n in sides]
    word = make.rng.choice(("sides", "corners"))
    steps = (S("all_of", (), ("shape",)), S("having", (0,), (word, sides[0])))
    return make.line_up(
        shape_panels(make, names), steps, (1,), n=sides[0], w=make.word(word), m="条" if word == "sides" else "个"
    )


@kind(
    "more sides",
    "choose-picture",
    "compare sides and corners",
    "geometry comparing",
    "kindergarten grade1",
    needs="question picture",
    en=("Which shape has {w} {s}?",),
    zh=("哪个图形的{s}{w}?",),
)
def more_sides(make: Make) -> Problem:
    while True:
        names = make.rng.sample(POLYGONS, 2)
        if SHAPES[names[0]].facts["sides"] != SHAPES[names[1]].facts["sides"]:
            break
    more, word = make.rng.coin(), make.rng.choice(("sides", "corners"))
    steps = (S("all_of", (), ("shape",)), S("most" if more else "least", (0,), (word,)))
    return make.line_up(
        shape_panels(make, names), steps, (1,), w=make.word("more" if more else "fewer"), s=make.word(word)
    )


@kind(
    "curved part",
    "choose-picture",
    "curved parts",
    "geometry",
    "kindergarten",
    needs="question picture",
    en=("Which shape has {w}?",),
    zh=("哪个图形{w}?",),
)
def curved_part(make: Make) -> Problem:
    curved = make.rng.coin()
    rivals = make.rng.sample(POLYGONS if curved else CURVED, make.how_many_choices(3) - 1)
    names = [make.rng.choice(CURVED if curved else POLYGONS), *rivals]
    steps = (S("all_of", (), ("shape",)), S("having", (0,), ("curved", curved)))
    words = {"en": ("a curved part", "only straight sides"), "zh": ("有弯曲的部分", "只有直边")}[make.language]
    return make.line_up(shape_panels(make, names), steps, (1,), w=words[0 if curved else 1])


@kind(
    "open or closed",
    "choose-picture",
    "open and closed shapes",
    "geometry",
    "kindergarten grade1",
    needs="question picture",
    en=("Which shape is {w}?",),
    zh=("哪个图形是{w}的?",),
)
def open_or_closed(make: Make) -> Problem:
    wanted = make.rng.choice(("open", "closed"))
    panels = []
    for i in range(make.how_many_choices(3)):
        is_open = (wanted == "open") == (i == 0)
        data: dict[str, Any] = {
            "gap": make.rng.choice((0.16, 0.2, 0.25)) if is_open else 0,
            "start": make.rng.choice((0.1, 0.3, 0.5, 0.7)),
            "closed": not is_open,
        }
        name = make.rng.choice(
            ("circle", "oval", "triangle", "square", "rectangle", "pentagon", "hexagon", "heart", "star")
        )
        panels.append(
            make.panel(
                "plain", [make.add("shape", name, "curve", colour=make.colour(but=("yellow",)), **data)], size=96
            )
        )
    steps = (S("all_of", (), ("shape",)), S("having", (0,), ("closed", wanted == "closed")))
    word = wanted if make.language == "en" else {"open": "开口", "closed": "封闭"}[wanted]
    return make.line_up(panels, steps, (1,), w=word)


@kind(
    "equal sides",
    "choose-picture",
    "equal sides",
    "geometry counting",
    "kindergarten grade1 grade2",
    needs="question picture",
    en=("Which shape has {n} equal sides?", "{p} drew a shape with {n} equal sides. Which one is it?"),
    zh=("哪个图形有{n}条相等的边?",),
)
def equal_sides(make: Make) -> Problem:
    by_equal = {3: ("triangle",), 4: ("square", "rhombus"), 5: ("pentagon",), 6: ("hexagon",)}
    numbers = make.rng.sample(tuple(by_equal), make.how_many_choices(4))
    names = [make.rng.choice(by_equal[n]) for n in numbers]
    steps = (S("all_of", (), ("shape",)), S("having", (0,), ("equal sides", numbers[0])))
    return make.line_up(shape_panels(make, names), steps, (1,), n=numbers[0])


@kind(
    "square corners",
    "choose-picture",
    "square corners",
    "geometry counting",
    "kindergarten grade1 grade2",
    needs="question picture",
    en=("Which shape has {x:{n}}?",),
    zh=("哪个图形有{x:{n}}?",),
)
def square_corners(make: Make) -> Problem:
    by_corners = {
        0: ("rhombus", "trapezoid", "parallelogram", "hexagon", "triangle", "pentagon"),
        1: ("right triangle",),
        4: ("square", "rectangle"),
    }
    numbers = make.rng.shuffled((0, 1, 4))[: make.how_many_choices(3)]
    names = [make.rng.choice(by_corners[n]) for n in numbers]
    steps = (S("all_of", (), ("shape",)), S("having", (0,), ("square corners", numbers[0])))
    return make.line_up(shape_panels(make, names), steps, (1,), n=numbers[0], x=make.rng.choice(CORNERS))


@kind(
    "count sides",
    "fill-in",
    "count sides and corners",
    "geometry counting",
    "kindergarten grade1",
    needs="picture",
    en=("How many {w} does this shape have?", "{p} counts the {w} of this shape. How many are there?"),
    zh=("这个图形有几{m}{w}?", "{p}在数这个图形的{w}。一共有几{m}?"),
)
def count_sides(make: Make) -> Problem:
    shape = make.shape(make.rng.choice(POLYGONS), turn=make.rng.choice((0, 90, 180)))
    word = make.rng.choice(("sides", "corners"))
    steps = (S("all_of", (), ("shape",)), S("fact", (0,), (word,)))
    panel = make.panel("plain", [shape], size=make.rng.choice((100, 120, 140)))
    return make.fill_in(panel, steps, (0,), w=make.word(word), m="条" if word == "sides" else "个")
