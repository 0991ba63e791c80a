"""What an answer means to its question: a number or a file name as the choice, an object as its box; what is none of these."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from eyechart.core import Region
from eyechart.errors import EyechartError
from eyechart.store.foreign import reading
from eyechart.store.results.said import Kind, Said
from eyechart.store.shards import region_column, whole

Scenes = Callable[[], Sequence[tuple[int, str]]]


def meant(table: pa.Table, said: Sequence[Said] | None, questions: pa.Table, scenes: Scenes) -> pa.Table:
    """Answers that number a choice or name its file, as the choice; objects that are named as evidence, with their boxes.

    Rows of the table and of the questions belong together, and so do those of `said`; `scenes` are needed for objects only.
    """
    column = whole(table.column("answer"))
    kinds: dict[int, Kind] = {} if said is None else {i: s.kind for i, s in enumerate(said) if s.kind != "word"}
    files = np.nonzero(pc.fill_null(pc.match_substring(column, FILE), False).to_numpy(zero_copy_only=False))[0]
    open_ = sorted({*kinds, *files.tolist()})
    if open_:
        answers: list[str | None] = column.to_pylist()
        some = questions.select(["form", "choices"]).take(pa.array(open_)).to_pylist()
        for i, q in zip(open_, some, strict=True):
            answers[i] = _choice(answers[i], kinds.get(i, "word"), q["form"], q["choices"])
        table = table.set_column(table.column_names.index("answer"), "answer", pa.array(answers, pa.string()))
    if said is not None and any(s.objects for s in said):
        table = _with_boxes(table, said, scenes())
    return table


FILE = "choice_"  # choice_2.png, as IconQA names the pictures of its choices


def _choice(said: str | None, kind: Kind, form: str, choices: Sequence[str]) -> str | None:
    if not said or form == "fill-in" or not choices:
        return said
    plain = said.strip().lower()
    if kind != "number" and plain in [choice.strip().lower() for choice in choices]:
        return said
    if form == "yes/no":
        return {"1": choices[0], "true": choices[0], "0": choices[1], "false": choices[1]}.get(plain, said)
    number = _file(plain)
    if number is None and kind != "word":
        number = _counted(plain)
        if number is not None and len(choices) == PANELS and number > PANELS:
            number -= PANELS + 1  # V-PROM counts panels: 1 to 8 are the matrix, 9 to 16 the candidates
    return choices[number] if number is not None and number < len(choices) else said


PANELS = 8


def _file(answer: str) -> int | None:
    """2 of choice_2.png."""
    number = answer.strip().removeprefix(FILE).removesuffix(".png")
    return _counted(number) if answer.strip() == f"{FILE}{number}.png" else None


def _counted(digits: str) -> int | None:
    """A number that might be that of a choice."""
    return int(digits) if digits.isdecimal() and len(digits) < 4 else None


def _with_boxes(table: pa.Table, said: Sequence[Said], scenes: Sequence[tuple[int, str]]) -> pa.Table:
    pages = chain.from_iterable([scene] * count for count, scene in scenes)
    regions = []
    for s, scene in zip(said, pages, strict=True):
        with reading(f"the scene of '{s.key}'"):
            things = json.loads(scene)["things"] if s.objects else []
            boxes = {thing["id"]: thing["data"]["box"] for thing in things if "box" in thing.get("data", {})}
        strange = next((id for id in s.objects if id not in boxes), None)
        if strange is not None:
            raise EyechartError(f"The answer to '{s.key}' names object {strange}, which its scene does not hold.")
        regions.append((*s.evidence.regions, *(Region(tuple(boxes[id]), (id,)) for id in s.objects)))
    with reading("the boxes of objects that answers name"):
        column = region_column(regions)
    return table.set_column(table.column_names.index("evidence"), "evidence", column)


def strays(table: pa.Table, questions: pa.Table) -> NDArray[np.bool_]:
    """Which answers are neither among their question's choices nor accepted."""
    said = pc.utf8_lower(pc.utf8_trim_whitespace(whole(table.column("answer"))))
    known = np.zeros(table.num_rows, bool)
    for name in ("choices", "answers"):
        offered = whole(questions.column(name))
        row = pc.list_parent_indices(offered)
        same = pc.equal(pc.utf8_lower(pc.utf8_trim_whitespace(offered.flatten())), said.take(row))
        known[row.to_numpy()[pc.fill_null(same, False).to_numpy(zero_copy_only=False)]] = True
    chosen = pc.greater(pc.list_value_length(whole(questions.column("choices"))), 0).to_numpy(zero_copy_only=False)
    made: NDArray[np.bool_] = chosen & said.is_valid().to_numpy(zero_copy_only=False) & ~known
    return made
