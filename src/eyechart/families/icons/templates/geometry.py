"""Flat shapes: names, sides, corners, curves, open and closed, symmetry, flip turn slide, perimeter and area."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Panel, Problem
from eyechart.families.icons.shapes import MIRRORS, POLYGONS, SHAPES, SYMMETRIC_LETTERS, confusable

NAMED = ("circle", "oval", "triangle", "square", "rectangle", "parallelogram", "rhombus", "trapezoid", "pentagon", "hexagon",
         "octagon", "heart", "star")  # fmt: skip
CURVED = ("circle", "oval", "semicircle", "heart")
OTHER_LETTERS = "FGJLNPQRSZ"  # no mirror leaves them as they are, upright or lying
# Capitals that look different when mirrored, and when given a quarter turn.
TELLING = "FGJLPR"


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


@kind("which shape is", "choose-picture", "name the shape", "geometry", "prek kindergarten grade1", needs="question choices",
      en=("Which shape is {x:a}?", "Which of these is {x:a}?"), zh=("哪个图形是{x}?",))
def which_shape(make: Make) -> Problem:
    names = unlike(make, NAMED, make.how_many_choices())
    steps = (S("all_of", (), ("shape",)), S("named", (0,), (names[0],)))
    return make.line_up(shape_panels(make, names), steps, (1,), x=SHAPES[names[0]].noun)


@kind("what is this shape", "choose-text", "name the shape", "geometry", "prek kindergarten grade1", needs="picture",
      en=("What shape is this?", "What is the name of this shape?"), zh=("这是什么图形?",))
def what_is_this_shape(make: Make) -> Problem:
    names = unlike(make, NAMED, make.rng.integer(3, 4))
    shape = make.shape(names[0], turn=make.rng.choice((0, 0, 90, 180)))
    steps = (S("all_of", (), ("shape",)), S("called", (0,)))
    return make.choose_text(
        make.panel("plain", [shape], size=make.rng.choice((90, 110, 130))), steps, (0,), [SHAPES[n].noun.said(make.language) for n in names]
    )


@kind("which is that colour", "choose-picture", "triangle, square and circle colors", "geometry", "prek kindergarten",
      needs="question choices", en=("Which {x} is {c}?",), zh=("哪个{x}是{c}的?",))
def which_is_that_colour(make: Make) -> Problem:
    name, colours = make.rng.choice(("triangle", "square", "circle", "rectangle", "hexagon", "oval")), make.colours(make.how_many_choices(4))
    panels = [make.panel("plain", [make.shape(name, colour)], size=90) for colour in colours]
    steps = (S("all_of", (), ("shape",)), S("only", (0,), ("colour", colours[0])))
    return make.line_up(panels, steps, (1,), x=SHAPES[name].noun, c=make.word(colours[0]))


@kind("so many sides", "choose-picture", "sides", "geometry", "kindergarten grade1", needs="question choices",
      en=("Which shape has {n} {w}?",), zh=("哪个图形有{n}{m}{w}?",))
def so_many_sides(make: Make) -> Problem:
    by_sides = {3: ("triangle", "right triangle"), 4: ("square", "rectangle", "parallelogram", "rhombus", "trapezoid"),
                5: ("pentagon",), 6: ("hexagon",), 8: ("octagon",)}  # fmt: skip
    sides = make.rng.sample((3, 4, 5, 6, 8), make.how_many_choices(4))
    names = [make.rng.choice(by_sides[n]) for n in sides]
    word = make.rng.choice(("sides", "corners"))
    steps = (S("all_of", (), ("shape",)), S("having", (0,), (word, sides[0])))
    return make.line_up(shape_panels(make, names), steps, (1,), n=sides[0], w=make.word(word), m="条" if word == "sides" else "个")


@kind("more sides", "choose-picture", "compare sides and corners", "geometry comparing", "kindergarten grade1", needs="question choices",
      en=("Which shape has {w} {s}?",), zh=("哪个图形的{s}{w}?",))
def more_sides(make: Make) -> Problem:
    while True:
        names = make.rng.sample(POLYGONS, 2)
        if SHAPES[names[0]].facts["sides"] != SHAPES[names[1]].facts["sides"]:
            break
    more, word = make.rng.coin(), make.rng.choice(("sides", "corners"))
    steps = (S("all_of", (), ("shape",)), S("most" if more else "least", (0,), (word,)))
    return make.line_up(shape_panels(make, names), steps, (1,), w=make.word("more" if more else "fewer"), s=make.word(word))


@kind("curved part", "choose-picture", "curved parts", "geometry", "kindergarten", needs="question choices",
      en=("Which shape has {w}?",), zh=("哪个图形{w}?",))
def curved_part(make: Make) -> Problem:
    curved = make.rng.coin()
    rivals = make.rng.sample(POLYGONS if curved else CURVED, make.how_many_choices(3) - 1)
    names = [make.rng.choice(CURVED if curved else POLYGONS), *rivals]
    steps = (S("all_of", (), ("shape",)), S("having", (0,), ("curved", curved)))
    words = {"en": ("a curved part", "only straight sides"), "zh": ("有弯曲的部分", "只有直边")}[make.language]
    return make.line_up(shape_panels(make, names), steps, (1,), w=words[0 if curved else 1])


@kind("open or closed", "choose-picture", "open and closed shapes", "geometry", "kindergarten grade1", needs="question choices",
      en=("Which shape is {w}?",), zh=("哪个图形是{w}的?",))
def open_or_closed(make: Make) -> Problem:
    wanted = make.rng.choice(("open", "closed"))
    panels = []
    for i in range(make.how_many_choices(3)):
        is_open = (wanted == "open") == (i == 0)
        data = {"gap": make.rng.choice((0.16, 0.2, 0.25)) if is_open else 0, "start": make.rng.choice((0.1, 0.3, 0.5, 0.7)), "closed": not is_open}
        name = make.rng.choice(("circle", "oval", "triangle", "square", "rectangle", "pentagon", "hexagon", "heart", "star"))
        panels.append(make.panel("plain", [make.add("shape", name, "curve", colour=make.colour(but=("yellow",)), **data)], size=96))
    steps = (S("all_of", (), ("shape",)), S("having", (0,), ("closed", wanted == "closed")))
    word = wanted if make.language == "en" else {"open": "开口", "closed": "封闭"}[wanted]
    return make.line_up(panels, steps, (1,), w=word)


@kind("equal sides", "choose-picture", "equal sides", "geometry counting", "kindergarten grade1 grade2", needs="question choices",
      en=("Which shape has {n} equal sides?",), zh=("哪个图形有{n}条相等的边?",))
def equal_sides(make: Make) -> Problem:
    by_equal = {3: ("triangle",), 4: ("square", "rhombus"), 5: ("pentagon",), 6: ("hexagon",)}
    number, other = make.rng.sample(tuple(by_equal), 2)
    rival = make.rng.choice((*by_equal[other], "right triangle", "rectangle", "parallelogram", "trapezoid", "circle", "oval"))
    names = [make.rng.choice(by_equal[number]), rival]
    steps = (S("all_of", (), ("shape",)), S("having", (0,), ("equal sides", number)))
    return make.line_up(shape_panels(make, names), steps, (1,), n=number)


@kind("square corners", "choose-picture", "square corners", "geometry counting", "kindergarten grade1 grade2", needs="question choices",
      en=("Which shape has {n} square corners?", "Which shape has {n} right angles?"), zh=("哪个图形有{n}个直角?",))
def square_corners(make: Make) -> Problem:
    by_corners = {0: ("rhombus", "trapezoid", "parallelogram", "hexagon", "triangle", "pentagon"), 1: ("right triangle",), 4: ("square", "rectangle")}
    numbers = make.rng.shuffled((0, 1, 4))[: make.how_many_choices(3)]
    names = [make.rng.choice(by_corners[n]) for n in numbers]
    steps = (S("all_of", (), ("shape",)), S("having", (0,), ("square corners", numbers[0])))
    return make.line_up(shape_panels(make, names), steps, (1,), n=numbers[0])


@kind("count sides", "fill-in", "count sides and corners", "geometry counting", "kindergarten grade1", needs="picture",
      en=("How many {w} does this shape have?", "Count the {w} of this shape. How many are there?"), zh=("这个图形有几{m}{w}?",))
def count_sides(make: Make) -> Problem:
    shape = make.shape(make.rng.choice(POLYGONS), turn=make.rng.choice((0, 90, 180)))
    word = make.rng.choice(("sides", "corners"))
    steps = (S("all_of", (), ("shape",)), S("fact", (0,), (word,)))
    panel = make.panel("plain", [shape], size=make.rng.choice((100, 120, 140)))
    return make.fill_in(panel, steps, (0,), w=make.word(word), m="条" if word == "sides" else "个")


def symmetric_picture(make: Make, symmetric: bool) -> str:
    """A letter or shape that has a line of symmetry, or has none."""
    if make.rng.coin():
        name, drawn = make.rng.choice(SYMMETRIC_LETTERS if symmetric else OTHER_LETTERS), "letter"
    else:
        shapes = ("circle", "oval", "heart", "star", "square", "rectangle", "hexagon", "triangle", "trapezoid")
        name, drawn = make.rng.choice(shapes if symmetric else ("parallelogram", "right triangle")), "shape"
    return make.add("figure", name, drawn, colour=make.colour(but=("yellow",)))


@kind("which has symmetry", "choose-picture", "symmetry", "geometry", "kindergarten grade1", needs="choices",
      en=("Which picture has symmetry?", "Which picture has a line of symmetry?"), zh=("哪个图案是轴对称的?",))
def which_has_symmetry(make: Make) -> Problem:
    panels = []
    for symmetric in (True, *[False] * (make.how_many_choices(3) - 1)):
        panels.append(make.panel("plain", [symmetric_picture(make, symmetric)], size=92))
    return make.line_up(panels, (S("all_of", (), ("figure",)), S("having", (0,), ("symmetric", True))), (1,))


@kind("has symmetry", "choose-text", "symmetry", "geometry", "grade1", needs="picture",
      en=("Does this picture have symmetry?", "Does this picture have a line of symmetry?"), zh=("这个图案是轴对称的吗?",))
def has_symmetry(make: Make) -> Problem:
    thing = symmetric_picture(make, make.rng.coin())
    steps = (S("all_of", (), ("figure",)), S("fact", (0,), ("symmetric",)))
    return make.yes_no(make.panel("plain", [thing], size=make.rng.choice((100, 115, 130))), steps, (0,))


@kind("line of symmetry", "choose-text", "symmetry", "geometry", "grade1 grade2", needs="picture",
      en=("Is the dotted line a line of symmetry?",), zh=("虚线是对称轴吗?",))
def line_of_symmetry(make: Make) -> Problem:
    right = make.rng.coin()
    name = make.rng.choice(tuple(MIRRORS))
    wrong = [angle for angle in range(0, 180, 6) if all(abs((angle - m + 90) % 180 - 90) >= 18 for m in MIRRORS[name])]
    angle = make.rng.choice(MIRRORS[name]) if right else make.rng.choice(wrong)
    drawn = "letter" if len(name) == 1 else "shape"
    thing = make.add("figure", name, "with line", drawn_as=drawn, colour=make.colour(but=("yellow",)), line=angle)
    steps = (S("all_of", (), ("figure",)), S("is_mirror", (0,)))
    return make.yes_no(make.panel("plain", [thing], size=make.rng.choice((95, 110, 125))), steps, (0,))


def moved_letters(make: Make, name: str, how: str, colour: str, prefix: str = "letter", **data: object) -> str:
    look = {"flip": {"flip": True, "turn": 0}, "turn": {"flip": False, "turn": make.rng.choice((90, 180, 270))}, "slide": {"flip": False, "turn": 0}}[how]
    return make.add(prefix, name, "letter", colour=colour, **look, **data)


@kind("flip turn or slide", "choose-text", "flip turn slide", "geometry", "grade1 grade2", needs="picture",
      en=("What has been done to this letter?", "How was this letter moved?"), zh=("这个字母是怎样变换的?",))
def flip_turn_or_slide(make: Make) -> Problem:
    name, how, colours = make.rng.choice(TELLING), make.rng.choice(("flip", "turn", "slide")), make.colours(2)
    before = moved_letters(make, name, "slide", colours[0])
    after = moved_letters(make, name, how, colours[1])
    steps = (S("all_of", (), ("letter",)), S("movement", (0,)), S("said", (1,), (make.table("flip", "turn", "slide"),)))
    panel = make.panel("row", [before, after], size=110, gap=60)
    return make.choose_text(panel, steps, (0,), [make.word(w) for w in ("flip", "turn", "slide")])


@kind("which shows the move", "choose-picture", "flip turn slide", "geometry", "grade1 grade2", needs="question choices",
      en=("Which picture shows a {w}?",), zh=("哪幅图表示{w}?",))
def which_shows_the_move(make: Make) -> Problem:
    ways, colours = make.rng.shuffled(("flip", "turn", "slide"))[: make.how_many_choices(3)], make.colours(2)
    name, panels = make.rng.choice(TELLING), []
    for how in ways:
        box = make.option()
        letters = [moved_letters(make, name, "slide", colours[0], inside=box), moved_letters(make, name, how, colours[1], inside=box)]
        panels.append(make.panel("row", letters, box, size=72, gap=22))
    return make.line_up(panels, (S("all_of", (), ("option",)), S("moved", (0,), (ways[0],))), (1,), w=make.word(ways[0]))


UNITS = {"yd": "yards", "ft": "feet", "m": "meters", "cm": "centimeters", "in": "inches"}


def sided(make: Make, name: str, sides: list[int], unit: str, colour: str) -> str:
    """A square, rectangle or triangle with its sides written on it. Not drawn to scale: only the numbers count."""
    points = {
        "square": [[0, 0], [1, 0], [1, 1], [0, 1]], "rectangle": [[0, 0], [1.5, 0], [1.5, 0.8], [0, 0.8]],
        "triangle": [[0.6, 0], [1.2, 1], [0, 1]],
    }[name]  # fmt: skip
    return make.add("shape", name, "sided", colour=colour, unit=unit, sides=sides, points=points)


def lengths(make: Make) -> tuple[str, list[int]]:
    name = make.rng.choice(("square", "rectangle", "triangle"))
    if name == "square":
        return name, [make.rng.integer(1, 12)] * 4
    if name == "rectangle":
        long = make.rng.integer(3, 12)
        short = make.rng.integer(1, long - 1)
        return name, [long, short, long, short]
    base = make.rng.integer(3, 9)
    leg = make.rng.integer(base // 2 + 2, 10)
    return name, [leg, base, leg]


@kind("perimeter", "fill-in", "perimeter", "geometry algebra", "grade2 grade3", needs="picture",
      en=("What is the perimeter of the {x}?", "Find the perimeter of the {x}. It is (_) {u}."), zh=("这个{x}的周长是多少{u}?",))
def perimeter(make: Make) -> Problem:
    name, sides = lengths(make)
    unit = make.rng.choice(("yd", "ft", "m", "cm", "in"))
    shape = sided(make, name, sides, unit, make.colour())
    steps = (S("all_of", (), ("shape",)), S("fact", (0,), ("sides",)), S("sum_of", (1,)))
    words = UNITS[unit] if make.language == "en" else {"yd": "码", "ft": "英尺", "m": "米", "cm": "厘米", "in": "英寸"}[unit]
    return make.fill_in(make.panel("plain", [shape], size=130), steps, (0,), unit=UNITS[unit], x=SHAPES[name].noun, u=words)


@kind("greater perimeter", "choose-text", "compare perimeter", "geometry comparing algebra", "grade2 grade3", needs="question picture",
      en=("Which shape has the {w} perimeter?",), zh=("哪个图形的周长更{w}?",))
def greater_perimeter(make: Make) -> Problem:
    unit, colours = make.rng.choice(("ft", "m", "cm", "in")), make.colours(2)
    while True:
        made = [lengths(make) for _ in range(2)]
        if sum(made[0][1]) != sum(made[1][1]):
            break
    shapes = [sided(make, name, sides, unit, colour) for (name, sides), colour in zip(made, colours, strict=True)]
    greater = make.rng.coin()
    steps = (
        S("all_of", (), ("shape",)), S("most_in_all" if greater else "least_in_all", (0,), ("sides",)), S("fact", (1,), ("colour",)),
        S("said", (2,), (make.table(*colours),)),
    )  # fmt: skip
    words = {"en": ("greater", "smaller"), "zh": ("长", "短")}[make.language]
    return make.choose_text(make.panel("row", shapes, size=105, gap=10), steps, (0,), [make.word(c) for c in colours], w=words[0 if greater else 1])


def polyomino(make: Make, size: int, columns: int = 5, lines: int = 4) -> list[list[int]]:
    """Unit squares that hang together, from the corner of the grid."""
    squares = [(make.rng.integer(0, columns - 1), make.rng.integer(0, lines - 1))]
    while len(squares) < size:
        c, r = make.rng.choice(squares)
        dc, dr = make.rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        if 0 <= c + dc < columns and 0 <= r + dr < lines and (c + dc, r + dr) not in squares:
            squares.append((c + dc, r + dr))
    left, top = min(c for c, _ in squares), min(r for _, r in squares)
    return sorted([c - left, r - top] for c, r in squares)


@kind("area", "fill-in", "area in unit squares", "geometry counting algebra", "grade2 grade3", needs="picture",
      en=("The shape is made of unit squares. What is the area of the shape?", "What is the area of this shape in square units?"),
      zh=("这个图形由单位正方形组成。它的面积是多少?",))
def area(make: Make) -> Problem:
    shape = make.add("figure", "figure", "cells", colour=make.colour(), cells=polyomino(make, make.rng.integer(2, 14)))
    steps = (S("all_of", (), ("figure",)), S("fact", (0,), ("cells",)), S("count", (1,)))
    return make.fill_in(make.panel("plain", [shape]), steps, (0,), unit="square units")


@kind("which has that area", "choose-picture", "area in unit squares", "geometry counting algebra", "grade2 grade3", needs="question choices",
      en=("Which shape has an area of {n} square units?",), zh=("哪个图形的面积是{n}个单位正方形?",))
def which_has_that_area(make: Make) -> Problem:
    sizes, colour = make.rng.sample(range(2, 12), make.how_many_choices(3)), make.colour()
    panels = [
        make.panel("plain", [make.add("figure", "figure", "cells", colour=colour, unit=22, cells=polyomino(make, n, 4, 4))]) for n in sizes
    ]
    steps = (S("all_of", (), ("figure",)), S("having_so_many", (0,), ("cells", sizes[0])))
    return make.line_up(panels, steps, (1,), n=sizes[0])


@kind("same area", "choose-text", "area in unit squares", "geometry counting algebra", "grade2 grade3", needs="picture",
      en=("Do these two shapes have the same area?",), zh=("这两个图形的面积相等吗?",))
def same_area(make: Make) -> Problem:
    one = make.rng.integer(3, 11)
    other = one if make.rng.coin() else make.rng.choice([n for n in (one - 2, one - 1, one + 1, one + 2) if n > 2])
    colours = make.colours(2)
    shapes = [make.add("figure", "figure", "cells", colour=c, cells=polyomino(make, n, 4, 4)) for c, n in zip(colours, (one, other), strict=True)]
    steps = (
        S("all_of", (), ("figure",)), S("at", (0,), (1,)), S("fact", (1,), ("cells",)), S("count", (2,)), S("at", (0,), (2,)),
        S("fact", (4,), ("cells",)), S("count", (5,)), S("same", (3, 6)),
    )  # fmt: skip
    return make.yes_no(make.panel("row", shapes, gap=44), steps, (0,))
