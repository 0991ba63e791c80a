"""Find out in which frame a model gives its boxes, on a few pictures whose one rectangle cannot be missed.

The pictures differ in size and proportion, so that frames which agree on one disagree on the others. For each order of
the numbers and each kind of space the size that fits best is computed; the frame whose boxes overlap the truth most wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import skia
from msgspec import Struct

from eyechart.core import Evidence, Picture, Question, Region
from eyechart.drawing.canvas import canvas, fill
from eyechart.drawing.png import png
from eyechart.errors import EyechartError
from eyechart.metrics.regions import overlap
from eyechart.models import make
from eyechart.seeding import Rng, rng_for
from eyechart.talk.asking import Asking, Reply, Speaker
from eyechart.talk.frames import ORDERS, PIXELS, Frame, Order, Space
from eyechart.talk.parsing import parse, wanted
from eyechart.talk.prompts import prompt, words

SIZES = (
    (640, 480),
    (480, 640),
    (800, 400),
    (400, 720),
    (512, 512),
    (960, 360),
    (360, 540),
    (1024, 768),
    (700, 700),
    (300, 800),
)
COLOURS = {"red": "#D32F2F", "blue": "#1565C0", "green": "#2E7D32", "orange": "#EF6C00", "purple": "#6A1B9A"}
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
    rivals: tuple[tuple[str, float], ...] = ()  # other frames and their overlap, best first


def calibrate(model: str | Speaker, asking: Asking | None = None) -> Calibration:
    """Ask for the rectangle on every picture, and fit.

    >>> found = eyechart.calibrate("mock:oracle")
    >>> str(found.frame), found.overlap, found.boxes
    ('pixels xyxy', 1.0, 10)
    """
    model = speaker(model, asking)
    asked = list(questions())
    said: dict[str, str | None] = {}

    def keep(reply: Reply) -> None:
        model.purse.pay(reply)
        said[reply.question] = reply.text

    model.converse(iter([prompt(q, words(model.asking.prompts), {}) for q in asked]), keep)
    pairs = []
    for q in asked:
        boxes = parse(said.get(q.id), wanted(q)).boxes
        if len(boxes) == 1 and len(boxes[0][1]) == 4:
            pairs.append((q, boxes[0][1]))
    return fit(pairs, len(asked))


def speaker(model: str | Speaker, asking: Asking | None) -> Speaker:
    """The model of a name, if it is one that is talked to."""
    made = make(model, asking) if isinstance(model, str) else model
    if not isinstance(made, Speaker):
        raise EyechartError(f"{made.name} gives its boxes in pixels: only models that are talked to are calibrated.")
    return made


def questions() -> Iterator[Question]:
    """One rectangle and a few discs on each picture."""
    for number, (width, height) in enumerate(SIZES):
        rng = rng_for("calibration", number)
        name = rng.choice(list(COLOURS))
        picture, box = _drawn(width, height, name, rng)
        yield Question(
            id=f"calibration/{number}",
            text="What colour is the one rectangle?",
            form="choose-text",
            choices=tuple(COLOURS),
            answers=(name,),
            evidence=Evidence((Region(box, ("rectangle",)),)),
            pictures=(picture,),
        )


def _drawn(width: int, height: int, name: str, rng: Rng) -> tuple[Picture, tuple[float, float, float, float]]:
    pen, pixels = canvas(width, height)
    w, h = rng.uniform(0.2, 0.4) * width, rng.uniform(0.2, 0.4) * height
    left, top = rng.uniform(0.05, 0.55) * width, rng.uniform(0.05, 0.55) * height
    box = (round(left), round(top), round(left + w), round(top + h))
    others = [c for c in COLOURS if c != name]
    for _ in range(5):
        x, y, r = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.03, 0.06) * min(width, height)
        clear = 1.5 * r
        if not (box[0] - clear < x < box[2] + clear and box[1] - clear < y < box[3] + clear):
            pen.drawCircle(x, y, r, fill(COLOURS[rng.choice(others)]))
    pen.drawRect(skia.Rect(*box), fill(COLOURS[name]))
    return Picture(png(pixels), width, height), box


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
        unit = _said(one, _box(q), picture)
        above += sum(u * s for u, s in zip(unit, said, strict=True))
        below += sum(u * u for u in unit)
    return above / below


def _said(frame: Frame, box: Sequence[float], picture: Picture) -> list[float]:
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
