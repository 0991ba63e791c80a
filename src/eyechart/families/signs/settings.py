"""What can be set when signs are generated: what is written, how it is seen, how it is asked."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from eyechart.core import Settings
from eyechart.drawing.camera import in_front
from eyechart.errors import EyechartError, unknown
from eyechart.families.signs.kinds import KINDS, PUBLISHED
from eyechart.families.signs.language import LANGUAGES

Share = Annotated[float, Meta(ge=0, le=1)]
Degrees = Annotated[float, Meta(ge=0, le=60)]
Pixels = Annotated[float, Meta(ge=0, le=200)]
Few = Annotated[int, Meta(ge=3, le=5)]
Many = Annotated[int, Meta(ge=3, le=8)]


class SignSettings(Settings, frozen=True, kw_only=True):
    """Defaults are the preset `default`. What is written, how it is seen, how it is asked."""

    kinds: tuple[str, ...] = PUBLISHED
    beside: tuple[Few, Few] = (3, 4)  # entries of a place where they stand side by side
    below: tuple[Many, Many] = (4, 6)  # entries of a place where they stand one below the other
    mixed: Share = 0.20  # of the places have entries in several languages
    other: Share = 0.14  # of the places are in a language that the question is not in
    common: Share = 0.5  # of the texts in training are drawn from the vocabulary that training and test share
    # Of the texts of the test split in each language are drawn from it; of a language left out, none: the splits are disjoint.
    overlap: dict[str, Share] = field(
        default_factory=lambda: {code: language.overlap for code, language in LANGUAGES.items()}
    )
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

    languages: tuple[str, ...] = tuple(LANGUAGES)  # of the questions; they take turns in the paper's proportions
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
        for kind in self.kinds:
            if kind not in KINDS:
                raise unknown("kind of sign", kind, KINDS)
        if not self.languages:
            raise EyechartError(f"Setting languages needs at least one of: {', '.join(LANGUAGES)}.")
        for language in self.languages:
            if language not in LANGUAGES:
                raise unknown("language of setting languages", language, LANGUAGES)
        for language in self.overlap:
            if language not in LANGUAGES:
                raise unknown("language of setting overlap", language, LANGUAGES)


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
