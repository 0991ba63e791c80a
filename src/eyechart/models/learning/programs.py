"""Programs as an input: the layout of functions that a network is to predict, with each step's true words and objects.

For CRIC's ten functions. A layout is in the order of a stack, so that it says by itself which step takes which: Initial is written
wherever it is taken. Where the question says what a step is about in the program's own words, the layout has their places. A
question without a program can be asked, and nothing be learnt from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from eyechart.core import Question
from eyechart.models.words import WORD
from eyechart.program import unfolded

FUNCTIONS = (
    "Initial", "Find", "Relate", "Relate Reverse", "And", "Find KG", "Find KG Reverse", "Find Hypernym", "Recognition", "Verify",
)  # fmt: skip
TAKES = (0, 1, 1, 1, 2, 1, 1, 1, 1, 1)
ENDS = ("Recognition", "Verify")
END = len(FUNCTIONS)  # where a layout is over
MARK = 3  # the number of the word that no question has and all end with
PARTS = 3  # of a step's words: head, relation and tail of a commonsense query; others have one or two
GAP = re.compile("BLANK|VISION")  # in a commonsense query: what is asked for, and what another step found


class Layout(Struct, frozen=True):
    functions: Any  # steps
    objects: Any  # steps × regions: 1 where the step's true output is
    words: list[list[Any]]  # of each step, of each part
    places: Any  # steps × words of the question, with its two marks: 1 where the step's own are


def is_laid_out(q: Question) -> bool:
    return q.program is not None and all(step.function in FUNCTIONS for step in q.program.steps)


def may_be_laid_out(q: Question) -> bool:
    """Where nobody tells the answer, nobody tells the program; who predicts it can do without."""
    return is_laid_out(q) or (q.program is None and not q.answers)


def says(q: Question) -> list[str]:
    steps = q.program.steps if q.program is not None else ()
    return [str(argument) for step in steps for argument in step.arguments]


def layout_of(q: Question, number: Callable[[str], int]) -> Layout:
    things = q.scene.things if q.scene is not None else ()
    places = {thing.id: place for place, thing in enumerate(t for t in things if "box" in t.data)}
    order = unfolded(q.program) if q.program is not None else []
    steps = [q.program.steps[place] for place in order] if q.program is not None else []
    objects = np.zeros((len(steps), len(places)), np.float32)
    for row, step in zip(objects, steps, strict=True):
        row[[places[id] for id in step.output if id in places] if isinstance(step.output, list) else []] = 1
    words = [[_numbers(step.arguments, part, number) for part in range(PARTS)] for step in steps]
    functions = np.array([FUNCTIONS.index(step.function) for step in steps], np.int64)
    return Layout(functions, objects, words, _places(WORD.findall(q.text.lower()), [s.arguments for s in steps]))


def _numbers(arguments: Sequence[Any], part: int, number: Callable[[str], int]) -> Any:
    """Of a commonsense query each part ends with a mark, as a question does: a BLANK alone is a sequence too."""
    words = [number(word) for text in arguments[part : part + 1] for word in WORD.findall(str(text).lower())]
    return np.array([*words, *([MARK] if len(arguments) == PARTS else [])], np.int64)


def _places(said: Sequence[str], arguments: Sequence[Sequence[Any]]) -> Any:
    """Of each step, where its arguments are said, wherever that is: a BLANK or a VISION parts what stands by itself."""
    places = np.zeros((len(arguments), len(said) + 2), bool)  # a mark before the first word and one after the last
    for row, some in zip(places, arguments, strict=True):
        for piece in (WORD.findall(text.lower()) for argument in some for text in GAP.split(str(argument))):
            for first in range(len(said) - len(piece) + 1):
                if piece and said[first : first + len(piece)] == piece:
                    row[1 + first : 1 + first + len(piece)] = True
    return places


def collated(layouts: Sequence[Layout]) -> dict[str, Any]:
    """`layout`: questions × steps, END after the last; `step_objects`: × regions; `step_words`: × parts × words; `step_places`:
    × words of the question."""
    steps = max(1, *(len(one.functions) for one in layouts))
    regions = max(one.objects.shape[1] for one in layouts)
    longest = max([1, *(len(words) for one in layouts for parts in one.words for words in parts)])
    functions = np.full((len(layouts), steps), END, np.int64)
    objects = np.zeros((len(layouts), steps, regions), np.float32)
    said = np.zeros((len(layouts), steps, PARTS, longest), np.int64)
    places = np.zeros((len(layouts), steps, max(one.places.shape[1] for one in layouts)), bool)
    for row, one in enumerate(layouts):
        functions[row, : len(one.functions)] = one.functions
        objects[row, : len(one.functions), : one.objects.shape[1]] = one.objects
        places[row, : len(one.functions), : one.places.shape[1]] = one.places
        for step, parts in enumerate(one.words):
            for part, words in enumerate(parts):
                said[row, step, part, : len(words)] = words
    return {"layout": functions, "step_objects": objects, "step_words": said, "step_places": places}
