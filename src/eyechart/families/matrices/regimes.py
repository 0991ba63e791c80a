"""The seven regimes: what a rule may be about in each split, and which elements it may take.

A regime holds out rules: about some counts, some categories, some attributes. Training never asks them. In test they are
asked beside familiar ones about the same panels, so that nobody knows from the regime what a matrix is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from typing import Literal

from eyechart.families.matrices.elements import (
    KINDS,
    SHOWN,
    Kind,
    Subject,
    categories,
    properties,
    subjects_for,
    values_on,
)
from eyechart.families.matrices.rules import RELATIONS, Relation, relations_with
from eyechart.seeding import rng_for

Regime = Literal[
    "neutral", "interpolation", "extrapolation", "held-out attributes", "held-out objects",
    "held-out attribute pairs", "held-out object pairs",
]  # fmt: skip
OF_ICONS: tuple[Kind, ...] = ("object attribute", "object category", "object count")
ATTRIBUTES: tuple[Kind, ...] = ("object attribute", "human attribute")
KINDS_IN: dict[Regime, tuple[Kind, ...]] = {
    "neutral": KINDS,
    "interpolation": OF_ICONS,
    "extrapolation": OF_ICONS,
    "held-out attributes": ATTRIBUTES,
    "held-out objects": OF_ICONS,
    "held-out attribute pairs": ATTRIBUTES,
    "held-out object pairs": OF_ICONS,
}
Mix = Literal["even", "paper"]
MIXES: dict[Mix, dict[Kind, int]] = {
    "even": dict(zip(KINDS, (5, 5, 5, 6), strict=True)),
    "paper": dict(zip(KINDS, (9, 9, 9, 20), strict=True)),  # Table 1: 45,000, 45,000, 45,000 and 100,000
}
TRAINING_COUNTS = {"interpolation": (1, 3, 5, 7, 9), "extrapolation": (1, 2, 3, 4, 5)}
HELD_OUT_ATTRIBUTES = ("shape", "texture", "action", "human action")
HELD_OUT_PAIRS = (
    ("and", "material"), ("or", "shape"), ("union", "colour"),
    ("and", "hair style"), ("or", "clothing colour"), ("union", "human action"),
)  # fmt: skip
# How often the relations are asked. Row 3 with the candidates tells nothing of a Union's answer, so it is asked more.
OFTEN: dict[Relation, int] = {"and": 3, "or": 3, "union": 4, "progression": 3}
# Few values give candidates away: of an age row 3 leaves one for a Union, and the one candidate that stands alone in its gender
# shall not be right more than one time in eight (sample.py).
SELDOM = {("union", "age"): 0.5, ("and", "gender"): 0.6}
LEFT = 0.1  # a subject is asked about, of which held-out attributes leave less than three to ask: an even bet
OFTENER = 1.5  # a held-out attribute is asked in test, beside a familiar one of the same panels

Rule = tuple[
    Relation, Subject, str
]  # a relation, what the panels show, and the property of it that the relation is about


def weight(regime: Regime, mix: Mix, kind: Kind) -> int:
    """How often a kind is asked. In `neutral` half of the attributes of objects are the scenes of icons, which are to be asked
    about as often as their categories, so there are twice as many."""
    twice = (regime, mix, kind) == ("neutral", "even", "object attribute")
    return MIXES[mix][kind] * (2 if twice else 1)


@cache
def asked(
    regime: Regime, split: str, kind: Kind, relations: Sequence[Relation], about: Sequence[str] = ()
) -> dict[Rule, float]:
    """What may be asked of a kind, with its share; about some properties, or about all of them."""
    found: dict[Relation, dict[Rule, float]] = {}
    for name in (p.name for p in properties().values() if p.kind == kind and kind in KINDS_IN[regime]):
        if about and name not in about:
            continue
        for relation in relations_with(name, len(properties()[name].values)):
            if relation not in relations or (split != "test" and _attribute_held_out(regime, relation, name)):
                continue
            weight = OFTENER if _attribute_held_out(regime, relation, name) else SELDOM.get((relation, name), 1.0)
            for subject, often in subjects_for(name).items():
                if _pictured(regime, subject):
                    left = LEFT if _few_left(regime, split, subject) else 1.0
                    found.setdefault(relation, {})[relation, subject, name] = often * weight * left
    all_relations = sum(OFTEN[relation] for relation in found)
    return {
        rule: weight / sum(rules.values()) * OFTEN[rule[0]] / all_relations
        for rules in found.values()
        for rule, weight in rules.items()
    }


def _pictured(regime: Regime, subject: Subject) -> bool:
    """Icons alone show what can be counted; in the regimes of attributes they would be asked about their scene only."""
    return regime == "neutral" or (KINDS_IN[regime] == OF_ICONS) == (subject == "icons")


def _few_left(regime: Regime, split: str, subject: Subject) -> bool:
    names = [name for name in SHOWN[subject] if subject in subjects_for(name)]
    left = [name for name in names if split == "test" or name not in HELD_OUT_ATTRIBUTES]
    return regime == "held-out attributes" and len(left) < 3


def _attribute_held_out(regime: Regime, relation: Relation, name: str) -> bool:
    """Is all of the property, whatever its value, held out with this relation?"""
    if regime == "held-out attributes":
        return name in HELD_OUT_ATTRIBUTES
    return regime == "held-out attribute pairs" and (relation, name) in HELD_OUT_PAIRS


def held_out(regime: Regime, split: str, relation: Relation, name: str) -> bool:
    """Does training never ask such a rule?"""
    values = {"count": TRAINING_COUNTS, "category": ("held-out objects", "held-out object pairs")}
    return split == "test" and (_attribute_held_out(regime, relation, name) or regime in values.get(name, ()))


def elements(regime: Regime, split: str, rule: Rule) -> tuple[str, ...]:
    """The values that a rule may be about: its elements, its answer and its labelled distractors."""
    relation, subject, name = rule
    if regime in TRAINING_COUNTS and name == "count":
        training = {str(number) for number in TRAINING_COUNTS[regime]}
        return tuple(v for v in properties()[name].values if (v in training) == (split != "test"))
    if regime == "held-out objects" and name == "category":
        return _part(0, split)
    if regime == "held-out object pairs" and name == "category":
        return _part(RELATIONS.index(relation), split)
    return values_on(subject, name)


@cache
def _part(number: int, split: str) -> tuple[str, ...]:
    """The third of the categories with this number for test, the other two for training."""
    order = rng_for("matrices", "held-out objects").shuffled(categories())
    held = set(order[number::3])
    return tuple(c for c in categories() if (c in held) == (split == "test"))


def belongs(split: str, problem: tuple[str, ...]) -> bool:
    """Is a familiar problem in this split? Decided by its digest, so that no two splits share one, whatever their seeds.

    Training and test 2 : 1; validation is an eighteenth, from training's side. Of two values there are only four problems: test
    has those in which row 3 is as row 2, and the others those in which it is as row 1.
    """
    if len(properties()[problem[1]].values) == 2:
        return (problem[2] != problem[-1]) == (split == "test")
    number = int.from_bytes(blake2b("|".join(problem).encode(), digest_size=2).digest(), "little") % 36
    if split == "test":
        return number < 12
    return number in (12, 13) if split == "val" else number >= 14
