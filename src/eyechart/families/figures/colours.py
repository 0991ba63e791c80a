"""FigureQA's hundred named colours in two halves, from `colours.txt`, and which of them can be told apart.

Facts from the published generator (MIT, see NOTICE). The halves are those of Table 1: A colours vertical bars, lines and
pies in training, B horizontal bars and dot lines; the alternated scheme swaps them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Literal

from msgspec import Struct

from eyechart.drawing.colour import distance
from eyechart.errors import EyechartError
from eyechart.seeding import Rng

Half = Literal["A", "B"]


class Colour(Struct, frozen=True):
    id: int
    name: str
    hex: str
    half: Half

    @property
    def rgb(self) -> tuple[int, int, int]:
        return int(self.hex[1:3], 16), int(self.hex[3:5], 16), int(self.hex[5:7], 16)


def _read(file: Path) -> tuple[Colour, ...]:
    lines = file.read_text(encoding="utf-8").splitlines()
    rows = [line.split(", ") for line in lines if not line.startswith("#")]
    return tuple(Colour(i, name, value, "A" if half == "A" else "B") for i, (name, value, half) in enumerate(rows))


COLOURS = _read(Path(__file__).parent / "colours.txt")
BY_NAME = {colour.name: colour for colour in COLOURS}
HALVES: dict[Half, tuple[Colour, ...]] = {
    "A": tuple(colour for colour in COLOURS if colour.half == "A"),
    "B": tuple(colour for colour in COLOURS if colour.half == "B"),
}


def drawn(some: Sequence[Colour], count: int, rng: Rng, apart: float, from_paper: float) -> list[Colour]:
    """By lot different ones of some colours, that far apart from each other and from the white page."""
    beside, on_white = _allies(apart, from_paper)
    for _ in range(1000):
        chosen: list[Colour] = []
        allowed = on_white
        for colour in rng.shuffled(some):
            if allowed >> colour.id & 1:
                chosen.append(colour)
                allowed &= beside[colour.id]
                if len(chosen) == count:
                    return chosen
    raise EyechartError(f"Setting colour_distance={apart:g}: no {count} colours that far apart.")


def most_apart(some: Sequence[Colour], apart: float, from_paper: float) -> int:
    """How many colours a greedy choice finds that keep their distance: a lower bound, by fifty orders."""
    beside, on_white = _allies(apart, from_paper)
    best = 0
    for order in range(50):
        allowed, count = on_white, 0
        for colour in Rng(order).shuffled(some):
            if allowed >> colour.id & 1:
                allowed &= beside[colour.id]
                count += 1
        best = max(best, count)
    return best


@cache
def palette(half: Half, count: int) -> tuple[Colour, ...]:
    """So many colours of a half: chosen from both halves in turn, each the farthest from white and from all before."""
    if count == len(HALVES[half]):
        return HALVES[half]
    chosen: list[Colour] = []
    for turn in cycle(HALVES):
        left = [colour for colour in HALVES[turn] if colour not in chosen]
        chosen.append(
            max(left, key=lambda one: min(distance(one.hex, o) for o in ("#FFFFFF", *(c.hex for c in chosen))))
        )
        if len(chosen) == 2 * count:
            return tuple([colour for colour in HALVES[half] if colour in chosen])
    raise AssertionError("a cycle has no end")


@cache
def _allies(apart: float, from_paper: float) -> tuple[tuple[int, ...], int]:
    """For each colour id the set (as bits) of ids that may stand beside it; and the set of those that may stand on white."""
    beside = tuple(
        sum(1 << other.id for other in COLOURS if other.id != one.id and distance(one.hex, other.hex) >= apart)
        for one in COLOURS
    )
    return beside, sum(1 << one.id for one in COLOURS if distance(one.hex, "#FFFFFF") >= from_paper)
