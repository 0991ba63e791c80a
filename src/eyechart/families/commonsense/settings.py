"""What can be set when commonsense questions are made."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from eyechart.core import Settings
from eyechart.errors import EyechartError, unknown
from eyechart.families.commonsense.places import EXAM, PLACES
from eyechart.families.commonsense.question.compositions import Compositions

Things = Annotated[int, Meta(ge=6, le=25)]
Count = Annotated[int, Meta(ge=1, le=10)]


class CommonsenseSettings(Settings, frozen=True, kw_only=True):
    """Where, how crowded, how many questions, and in which languages."""

    places: tuple[str, ...] = EXAM  # any of those in places/
    things: tuple[Things, Things] = (14, 20)  # shown, about
    questions: tuple[Count, Count] = (7, 10)  # a picture, at most
    languages: tuple[str, ...] = ("en",)
    compositions: Compositions = (
        "all"  # seen: none of the pairs of function and relation that are held out; unseen: these
    )

    def check(self) -> None:
        for name in ("things", "questions"):
            low, high = getattr(self, name)
            if low > high:
                raise EyechartError(f"Setting {name}={low},{high} is empty: the first must not exceed the second.")
        if not self.places or not self.languages:
            raise EyechartError(f"Settings places (of {', '.join(PLACES)}) and languages need at least one each.")
        for place in self.places:
            if place not in PLACES:
                raise unknown("place", place, PLACES)
