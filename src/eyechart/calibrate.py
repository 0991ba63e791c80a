"""Find out in which frame a model gives its boxes, on a few pictures whose one rectangle cannot be missed.

The pictures differ in size and proportion, so that frames which agree on one disagree on the others. For each order of
the numbers and each kind of space the size that fits best is computed; the frame whose boxes overlap the truth most wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from eyechart.core import Picture, Progress, Question
from eyechart.errors import EyechartError
from eyechart.metrics.regions import overlap
from eyechart.models import make
from eyechart.talk.asking import Asking, Reply, Speaker, Spending
from eyechart.talk.frames import ORDERS, PIXELS, Frame, Order, Space
from eyechart.talk.parsing import parse, wanted
from eyechart.talk.prompts import prompt, words
from eyechart.talk.recall import Recall
from eyechart.talk.rectangles import questions

FOUND = 0.5  # mean overlap from which a frame counts as found
USUAL = (1.0, 100.0, 999.0, 1000.0, 1024.0)  # sizes of stretched spaces that models are known to use
NEAR = 0.03  # a fitted size this close to a usual one is taken for it

Pair = tuple[Question, tuple[float, ...]]
"""A picture's question with the four numbers that the model gave."""


class Calibration(Struct, frozen=True, kw_only=True):
    frame: Frame
    found: bool
    overlap: float  # mean, of the boxes given
    boxes: int  # pictures for which a box was given
    pictures: int
    named: int = 0  # pictures of which it named the colour asked for; by lot two of ten
    rivals: tuple[tuple[str, float], ...] = ()  # other frames and their overlap, best first


def calibrate(
    model: str | Speaker, asking: Asking | None = None, *, progress: Progress = lambda done, note="": None
) -> Calibration:
    """Ask for the rectangle on every picture, and fit. What this model has said already, now or in an earlier run, is not asked.

    >>> found = eyechart.calibrate("mock:oracle")
    >>> str(found.frame), found.overlap, found.boxes
    ('pixels xyxy', 1.0, 10)
    """
    model = speaker(model, asking)
    asked = list(questions())
    said = _said_of(model, asked, progress)
    read = {q.id: parse(said.get(q.id), wanted(q)) for q in asked}
    pairs = [(q, boxes[0][1]) for q in asked if len(boxes := read[q.id].boxes) == 1 and len(boxes[0][1]) == 4]
    found = fit(pairs, len(asked))
    return structs.replace(found, named=sum(read[q.id].answer in q.answers for q in asked))


def _said_of(model: Speaker, asked: Sequence[Question], progress: Progress) -> dict[str, str | None]:
    """Question -> reply."""
    purse, spending = model.purse, Spending(model.purse)
    said: dict[str, str | None] = {one.question: one.text for one in purse.beforehand if one.text is not None}
    progress(len(said))

    def keep(reply: Reply) -> None:
        purse.pay_beforehand(reply)
        spending.count(reply)
        said[reply.question] = reply.text
        progress(len(said))

    left = [prompt(q, words(model.asking.prompts), {}) for q in asked if q.id not in said]
    recall = Recall(model, keep)
    model.converse(spending.within_budget(recall.fresh(iter(left))), recall.keep)
    if spending.stopped:
        raise spending.over(f"{len(said)} of {len(asked)} pictures of the calibration are answered")
    return said


def speaker(model: str | Speaker, asking: Asking | None) -> Speaker:
    """The model of a name, if it is one that is talked to."""
    made = make(model, asking) if isinstance(model, str) else model
    if not isinstance(made, Speaker):
        raise EyechartError(f"{made.name} gives its boxes in pixels: only models that are talked to are calibrated.")
    return made


def fit(pairs: Sequence[Pair], pictures: int) -> Calibration:
    """The frame that explains the boxes best; plain pixels if none does."""
    tried = {frame: _mean_overlap(frame, pairs) for frame in candidates(pairs)}
    # Of equally good ones the simplest: candidates come simplest first, and sorting keeps their order.
    ranked = sorted(tried, key=lambda frame: -round(tried[frame], 2))
    best = ranked[0] if ranked else PIXELS
    found = bool(pairs) and tried[best] >= FOUND
    return Calibration(
        frame=best if found else PIXELS,
        found=found,
        overlap=round(tried.get(best, 0.0), 4),
        boxes=len(pairs),
        pictures=pictures,
        rivals=tuple((str(f), round(tried[f], 4)) for f in ranked[1:6]),
    )


def candidates(pairs: Sequence[Pair]) -> Iterator[Frame]:
    """Simplest first; sizes are fitted to what was said."""
    if not pairs:
        return
    for order in ORDERS:
        yield Frame(order)
    spaces: tuple[Space, ...] = ("stretched", "longest", "shortest")
    for space in spaces:
        for order in ORDERS:
            size = _size(order, space, pairs)
            if size > 0:
                usual = [u for u in USUAL if space == "stretched" and abs(size - u) <= NEAR * u]
                yield from (Frame(order, space, u) for u in usual)
                yield Frame(order, space, round(size) if size > 2 else round(size, 3))


def _size(order: Order, space: Space, pairs: Sequence[Pair]) -> float:
    """Least squares: what was said is `size` times what one would say if the space were 1 long."""
    one = Frame(order, space, 1.0)
    above = below = 0.0
    for q, said in pairs:
        picture = q.pictures[0]
        unit = _said_in(one, _box(q), picture)
        above += sum(u * s for u, s in zip(unit, said, strict=True))
        below += sum(u * u for u in unit)
    return above / below


def _said_in(frame: Frame, box: Sequence[float], picture: Picture) -> list[float]:
    wide, high = frame.extent(picture.width, picture.height)
    left, top, right, bottom = (
        v * (high / picture.height if i % 2 else wide / picture.width) for i, v in enumerate(box)
    )
    orders = {
        "xyxy": [left, top, right, bottom],
        "yxyx": [top, left, bottom, right],
        "xywh": [left, top, right - left, bottom - top],
    }
    return orders[frame.order]


def _box(q: Question) -> tuple[float, ...]:
    return q.evidence.regions[0].shape if q.evidence else ()


def _mean_overlap(frame: Frame, pairs: Sequence[Pair]) -> float:
    total = 0.0
    for q, said in pairs:
        shape = frame.read(said, q.pictures[0].width, q.pictures[0].height)
        total += overlap([_box(q)], [shape]) if shape is not None else 0.0
    return total / len(pairs)
