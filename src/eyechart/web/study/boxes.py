"""Where people see what decides: boxes that they draw, or things that they tap; how far two agree, and with the key."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import msgspec
from msgspec import Struct

from eyechart.core import Evidence, Page, Prediction, Question, Region, Shape, boxed
from eyechart.errors import EyechartError
from eyechart.metrics import evidence, regions

TAP = 4.0  # pixels of the picture: who moves less has tapped
MOST = 30  # boxes for a question


class Box(Struct, frozen=True, array_like=True):
    """On a picture of the question, in its pixels."""

    picture: int
    left: float
    top: float
    right: float
    bottom: float
    tap: bool = False  # a thing that was tapped: its own box


def read(text: str, page: Page, question: Question) -> tuple[Box, ...]:
    """What a page sent: boxes as they were drawn, kept within their pictures; a tap stands for the thing below it."""
    if not text:
        return ()
    try:
        found = msgspec.json.decode(text, type=list[tuple[int, float, float, float, float]])
    except msgspec.MsgspecError as error:
        raise EyechartError(f"These are no boxes: {error}.") from error
    if len(found) > MOST:
        raise EyechartError(f"At most {MOST} boxes are taken.")
    return tuple(made for one in found if (made := _box(one, page, question)) is not None)


def _box(one: tuple[int, float, float, float, float], page: Page, question: Question) -> Box | None:
    number, *sides = one
    if not 0 <= number < len(question.pictures) or not all(map(math.isfinite, sides)):
        raise EyechartError("A box lies on one of the pictures.")
    picture = question.pictures[number]
    across, down = sorted((sides[0], sides[2])), sorted((sides[1], sides[3]))
    left, right = (min(max(x, 0.0), float(picture.width)) for x in across)
    top, bottom = (min(max(y, 0.0), float(picture.height)) for y in down)
    if right - left >= TAP or bottom - top >= TAP:
        return Box(number, left, top, right, bottom) if right > left and bottom > top else None
    return _tapped(number, (left + right) / 2, (top + bottom) / 2, page, question)


def _tapped(number: int, x: float, y: float, page: Page, question: Question) -> Box:
    """The smallest thing under the finger; where nothing is, as much as a finger covers."""
    first = (
        bool(page.pictures) and question.pictures[number] == page.pictures[0]
    )  # where things are is known of this one
    shapes = [boxed(shape) for some in page.where.values() for shape in some] if first else []
    under = [box for box in shapes if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
    if under:
        return Box(number, *min(under, key=_area), tap=True)
    return Box(number, x - TAP, y - TAP, x + TAP, y + TAP, tap=True)


def _area(box: Shape) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def evidence_of(boxes: Iterable[Box], labels: Mapping[str, str] | None = None) -> Evidence:
    regions = tuple(Region((b.left, b.top, b.right, b.bottom), picture=b.picture) for b in boxes)
    return Evidence(regions, dict(labels or {}))


class Agreement(Struct, frozen=True):
    """Of what people point at: between two of them, and with the key."""

    pairs: int  # of people who pointed at something for the same question
    overlap: float | None  # mean intersection over union of these
    keyed: int  # answers with boxes to questions that have regions as their key
    with_key: float | None  # mean intersection over union with it
    pointed: float | None  # share of boxes whose middle lies in the key


def agreement(said: Mapping[str, Sequence[Evidence]], questions: Mapping[str, Question]) -> Agreement:
    """Of each question what each person pointed at; who pointed at nothing is not asked."""
    between, key, middle = list[float](), list[float](), list[float]()
    for id, some in said.items():
        some = [one for one in some if one.regions or one.labels]
        for a, b in combinations(some, 2):
            between.append(_overlap(a, b))
        truth = questions[id].evidence
        if truth is None or not (truth.regions or truth.labels):
            continue
        for one in some:
            prediction = Prediction(question=id, answer=None, evidence=one)
            key.append(evidence.overlap_score(questions[id], prediction) or 0.0)
            if truth.regions:
                middle.append(evidence.pointing_score(questions[id], prediction) or 0.0)
    return Agreement(len(between), _mean(between), len(key), _mean(key), _mean(middle))


def _overlap(a: Evidence, b: Evidence) -> float:
    if a.labels or b.labels:
        return len(a.labels.items() & b.labels.items()) / len(a.labels.items() | b.labels.items())
    return regions.overlap(evidence.placed(a.regions), evidence.placed(b.regions))


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
