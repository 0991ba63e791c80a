"""Photographs as Visual Genome describes them: what is on them, how it looks, how it stands to each other.

`reading` streams the released files of every version into the records here; `cleaning` makes graphs of them that can be
asked about; `mining` finds crops and counts for matrices.
"""

from __future__ import annotations

from msgspec import Struct


class Entity(Struct, frozen=True):
    """A box with a name, as somebody drew it. Names are stripped and in lower case; the first is the one to use."""

    id: int
    names: tuple[str, ...]
    box: tuple[float, float, float, float]  # left, top, right, bottom; may lie off the photograph
    attributes: tuple[str, ...] = ()
    many: bool = False  # one box around several: "trees"

    @property
    def name(self) -> str:
        return self.names[0]


class Link(Struct, frozen=True):
    subject: int  # entity id
    predicate: str
    object: int  # entity id


class Photo(Struct, frozen=True):
    """One image with its scene graph."""

    image: int
    width: int
    height: int
    entities: tuple[Entity, ...]
    links: tuple[Link, ...] = ()
    dangling: int = 0  # relations that name an id which is no object's


class Region(Struct, frozen=True):
    """A sentence about a part of a photograph."""

    image: int
    id: int
    phrase: str
    box: tuple[float, float, float, float]
