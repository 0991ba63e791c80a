"""Layouts: how the things of a panel stand together. Looked up by the panel's `layout`."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt

import skia

from eyechart.core import Thing
from eyechart.drawing.icons import draw_icon, icon_size
from eyechart.families.icons.diagrams.catalogue import item
from eyechart.families.icons.diagrams.instruments import Options, balance, measured, ruler, thermometer
from eyechart.families.icons.diagrams.sketch import (
    INK,
    PALE,
    SKY,
    Sketch,
    beside,
    fill,
    framed,
    label,
    placed,
    stacked,
    stroke,
)  # fmt: skip
from eyechart.seeding import Rng


def _items(things: list[Thing], options: Options, size: float = 60) -> list[Sketch]:
    return [item(thing, options.get("size", size)) for thing in things]


def _cells(parts: list[Sketch], columns: int, gap: float) -> Sketch:
    """A grid of equal cells, filled row by row, each in the middle of its cell."""
    w, h = max(p.width for p in parts) + gap, max(p.height for p in parts) + gap
    spots = [
        ((i % columns) * w + (w - p.width) / 2, (i // columns) * h + (h - p.height) / 2, p) for i, p in enumerate(parts)
    ]
    return placed(min(columns, len(parts)) * w, ceil(len(parts) / columns) * h, spots)


def row(things: list[Thing], options: Options) -> Sketch:
    return beside(_items(things, options), options.get("gap", 18), options.get("align", "middle"))


def column(things: list[Thing], options: Options) -> Sketch:
    return stacked(_items(things, options), options.get("gap", 14), options.get("align", "middle"))


def rows(things: list[Thing], options: Options) -> Sketch:
    """So many in each row: `per_row`."""
    return _cells(_items(things, options), options.get("per_row", 5), options.get("gap", 14))


def shelves(things: list[Thing], options: Options) -> Sketch:
    """A row for each value of the things' `row`, one below the other, aligned at the left."""
    size, gap = options.get("size", 48), options.get("gap", 10)
    numbers = sorted({int(thing.data["row"]) for thing in things})
    lines = []
    for number in numbers:
        parts = [item(thing, size) for thing in things if thing.data["row"] == number]
        spots = [(i * (size + gap) + (size - p.width) / 2, (size - p.height) / 2, p) for i, p in enumerate(parts)]
        lines.append(placed(len(parts) * (size + gap), size, spots))
    return stacked(lines, options.get("between", 26), "left")


