"""What can be set when commonsense questions are made."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from eyechart.core import Settings
from eyechart.errors import EyechartError
from eyechart.families.commonsense.scene import PLACES

Place = Literal["kitchen", "living room", "bedroom", "bathroom", "office", "street", "park", "farm", "beach", "shop"]
Language = Literal["en", "zh"]
Things = Annotated[int, Meta(ge=6, le=25)]
Count = Annotated[int, Meta(ge=1, le=10)]


class CommonsenseSettings(Settings, frozen=True, kw_only=True):
    """Where, how crowded, how many questions, in which languages, and which knowledge the test holds out."""

    places: tuple[Place, ...] = PLACES  # type: ignore[assignment]
    things: tuple[Things, Things] = (14, 20)  # shown, about
    questions: tuple[Count, Count] = (7, 10)  # a picture, at most
    languages: tuple[Language, ...] = ("en",)
    held_out: bool = False  # validation and test ask about a fifth of the predicates, which training never does

    def check(self) -> None:
        for name in ("things", "questions"):
            low, high = getattr(self, name)
            if low > high:
                raise EyechartError(f"Setting {name}={low},{high} is empty: the first must not exceed the second.")
        for name, options in (("places", PLACES), ("languages", ("en", "zh"))):
            if not getattr(self, name):
                raise EyechartError(f"Setting {name} needs at least one of: {', '.join(options)}.")
