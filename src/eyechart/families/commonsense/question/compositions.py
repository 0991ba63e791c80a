"""Compositions: a function and a knowledge relation that one program has both. Some are held out, for who asks for that.

Each function and each relation of a pair that is held out occurs in training with others; what is new in a test of such pairs is
that they come together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from eyechart.core import Step
from eyechart.families.commonsense.question.assembly import Assembled
from eyechart.families.commonsense.question.rivals import Fits

Compositions = Literal["all", "seen", "unseen"]
Pair = tuple[str, str]  # a function, a relation of the knowledge graph
HELD_OUT: frozenset[Pair] = frozenset(
    {
        *(("Find Hypernym", relation) for relation in ("UsedFor", "AtLocation", "HasProperty", "MadeFrom")),
        *(("Verify", relation) for relation in ("CapableOf", "HasA")),
    }
)


def pairs(steps: Iterable[Step]) -> set[Pair]:
    """Every function of a program with every relation that it asks the knowledge graph about."""
    done = list(steps)
    relations = [str(step.arguments[1]) for step in done if step.function in ("Find KG", "Find KG Reverse")]
    return {(step.function, relation) for step in done for relation in relations}


def _is_held_out(done: Assembled) -> bool:
    return not HELD_OUT.isdisjoint(pairs(done.compiled.steps))


FITS: dict[Compositions, Fits] = {
    "all": lambda done: True,
    "seen": lambda done: not _is_held_out(done),
    "unseen": _is_held_out,
}
