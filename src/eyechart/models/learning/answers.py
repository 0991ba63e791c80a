"""How networks answer, by name: from what scores are, to what is said. Each is prepared and collated like an input."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from eyechart.core import Question
from eyechart.models.learning import copying, tasks
from eyechart.models.learning.inputs import Reading
from eyechart.models.learning.looking import longer
from eyechart.models.learning.regions import boxes_in, has_regions
from eyechart.models.learning.side import NOTHING, Row, Side, first_right, labels_of

# ---- one of the answers that training had


def _of_vocabulary(q: Question, reading: Reading) -> Row:
    answers = reading.facts.answers
    offered = set(q.choices) if q.choices else None
    allowed = np.array([offered is None or answer in offered for answer in answers], bool)
    right = first_right(q)
    target = answers.index(right) if right in answers else NOTHING
    return np.array([target], np.int64), allowed[None], labels_of(q, reading.facts)


def _word(q: Question, reading: Reading, numbers: Sequence[int]) -> str | None:
    said = reading.facts.answers[numbers[0]]
    return said if not q.choices or said in q.choices else None


# ---- one of the pictures to choose from


def _of_choices(q: Question, reading: Reading) -> Row:
    right = first_right(q)
    target = q.choices.index(right) if right in q.choices else NOTHING
    allowed = np.arange(reading.facts.choices) < len(q.choices)
    return np.array([target], np.int64), allowed[None], labels_of(q, reading.facts)


# ---- what is on each panel or region: what an extractor that knows our attributes is taught


def traits_of(q: Question) -> list[dict[str, str]]:
    """The attributes of each panel, context first, from the scene."""
    things = {thing.id: thing for thing in q.scene.things} if q.scene else {}
    names = [*(f"panel:{n + 1}" for n in range(len(q.pictures))), *(f"candidate:{choice}" for choice in q.choices)]
    return [{"what": things[name].name, **things[name].attributes} if name in things else {} for name in names]


def region_traits_of(q: Question) -> list[dict[str, str]]:
    """The name and the attributes of each thing that has a box."""
    things = q.scene.things if q.scene else ()
    return [{"what": thing.name, **thing.attributes} for thing in things if "box" in thing.data]


def _of_traits(q: Question, reading: Reading, shown: Sequence[Mapping[str, str]]) -> Row:
    """A row for each part and property, in this order; a property that a part lacks is no row to learn from."""
    traits = reading.facts.traits
    kinds = list(dict.fromkeys(key for key, _ in traits))
    allowed = np.array([[key == kind for key, _ in traits] for kind in kinds], bool)
    numbers = {trait: number for number, trait in enumerate(traits)}
    target = [numbers.get((kind, panel.get(kind, "")), NOTHING) for panel in shown for kind in kinds]
    return np.array(target, np.int64), np.tile(allowed, (len(shown), 1)), labels_of(q, reading.facts)


def _traits_side(name: str, parts: str, shown: Callable[[Question], Sequence[Mapping[str, str]]]) -> Side:
    return Side(
        name=name,
        about=f"{parts} whose attributes the scene tells",
        size=lambda facts: len(facts.traits),
        offered=lambda q: any(shown(q)),
        prepare=lambda q, reading: _of_traits(q, reading, shown(q)),
        said=lambda q, reading, numbers: None,
        traits=shown,
    )


# ---- whether a thing's middle is in a cell of the picture: what a detector is taught

CELL = 8  # pixels of the square that a picture is put into


def _of_middles(q: Question, reading: Reading) -> Row:
    """A row for each cell: yes where a middle is. Of the others nothing is told: who finds nothing would be right nearly always."""
    cells = reading.side // CELL
    boxes = np.array(boxes_in(q.scene)) / longer(q.pictures[0])
    middles = np.clip(((boxes[:, :2] + boxes[:, 2:]) / 2 * cells).astype(int), 0, cells - 1)
    target = np.full((cells, cells), NOTHING, np.int64)
    target[middles[:, 1], middles[:, 0]] = 1
    return target.ravel(), np.ones((cells * cells, 2), bool), labels_of(q, reading.facts)


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
            said=lambda q, reading, numbers: q.choices[numbers[0]],
        ),
        Side(
            name="tasks",
            about="answers",
            size=tasks.size,
            offered=lambda q: True,
            prepare=tasks.prepare,
            said=lambda q, reading, numbers: tasks.said(q, reading.facts, numbers[0]),
        ),
        _traits_side("traits", "panels", traits_of),
        _traits_side("region traits", "things", region_traits_of),
        Side(
            name="middles",
            about="things whose boxes the scene tells",
            size=lambda facts: 2,
            offered=has_regions,
            prepare=_of_middles,
            said=lambda q, reading, numbers: None,
        ),
        *copying.SIDES,
    )
}
