"""Where other things can be at a thing, in units of its drawing: tops, seats, insides, the room beneath it."""

from __future__ import annotations

from msgspec import Struct


class Spot(Struct, frozen=True):
    """A level on which things stand, from `left` to `right`, with so much room above it. A share of the size for icons."""

    left: float
    right: float
    level: float
    room: float = 999.0


HOSTS: dict[str, dict[str, tuple[Spot, ...]]] = {
    "table": {"top": (Spot(12, 178, 20),), "under": (Spot(42, 148, 99, 60),)},
    "desk": {"top": (Spot(12, 194, 20),), "under": (Spot(26, 136, 105, 64),)},
    "chair": {"seat": (Spot(6, 60, 74),)},
    "stool": {"top": (Spot(4, 54, 17),)},
    "armchair": {"seat": (Spot(30, 108, 72),), "sit": (Spot(62, 76, 62),)},
    "couch": {"seat": (Spot(28, 208, 72),), "sit": (Spot(54, 182, 62),)},
    "bed": {"seat": (Spot(18, 240, 62),)},
    "bench": {"seat": (Spot(8, 182, 52),), "sit": (Spot(36, 154, 48),)},
    "bookcase": {"top": (*(Spot(12, 116, 54 + 48 * k, 41) for k in range(4)), Spot(8, 120, 5))},
    "display shelf": {"top": tuple(Spot(12, 216, 61 + 60 * k, 52) for k in range(3))},
    "cupboard": {"top": (Spot(10, 140, 13),)},
    "nightstand": {"top": (Spot(7, 75, 12),)},
    "counter": {"top": (Spot(10, 228, 14),)},
    "stove": {"top": (Spot(10, 94, 14),)},
    "washing machine": {"top": (Spot(7, 89, 11),)},
    "hay bale": {"top": (Spot(10, 94, 16),)},
    "bowl": {"in": (Spot(7, 59, 21),)},
    "basket": {"in": (Spot(10, 66, 24),)},
    "box": {"in": (Spot(9, 61, 22),)},
    "vase": {"vase": (Spot(16, 18, 20),)},
    "plate": {"plate": (Spot(12, 54, 19),)},
    "rug": {"rug": (Spot(40, 250, 44),)},
    "tree": {"under": (Spot(0.0, 1.0, 1.04, 0.55),)},
    "pine tree": {"under": (Spot(0.0, 1.0, 1.04, 0.4),)},
    "palm tree": {"under": (Spot(0.05, 0.95, 1.03, 0.5),)},
    "beach umbrella": {"under": (Spot(14, 176, 196, 116),)},
}
BEFORE = ("table", "desk")  # what is under these is painted before them, since it is behind their legs
