"""How much of anything is taken from outside: one table, and what looks whether something is within it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any

from msgspec import Struct

from eyechart.errors import EyechartError


class Limit(Struct, frozen=True):
    """Says what of, how much at most, and what becomes of more."""

    of: str
    most: float
    unit: str
    beyond: str

    def __str__(self) -> str:
        return f"{self.most:,.0f} {self.unit}"


# ---- what an endpoint sends
RESPONSE = Limit("a response of an endpoint, unpacked", 16 * 2**20, "bytes", "reading stops; the question failed")
REPLY = Limit("the text of a reply", 1_000_000, "characters", "the question failed")
READ = Limit("the end of a reply that is read for an answer", 20_000, "characters", "what stands before is not read")
TOKENS = Limit(
    "the tokens that a reply is said to have cost", 10**9, "tokens", "counted as 0, and noted with the reply"
)
WAIT = Limit("a wait that an endpoint asks for (Retry-After)", 300, "seconds", "waited no longer")
COMPLAINT = Limit("the words of an error that are kept", 300, "characters", "cut, after the key is blotted out")
CACHE = Limit("replies kept across runs, on disk", 2**30, "bytes", "the oldest are forgotten")
# ---- what a file holds
FILE = Limit("a file that is read whole", 4 * 2**30, "bytes", "refused")
ELEMENT = Limit("one entry of a list that is read entry by entry, unpacked", 2**29, "bytes", "refused")
PICTURE = Limit("a picture's file", 64 * 2**20, "bytes", "refused")
PIXELS = Limit("a picture", 100_000_000, "pixels", "refused")
NESTING = Limit("brackets within brackets in JSON: as many as Python follows", 1_000, "levels", "refused")
STRING = Limit("a text of a prediction", 1_000_000, "characters", "refused")
# ---- what a prediction says
REGIONS = Limit("regions of one prediction", 200, "regions", "refused")
CORNERS = Limit("corners of the polygons of one prediction, boxes apart", 200, "corners", "refused")
COORDINATE = Limit("a coordinate, either way from 0; it is finite", 10_000_000, "pixels", "refused; in a reply: no box")
CONFIDENCE = Limit("a confidence; from 0", 1, "", "refused")

LIMITS: tuple[Limit, ...] = (
    RESPONSE, REPLY, READ, TOKENS, WAIT, COMPLAINT, CACHE, FILE, ELEMENT, PICTURE, PIXELS, NESTING, STRING, REGIONS, CORNERS,
    COORDINATE, CONFIDENCE,
)  # fmt: skip


def table() -> str:
    """The table of docs/limits.md."""
    rows = [f"| {limit.of} | {str(limit).strip()} | {limit.beyond} |" for limit in LIMITS]
    return "\n".join(["| of | at most | beyond |", "|---|---|---|", *rows]) + "\n"


def held(limit: Limit, amount: float, place: object) -> None:
    """Raise if there is more than that; `place` says where."""
    if amount > limit.most:
        raise EyechartError(f"{place}: {amount:,.0f} {limit.unit}, at most {limit} are read (docs/limits.md).")


def is_coordinate(value: Any) -> bool:
    """A number that a coordinate can be: finite and bounded. JSON's Infinity and integers of a thousand digits are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= COORDINATE.most


def bounded(numbers: Iterable[float], place: object) -> None:
    """Raise for the first number that no coordinate is."""
    for value in numbers:
        if not is_coordinate(value):
            raise EyechartError(f"{place}: {str(value)[:40]} is no coordinate: finite, within ±{COORDINATE.most:,.0f}.")


def confident(value: float | None, place: object) -> None:
    if value is not None and not (isfinite(value) and 0 <= value <= CONFIDENCE.most):
        raise EyechartError(f"{place}: confidence is {value:g}, not a number from 0 to 1.")


def shaped(shapes: Sequence[Sequence[float]], place: object) -> None:
    """Raise for what is no set of regions: too many, a box of three numbers, a corner at infinity."""
    held(REGIONS, len(shapes), place)
    for number, shape in enumerate(shapes, 1):
        if len(shape) != 4 and (len(shape) < 6 or len(shape) % 2):
            raise EyechartError(
                f"{place}, region {number}: {len(shape)} numbers, not left, top, right, bottom or x1, y1 to x3, y3 or more."
            )
        bounded(shape, f"{place}, region {number}")
    held(CORNERS, sum(len(shape) // 2 for shape in shapes if len(shape) > 8), place)
