"""Equal parts, halves to eighths, fractions of a shape and of a group."""

from __future__ import annotations

from eyechart.families.icons.answers import PARTS, in_han
from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.families.icons.shapes import SHAPES
from eyechart.numbers import ONES

CUT = ("circle", "square", "rectangle")
NAMES = {2: "halves", 3: "thirds", 4: "fourths", 6: "sixths", 8: "eighths"}


def cut(
    make: Make, parts: int, coloured: list[int], colour: str, equal: bool = True, shape: str = "", prefix: str = "shape"
) -> str:
    """A shape cut into parts; uneven cuts are far from even, so that nobody has to measure."""
    ends = [(i + 1) / parts for i in range(parts)]
    if not equal:
        wide = {
            2: (0.7,),
            3: (0.5, 0.72),
            4: (0.42, 0.56, 0.86),
            6: (0.3, 0.4, 0.5, 0.6, 0.85),
            8: (0.25, 0.32, 0.4, 0.62, 0.7, 0.78, 0.86),
        }[parts]
        ends = [*wide, 1.0] if make.rng.coin() else [*[round(1 - w, 4) for w in reversed(wide)], 1.0]
    name = shape or make.rng.choice(CUT)
    return make.add(prefix, name, "fraction", colour=colour, cuts=ends, coloured=coloured)


@kind(
    "equal parts",
    "choose-picture",
    "equal parts",
    "fraction",
    "kindergarten grade1",
    needs="picture",
    en=("Select the picture that shows equal parts.", "Which picture shows equal parts?"),
    zh=("哪幅图是平均分的?",),
)
def equal_parts(make: Make) -> Problem:
    shapes = []
    for i in range(make.rng.choice((2, 3))):
        parts = make.rng.choice((2, 3, 4))
        shapes.append(cut(make, parts, list(range(parts)), make.colour(), equal=i == 0))
    steps = (S("all_of", (), ("shape",)), S("evenly_cut", (0,)))
    return make.line_up([make.panel("plain", [s], size=100) for s in shapes], steps, (1,))


@kind(
    "is it in equal parts",
    "choose-text",
    "equal parts",
    "fraction",
    "kindergarten grade1",
    needs="picture",
    en=("Is this shape divided into equal parts?", "{p} cut this shape. Did {p} make equal parts?"),
    zh=("这个图形是平均分的吗?", "{p}把图形分成几份。是平均分的吗?"),
)
def is_it_in_equal_parts(make: Make) -> Problem:
    parts = make.rng.choice((2, 3, 4, 6))
    shape = cut(make, parts, list(range(parts)), make.colour(), equal=make.rng.coin())
    steps = (S("all_of", (), ("shape",)), S("evenly_cut", (0,)), S("holds", (1,)))
    return make.yes_no(make.panel("plain", [shape], size=make.rng.choice((110, 125, 140))), steps, (0,))


@kind(
    "shows fourths",
    "choose-picture",
    "halves, thirds and fourths",
    "fraction",
    "grade1",
    needs="question picture",
    en=("Which figure shows {w}?", "{p} cut a shape into {w}. Which shape did {p} cut?"),
    zh=("哪个图形表示{w}?",),
)
def shows_fourths(make: Make) -> Problem:
    numbers, colour = make.rng.sample((2, 3, 4, 6, 8), make.how_many_choices(4)), make.colour()
    shape = make.rng.choice(CUT)
    shapes = [cut(make, n, list(range(n)), colour, shape=shape) for n in numbers]
    steps = (S("all_of", (), ("shape",)), S("having_so_many", (0,), ("cuts", numbers[0])))
    return make.line_up(
        [make.panel("plain", [s], size=100) for s in shapes], steps, (1,), w=make.word(NAMES[numbers[0]])
    )


