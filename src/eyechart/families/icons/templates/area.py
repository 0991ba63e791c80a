"""Perimeter and area."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem

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
        return name, [make.rng.integer(1, 20)] * 4
    if name == "rectangle":
        long = make.rng.integer(3, 20)
        short = make.rng.integer(1, long - 1)
        return name, [long, short, long, short]
    base = make.rng.integer(3, 15)
    leg = make.rng.integer(base // 2 + 2, 20)
    return name, [leg, base, leg]


@kind("perimeter", "fill-in", "perimeter", "geometry algebra", "grade2 grade3", needs="picture", by="sides")
def perimeter(make: Make) -> Problem:
    name, sides = lengths(make)
    unit = make.rng.choice(("yd", "ft", "m", "cm", "in"))
    shape = sided(make, name, sides, unit, make.colour())
    steps = (S("all_of", (), ("shape",)), S("fact", (0,), ("sides",)), S("sum_of", (1,)))
    return make.fill_in(
        make.panel("plain", [shape], size=130), steps, (0,), x=make.noun(name), u=make.word(UNITS[unit])
    )


@kind(
    "greater perimeter",
    "choose-text",
    "compare perimeter",
    "geometry comparing algebra",
    "grade2 grade3",
    needs="question picture",
    by="sides",
)
def greater_perimeter(make: Make) -> Problem:
    unit, colours = make.rng.choice(("ft", "m", "cm", "in")), make.colours(2)
    while True:
        made = [lengths(make) for _ in range(2)]
        if sum(made[0][1]) != sum(made[1][1]):
            break
    shapes = [sided(make, name, sides, unit, colour) for (name, sides), colour in zip(made, colours, strict=True)]
    greater = make.rng.coin()
    steps = (
        S("all_of", (), ("shape",)), S("most_in_all" if greater else "least_in_all", (0,), ("sides",)),
        S("fact", (1,), ("colour",)), S("said", (2,), (make.table(*colours),)),
    )  # fmt: skip
    return make.choose_text(
        make.panel("row", shapes, size=105, gap=10),
        steps,
        (0,),
        [make.word(c) for c in colours],
        w=make.either("perimeter", greater),
    )


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


@kind(
    "area",
    "fill-in",
    "area in unit squares",
    "geometry counting algebra",
    "grade2 grade3",
    needs="picture",
    by="cells",
    unit="square units",
)
def area(make: Make) -> Problem:
    shape = make.add("figure", "figure", "cells", colour=make.colour(), cells=polyomino(make, make.rng.integer(3, 14)))
    steps = (S("all_of", (), ("figure",)), S("fact", (0,), ("cells",)), S("count", (1,)))
    return make.fill_in(make.panel("plain", [shape], size=60), steps, (0,))


@kind(
    "which has that area",
    "choose-picture",
    "area in unit squares",
    "geometry counting algebra",
    "grade2 grade3",
    needs="question picture",
    by="cells",
)
def which_has_that_area(make: Make) -> Problem:
    sizes, colour = make.rng.sample(range(2, 12), make.how_many_choices(3)), make.colour()
    panels = [
        make.panel(
            "plain",
            [make.add("figure", "figure", "cells", colour=colour, unit=22, cells=polyomino(make, n, 4, 4))],
            size=60,
        )
        for n in sizes
    ]
    steps = (S("all_of", (), ("figure",)), S("having_so_many", (0,), ("cells", sizes[0])))
    return make.line_up(panels, steps, (1,), n=sizes[0])


@kind(
    "same area",
    "choose-text",
    "area in unit squares",
    "geometry counting algebra",
    "grade2 grade3",
    needs="picture",
    by="cells",
)
def same_area(make: Make) -> Problem:
    one = make.rng.integer(3, 11)
    other = one if make.rng.coin() else make.rng.choice([n for n in (one - 2, one - 1, one + 1, one + 2) if n > 2])
    colours = make.colours(2)
    shapes = [
        make.add("figure", "figure", "cells", colour=c, cells=polyomino(make, n, 4, 4))
        for c, n in zip(colours, (one, other), strict=True)
    ]
    steps = (
        S("all_of", (), ("figure",)), S("at", (0,), (1,)), S("fact", (1,), ("cells",)), S("count", (2,)),
        S("at", (0,), (2,)), S("fact", (4,), ("cells",)), S("count", (5,)), S("same", (3, 6)),
    )  # fmt: skip
    return make.yes_no(make.panel("row", shapes, size=60, gap=44), steps, (0,))
