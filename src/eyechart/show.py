"""A contact sheet: pictures, their questions and answers, the evidence outlined in the question's colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import skia

from eyechart import registry
from eyechart.core import Page, Question, Shape, boxed
from eyechart.dataset import dataset
from eyechart.drawing.canvas import fill
from eyechart.drawing.compose import composed, outlined, tag
from eyechart.drawing.text import text, write
from eyechart.errors import EyechartError, unknown
from eyechart.metrics.regions import middle
from eyechart.reporting.steps import draw_steps, is_run
from eyechart.store.atomic import write_atomic
from eyechart.store.folder import load
from eyechart.train.curve import draw_curve, is_trained

INKS = ("#D81B60", "#1565C0", "#2E7D32", "#6A1B9A", "#E65100", "#00838F")
CARD, MARGIN, LINE = 640.0, 18.0, 19.0
TAG = 16.0  # what a number takes up
CARDS = 12  # of a source, unless told otherwise


def pages_of(
    source: str, start: int, count: int, split: str | None, seed: int, preset: str | None, changes: Mapping[str, Any]
) -> Iterator[Page]:
    """Some pages of a dataset's folder, or of a family: made on the spot, of its first split if none is named."""
    if source in registry.names("families"):
        first = next(iter(registry.get("families", source).splits))
        endless = dataset(source, split=split or first, seed=seed, preset=preset, **changes)
        yield from (endless[i] for i in range(start, start + count))
    elif Path(source).exists():
        yield from islice(iter(load(source)), start, start + count)
    else:
        raise unknown("family or dataset folder", source, registry.names("families"))


def show(pages: Iterable[Page] | str | Path, out: str | Path, columns: int = 3, questions: int = 4) -> Path:
    """Write a PNG, or a JPEG if it is named so, with a card for each page; at most `questions` of its questions.

    Of a family's name, or of a dataset's folder, the first twelve pages; of a trained network's folder, its learning curve; of a
    run of a model that runs programs, what each step found, of twelve questions.

    >>> eyechart.show(eyechart.dataset("figures", seed=7)[4:6], "two.png", columns=2).name
    'two.png'
    """
    if isinstance(pages, str | Path):
        if is_trained(pages):
            return draw_curve(pages, out)
        if is_run(pages):
            return draw_steps(pages, out, CARDS)
        pages = pages_of(str(pages), 0, CARDS, None, 0, None, {})
    if columns < 1:
        raise EyechartError(f"--columns {columns}: a sheet has at least one column.")
    cards = [_card(page, questions) for page in pages]
    if not cards:
        raise EyechartError("No page to show: name a family or a dataset, --count at least 1, --start before its end.")
    rows = [cards[i : i + columns] for i in range(0, len(cards), columns)]
    heights = [max(height for _, height in row) for row in rows]
    width = columns * (CARD + MARGIN) + MARGIN
    surface = skia.Surface(int(width), int(sum(heights) + MARGIN * (len(rows) + 1)))
    pen = surface.getCanvas()
    pen.clear(skia.Color(236, 239, 241))
    y = MARGIN
    for row, height in zip(rows, heights, strict=True):
        for i, (card, _) in enumerate(row):
            pen.save()
            pen.translate(MARGIN + i * (CARD + MARGIN), y)
            pen.drawRoundRect(skia.Rect(0, 0, CARD, height), 6, 6, fill("#FFFFFF"))
            pen.drawPicture(card)
            pen.restore()
        y += height + MARGIN
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    photo = path.suffix.lower() in (".jpg", ".jpeg")
    sheet = surface.makeImageSnapshot().encodeToData(skia.kJPEG if photo else skia.kPNG, 85)
    write_atomic(path, bytes(sheet))
    return path


def _card(page: Page, count: int) -> tuple[skia.Picture, float]:
    recorder = skia.PictureRecorder()
    pen = recorder.beginRecording(skia.Rect(0, 0, CARD, 100_000))
    inner = CARD - 2 * MARGIN
    pen.translate(MARGIN, MARGIN)
    asked = page.questions[:count]
    nothing = Question(id="", text="", form="fill-in", answers=(), pictures=page.pictures[:1])
    first = asked[0] if asked else nothing
    if not first.pictures:
        raise EyechartError(f"Page {page.index} has no picture to show: the release was read without them.")
    sheet, height, places = composed(first, inner)
    pen.drawPicture(sheet)
    y = height + 10
    marked = [(n, region) for n, q in enumerate(asked) if q.evidence for region in q.evidence.regions]
    for number, region in marked:
        outlined(pen, _grown(region.shape, 2.5 * number), places[region.picture], INKS[number % len(INKS)])
    many = {n for n, q in enumerate(asked) if q.evidence and len(q.evidence.regions) > 3}
    foremost = {n: next(region for m, region in marked if m == n) for n in many}
    there = Counter[tuple[float, float]]()  # numbers that belong to the same place stand side by side
    for number, region in marked:  # after all outlines, so that none hides a number
        if number in many and region is not foremost[number]:
            continue  # one number for a crowd
        corner = places[region.picture].mapXY(*_handle(region.shape))
        at = round(corner.x() / TAG), round(corner.y() / TAG)
        up = TAG if len(region.shape) == 8 else TAG / 2  # what is tight around a text is not to be written over
        tag(pen, str(number + 1), corner.x() + TAG * there[at], max(0, corner.y() - up), INKS[number % len(INKS)])
        there[at] += 1
    for number, q in enumerate(asked):
        y = _write_question(pen, q, number, y, inner, INKS[number % len(INKS)])
    return recorder.finishRecordingAsPicture(), y + 2 * MARGIN


def _handle(shape: Shape) -> tuple[float, float]:
    """Where a number belongs to a shape: the corner of a box; inside what is round, whose box has corners elsewhere."""
    return boxed(shape)[:2] if len(shape) <= 8 else middle(shape)


def _grown(shape: Shape, by: float) -> Shape:
    """A box a little larger, so that outlines of the same thing lie beside each other."""
    return (shape[0] - by, shape[1] - by, shape[2] + by, shape[3] + by) if len(shape) == 4 else shape


def _write_question(pen: skia.Canvas, q: Question, number: int, y: float, width: float, ink: str) -> float:
    tag(pen, str(number + 1), 0, y, ink)
    said = " / ".join(q.answers[:3]) or "?"
    options = f"  ({', '.join(q.choices)})" if q.form == "choose-text" else ""
    labels = f"  [{', '.join(q.evidence.labels.values())}]" if q.evidence and q.evidence.labels else ""
    for i, line in enumerate(wrapped(q.text + options, 13.5, width - 26)):
        write(pen, text(line, 13.5), 26, y + 12 + i * LINE)
        last = i
    answer = text(f"{said}{labels}", 13.5, "bold")
    room = text(line, 13.5).width + 26 + 8
    if room + answer.width > width:
        last, room = last + 1, 26
    write(pen, answer, room, y + 12 + last * LINE, ink)
    return y + (last + 1) * LINE + 3


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Break a text into lines; a script without spaces breaks anywhere."""
    lines, line = [], ""
    pieces = words.split(" ") if " " in words else list(words)
    glue = " " if " " in words else ""
    for piece in pieces:
        longer = line + glue + piece if line else piece
        if line and text(longer, size).width > width:
            lines.append(line)
            line = piece
        else:
            line = longer
    return [*lines, line]
