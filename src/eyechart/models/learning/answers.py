"""How networks answer, by name: from what scores are, to what is said. Each is prepared and collated like an input.

A batch gets `target` (rows; NOTHING where there is none to learn from), `allowed` (rows × answers: what may be said) and
`labels` (rows × labels: what the auxiliary objective is to find, adding up to 1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from eyechart.core import Question
from eyechart.models.learning import tasks
from eyechart.models.learning.inputs import Batch, Reading
from eyechart.models.learning.network import Facts

NOTHING = -100  # as torch's cross entropy wants it
Row = tuple[Any, Any, Any]  # target, allowed, labels, each an array


class Side(Struct, frozen=True, kw_only=True):
    """A way to answer, by its record."""

    name: str
    size: Callable[[Facts], int]  # scores of a question
    offered: Callable[[Question], bool]
    about: str
    prepare: Callable[[Question, Reading], Row]
    said: Callable[[Question, Facts, int], str | None]  # the number of the best score -> the answer
    traits: Callable[[Question], Sequence[Mapping[str, str]]] = lambda q: ()  # of its panels, if it is about these


def collate(rows: Sequence[Row]) -> Batch:
    targets, allowed, labels = zip(*rows, strict=True)
    return {"target": np.concatenate(targets), "allowed": np.concatenate(allowed), "labels": np.stack(labels)}


def _labels(q: Question, facts: Facts) -> Any:
    """Equal shares of what the evidence says: a relation and a kind are half each."""
    carried = set(q.evidence.labels.items()) if q.evidence else set()
    made = np.array([label in carried for label in facts.labels], np.float32)
    return made / max(made.sum(), 1.0)


def _right(q: Question) -> str | None:
    return q.answers[0] if q.answers else None


# ---- one of the answers that training had


def _of_vocabulary(q: Question, reading: Reading) -> Row:
    answers = reading.facts.answers
    offered = set(q.choices) if q.choices else None
    allowed = np.array([offered is None or answer in offered for answer in answers], bool)
    right = _right(q)
    target = answers.index(right) if right in answers else NOTHING
    return np.array([target], np.int64), allowed[None], _labels(q, reading.facts)


def _word(q: Question, facts: Facts, number: int) -> str | None:
    said = facts.answers[number]
    return said if not q.choices or said in q.choices else None


# ---- one of the pictures to choose from


def _of_choices(q: Question, reading: Reading) -> Row:
    right = _right(q)
    target = q.choices.index(right) if right in q.choices else NOTHING
    allowed = np.arange(reading.facts.choices) < len(q.choices)
    return np.array([target], np.int64), allowed[None], _labels(q, reading.facts)


# ---- what is on each panel: what an extractor that knows our attributes is taught


def traits_of(q: Question) -> list[dict[str, str]]:
    """The attributes of each panel, context first, from the scene."""
    things = {thing.id: thing for thing in q.scene.things} if q.scene else {}
    names = [*(f"panel:{n + 1}" for n in range(len(q.pictures))), *(f"candidate:{choice}" for choice in q.choices)]
    return [{"what": things[name].name, **things[name].attributes} if name in things else {} for name in names]


def _of_traits(q: Question, reading: Reading) -> Row:
    """A row for each panel and property, in this order; a property that a panel lacks is no row to learn from."""
    traits = reading.facts.traits
    kinds = list(dict.fromkeys(key for key, _ in traits))
    allowed = np.array([[key == kind for key, _ in traits] for kind in kinds], bool)
    shown = traits_of(q)
    numbers = {trait: number for number, trait in enumerate(traits)}
    target = [numbers.get((kind, panel.get(kind, "")), NOTHING) for panel in shown for kind in kinds]
    return np.array(target, np.int64), np.tile(allowed, (len(shown), 1)), _labels(q, reading.facts)


SIDES: Mapping[str, Side] = {
    one.name: one
    for one in (
        Side(
            name="vocabulary",
            about="answers",
            size=lambda facts: len(facts.answers),
            offered=lambda q: True,
            prepare=_of_vocabulary,
            said=_word,
        ),
        Side(
            name="choices",
            about="pictures to choose from",
            size=lambda facts: facts.choices,
            offered=lambda q: len(q.choice_pictures) >= 2,
            prepare=_of_choices,
            said=lambda q, facts, number: q.choices[number],
        ),
        Side(
            name="tasks",
            about="answers",
            size=tasks.size,
            offered=lambda q: True,
            prepare=tasks.prepare,
            said=tasks.said,
        ),
        Side(
            name="traits",
            about="panels whose attributes the scene tells",
            size=lambda facts: len(facts.traits),
            offered=lambda q: any(traits_of(q)),
            prepare=_of_traits,
            said=lambda q, facts, number: None,
            traits=traits_of,
        ),
    )
}
