"""Flat shapes: their names, sides, corners and curves; open and closed."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from typing import Any

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Panel, Problem
from eyechart.families.icons.shapes import POLYGONS, SHAPES, confusable, fitted

NAMED = (
    "circle", "oval", "triangle", "square", "rectangle", "parallelogram", "rhombus", "trapezoid", "pentagon", "hexagon",
    "octagon", "heart", "star",
)  # fmt: skip

CORNERS = ("square corner", "right angle")
CURVED = ("circle", "oval", "semicircle", "heart")
OUTLINES = ("circle", "oval", "triangle", "square", "rectangle", "pentagon", "hexagon", "heart", "star")


def unlike(make: Make, names: tuple[str, ...], count: int) -> list[str]:
    """Shapes none of which may be called by another's name."""
    chosen: list[str] = []
    for name in make.rng.shuffled(names):
        if len(chosen) < count and not any(confusable(name, other) for other in chosen):
            chosen.append(name)
    return make.rng.shuffled(chosen)  # who has many names comes sooner: the order must not tell


def shape_panels(make: Make, names: list[str], size: float = 92) -> list[Panel]:
    colours = make.rng.shuffled(("red", "orange", "yellow", "green", "blue", "purple", "pink"))
    return [
        make.panel("plain", [make.shape(name, colour)], size=size) for name, colour in zip(names, colours, strict=False)
    ]


def a_polygon(make: Make, corners: int) -> list[list[float]]:
    """So many corners around a middle, each of which plainly is one, and no side too short to be seen."""
    while True:
        turns = [2 * pi * (i + make.rng.uniform(-0.3, 0.3)) / corners for i in range(corners)]
        raw = [(r * cos(t), r * sin(t)) for t in turns for r in (make.rng.uniform(0.7, 1.0),)]
        points = [(round(x, 3), round(y, 3)) for x, y in fitted(raw)]
        sides = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:] + points[:1], strict=True)]
        bends = [
            abs(atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]))
            for a, b in zip(sides, sides[1:] + sides[:1], strict=True)
        ]
        if min(hypot(*side) for side in sides) >= 0.18 and min(bends) >= pi / 7 and max(bends) <= 0.82 * pi:
            return [list(point) for point in points]


def polygonal(make: Make, corners: int) -> str:
    """A polygon of its own, or now and then one that has a name."""
    named = [name for name in POLYGONS if SHAPES[name].facts["sides"] == corners]
    if named and make.rng.coin(0.25):
        return make.shape(make.rng.choice(named), turn=make.rng.choice((0, 90, 180)))
    return make.add("shape", "polygon", "polygon", colour=make.colour(), points=a_polygon(make, corners))


@kind(
    "which shape is",
    "choose-picture",
    "name the shape",
    "geometry",
    "prek kindergarten grade1",
    needs="question picture",
)
def which_shape(make: Make) -> Problem:
    names = unlike(make, NAMED, make.how_many_choices())
    steps = (S("all_of", (), ("shape",)), S("named", (0,), (names[0],)))
    return make.line_up(shape_panels(make, names), steps, (1,), x=make.noun(names[0]))


@kind(
    "what is this shape",
    "choose-text",
    "name the shape",
    "geometry",
    "prek kindergarten grade1",
    needs="picture",
    by="choices",
)
def what_is_this_shape(make: Make) -> Problem:
    names = unlike(make, NAMED, make.rng.integer(3, 4))
    words = {n: make.noun(n).said(make.language) for n in names}
    shape = make.shape(names[0], turn=make.rng.choice((0, 0, 90, 180)))
    steps = (S("all_of", (), ("shape",)), *make.say_name(words))
    return make.choose_text(
        make.panel("plain", [shape], size=make.rng.choice((90, 110, 130))),
        steps,
        (0,),
        list(words.values()),
    )


@kind(
    "which is that colour",
    "choose-picture",
    "triangle, square and circle colors",
    "geometry",
    "prek kindergarten",
    needs="question picture",
    by="names, colour",
)
def which_is_that_colour(make: Make) -> Problem:
    name, colours = (
        make.rng.choice(("triangle", "square", "circle", "rectangle", "hexagon", "oval")),
        make.colours(make.how_many_choices(4)),
    )
    panels = [make.panel("plain", [make.shape(name, colour)], size=90) for colour in colours]
    steps = (S("all_of", (), ("shape",)), S("only", (0,), ("colour", colours[0])))
    return make.line_up(panels, steps, (1,), x=make.noun(name), c=make.word(colours[0]))


