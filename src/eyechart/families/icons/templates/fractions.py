"""Equal parts, halves to eighths, fractions of a shape and of a group."""

from __future__ import annotations

from itertools import accumulate, pairwise

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem

CUT = ("circle", "square", "rectangle")
WHOLES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12)
EQUAL_PARTS = {2: "halves", 3: "thirds", 4: "fourths", 6: "sixths", 8: "eighths"}


def cut(
    make: Make,
    parts: int,
    coloured: list[int],
    colour: str,
    equal: bool = True,
    shape: str | None = None,
    prefix: str = "shape",
) -> str:
    """A shape cut into parts; uneven cuts are far from even, so that nobody has to measure."""
    ends = [(i + 1) / parts for i in range(parts)]
    if not equal:
        ends = uneven_ends(make, parts)
    name = shape or make.rng.choice(CUT)
    return make.add(prefix, name, "fraction", colour=colour, cuts=ends, coloured=coloured)


def uneven_ends(make: Make, parts: int) -> list[float]:
    """Where parts end of which the widest is more than twice as wide as the narrowest, and none is a sliver."""
    while True:
        wide = [make.rng.uniform(0.45, 1.5) for _ in range(parts)]
        ends = [round(end / sum(wide), 4) for end in accumulate(wide)]
        widths = [b - a for a, b in pairwise([0.0, *ends])]
        if max(widths) >= 2.2 * min(widths) and min(widths) >= 0.05:
            return [*ends[:-1], 1.0]


@kind(
    "equal parts", "choose-picture", "equal parts", "fraction", "kindergarten grade1", needs="picture", by="names, cuts"
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
    by="names, number of cuts",
)
def is_it_in_equal_parts(make: Make) -> Problem:
    parts = make.rng.integer(2, 8)
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
    by="names, number of cuts",
)
def shows_fourths(make: Make) -> Problem:
    numbers, colour = make.rng.sample((2, 3, 4, 6, 8), make.how_many_choices(4)), make.colour()
    shapes = [cut(make, n, list(range(n)), colour) for n in numbers]
    steps = (S("all_of", (), ("shape",)), S("having_so_many", (0,), ("cuts", numbers[0])))
    return make.line_up(
        [make.panel("plain", [s], size=100) for s in shapes], steps, (1,), w=make.word(EQUAL_PARTS[numbers[0]])
    )


def some_fractions(make: Make, count: int) -> list[tuple[int, int]]:
    """Different in value, not only in name."""
    found: list[tuple[int, int]] = []
    while len(found) < count:
        whole = make.rng.choice(WHOLES)
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
    by="number of cuts, number of coloured",
)
def shows_the_fraction(make: Make) -> Problem:
    options, colour = some_fractions(make, make.how_many_choices(4)), make.colour()
    shapes = [cut(make, whole, list(range(part)), colour) for part, whole in options]
    part, whole = options[0]
    steps = (S("all_of", (), ("shape",)), S("coloured_so", (0,), (part, whole)))
    said = make.spelling.fraction(part, whole)
    return make.line_up([make.panel("plain", [s], size=100) for s in shapes], steps, (1,), f=said)


def near_fractions(make: Make) -> list[tuple[int, int]]:
    """Four that differ in value, out of three neighbouring numbers of parts: all drawn alike, any may be the right one."""
    least = make.rng.integer(2, 7)
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
    by="number of cuts, number of coloured",
)
def fraction_coloured(make: Make) -> Problem:
    shape = coloured(make)
    return make.fill_in(
        make.panel("plain", [shape], size=130), SHADED, (0,), "fraction", x=make.noun(make.things[0].name)
    )


@kind(
    "fraction coloured, choices", "choose-text", "fraction", "fraction", "grade2 grade3", needs="picture", by="choices"
)
def fraction_coloured_choices(make: Make) -> Problem:
    options = near_fractions(make)
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
    by="names, number of cuts",
)
def count_the_parts(make: Make) -> Problem:
    parts = make.rng.integer(2, 12)
    shape = cut(make, parts, sorted(make.rng.sample(range(parts), make.rng.integer(0, parts))), make.colour())
    steps = (S("all_of", (), ("shape",)), S("fact", (0,), ("cuts",)), S("count", (1,)))
    return make.fill_in(make.panel("plain", [shape], size=130), steps, (0,))


def a_mixed_group(
    make: Make, part: int, whole: int, one: str, other: str, colour: str, inside: str | None = None
) -> list[str]:
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
    by="names, choices",
)
def fraction_of_group(make: Make) -> Problem:
    """Of each kind another number: to choose from are the fractions of all of them, so that each is right for one."""
    names = make.rng.sample(("circle", "triangle", "square", "star", "heart", "hexagon"), make.rng.integer(3, 4))
    numbers, colour = make.rng.sample(range(1, 7), len(names)), make.colour()
    shapes = [make.shape(name, colour) for name, n in zip(names, numbers, strict=True) for _ in range(n)]
    steps = (
        S("all_of", (), ("shape",)),
        S("named", (0,), (names[0],)),
        S("count", (1,)),
        S("count", (0,)),
        S("fraction", (2, 3)),
    )
    choices = [f"{n}/{sum(numbers)}" for n in numbers]
    panel = make.panel("rows", make.rng.shuffled(shapes), size=40, per_row=6)
    return make.choose_text(panel, steps, (0,), choices, x=make.noun(names[0]))


@kind(
    "group with the fraction",
    "choose-picture",
    "fraction of a group",
    "counting fraction",
    "grade2 grade3",
    needs="question picture",
    by="names, counts",
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
    return make.line_up(panels, steps, (1,), f=f"{part}/{whole}", x=make.noun(one))


@kind(
    "greater fraction",
    "choose-text",
    "compare fractions",
    "comparing fraction",
    "grade3",
    needs="question picture",
    by="number of cuts, number of coloured",
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
    steps = (
        S("all_of", (), ("shape",)), S("most_coloured" if greater else "least_coloured", (0,)),
        S("fact", (1,), ("colour",)), S("said", (2,), (make.table(*colours),)),
    )  # fmt: skip
    return make.choose_text(
        make.panel("row", shapes, size=110, gap=44),
        steps,
        (0,),
        [make.word(c) for c in colours],
        w=make.either("fraction", greater),
    )
