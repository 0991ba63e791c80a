"""What keeps questions fair in scenes of our own making: nothing but looking and knowing tells the answer."""

from __future__ import annotations

from functools import cache

from eyechart.families.commonsense.catalogue import COLOURS, can_be, entry
from eyechart.families.commonsense.plan.holders import at_home, broad, rivals
from eyechart.families.commonsense.question.descriptions import Fairness


@cache
def _even(concept: str, facet: str) -> bool:
    return facet == "colour" and entry(concept).seen.get("colour") == COLOURS


@cache
def _could(concept: str, relation: str, subject: bool, other: str) -> bool:
    """What is on it, in it or in its hand belongs there."""
    return can_be(concept, relation, other) if subject else can_be(other, relation, concept)


OURS = Fairness(_even, _could, broad, at_home, rivals)
