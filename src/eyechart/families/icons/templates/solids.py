"""Solids: names, faces, edges, vertices, what they leave when traced, and things shaped like them."""

from __future__ import annotations

from typing import Any

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Panel, Problem
from eyechart.families.icons.shapes import POLYHEDRA, SHAPED_LIKE, SHAPES, SOLIDS
from eyechart.knowledge.concepts import concept

MADE = {"cone": ("party hat", "traffic cone"), "cube": ("gift box", "toy block")}
ALIKE = ({"cube", "rectangular prism"},)  # a cube is a rectangular prism: never both among the choices


def solid_panels(make: Make, names: list[str]) -> list[Panel]:
    colours = make.rng.shuffled(("red", "orange", "yellow", "green", "blue", "purple", "pink"))
    return [
        make.panel("plain", [make.solid(name, colour)], size=96) for name, colour in zip(names, colours, strict=False)
    ]


def unlike_solids(make: Make, count: int) -> list[str]:
    while True:
        names = make.rng.sample(tuple(SOLIDS), count)
        if not any(pair <= set(names) for pair in ALIKE):
            return names


@kind(
    "which solid",
    "choose-picture",
    "solid shapes",
    "geometry",
    "kindergarten grade1 grade2",
    needs="question picture",
    en=("Which shape is {x:a}?", "{p} needs {x:a}. Which shape should {p} take?"),
    zh=("哪个立体图形是{x}?", "{p}需要{x}。应该选哪个立体图形?"),
)
def which_solid(make: Make) -> Problem:
    names = unlike_solids(make, make.how_many_choices())
    return make.line_up(
        solid_panels(make, names),
        (S("all_of", (), ("solid",)), S("named", (0,), (names[0],))),
        (1,),
        x=SOLIDS[names[0]].noun,
    )


@kind(
    "what is this solid",
    "choose-text",
    "solid shapes",
    "geometry",
    "grade1 grade2",
    needs="picture",
    en=("What is this solid shape called?", "{p} built with this shape. What is it called?"),
    zh=("这个立体图形叫什么?", "{p}用这个立体图形搭积木。它叫什么?"),
)
def what_is_this_solid(make: Make) -> Problem:
    names = unlike_solids(make, make.rng.integer(3, 4))
    panel = make.panel("plain", [make.solid(names[0])], size=make.rng.choice((100, 115, 130)))
    return make.choose_text(
        panel,
        (S("all_of", (), ("solid",)), S("called", (0,))),
        (0,),
        [SOLIDS[n].noun.said(make.language) for n in names],
    )


def shaped(make: Make, solid: str, **data: Any) -> str:
    """An everyday thing of the shape of a solid."""
    names = (*SHAPED_LIKE[solid], *MADE.get(solid, ()))
    name = make.rng.choice(names)
    if name in SHAPED_LIKE[solid]:
        return make.icon(concept(name), shaped=solid, **data)
    colour = "orange" if name == "traffic cone" else make.colour(but=("yellow",))
    return make.add("icon", name, "object", colour=colour, shaped=solid, **data)


@kind(
    "shaped like",
    "choose-picture",
    "shapes of objects",
    "geometry scene",
    "grade1 grade2",
    needs="question picture",
    en=("Which is shaped like {x:a}?", "Which object is shaped like {x:a}?"),
    zh=("哪个物体的形状像{x}?",),
)
def shaped_like(make: Make) -> Problem:
    solids = make.rng.sample(tuple(SHAPED_LIKE), make.how_many_choices(4))
    panels = [make.panel("plain", [shaped(make, solid)], size=90) for solid in solids]
    return make.line_up(
        panels, (S("all_of", (), ("icon",)), S("only", (0,), ("shaped", solids[0]))), (1,), x=SOLIDS[solids[0]].noun
    )


@kind(
    "more faces",
    "choose-picture",
    "compare faces, edges and vertices",
    "geometry comparing",
    "grade2",
    needs="question picture",
    en=("Which figure has {w} {s}?", "{p} counts the {s} of both figures. Which has {w}?"),
    zh=("哪个立体图形的{s}{w}?",),
)
def more_faces(make: Make) -> Problem:
    word = make.rng.choice(("faces", "edges", "vertices"))
    while True:
        names = make.rng.sample(POLYHEDRA, 2)
        if SOLIDS[names[0]].facts[word] != SOLIDS[names[1]].facts[word]:
            break
    more = make.rng.coin()
    steps = (S("all_of", (), ("solid",)), S("most" if more else "least", (0,), (word,)))
    return make.line_up(
        solid_panels(make, names), steps, (1,), w=make.word("more" if more else "fewer"), s=make.word(word)
    )


@kind(
    "count faces",
    "fill-in",
    "count faces, edges and vertices",
    "geometry counting",
    "grade1 grade2",
    needs="picture",  # a pyramid has as many faces as vertices: two guesses of three are right without the question
    en=("How many {w} does this shape have?", "{p} counts the {w} of this shape. How many are there?"),
    zh=("这个立体图形有几{m}{w}?", "{p}在数这个立体图形的{w}。一共有几{m}?"),
)
def count_faces(make: Make) -> Problem:
    word = make.rng.choice(("faces", "edges", "vertices"))
    panel = make.panel("plain", [make.solid(make.rng.choice(POLYHEDRA))], size=make.rng.choice((100, 120, 140)))
    measure = {"faces": "个", "edges": "条", "vertices": "个"}[word]
    return make.fill_in(
        panel, (S("all_of", (), ("solid",)), S("fact", (0,), (word,))), (0,), w=make.word(word), m=measure
    )


def about_a_face(make: Make) -> Problem:
    """Does a solid have a flat shape as a face? As often as not it has."""
    flat = make.rng.choice(("circle", "triangle", "square"))
    fact, wanted = f"has a {flat} face", make.rng.coin()
    # A prism might have a square side that the drawing does not settle: never asked about squares.
    clear = [name for name in SOLIDS if not (flat == "square" and "prism" in name)]
    solid = make.solid(make.rng.choice([name for name in clear if SOLIDS[name].facts[fact] == wanted]))
    panel = make.panel("plain", [solid], size=make.rng.choice((100, 115, 130)))
    return make.yes_no(panel, (S("all_of", (), ("solid",)), S("fact", (0,), (fact,))), (0,), x=SHAPES[flat].noun)


@kind(
    "has such a face",
    "choose-text",
    "faces of solids",
    "geometry",
    "grade1 grade2",
    needs="question picture",
    en=("Does this shape have {x:a} as a face?", "{p} looks for {x:a} among the faces of this shape. Is there one?"),
    zh=("这个立体图形有{x}的面吗?", "{p}在这个立体图形的面里找{x}。有吗?"),
)
def has_such_a_face(make: Make) -> Problem:
    return about_a_face(make)


@kind(
    "can you trace",
    "choose-text",
    "trace faces of solids",
    "geometry",
    "grade1 grade2",
    needs="question picture",
    en=("Can you trace {x:a} with this shape?", "Can {p} trace {x:a} with this shape?"),
    zh=("用这个立体图形能描出{x}吗?", "{p}用这个立体图形能描出{x}吗?"),
)
def can_you_trace(make: Make) -> Problem:
    return about_a_face(make)