def scatter(things: list[Thing], options: Options) -> Sketch:
    """Here and there, but never touching: a jittered grid with some cells left empty."""
    rng, size = Rng(options["seed"]), options.get("size", 50)
    columns = options.get("columns") or max(2, ceil(sqrt(len(things) * 1.7)))
    lines = max(options.get("lines", 1), ceil(len(things) / columns))
    cells = sorted(rng.sample(range(columns * lines), len(things)))
    cell, spots = size * 1.42, []
    for thing, at in zip(things, cells, strict=True):
        part = item(thing, size)
        x = (at % columns) * cell + (cell - part.width) / 2 + rng.uniform(-0.17, 0.17) * size
        y = (at // columns) * cell + (cell - part.height) / 2 + rng.uniform(-0.17, 0.17) * size
        spots.append((x, y, part))
    return _cropped(spots)


def _cropped(spots: list[tuple[float, float, Sketch]]) -> Sketch:
    """As large as what it shows, no larger."""
    left, top = min(x for x, _, _ in spots), min(y for _, y, _ in spots)
    right, bottom = max(x + p.width for x, _, p in spots), max(y + p.height for _, y, p in spots)
    return placed(right - left, bottom - top, [(x - left, y - top, p) for x, y, p in spots])


def frame(things: list[Thing], options: Options) -> Sketch:
    """Ten frames, filled from the left top: one for each value of the things' `frame`, at least `frames`."""
    size, frames = options.get("size", 44), options.get("frames", 1)
    columns = options.get("columns", 5)
    cell = size + 12
    made = []
    for number in range(frames):
        inside = [thing for thing in things if thing.data.get("frame", 0) == number]
        spots = []
        for i, thing in enumerate(inside):
            part = item(thing, size)
            x, y = (i % columns) * cell, (i // columns) * cell
            spots.append((x + (cell - part.width) / 2, y + (cell - part.height) / 2, part))
        made.append(placed(columns * cell + 2, 2 * cell + 2, spots, _ruled(columns, 2, cell)))
    return stacked(made, 18)


def _ruled(columns: int, lines: int, cell: float) -> Callable[[skia.Canvas], None]:
    def under(pen: skia.Canvas) -> None:
        pen.drawRect(skia.Rect.MakeXYWH(1, 1, columns * cell, lines * cell), fill(PALE))
        for i in range(columns + 1):
            pen.drawLine(1 + i * cell, 0, 1 + i * cell, lines * cell + 2, stroke(SKY, 2.5))
        for i in range(lines + 1):
            pen.drawLine(0, 1 + i * cell, columns * cell + 2, 1 + i * cell, stroke(SKY, 2.5))

    return under


def tens(things: list[Thing], options: Options) -> Sketch:
    """Boxed rows of ten, and the ones below."""
    size = options.get("size", 24)
    cell = size + 8
    lines = ceil(len(things) / 10)
    pitch = cell + 6
    spots = []
    for i, thing in enumerate(things):
        part = item(thing, size)
        spots.append(
            ((i % 10) * cell + (cell - part.width) / 2 + 1, (i // 10) * pitch + (cell - part.height) / 2 + 1, part)
        )

    def under(pen: skia.Canvas) -> None:
        for line in range(len(things) // 10):
            for i in range(10):
                pen.drawRect(skia.Rect.MakeXYWH(1 + i * cell, 1 + line * pitch, cell, cell), stroke("#C8D0D8", 1.2))

    return placed(10 * cell + 2, lines * pitch, spots, under)


def groups(things: list[Thing], options: Options) -> Sketch:
    """Each group in a ring of its own; a group is what shares its `group`."""
    size = options.get("size", 34)
    made = []
    for number in sorted({int(thing.data["group"]) for thing in things}):
        parts = [item(thing, size) for thing in things if thing.data["group"] == number]
        made.append(framed(_cells(parts, options.get("per_row", 3), 8), pad=10, colour="#F2B36B"))
    return _cells(made, options.get("columns", 4), 14)


def plain(things: list[Thing], options: Options) -> Sketch:
    """One item, larger."""
    return _items(things, options)[0]


def standing(things: list[Thing], options: Options) -> Sketch:
    """One item on the ground, under a height that is the same in every box."""
    size = options["size"]
    part = item(things[0], size)

    def under(pen: skia.Canvas) -> None:
        pen.drawLine(0, size + 2, size, size + 2, stroke("#8DBF6A", 4))

    return placed(size, size + 4, [((size - part.width) / 2, size - part.height, part)], under)


def lying(things: list[Thing], options: Options) -> Sketch:
    """One item from the left, within a length that is the same in every box."""
    part = item(things[0], options["size"])
    return placed(options["size"], part.height, [(0.0, 0.0, part)])


def captioned(things: list[Thing], options: Options) -> Sketch:
    """Things with what their `caption` says below them: a name, or an icon."""
    made = []
    for thing in things:
        under = thing.attributes["caption"]
        size = options.get("size", 130)
        below = _icon_sketch(under, 54) if ":" in under else label(under, 18)
        made.append(stacked([item(thing, size), below], 10))
    return beside(made, options.get("gap", 34), "bottom")


def _icon_sketch(name: str, size: int) -> Sketch:
    width, height = icon_size(name, size)
    return Sketch(width, height, lambda pen: draw_icon(pen, name, 0, 0, size))


def grid(things: list[Thing], options: Options) -> Sketch:
    """In the cells that the things' `column` and `row` say; `lines` draws the cells."""
    size = options.get("size", 54)
    cell = size + options.get("gap", 22)
    columns, lines = options["columns"], options["rows"]
    spots = []
    for thing in things:
        part = item(thing, size)
        x, y = thing.data["column"] * cell, thing.data["row"] * cell
        spots.append((x + (cell - part.width) / 2 + 1, y + (cell - part.height) / 2 + 1, part))
    under = _ruled(columns, lines, cell) if options.get("lines", True) else None
    return placed(columns * cell + 2, lines * cell + 2, spots, under)


def room(things: list[Thing], options: Options) -> Sketch:
    """The first thing is a large piece in the middle; the others stand `above`, `below`, `left` or `right` of it."""
    middle, *others = things
    large, small = options.get("large", 110), options.get("size", 46)
    body = item(middle, large)
    band = small + 22
    width = max(body.width, small) + 2 * band + 40
    x, y = (width - body.width) / 2, band + 4
    spots = [(x, y, body)]
    for thing in others:
        part = item(thing, small)
        side, slide = thing.attributes["side"], thing.data.get("slide", 0.0)
        if side in ("above", "below"):
            at_x = x + body.width / 2 - part.width / 2 + slide * max(body.width * 0.3, small * 0.75)
            at_y = y - 12 - part.height if side == "above" else y + body.height + 12
        else:
            at_y = (
                y + body.height - part.height - 2 if options.get("floor", True) else y + (body.height - part.height) / 2
            )
            at_x = x - 18 - part.width if side == "left" else x + body.width + 18
        spots.append((at_x, at_y, part))
    return _cropped(spots)


def holder(things: list[Thing], options: Options) -> Sketch:
    """A box drawn open, with things inside it and outside, by their `place`."""
    size = options.get("size", 44)
    inside = [item(t, size) for t in things if t.attributes["place"] == "inside"]
    outside = [item(t, size) for t in things if t.attributes["place"] == "outside"]
    width, height = max(120.0, len(inside) * (size + 14) + 28), size + 52
    colour = options.get("colour", "#D9A066")
    spots: list[tuple[float, float, Sketch]] = []
    for i, part in enumerate(inside):
        spots.append(
            (
                (width - len(inside) * (size + 14)) / 2 + i * (size + 14) + 7 + (size - part.width) / 2,
                height - part.height - 14,
                part,
            )
        )
    for i, part in enumerate(outside):
        spots.append((width + 24 + i * (size + 14) + (size - part.width) / 2, height - part.height, part))

    def under(pen: skia.Canvas) -> None:
        _BACKS[options.get("look", "box")](pen, width, height, colour)

    return placed(width + (24 + len(outside) * (size + 14) if outside else 0), height, spots, under)


def _box_back(pen: skia.Canvas, width: float, height: float, colour: str) -> None:
    pen.drawRoundRect(skia.Rect.MakeLTRB(2, 22, width - 2, height - 2), 6, 6, fill("#FBF1E3"))
    pen.drawLine(2, 22, 2, height - 2, stroke(colour, 8))
    pen.drawLine(width - 2, 22, width - 2, height - 2, stroke(colour, 8))
    pen.drawLine(0, height - 4, width, height - 4, stroke(colour, 10))


def _house_back(pen: skia.Canvas, width: float, height: float, colour: str) -> None:
    roof = skia.Path()
    roof.addPoly([skia.Point(0, 30), skia.Point(width / 2, 0), skia.Point(width, 30)], True)
    pen.drawRect(skia.Rect.MakeLTRB(8, 30, width - 8, height - 2), fill("#FFF4E6"))
    pen.drawRect(skia.Rect.MakeLTRB(8, 30, width - 8, height - 2), stroke(colour, 6))
    pen.drawPath(roof, fill(colour))


_BACKS: dict[str, Callable[[skia.Canvas, float, float, str], None]] = {"box": _box_back, "house": _house_back}


def number_sentence(things: list[Thing], options: Options) -> Sketch:
    """Two groups with a sign between them."""
    size = options.get("size", 40)
    made = []
    for number in (0, 1):
        parts = [item(t, size) for t in things if t.data["group"] == number]
        made.append(framed(_cells(parts, 3, 8), pad=10))
    return beside([made[0], label(options["sign"], 34, INK, "bold"), made[1]], 14)


def crossed(things: list[Thing], options: Options) -> Sketch:
    """Rows of things; those that `left` are crossed out."""
    size = options.get("size", 48)
    parts = []
    for thing in things:
        part = item(thing, size)
        parts.append(_crossed(part) if thing.attributes.get("gone") == "yes" else part)
    return _cells(parts, options.get("per_row", 5), 14)


def _crossed(part: Sketch) -> Sketch:
    def over(pen: skia.Canvas) -> None:
        line = stroke("#D6336C", 4)
        pen.drawLine(2, 2, part.width - 2, part.height - 2, line)
        pen.drawLine(part.width - 2, 2, 2, part.height - 2, line)

    return placed(part.width, part.height, [(0, 0, part), (0, 0, Sketch(part.width, part.height, over))])


LAYOUTS: dict[str, Callable[[list[Thing], Options], Sketch]] = {
    "row": row, "column": column, "rows": rows, "shelves": shelves, "scatter": scatter, "frame": frame, "tens": tens,
    "groups": groups, "plain": plain, "captioned": captioned, "grid": grid, "room": room, "holder": holder,
    "sentence": number_sentence, "crossed": crossed, "balance": balance, "ruler": ruler, "measured": measured,
    "thermometer": thermometer, "standing": standing, "lying": lying,
}  # fmt: skip
