"""The record of a place: roof or sky, rows of ground, painter, furniture, people, what is found there."""

from __future__ import annotations

from collections.abc import Callable

import skia
from msgspec import Struct

VARIANTS = 6  # palettes of each backdrop
# Three scales for all places: a thing is painted once for each look and scale, and kept.
FAR, MIDDLE, NEAR = 0.9, 1.02, 1.15
LOWEST = 474  # pixels from the top: no foot is farther down


class Row(Struct, frozen=True):
    """A strip of ground on which things stand side by side."""

    base: int  # where things touch the ground, in pixels from the top
    jitter: int  # up to so many pixels further down
    scale: float


Rows = tuple[Row, Row, Row]  # from the back to the front, and larger and larger
INDOOR_ROWS: Rows = (Row(322, 4, FAR), Row(382, 8, MIDDLE), Row(452, 12, NEAR))
OUTDOOR_ROWS: Rows = (Row(318, 6, FAR), Row(382, 8, MIDDLE), Row(454, 12, NEAR))
Painter = Callable[[skia.Canvas, int], None]  # the whole picture, in one of the palettes


class Road(Struct, frozen=True):
    """What drives is on it, and all else beside it."""

    row: int  # the number of its row
    feet: tuple[int, int]  # where things on it touch the ground, from and to
    kerbs: tuple[int, int]  # what is beside it stands above the first or below the second


class Place(Struct, frozen=True, kw_only=True):
    """Found in it is what the catalogue says of it, what furnishes it, what is found in `like`, and `found`."""

    roofed: bool  # things hang on its walls; without a roof they fly in its sky
    rows: Rows
    above: tuple[int, int]  # between these heights, in pixels from the top, things hang or fly
    paint: Painter  # its backdrop, that shows nothing with a name in the catalogue
    furniture: tuple[tuple[float, tuple[str, ...]], ...]  # how likely, and one of these
    people: float  # how likely somebody is there
    water: Row | None = None
    road: Road | None = None
    like: str | None = None  # another place, of which all that is found is found here too
    found: tuple[str, ...] = ()  # concepts of the catalogue
    turn: int | None = None  # among the places of the exam; None: only where it is asked for

    def has(self, spot: str) -> bool:
        """Is there such a spot for things that stand, hang, fly or swim by themselves?"""
        if spot in ("wall", "sky", "ground"):
            return self.roofed == (spot == "wall")
        return spot in ("back", "floor") or (spot == "water" and self.water is not None)

    def rows_for(self, *, drives: bool, back: bool, person: bool) -> tuple[int, ...]:
        """The numbers of the rows on which such a thing may stand."""
        if drives and self.road is not None:
            return (self.road.row,)
        if back:
            return (0,)
        if self.road is not None:
            return tuple(row for row in range(len(self.rows)) if row != self.road.row)
        return (0, 1, 2) if person else (1, 2)

    def carries(self, foot: int, *, drives: bool) -> bool:
        """Can a foot be so far down? Not on the wall, and not across a kerb."""
        if self.road is None:
            return self.rows[0].base - 4 <= foot <= LOWEST
        if drives:
            return self.road.feet[0] <= foot <= self.road.feet[1]
        return foot <= self.road.kerbs[0] or self.road.kerbs[1] <= foot <= LOWEST