@kind(
    "so many sides",
    "choose-picture",
    "sides",
    "geometry",
    "kindergarten grade1",
    needs="question picture",
    by="names, points",
)
def so_many_sides(make: Make) -> Problem:
    sides = make.rng.sample(range(3, 9), make.how_many_choices(4))
    panels = [make.panel("plain", [polygonal(make, n)], size=92) for n in sides]
    word = make.rng.choice(("sides", "corners"))
    steps = (S("all_of", (), ("shape",)), S("having", (0,), (word, sides[0])))
    return make.line_up(panels, steps, (1,), n=sides[0], w=make.noun(word))


@kind(
    "more sides",
    "choose-picture",
    "compare sides and corners",
    "geometry comparing",
    "kindergarten grade1",
    needs="question picture",
    by="names, points",
)
def more_sides(make: Make) -> Problem:
    shapes = [polygonal(make, corners) for corners in make.rng.sample(range(3, 9), 2)]
    more, word = make.rng.coin(), make.rng.choice(("sides", "corners"))
    steps = (S("all_of", (), ("shape",)), S("most" if more else "least", (0,), (word,)))
    panels = [make.panel("plain", [shape], size=92) for shape in shapes]
    return make.line_up(panels, steps, (1,), w=make.either("count", more), s=make.noun(word))


@kind(
    "curved part",
    "choose-picture",
    "curved parts",
    "geometry",
    "kindergarten",
    needs="question picture",
    by="names, points",
)
def curved_part(make: Make) -> Problem:
    # Two, one of each: of three, the one that is unlike the others would be right.
    shapes, curved = [make.shape(make.rng.choice(CURVED)), polygonal(make, make.rng.integer(3, 8))], make.rng.coin()
    steps = (S("all_of", (), ("shape",)), S("having", (0,), ("curved", curved)))
    panels = [make.panel("plain", [shape], size=92) for shape in shapes]
    return make.line_up(panels, steps, (1,), w=make.either("curved", curved))


@kind(
    "open or closed",
    "choose-picture",
    "open and closed shapes",
    "geometry",
    "kindergarten grade1",
    needs="question picture",
    by="names, points",
)
def open_or_closed(make: Make) -> Problem:
    wanted, panels = make.rng.choice(("open", "closed")), []
    for is_open in (True, False):  # one of each, as of what is curved
        data: dict[str, Any] = {
            "gap": make.rng.choice((0.16, 0.2, 0.25)) if is_open else 0,
            "start": make.rng.choice((0.1, 0.3, 0.5, 0.7)),
            "closed": not is_open,
        }
        name = make.rng.choice((*OUTLINES, *["polygon"] * len(OUTLINES)))
        if name == "polygon":
            data["points"] = a_polygon(make, make.rng.integer(3, 7))
        outline = make.add("shape", name, "curve", colour=make.colour(but=("yellow",)), **data)
        panels.append(make.panel("plain", [outline], size=96))
    steps = (S("all_of", (), ("shape",)), S("having", (0,), ("closed", wanted == "closed")))
    return make.line_up(panels, steps, (1,), w=make.word(wanted))


@kind(
    "equal sides",
    "choose-picture",
    "equal sides",
    "geometry counting",
    "kindergarten grade1 grade2",
    needs="question picture",
)
def equal_sides(make: Make) -> Problem:
    by_equal = {3: ("triangle",), 4: ("square", "rhombus"), 5: ("pentagon",), 6: ("hexagon",), 8: ("octagon",)}
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
    return make.line_up(shape_panels(make, names), steps, (1,), n=numbers[0], x=make.noun(make.rng.choice(CORNERS)))


@kind(
    "count sides",
    "fill-in",
    "count sides and corners",
    "geometry counting",
    "kindergarten grade1",
    needs="picture",
    by="names, points",
)
def count_sides(make: Make) -> Problem:
    shape, word = polygonal(make, make.rng.integer(3, 8)), make.rng.choice(("sides", "corners"))
    steps = (S("all_of", (), ("shape",)), S("fact", (0,), (word,)))
    panel = make.panel("plain", [shape], size=make.rng.choice((100, 120, 140)))
    return make.fill_in(panel, steps, (0,), w=make.noun(word))
