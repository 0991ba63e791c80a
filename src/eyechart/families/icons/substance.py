"""What a problem is about, and what of it is decoration: colours that nobody asks for, which drawing, who, and where it is strewn.

Two keys are made from the same things. The **setting** is what a template says that its problems are divided by (`by` of its
`kind`): a problem falls into its split by it. It leaves open which of the answers that are offered is right: else a split
would have some rivals that are never right. The **substance** adds what decides: two questions that share it are the same
question, however they are painted, strewn and told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from eyechart.core import Program, Question, Thing
from eyechart.families.icons.shapes import COLOURS

By = tuple[str, ...]
NAMES, CHOICES, COUNTS, HOW_MANY, NUMBER_OF = "names", "choices", "counts", "how many", "number of "
LOOKS = "looks"  # by colours and the like: of templates with so few problems that each split has all of them
# What a thing has besides what decides; the choice of a drawing, a turn of the whole, who it belongs to.
DECORATION = (
    "kind", "icon", "called", "caption", "shown", "look", "slide", "start", "arrow", "thick", "in", "shows", "unit",
)  # fmt: skip
ORDERED = ("at", "continues", "grows")  # functions to which it matters in which order things stand


def setting(by: By, things: Sequence[Thing], choices: Sequence[str], program: Program) -> tuple[Any, ...]:
    """What a template's problems are divided by. Where things are offered to choose from, they are meant, not the rest."""
    there = [t for t in things if not t.id.startswith(("choice:", "page"))]
    offered = [t for t in there if t.id.startswith("option:")] or there
    return tuple([_divider(what, there, offered, choices, program) for what in by])


def _divider(
    what: str, there: Sequence[Thing], offered: Sequence[Thing], choices: Sequence[str], program: Program
) -> list[Any]:
    if what == NAMES:
        return sorted({t.name for t in there})
    if what == CHOICES:
        return _said(choices, program)
    if what == COUNTS:
        return _counts(there, offered)
    if what == LOOKS:
        return sorted(f"{t.attributes.get('colour')} {t.data.get('look')}" for t in there)
    if what == HOW_MANY:
        return [len(there)]
    if what.startswith(NUMBER_OF):
        key = what.removeprefix(NUMBER_OF)
        return sorted(len(t.data[key]) for t in offered if key in t.data)
    known = [t.attributes | t.data for t in offered]
    return sorted({str(one[what]) for one in known if what in one})


def _said(choices: Sequence[str], program: Program) -> list[str]:
    """The choices in no language: their numbers, and the keys of the words that they are."""
    keys = [key for step in program.steps if step.function == "said" for key in step.arguments[0]]
    return sorted([*re.findall(r"\d+", " ".join(choices)), *keys])


def _counts(there: Sequence[Thing], offered: Sequence[Thing]) -> list[Any]:
    """How many of each sort there are, in each box or in all, whatever the sorts are."""
    boxes = [[t for t in there if t.data.get("in") == box.id] for box in offered if box.name == "option"]
    if not boxes:
        parts = [sorted(Counter(t.data["parts"]).values()) for t in there if "parts" in t.data]
        boxes = [] if parts else [list(there)]
        return sorted(parts) if parts else _sorts(boxes)
    return _sorts(boxes)


def _sorts(boxes: Iterable[Sequence[Thing]]) -> list[Any]:
    return sorted(sorted(Counter((t.name, t.attributes.get("colour")) for t in box).values()) for box in boxes)


# ---- the same problem again


def substance(by: By, question: Question) -> str:
    """Two questions with one key are the same but for decoration."""
    scene, program = question.scene, question.program
    if scene is None or program is None:
        return question.id
    things = [t for t in scene.things if not t.id.startswith(("choice:", "page"))]
    # Without what is said in a language: the words of choices, and forms with a hole for a number.
    asked = [(s, [a for a in s.arguments if "{}" not in str(a)]) for s in program.steps if s.function != "said"]
    ordered = any(step.function in ORDERED for step in program.steps)
    paint = _painted(by, things if ordered else [], [a for _, arguments in asked for a in arguments])
    names = {t.id: t.name for t in things}
    tops = [t for t in things if "in" not in t.data]
    shown = {t.id: _decides(t, [i for i in things if i.data.get("in") == t.id], paint) for t in tops}
    options = sorted(shown[t.id] for t in tops if t.id.startswith("option:"))
    rest = [shown[t.id] for t in tops if not t.id.startswith("option:")]
    key = (
        question.template,
        options,
        rest if ordered else sorted(rest),
        sorted((names[r.subject], r.name, names[r.object]) for r in scene.relations),
        [(step.function, step.inputs, [_plain(a, names | paint) for a in arguments]) for step, arguments in asked],
        [paint.get(word, word) if word in COLOURS else word for word in _said(question.choices, program)],
        setting(tuple(what for what in by if what != LOOKS), scene.things, question.choices, program),
    )
    return msgspec.json.encode(key).decode()


def _painted(by: By, things: Sequence[Thing], asked: Sequence[Any]) -> dict[str, str]:
    """What each colour is called where colours only tell things apart: the first that is asked for, the second, another."""
    if "colour" in by:
        return {}
    told = [a for a in asked if isinstance(a, str) and a in COLOURS]
    seen = [t.attributes["colour"] for t in things if "colour" in t.attributes]
    order = dict.fromkeys([*told, *seen])
    return dict.fromkeys(COLOURS, "any") | {colour: f"colour {i}" for i, colour in enumerate(order)}


def _decides(thing: Thing, inside: Sequence[Thing], paint: dict[str, str]) -> str:
    """What a thing is and holds, without its decoration."""
    known = {key: value for key, value in (thing.attributes | thing.data).items() if key not in DECORATION}
    kept = {key: _plain(value, paint) for key, value in sorted(known.items())}
    return msgspec.json.encode((thing.name, kept, sorted(_decides(one, (), paint) for one in inside))).decode()


def _plain(value: Any, paint: dict[str, str]) -> Any:
    if isinstance(value, str):
        return paint.get(value, value)
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return sorted(paint.get(one, one) for one in value)  # the parts of a spinner: it may be turned
    return value
