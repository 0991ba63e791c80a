"""Symmetry, and what has been done to a letter: flip, turn, slide."""

from __future__ import annotations

from typing import Any

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.families.icons.shapes import MIRRORS, SYMMETRIC_LETTERS, folds
from eyechart.families.icons.templates.area import polyomino

OTHER_LETTERS = "FGJLNPQRSZ"  # no mirror leaves them as they are, upright or lying

# Letters that look different when mirrored, and when turned by any quarters.
TELLING = "FGJLPQRaefghjrty"


def squares(make: Make, symmetric: bool) -> list[list[int]]:
    """A figure of unit squares: a half and its mirror image, or one that no fold lays onto itself."""
    if symmetric:
        half = polyomino(make, make.rng.integer(3, 5), 3, 4)
        wide = max(c for c, _ in half)
        both = half + [[2 * wide + 1 - c, r] for c, r in half]
        return sorted(both if make.rng.coin() else [[r, c] for c, r in both])
    while True:
        cells = polyomino(make, make.rng.integer(6, 10))
        if not folds(cells):
            return cells


def symmetric_picture(make: Make, symmetric: bool) -> str:
    """A letter, a shape or a figure of squares that has a line of symmetry, or has none."""
    if make.rng.coin():
        cells = squares(make, symmetric)
        return make.add("figure", "squares", "cells", colour=make.colour(but=("yellow",)), cells=cells)
    if make.rng.coin():
        name, drawn = make.rng.choice(SYMMETRIC_LETTERS if symmetric else OTHER_LETTERS), "letter"
    else:
        shapes = ("circle", "oval", "heart", "star", "square", "rectangle", "hexagon", "triangle", "trapezoid")
        name, drawn = make.rng.choice(shapes if symmetric else ("parallelogram", "right triangle")), "shape"
    return make.add("figure", name, drawn, colour=make.colour(but=("yellow",)))


@kind(
    "which has symmetry",
    "choose-picture",
    "symmetry",
    "geometry",
    "kindergarten grade1",
    needs="picture",
    by="names, cells",
)
def which_has_symmetry(make: Make) -> Problem:
    pictures = [symmetric_picture(make, i == 0) for i in range(make.how_many_choices(3))]
    panels = [make.panel("plain", [picture], size=92) for picture in pictures]
    return make.line_up(panels, (S("all_of", (), ("figure",)), S("having", (0,), ("symmetric", True))), (1,))


@kind("has symmetry", "choose-text", "symmetry", "geometry", "grade1", needs="picture", by="names, cells")
def has_symmetry(make: Make) -> Problem:
    thing = symmetric_picture(make, make.rng.coin())
    steps = (S("all_of", (), ("figure",)), S("fact", (0,), ("symmetric",)))
    return make.yes_no(make.panel("plain", [thing], size=make.rng.choice((100, 115, 130))), steps, (0,))


@kind("line of symmetry", "choose-text", "symmetry", "geometry", "grade1 grade2", needs="picture", by="names, cells")
def line_of_symmetry(make: Make) -> Problem:
    right = make.rng.coin()
    data: dict[str, Any] = {}
    if make.rng.coin():
        name, drawn, data["cells"] = "squares", "cells", squares(make, True)
        mirrors = folds(data["cells"])
    else:
        name = make.rng.choice(tuple(MIRRORS))
        mirrors, drawn = MIRRORS[name], "letter" if len(name) == 1 else "shape"
    wrong = [angle for angle in range(0, 180, 6) if all(abs((angle - m + 90) % 180 - 90) >= 18 for m in mirrors)]
    data["line"] = make.rng.choice(mirrors if right else wrong)
    thing = make.add("figure", name, "with line", drawn_as=drawn, colour=make.colour(but=("yellow",)), **data)
    steps = (S("all_of", (), ("figure",)), S("is_mirror", (0,)))
    return make.yes_no(make.panel("plain", [thing], size=make.rng.choice((95, 110, 125))), steps, (0,))


def moved_letters(make: Make, name: str, how: str, colour: str, prefix: str = "letter", **data: Any) -> str:
    look: dict[str, Any] = {
        "flip": {"flip": True, "turn": 0},
        "turn": {"flip": False, "turn": make.rng.choice((90, 180, 270))},
        "slide": {"flip": False, "turn": 0},
    }[how]
    return make.add(prefix, name, "letter", colour=colour, **look, **data)


@kind("flip turn or slide", "choose-text", "flip turn slide", "geometry", "grade1 grade2", needs="picture")
def flip_turn_or_slide(make: Make) -> Problem:
    name, how, colours = make.rng.choice(TELLING), make.rng.choice(("flip", "turn", "slide")), make.colours(2)
    before = moved_letters(make, name, "slide", colours[0])
    after = moved_letters(make, name, how, colours[1])
    steps = (S("all_of", (), ("letter",)), S("movement", (0,)), S("said", (1,), (make.table("flip", "turn", "slide"),)))
    panel = make.panel("row", [before, after], size=110, gap=60)
    return make.choose_text(panel, steps, (0,), [make.word(w) for w in ("flip", "turn", "slide")])


@kind(
    "which shows the move", "choose-picture", "flip turn slide", "geometry", "grade1 grade2", needs="question picture"
)
def which_shows_the_move(make: Make) -> Problem:
    ways, colours = make.rng.shuffled(("flip", "turn", "slide"))[: make.how_many_choices(3)], make.colours(2)
    name, panels = make.rng.choice(TELLING), []
    for how in ways:
        box = make.option()
        letters = [
            moved_letters(make, name, "slide", colours[0], inside=box),
            moved_letters(make, name, how, colours[1], inside=box),
        ]
        panels.append(make.panel("row", letters, box, size=72, gap=22))
    return make.line_up(
        panels, (S("all_of", (), ("option",)), S("moved", (0,), (ways[0],))), (1,), w=make.word(ways[0])
    )