def some_fractions(make: Make, count: int) -> list[tuple[int, int]]:
    """Different in value, not only in name."""
    found: list[tuple[int, int]] = []
    while len(found) < count:
        whole = make.rng.choice((2, 3, 4, 5, 6, 8))
        part = make.rng.integer(1, whole - 1)
        if all(part * w != p * whole for p, w in found):
            found.append((part, whole))
    return found


@kind(
    "shows the fraction",
    "choose-picture",
    "fraction",
    "fraction",
    "grade2 grade3",
    needs="question picture",
    en=("Which shape shows {f}?", "{p} colored {f} of a shape. Which shape is it?"),
    zh=("哪个图形表示{f}?",),
)
def shows_the_fraction(make: Make) -> Problem:
    options, colour, shape = some_fractions(make, make.how_many_choices(4)), make.colour(), make.rng.choice(CUT)
    shapes = [cut(make, whole, list(range(part)), colour, shape=shape) for part, whole in options]
    part, whole = options[0]
    steps = (S("all_of", (), ("shape",)), S("coloured_so", (0,), (part, whole)))
    said = f"{ONES[part]}-{PARTS[whole][part != 1]}" if make.language == "en" else f"{in_han(whole)}分之{in_han(part)}"
    return make.line_up([make.panel("plain", [s], size=100) for s in shapes], steps, (1,), f=said)


def near_fractions(make: Make, low: int, high: int) -> list[tuple[int, int]]:
    """Four that differ in value, out of three neighbouring numbers of parts: all drawn alike, any may be the right one."""
    least = make.rng.integer(low, high)
    found: list[tuple[int, int]] = []
    for part, whole in make.rng.shuffled([(p, w) for w in range(least, least + 3) for p in range(1, w)]):
        if len(found) < 4 and all(part * w != p * whole for p, w in found):
            found.append((part, whole))
    return found


def coloured(make: Make) -> str:
    part, whole = some_fractions(make, 1)[0]
    which = sorted(make.rng.sample(range(whole), part)) if make.rng.coin() else list(range(part))
    return cut(make, whole, which, make.colour())


SHADED = (
    S("all_of", (), ("shape",)),
    S("fact", (0,), ("coloured",)),
    S("count", (1,)),
    S("fact", (0,), ("cuts",)),
    S("count", (3,)),
    S("fraction", (2, 4)),
)


@kind(
    "fraction coloured",
    "fill-in",
    "fraction",
    "fraction",
    "grade2 grade3",
    needs="picture",
    en=("What fraction of the shape is colored?", "What fraction of the {x} is shaded?"),
    zh=("涂色部分占整个图形的几分之几?",),
)
def fraction_coloured(make: Make) -> Problem:
    shape = coloured(make)
    return make.fill_in(
        make.panel("plain", [shape], size=130), SHADED, (0,), "fraction", x=SHAPES[make.things[0].name].noun
    )


@kind(
    "fraction coloured, choices",
    "choose-text",
    "fraction",
    "fraction",
    "grade2 grade3",
    needs="picture",
    en=("What fraction of the shape is colored?",),
    zh=("涂色部分占整个图形的几分之几?",),
)
def fraction_coloured_choices(make: Make) -> Problem:
    options = near_fractions(make, 2, 7)
    part, whole = options[0]
    which = sorted(make.rng.sample(range(whole), part)) if make.rng.coin() else list(range(part))
    shape = cut(make, whole, which, make.colour())
    choices = [f"{p}/{w}" for p, w in options]
    return make.choose_text(make.panel("plain", [shape], size=130), SHADED, (0,), choices)


@kind(
    "count the parts",
    "fill-in",
    "equal parts",
    "fraction",
    "grade1 grade2",
    needs="picture",
    en=("How many equal parts does this shape have?", "Into how many equal parts is the shape cut?"),
    zh=("这个图形被平均分成了几份?",),
)
def count_the_parts(make: Make) -> Problem:
    parts = make.rng.integer(2, 8)
    shape = cut(make, parts, sorted(make.rng.sample(range(parts), make.rng.integer(0, parts))), make.colour())
    steps = (S("all_of", (), ("shape",)), S("fact", (0,), ("cuts",)), S("count", (1,)))
    return make.fill_in(make.panel("plain", [shape], size=130), steps, (0,))


