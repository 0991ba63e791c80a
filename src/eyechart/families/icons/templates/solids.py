"""Solids: names, faces, edges, vertices, what they leave when traced, and things shaped like them."""

from __future__ import annotations

from typing import Any

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Panel, Problem
from eyechart.families.icons.shapes import POLYHEDRA, SHAPED_LIKE, SOLIDS
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
    "which solid", "choose-picture", "solid shapes", "geometry", "kindergarten grade1 grade2", needs="question picture"
)
def which_solid(make: Make) -> Problem:
    names = unlike_solids(make, make.how_many_choices())
    return make.line_up(
        solid_panels(make, names),
        (S("all_of", (), ("solid",)), S("named", (0,), (names[0],))),
        (1,),
        x=make.noun(names[0]),
    )


@kind("what is this solid", "choose-text", "solid shapes", "geometry", "grade1 grade2", needs="picture", by="choices")
def what_is_this_solid(make: Make) -> Problem:
    names = unlike_solids(make, make.rng.integer(3, 4))
    words = {n: make.noun(n).said(make.language) for n in names}
    panel = make.panel("plain", [make.solid(names[0])], size=make.rng.choice((100, 115, 130)))
    return make.choose_text(
        panel,
        (S("all_of", (), ("solid",)), *make.say_name(words)),
        (0,),
        list(words.values()),
    )


def shaped_names(make: Make, solid: str, count: int) -> list[str]:
    """Different everyday things of the shape of a solid."""
    return make.rng.sample((*SHAPED_LIKE[solid], *MADE.get(solid, ())), count)


def shaped(make: Make, solid: str, name: str, **data: Any) -> str:
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
    listed=True,
)
def shaped_like(make: Make) -> Problem:
    solids = make.rng.sample(tuple(SHAPED_LIKE), make.how_many_choices(4))
    panels = [make.panel("plain", [shaped(make, solid, *shaped_names(make, solid, 1))], size=90) for solid in solids]
    return make.line_up(
        panels, (S("all_of", (), ("icon",)), S("only", (0,), ("shaped", solids[0]))), (1,), x=make.noun(solids[0])
    )


@kind(
    "more faces",
    "choose-picture",
    "compare faces, edges and vertices",
    "geometry comparing",
    "grade2",
    needs="question picture",
    by="looks",
)
def more_faces(make: Make) -> Problem:
    word = make.rng.choice(("faces", "edges", "vertices"))
    while True:
        names = make.rng.sample(POLYHEDRA, 2)
        if SOLIDS[names[0]][word] != SOLIDS[names[1]][word]:
            break
    more = make.rng.coin()
    steps = (S("all_of", (), ("solid",)), S("most" if more else "least", (0,), (word,)))
    return make.line_up(solid_panels(make, names), steps, (1,), w=make.either("count", more), s=make.noun(word))


def count_on_solid(make: Make, word: str) -> Problem:
    panel = make.panel("plain", [make.solid(make.rng.choice(POLYHEDRA))], size=make.rng.choice((100, 120, 140)))
    return make.fill_in(panel, (S("all_of", (), ("solid",)), S("fact", (0,), (word,))), (0,), w=make.noun(word))


# A template for each: what is counted would tell which numbers it may be.
@kind(
    "count faces",
    "fill-in",
    "count faces",
    "geometry counting",
    "grade1 grade2",
    needs="picture",
    weight=0.5,
    by="looks",
)
def count_faces(make: Make) -> Problem:
    return count_on_solid(make, "faces")


@kind(
    "count edges",
    "fill-in",
    "count edges",
    "geometry counting",
    "grade1 grade2",
    needs="picture",
    weight=0.5,
    by="looks",
)
def count_edges(make: Make) -> Problem:
    return count_on_solid(make, "edges")


@kind(
    "count vertices",
    "fill-in",
    "count vertices",
    "geometry counting",
    "grade1 grade2",
    needs="picture",
    weight=0.5,
    by="looks",
)
def count_vertices(make: Make) -> Problem:
    return count_on_solid(make, "vertices")


# Solids and flat shapes, with how often each pair is asked about: as many faces that are there as that are not, for each
# solid and for each flat shape, so that neither alone tells. Not of a prism whether a side is square: the drawing does
# not settle it. Not of a sphere or a box, which have none of the three.
FACES = {
    True: {
        ("cube", "square"): 4, ("cylinder", "circle"): 4, ("cone", "circle"): 4, ("pyramid", "triangle"): 2,
        ("pyramid", "square"): 2, ("triangular prism", "triangle"): 4,
    },
    False: {
        ("cube", "triangle"): 4, ("cylinder", "triangle"): 1, ("cylinder", "square"): 3, ("cone", "triangle"): 1,
        ("cone", "square"): 3, ("pyramid", "circle"): 4, ("triangular prism", "circle"): 4,
    },
}  # fmt: skip


def about_a_face(make: Make) -> Problem:
    """Does a solid have a flat shape as a face?"""
    pairs = FACES[make.rng.coin()]
    name, flat = make.rng.weighted(tuple(pairs), tuple(float(n) for n in pairs.values()))
    panel = make.panel("plain", [make.solid(name)], size=make.rng.choice((100, 115, 130)))
    steps = (S("all_of", (), ("solid",)), S("fact", (0,), (f"has a {flat} face",)))
    return make.yes_no(panel, steps, (0,), x=make.noun(flat))


@kind(
    "has such a face",
    "choose-text",
    "faces of solids",
    "geometry",
    "grade1 grade2",
    needs="question picture",
    by="looks",
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
    by="looks",
)
def can_you_trace(make: Make) -> Problem:
    return about_a_face(make)
