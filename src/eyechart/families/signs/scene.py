"""What can be read in a place: entries (shops, dishes, buses), each with texts that have roles."""

from __future__ import annotations

from msgspec import Struct

from eyechart.drawing.camera import View


class Text(Struct, frozen=True):
    """What is written: the words as they stand there, and what they are for."""

    role: str
    words: str
    language: str
    concept: str | None = (
        None  # what a word means whatever its language: bread, piano lessons; names and numbers mean nothing
    )


class Entry(Struct, frozen=True):
    """A shop, a dish, a bus: texts that belong together. The first is what it is known by."""

    texts: tuple[Text, ...]
    colour: str | None = None  # a colour's name, where entries can be told apart by it


class Place(Struct, frozen=True):
    kind: str
    script: str  # the language that all of it is in, or `mixed`
    asked_in: str
    turn: int  # how many places of this kind and language come before it
    entries: tuple[Entry, ...]  # from left to right, or from top to bottom
    heading: tuple[Text, ...]  # texts of the whole place: the restaurant's name over its menu
    view: View
    width: int
    height: int
    margin: float
    light: int
    blur: int
    noise: int
    clutter: int
    look: int  # seeds what has no meaning: bricks, windows, fonts, who stands where
