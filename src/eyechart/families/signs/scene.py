"""What can be read in a place: entries (shops, dishes, buses), each with texts that have roles. No pixels here."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from eyechart.core import Settings
from eyechart.drawing.camera import View, in_front
from eyechart.errors import EyechartError

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
Script = Literal["en", "zh", "mixed"]
Kind = Literal[
    "street", "road", "houses", "posters", "menu", "books", "products", "buses", "notices", "departures", "market", "directory"
]  # fmt: skip
KINDS: tuple[Kind, ...] = (
    "street", "road", "houses", "posters", "menu", "books", "products", "buses", "notices", "departures", "market", "directory",
)  # fmt: skip

Share = Annotated[float, Meta(ge=0, le=1)]
Degrees = Annotated[float, Meta(ge=0, le=60)]
Pixels = Annotated[float, Meta(ge=0, le=200)]
Few = Annotated[int, Meta(ge=3, le=5)]
Many = Annotated[int, Meta(ge=3, le=8)]


class SignSettings(Settings, frozen=True, kw_only=True):
    """Defaults are the preset `default`. What is written, how it is seen, how it is asked."""

    kinds: tuple[Kind, ...] = KINDS
    beside: tuple[Few, Few] = (3, 4)  # entries of a place where they stand side by side
    below: tuple[Many, Many] = (4, 6)  # entries of a place where they stand one below the other
    mixed: Share = 0.20  # of the places have entries in both languages
    other: Share = 0.14  # of the places are in the language that the question is not in
    common: Share = 0.5  # of the texts in training are drawn from the vocabulary that training and test share
    overlap_en: Share = 0.57  # of the English texts of the test split are drawn from it: 0 makes the splits disjoint
    overlap_zh: Share = 0.08  # and of the Chinese ones
    vocabulary: Annotated[int, Meta(ge=5, le=5000)] = 80  # words of each role and language in it

    width: Annotated[int, Meta(ge=320, le=1280)] = 640
    height: Annotated[int, Meta(ge=240, le=1024)] = 480
    yaw: Degrees = 20.0  # most, to either side
    pitch: Degrees = 9.0
    roll: Degrees = 4.0
    fill: tuple[Share, Share] = (0.93, 1.0)  # of the picture that the readable part takes
    text_height: Pixels = 12.0  # least ink of a text that is asked about, across its own baseline
    blur: tuple[Annotated[int, Meta(ge=0, le=12)], Annotated[int, Meta(ge=0, le=12)]] = (0, 0)  # passes of 1-2-1
    noise: tuple[Annotated[int, Meta(ge=0, le=16)], Annotated[int, Meta(ge=0, le=16)]] = (1, 3)  # grey levels
    clutter: Annotated[int, Meta(ge=0, le=12)] = 3  # things that stand about
    margin: Pixels = 8.0  # between any text and the edge of the picture
    format: Literal["jpeg", "png"] = "jpeg"
    quality: Annotated[int, Meta(ge=50, le=100)] = 90

    questions: tuple[Annotated[int, Meta(ge=1, le=12)], Annotated[int, Meta(ge=1, le=12)]] = (2, 4)  # a picture

    def check(self) -> None:
        for name in ("beside", "below", "fill", "blur", "noise", "questions"):
            low, high = getattr(self, name)
            if low > high:
                raise EyechartError(f"Setting {name}={low},{high} is empty: the first must not exceed the second.")
        if self.mixed + self.other > 1:
            raise EyechartError(f"Settings mixed={self.mixed:g} and other={self.other:g} are together more than 1.")
        if not in_front(self.yaw, self.pitch):
            raise EyechartError(
                f"Settings yaw={self.yaw:g} and pitch={self.pitch:g} are together too steep: lower one."
            )
        if not self.kinds:
            raise EyechartError(f"Setting kinds needs at least one of: {', '.join(KINDS)}.")


EASY = {
    "beside": (3, 3),
    "below": (3, 4),
    "yaw": 8.0,
    "pitch": 4.0,
    "roll": 1.5,
    "text_height": 16.0,
    "noise": (0, 2),
    "clutter": 1,
}
HARD = {
    "beside": (4, 5),
    "below": (6, 8),
    "yaw": 30.0,
    "pitch": 12.0,
    "roll": 10.0,
    "fill": (0.5, 0.6),
    "text_height": 6.5,
    "blur": (3, 4),
    "noise": (5, 8),
    "clutter": 6,
}


class Text(Struct, frozen=True):
    """What is written: the words as they stand there, and what they are for."""

    role: str
    words: str
    language: Language
    concept: str = ""  # what a word means whatever its language: bread, piano lessons; empty for names and numbers


class Entry(Struct, frozen=True):
    """A shop, a dish, a bus: texts that belong together. The first is what it is known by."""

    texts: tuple[Text, ...]
    colour: str = ""  # a colour name, where entries can be told apart by it


class Place(Struct, frozen=True):
    kind: Kind
    script: Script
    asked_in: Language
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
