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
    en=("Which shape is {x:a}?",),
    zh=("哪个立体图形是{x}?",),
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
    en=("What is this shape called?", "What solid shape is this?"),
    zh=("这个立体图形叫什么?",),
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
    en=("Which figure has {w} {s}?",),
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
    en=("How many {w} does this shape have?",),
    zh=("这个立体图形有几{m}{w}?",),
)
def count_faces(make: Make) -> Problem:
    word = make.rng.choice(("faces", "edges", "vertices"))
    panel = make.panel("plain", [make.solid(make.rng.choice(POLYHEDRA))], size=make.rng.choice((100, 120, 140)))
    measure = {"faces": "个", "edges": "条", "vertices": "个"}[word]
    return make.fill_in(
        panel, (S("all_of", (), ("solid",)), S("fact", (0,), (word,))), (0,), w=make.word(word), m=measure
    )


def face_question(make: Make) -> tuple[str, str]:
    """A flat shape, and a solid that has it as a face as often as not."""
    flat = make.rng.choice(("circle", "triangle", "square"))
    fact, wanted = f"has a {flat} face", make.rng.coin()
    # A prism might have a square side that the drawing does not settle: never asked about squares.
    clear = [name for name in SOLIDS if not (flat == "square" and "prism" in name)]
    return flat, make.rng.choice([name for name in clear if SOLIDS[name].facts[fact] == wanted])


@kind(
    "has such a face",
    "choose-text",
    "faces of solids",
    "geometry",
    "grade1 grade2",
    needs="question picture",
    en=("Does this shape have {x:a} as a face?",),
    zh=("这个立体图形有{x}的面吗?",),
)
def has_such_a_face(make: Make) -> Problem:
    flat, solid = face_question(make)
    steps = (S("all_of", (), ("solid",)), S("fact", (0,), (f"has a {flat} face",)))
    return make.yes_no(
        make.panel("plain", [make.solid(solid)], size=make.rng.choice((100, 115, 130))),
        steps,
        (0,),
        x=SHAPES[flat].noun,
    )


@kind(
    "can you trace",
    "choose-text",
    "trace faces of solids",
    "geometry",
    "grade1 grade2",
    needs="question picture",
    en=("Can you trace {x:a} with this shape?",),
    zh=("用这个立体图形能描出{x}吗?",),
)
def can_you_trace(make: Make) -> Problem:
    flat, solid = face_question(make)
    steps = (S("all_of", (), ("solid",)), S("fact", (0,), (f"has a {flat} face",)))
    return make.yes_no(
        make.panel("plain", [make.solid(solid)], size=make.rng.choice((100, 115, 130))),
        steps,
        (0,),
        x=SHAPES[flat].noun,
    )
