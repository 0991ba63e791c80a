"""The surfaces of things on which others can be, in units of their drawings: tops, seats, insides, beneath."""

from __future__ import annotations

from math import inf

from msgspec import Struct


class Surface(Struct, frozen=True):
    """A level of a host on which things stand, from `left` to `right`, with so much room above it. Shares of the size of icons."""

    left: float
    right: float
    level: float
    room: float = inf


SURFACES: dict[str, dict[str, tuple[Surface, ...]]] = {
    "table": {"top": (Surface(12, 178, 20),), "under": (Surface(42, 148, 99, 60),)},
    "desk": {"top": (Surface(12, 194, 20),), "under": (Surface(26, 136, 105, 64),)},
    "chair": {"seat": (Surface(6, 60, 74),)},
    "stool": {"top": (Surface(4, 54, 17),)},
    "armchair": {"seat": (Surface(30, 108, 72),), "sit": (Surface(62, 76, 62),)},
    "couch": {"seat": (Surface(28, 208, 72),), "sit": (Surface(54, 182, 62),)},
    "bed": {"seat": (Surface(18, 240, 62),)},
    "bench": {"seat": (Surface(8, 182, 52),), "sit": (Surface(36, 154, 48),)},
    "bookcase": {"top": (*(Surface(12, 116, 54 + 48 * k, 41) for k in range(4)), Surface(8, 120, 5))},
    "display shelf": {"top": tuple(Surface(12, 216, 61 + 60 * k, 52) for k in range(3))},
    "cupboard": {"top": (Surface(10, 140, 13),)},
    "nightstand": {"top": (Surface(7, 75, 12),)},
    "counter": {"top": (Surface(10, 228, 14),)},
    "stove": {"top": (Surface(10, 94, 14),)},
    "washing machine": {"top": (Surface(7, 89, 11),)},
    "hay bale": {"top": (Surface(10, 94, 16),)},
    "bowl": {"in": (Surface(7, 59, 21),)},
    "basket": {"in": (Surface(10, 66, 24),)},
    "box": {"in": (Surface(9, 61, 22),)},
    "vase": {"vase": (Surface(16, 18, 20),)},
    "plate": {"plate": (Surface(12, 54, 19),)},
    "rug": {"rug": (Surface(40, 250, 44),)},
    "tree": {"under": (Surface(0.15, 0.85, 1.04, 0.55),)},
    "palm tree": {"under": (Surface(0.15, 0.85, 1.03, 0.5),)},
    "beach umbrella": {"under": (Surface(26, 164, 196, 116),)},
}
LEGGED = ("table", "desk")  # what is under these is painted before them, since it is behind their legs
