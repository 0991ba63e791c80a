"""The seven regimes: what a rule may be about in each split, and which elements it may take.

A regime asks only about the kinds that it divides: counts in interpolation, categories in held-out objects, and so on;
`neutral` asks about all. In the others, test asks only what training never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from typing import Literal

from eyechart.families.matrices.elements import KINDS, Kind, categories, properties
from eyechart.families.matrices.rules import RELATIONS, Relation, relations_with
from eyechart.seeding import rng_for

Regime = Literal[
    "neutral", "interpolation", "extrapolation", "held-out attributes", "held-out objects",
    "held-out attribute pairs", "held-out object pairs",
]  # fmt: skip
REGIMES: tuple[Regime, ...] = (
    "neutral", "interpolation", "extrapolation", "held-out attributes", "held-out objects",
    "held-out attribute pairs", "held-out object pairs",
)  # fmt: skip
KINDS_IN: dict[Regime, tuple[Kind, ...]] = {
    "neutral": KINDS,
    "interpolation": ("object count",),
    "extrapolation": ("object count",),
    "held-out attributes": ("object attribute", "human attribute"),
    "held-out objects": ("object category",),
    "held-out attribute pairs": ("object attribute", "human attribute"),
    "held-out object pairs": ("object category",),
}
TRAINING_COUNTS = {"interpolation": (1, 3, 5, 7, 9), "extrapolation": (1, 2, 3, 4, 5)}
HELD_OUT_ATTRIBUTES = ("shape", "texture", "action", "human action")
HELD_OUT_PAIRS = (
    ("and", "material"), ("or", "shape"), ("union", "colour"),
    ("and", "hair style"), ("or", "clothing colour"), ("union", "human action"),
)  # fmt: skip
WEIGHT: dict[Kind, int] = {"object attribute": 9, "human attribute": 9, "object category": 9, "object count": 20}

Combination = tuple[Relation, str]  # a relation and the property that it is about


@cache
def asked(regime: Regime, split: str, kind: Kind, relations: Sequence[Relation]) -> dict[Combination, float]:
    """What may be asked of a kind, with its share within its relation."""
    if kind not in KINDS_IN[regime]:
        return {}
    found: dict[Combination, float] = {}
    for relation in RELATIONS:
        names = [p for p in properties().values() if p.kind == kind and _allowed(regime, split, relation, p.name)]
        names = [p for p in names if relation in relations and relation in relations_with(p.name, len(p.values))]
        total = sum(p.weight for p in names)
        found |= {(relation, p.name): p.weight / total for p in names}
    return found


def _allowed(regime: Regime, split: str, relation: Relation, name: str) -> bool:
    if regime == "held-out attributes":
        return (name in HELD_OUT_ATTRIBUTES) == (split == "test")
    if regime == "held-out attribute pairs":
        return ((relation, name) in HELD_OUT_PAIRS) == (split == "test")
    return True


def elements(regime: Regime, split: str, relation: Relation, name: str) -> tuple[str, ...]:
    """The values that a rule may be about: its elements, its answer and its labelled distractors."""
    if regime in TRAINING_COUNTS and name == "count":
        training = {str(number) for number in TRAINING_COUNTS[regime]}
        return tuple(v for v in properties()[name].values if (v in training) == (split != "test"))
    if regime == "held-out objects" and name == "category":
        return _part(0, split)
    if regime == "held-out object pairs" and name == "category":
        return _part(RELATIONS.index(relation), split)
    return properties()[name].values


@cache
def _part(number: int, split: str) -> tuple[str, ...]:
    """The third of the categories with this number for test, the other two for training."""
    order = rng_for("matrices", "held-out objects").shuffled(categories())
    held_out = set(order[number::3])
    return tuple(c for c in categories() if (c in held_out) == (split == "test"))


def belongs(regime: Regime, split: str, description: str) -> bool:
    """Is a matrix so described in this split? Decided by its digest, so that no two splits share one.

    Training and test 2 : 1 where both ask the same things; validation is an eighteenth, from training's side.
    """
    bucket = blake2b(description.encode(), digest_size=2).digest()
    number = int.from_bytes(bucket, "little") % 36
    if split == "test":
        return regime != "neutral" or number < 12
    return number in (12, 13) if split == "val" else number >= 14