def a_mixed_group(make: Make, part: int, whole: int, one: str, other: str, colour: str, inside: str = "") -> list[str]:
    shapes = [make.shape(one, colour, inside) for _ in range(part)] + [
        make.shape(other, colour, inside) for _ in range(whole - part)
    ]
    return make.rng.shuffled(shapes)


@kind(
    "fraction of a group",
    "choose-text",
    "fraction of a group",
    "counting fraction",
    "grade2 grade3",
    needs="question picture",
    en=("What fraction of the shapes are {x:many}?",),
    zh=("{x}占全部图形的几分之几?",),
)
def fraction_of_group(make: Make) -> Problem:
    one, other = make.rng.sample(("circle", "triangle", "square", "star", "heart", "hexagon"), 2)
    options = near_fractions(make, 3, 10)
    part, whole = options[0]
    shapes = a_mixed_group(make, part, whole, one, other, make.colour())
    steps = (
        S("all_of", (), ("shape",)),
        S("named", (0,), (one,)),
        S("count", (1,)),
        S("count", (0,)),
        S("fraction", (2, 3)),
    )
    choices = [f"{p}/{w}" for p, w in options]
    return make.choose_text(make.panel("rows", shapes, size=40, per_row=6), steps, (0,), choices, x=SHAPES[one].noun)


@kind(
    "group with the fraction",
    "choose-picture",
    "fraction of a group",
    "counting fraction",
    "grade2 grade3",
    needs="question picture",
    en=("In which group are {f} of the shapes {x:many}?",),
    zh=("哪一组中{x}占{f}?",),
)
def group_with_fraction(make: Make) -> Problem:
    one, other = make.rng.sample(("circle", "triangle", "square", "star", "heart", "hexagon"), 2)
    options, colour, panels = some_fractions(make, 2), make.colour(), []
    for part, whole in options:
        box = make.option()
        panels.append(
            make.panel("rows", a_mixed_group(make, part, whole, one, other, colour, box), box, size=34, per_row=4)
        )
    part, whole = options[0]
    steps = (S("all_of", (), ("option",)), S("mixed_so", (0,), (one, part, whole)))
    return make.line_up(panels, steps, (1,), f=f"{part}/{whole}", x=SHAPES[one].noun)


@kind(
    "greater fraction",
    "choose-text",
    "compare fractions",
    "comparing fraction",
    "grade3",
    needs="question picture",
    en=("The shapes show two fractions. Which fraction is {w}?",),
    zh=("两个图形表示两个分数。哪个分数更{w}?",),
)
def greater_fraction(make: Make) -> Problem:
    while True:
        (p1, w1), (p2, w2) = some_fractions(make, 2)
        if abs(p1 / w1 - p2 / w2) >= 0.12:
            break
    colours, shape, greater = make.colours(2), make.rng.choice(CUT), make.rng.coin()
    shapes = [
        cut(make, w, list(range(p)), c, shape=shape) for (p, w), c in zip(((p1, w1), (p2, w2)), colours, strict=True)
    ]
    steps = (S("all_of", (), ("shape",)), S("most_coloured" if greater else "least_coloured", (0,)), S("fact",
    (1,), ("coloured",)),
             S("count", (2,)), S("fact", (1,), ("cuts",)), S("count", (4,)), S("fraction", (3, 5)))  # fmt: skip
    words = {"en": ("greater", "smaller"), "zh": ("大", "小")}[make.language]
    return make.choose_text(
        make.panel("row", shapes, size=110, gap=44),
        steps,
        (0,),
        [f"{p1}/{w1}", f"{p2}/{w2}"],
        w=words[0 if greater else 1],
    )
