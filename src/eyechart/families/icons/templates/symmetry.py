"""Symmetry, and what has been done to a letter: flip, turn, slide."""

from __future__ import annotations

from typing import Any

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.families.icons.shapes import MIRRORS, SYMMETRIC_LETTERS

OTHER_LETTERS = "FGJLNPQRSZ"  # no mirror leaves them as they are, upright or lying

# Capitals that look different when mirrored, and when given a quarter turn.
TELLING = "FGJLPR"


def symmetric_picture(make: Make, symmetric: bool) -> str:
    """A letter or shape that has a line of symmetry, or has none."""
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
    en=("Which picture has symmetry?", "Which picture has a line of symmetry?"),
    zh=("哪个图案是轴对称的?",),
)
def which_has_symmetry(make: Make) -> Problem:
    pictures = [symmetric_picture(make, i == 0) for i in range(make.how_many_choices(3))]
    panels = [make.panel("plain", [picture], size=92) for picture in pictures]
    return make.line_up(panels, (S("all_of", (), ("figure",)), S("having", (0,), ("symmetric", True))), (1,))


@kind(
    "has symmetry",
    "choose-text",
    "symmetry",
    "geometry",
    "grade1",
    needs="picture",
    en=("Does this picture have symmetry?", "{p} drew this. Does it have a line of symmetry?"),
    zh=("这个图案是轴对称的吗?", "{p}画了这个图案。它是轴对称的吗?"),
)
def has_symmetry(make: Make) -> Problem:
    thing = symmetric_picture(make, make.rng.coin())
    steps = (S("all_of", (), ("figure",)), S("fact", (0,), ("symmetric",)))
    return make.yes_no(make.panel("plain", [thing], size=make.rng.choice((100, 115, 130))), steps, (0,))


@kind(
    "line of symmetry",
    "choose-text",
    "symmetry",
    "geometry",
    "grade1 grade2",
    needs="picture",
    en=("Is the dotted line a line of symmetry?", "{p} folds this along the dotted line. Is it a line of symmetry?"),
    zh=("虚线是对称轴吗?", "{p}沿虚线对折。虚线是对称轴吗?"),
)
def line_of_symmetry(make: Make) -> Problem:
    right = make.rng.coin()
    name = make.rng.choice(tuple(MIRRORS))
    wrong = [angle for angle in range(0, 180, 6) if all(abs((angle - m + 90) % 180 - 90) >= 18 for m in MIRRORS[name])]
    angle = make.rng.choice(MIRRORS[name]) if right else make.rng.choice(wrong)
    drawn = "letter" if len(name) == 1 else "shape"
    thing = make.add("figure", name, "with line", drawn_as=drawn, colour=make.colour(but=("yellow",)), line=angle)
    steps = (S("all_of", (), ("figure",)), S("is_mirror", (0,)))
    return make.yes_no(make.panel("plain", [thing], size=make.rng.choice((95, 110, 125))), steps, (0,))


def moved_letters(make: Make, name: str, how: str, colour: str, prefix: str = "letter", **data: Any) -> str:
    look: dict[str, Any] = {
        "flip": {"flip": True, "turn": 0},
        "turn": {"flip": False, "turn": make.rng.choice((90, 180, 270))},
        "slide": {"flip": False, "turn": 0},
    }[how]
    return make.add(prefix, name, "letter", colour=colour, **look, **data)


@kind(
    "flip turn or slide",
    "choose-text",
    "flip turn slide",
    "geometry",
    "grade1 grade2",
    needs="picture",
    en=("What has been done to this letter?", "How was this letter moved?"),
    zh=("这个字母是怎样变换的?",),
)
def flip_turn_or_slide(make: Make) -> Problem:
    name, how, colours = make.rng.choice(TELLING), make.rng.choice(("flip", "turn", "slide")), make.colours(2)
    before = moved_letters(make, name, "slide", colours[0])
    after = moved_letters(make, name, how, colours[1])
    steps = (S("all_of", (), ("letter",)), S("movement", (0,)), S("said", (1,), (make.table("flip", "turn", "slide"),)))
    panel = make.panel("row", [before, after], size=110, gap=60)
    return make.choose_text(panel, steps, (0,), [make.word(w) for w in ("flip", "turn", "slide")])


@kind(
    "which shows the move",
    "choose-picture",
    "flip turn slide",
    "geometry",
    "grade1 grade2",
    needs="question picture",
    en=("Which picture shows a {w}?",),
    zh=("哪幅图表示{w}?",),
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
