"""What a scene shows: a place, the things in it, how they stand to each other; and what can be wished for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

from eyechart.core import Graph, Relation, Thing

WIDTH, HEIGHT = 640, 480  # of every picture, in pixels
RELATIONS = (
    "on", "under", "in", "next to", "left of", "right of", "behind", "in front of", "holding", "wearing", "sitting on",
)  # fmt: skip
PLACE = "place"  # the id of the place itself in the graph

Box = tuple[int, int, int, int]  # left, top, right, bottom, in pixels
Triplet = tuple[str, str, str]  # thing id, relation, thing id


Part = Literal["left", "middle", "right"]  # of a picture


class Wanted(Struct, frozen=True):
    """A thing that the scene must show, looking like this; what is not said is left to chance."""

    concept: str
    attributes: Mapping[str, str] = {}
    part: Part | None = None  # of the picture, where it shall rather be


def anything(concept: str) -> bool:
    return True


class Wish(Struct, frozen=True):
    """What a scene shall have. Relations name places in `things`: (0, "on", 1)."""

    place: str | None = None
    things: tuple[Wanted, ...] = ()
    relations: tuple[tuple[int, str, int], ...] = ()
    allow: Callable[[str], bool] = anything  # which concepts may be added as extras
    crowd: int | None = None  # how many things in all, about; None: by chance
    loose: bool = False  # what finds no room may be left out
    apart: tuple[tuple[int, int], ...] = ()  # pairs of things, of which one at least shall have room between its two


class Placed(Struct, frozen=True):
    """A thing where it stands. `box` is that of its whole drawing, `seen` that of what nothing hides."""

    id: str
    concept: str
    attributes: dict[str, str]
    box: Box
    seen: Box
    visible: float  # the share of its drawing that nothing hides
    scale: float
    pose: str | None = None  # of people: "stand", "hold", "carry", "sit"; what they wear has its wearer's
    flip: bool = False
    look: tuple[tuple[str, str], ...] = ()  # all that its drawing depends on
    shadow: bool = False  # stands on something


class Scene(Struct, frozen=True):
    place: str
    variant: int  # of the backdrop: its palette
    things: tuple[Placed, ...]
    paint: tuple[tuple[str, bool], ...]  # thing ids from back to front; True: only its front, over what is in it
    relations: tuple[Triplet, ...]
    unclear: tuple[Triplet, ...]  # neither plainly so nor plainly not so: nothing may depend on them
    wanted: tuple[str | None, ...] = ()  # the ids of the things that were wished for, in that order; None: left out


def graph(scene: Scene) -> Graph:
    """The place is a thing of its own, `place`, that holds what is unclear: relation -> pairs of ids."""
    unclear: dict[str, list[tuple[str, str]]] = {}
    for subject, name, object in scene.unclear:
        unclear.setdefault(name, []).append((subject, object))
    place = Thing(PLACE, scene.place, data={"unclear": unclear})
    things = [Thing(t.id, t.concept, t.attributes, {"box": t.seen, "visible": t.visible}) for t in scene.things]
    return Graph((place, *things), tuple(Relation(*triplet) for triplet in scene.relations))
