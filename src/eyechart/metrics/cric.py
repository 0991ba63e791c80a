"""CRIC's metrics: Grd, the right object named; Final, with the right answer; Eq. 3, what each function found.

A model names one of the objects of the scene, by its id or by a box: a box counts as the object whose box it overlaps most,
if by half at least. It is right if the object is in the target. Where nothing is there to be found (the answer is no), the
right thing is to name nothing. Who names several must name none that is not in the target.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec
import numpy as np

from eyechart.core import Graph, Marks, Metric, Prediction, Program, Question, Region, Shape, Sheet, Step, boxed
from eyechart.errors import EyechartError
from eyechart.metrics import answer
from eyechart.store.foreign import reading
from eyechart.store.shards import regions_of

FAMILIES = ("commonsense",)
ENOUGH = 0.5  # IoU of a box with the object that it is taken for
_graph = msgspec.json.Decoder(Graph).decode

Boxes = Mapping[str, Shape]


def candidates(scene: Graph | None) -> dict[str, Shape]:
    """The objects that can be named, with their boxes."""
    return {t.id: tuple(t.data["box"]) for t in scene.things if "box" in t.data} if scene else {}


def box_iou(one: Shape, other: Shape) -> float:
    a, b = boxed(one), boxed(other)
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def named(region: Region, objects: Boxes) -> str | None:
    """The object that a region names, or None."""
    if region.things:
        return region.things[0] if len(region.things) == 1 else None
    if not objects:
        return None
    overlaps = {id: box_iou(region.shape, box) for id, box in objects.items()}
    best = max(overlaps, key=lambda id: overlaps[id])
    return best if overlaps[best] >= ENOUGH else None


def grounded(truth: Sequence[Region], said: Sequence[Region], objects: Boxes) -> float:
    if not truth or not said:
        return float(not truth and not said)
    target = {id for region in truth for id in region.things}
    return float(all(named(region, objects) in target for region in said))


def _grd_score(question: Question, prediction: Prediction) -> float | None:
    if question.evidence is None or question.evidence.labels:
        return None
    return grounded(question.evidence.regions, prediction.evidence.regions, candidates(question.scene))


def _grd_columns(sheet: Sheet) -> Marks:
    truth = regions_of(sheet.questions.column("evidence").combine_chunks())
    said = regions_of(sheet.predictions.column("evidence").combine_chunks())
    labels = sheet.questions.column("labels").is_null().to_pylist()
    known = np.array([t is not None and plain for t, plain in zip(truth, labels, strict=True)], bool)
    marks = [
        grounded(t or (), s or (), objects)
        for t, s, objects in zip(truth, said, _objects(sheet, len(truth)), strict=True)
    ]
    return Marks(np.array(marks, np.float64), known)


def _objects(sheet: Sheet, rows: int) -> Iterator[Boxes]:
    """The candidates of each row's page."""
    if sheet.scenes is None:
        raise EyechartError("The metric cric-grd needs the scenes of the questions, and the sheet has none.")
    for page, (count, scene) in enumerate(sheet.scenes()):
        with reading(f"the dataset, the scene of its page {page}"):
            boxes = candidates(_graph(scene))
        for _ in range(count):
            yield boxes


def _final_score(question: Question, prediction: Prediction) -> float | None:
    right, grounds = answer.score(question, prediction), _grd_score(question, prediction)
    return None if right is None or grounds is None else right * grounds


def _final_columns(sheet: Sheet) -> Marks:
    right, grounds = answer.metric.mark(sheet), grd.mark(sheet)
    return Marks(right.values * grounds.values, right.applies & grounds.applies)


grd = Metric("cric-grd", "Grd", _grd_score, _grd_columns, FAMILIES)
final = Metric("cric-final", "Final", _final_score, _final_columns, FAMILIES)


# ---- Table 3: what each function found


class Steps(msgspec.Struct, frozen=True):
    """What a model that runs programs gives as its raw reply: the output of each step; and its functions, if it chose them."""

    steps: list[list[str] | str | bool]
    functions: list[str] | None = None


@lru_cache(maxsize=1)
def _steps() -> msgspec.json.Decoder[Steps]:
    return msgspec.json.Decoder(Steps)


def set_iou(said: Sequence[str], truth: Sequence[str]) -> float:
    """Equation 3; two empty sets are the same."""
    a, b = set(said), set(truth)
    return len(a & b) / len(a | b) if a | b else 1.0


def function_scores(truth: Program, said: str | None) -> Iterator[tuple[str, float]]:
    """Each step's function with the IoU of the objects found; of a recognition or verification, whether it is right.

    Of a program that the model chose itself, a true step is found where the same function stands at its place.
    """
    if said is None:
        return
    for step, found in _beside(truth, said):
        sets = isinstance(step.output, list) and isinstance(found, list)
        yield step.function, set_iou(found, step.output) if sets else float(found == step.output)  # type: ignore[arg-type]


def _beside(truth: Program, said: str) -> Iterator[tuple[Step, list[str] | str | bool | None]]:
    """The true steps with what a reply gives for each; None where its program has another function there, or ended before."""
    reply = _read(said)
    if reply.functions is None and len(reply.steps) != len(truth.steps):
        raise EyechartError(f"The reply has {len(reply.steps)} steps, the program {len(truth.steps)}.")
    names = reply.functions if reply.functions is not None else [step.function for step in truth.steps]
    ran = dict(enumerate(zip(names, reply.steps, strict=False)))
    for number, step in enumerate(truth.steps):
        function, found = ran.get(number, (None, None))
        yield step, found if function == step.function else None


def _read(said: str) -> Steps:
    try:
        return _steps().decode(said)
    except msgspec.MsgspecError as error:
        raise EyechartError(f'Expected {{"steps": [output of each step]}} as the raw reply; {error}.') from error


def ran(said: str, truth: Program | None) -> tuple[list[str], list[list[str] | str | bool]] | None:
    """The functions that a reply tells of, and the output of each; None if it tells of something else."""
    try:
        reply = _steps().decode(said)
    except msgspec.MsgspecError:
        return None
    functions = reply.functions or [step.function for step in truth.steps] if truth is not None else reply.functions
    return (functions, reply.steps) if functions and len(functions) == len(reply.steps) else None


def path_of(truth: Program, said: str) -> tuple[list[str], bool]:
    """The true functions up to the first at which a reply gives something else, and whether that is the end and right."""
    followed: list[str] = []
    for step, found in _beside(truth, said):
        followed.append(step.function)
        same = {*found} == {*step.output} if isinstance(step.output, list) and isinstance(found, list) else None
        if not (found == step.output if same is None else same):
            return followed, False
    return followed, True


def planned(truth: Program, said: str) -> bool:
    """Are the functions that a reply chose those of the program?"""
    names = _steps().decode(said).functions
    return names is None or names == [step.function for step in truth.steps]
