"""A sketch: a size, a way to paint it from its own corner, where its things are; sketches are put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import skia
from msgspec import Struct

from eyechart.core import Shape
from eyechart.drawing.canvas import fill, rgb, stroke
from eyechart.drawing.text import text, write

INK = "#37424F"
SKY = "#BFE6F7"  # frames
PALE = "#F1F9FD"  # cells
Where = dict[str, tuple[Shape, ...]]


class Sketch(Struct, frozen=True):
    width: float
    height: float
    paint: Callable[[skia.Canvas], None]
    where: Where = {}


def placed(
    width: float,
    height: float,
    parts: Sequence[tuple[float, float, Sketch]],
    under: Callable[[skia.Canvas], None] | None = None,
) -> Sketch:
    """Sketches at places on a page, over a background."""

    def paint(pen: skia.Canvas) -> None:
        if under is not None:
            under(pen)
        for x, y, part in parts:
            pen.save()
            pen.translate(x, y)
            part.paint(pen)
            pen.restore()

    where: Where = {}
    for x, y, part in parts:
        for id, shapes in part.where.items():
            moved = tuple([_moved(shape, x, y) for shape in shapes])
            where[id] = where[id] + moved if id in where else moved
    return Sketch(width, height, paint, where)


def _moved(shape: Shape, x: float, y: float) -> Shape:
    return tuple([value + (y if i % 2 else x) for i, value in enumerate(shape)])


def beside(parts: Sequence[Sketch], gap: float = 16, align: str = "middle") -> Sketch:
    height = max([part.height for part in parts])
    at, row = 0.0, []
    for part in parts:
        y = {"middle": (height - part.height) / 2, "bottom": height - part.height, "top": 0.0}[align]
        row.append((at, y, part))
        at += part.width + gap
    return placed(at - gap, height, row)


def stacked(parts: Sequence[Sketch], gap: float = 12, align: str = "middle") -> Sketch:
    width = max([part.width for part in parts])
    at, column = 0.0, []
    for part in parts:
        column.append(((width - part.width) / 2 if align == "middle" else 0.0, at, part))
        at += part.height + gap
    return placed(width, at - gap, column)


def framed(part: Sketch, width: float = 0, height: float = 0, pad: float = 14, colour: str = SKY) -> Sketch:
    """In a box, at least so large."""
    w, h = max(width, part.width + 2 * pad), max(height, part.height + 2 * pad)

    def under(pen: skia.Canvas) -> None:
        pen.drawRoundRect(skia.Rect.MakeLTRB(1, 1, w - 1, h - 1), 5, 5, stroke(colour, 2))

    return placed(w, h, [((w - part.width) / 2, (h - part.height) / 2, part)], under)


def marked(id: str, part: Sketch) -> Sketch:
    """The sketch as the place of a thing."""
    return Sketch(part.width, part.height, part.paint, part.where | {id: ((0.0, 0.0, part.width, part.height),)})


def label(words: str, size: float = 18, colour: str = INK, face: str = "medium") -> Sketch:
    run = text(words, size, face)
    return Sketch(run.width, run.height + 2, lambda pen: write(pen, run, 0, run.ascent + 1, colour))


def polygon(points: Sequence[tuple[float, float]]) -> skia.Path:
    path = skia.Path()
    path.addPoly([skia.Point(x, y) for x, y in points], True)
    return path


def darker(colour: str, share: float = 0.72) -> str:
    return "#" + "".join(f"{round(int(colour[i : i + 2], 16) * share):02X}" for i in (1, 3, 5))


def lighter(colour: str, share: float = 0.45) -> str:
    """Towards white."""
    return "#" + "".join(f"{round(255 - (255 - int(colour[i : i + 2], 16)) * (1 - share)):02X}" for i in (1, 3, 5))


__all__ = [
    "INK", "PALE", "SKY", "Sketch", "Where", "beside", "darker", "fill", "framed", "label", "lighter", "marked",
    "placed", "polygon", "rgb", "stacked", "stroke",
]  # fmt: skip
