"""One sheet for one question: its pictures, and its picture choices lettered below."""

from __future__ import annotations

from math import ceil, sqrt

import skia

from eyechart.core import Question, Shape, outline
from eyechart.drawing.canvas import fill, rgb
from eyechart.drawing.decoding import decode
from eyechart.drawing.text import text, write

GAP, CAPTION = 8.0, 22.0


def composed(question: Question, width: float) -> tuple[skia.Picture, float, list[skia.Matrix]]:
    """A recording of the sheet at this width, its height, and where each of the question's own pictures went."""
    recorder = skia.PictureRecorder()
    pen = recorder.beginRecording(skia.Rect(0, 0, width, 100_000))
    own = [decode(p) for p in question.pictures]
    columns = columns_of(len(own))
    height, places = _grid(pen, own, width, columns, [""] * len(own), 0.0)
    if question.choice_pictures:
        if len(own) == columns**2 - 1 > 0:  # a matrix whose last picture is to be chosen
            _missing(pen, places[-1], own[-1], _cell(own, width, columns) + GAP)
        choices = [decode(p) for p in question.choice_pictures]
        height, _ = _grid(pen, choices, width, columns_of_choices(len(choices)), list(question.choices), height + GAP)
    return recorder.finishRecordingAsPicture(), height, places


def columns_of(pictures: int) -> int:
    return 1 if pictures == 1 else ceil(sqrt(pictures))


def columns_of_choices(choices: int) -> int:
    return 4 if choices in (7, 8) else min(choices, 5)


def _cell(images: list[skia.Image], width: float, columns: int) -> float:
    """No wider than the widest picture: what belongs together stands together."""
    return min((width - GAP * (columns - 1)) / columns, float(max(image.width() for image in images)))


def _missing(pen: skia.Canvas, beside: skia.Matrix, image: skia.Image, step: float) -> None:
    """An empty cell with a question mark, one step to the right of the picture beside it."""
    cell = beside.mapRect(skia.Rect.MakeWH(image.width(), image.height()))
    cell.offset(step, 0)
    pen.drawRect(cell, fill("#ECEFF1"))
    mark = text("?", 72, "bold")
    write(pen, mark, cell.centerX() - mark.width / 2, cell.centerY() + mark.ascent / 2, "#607D8B")


def _grid(
    pen: skia.Canvas, images: list[skia.Image], width: float, columns: int, captions: list[str], top: float
) -> tuple[float, list[skia.Matrix]]:
    cell = _cell(images, width, columns)
    places, row_height, y = [], 0.0, top
    for i, image in enumerate(images):
        column = i % columns
        if column == 0 and i:
            y, row_height = y + row_height + GAP, 0.0
        caption = CAPTION if captions[i] else 0.0
        scale = min(cell / image.width(), 1.0)
        x = column * (cell + GAP)
        if caption:
            write(pen, text(captions[i], 14, "bold"), x, y + 15)
        place = skia.Matrix.Translate(x, y + caption).preConcat(skia.Matrix.Scale(scale, scale))
        places.append(place)
        pen.save()
        pen.concat(place)
        pen.drawImage(image, 0, 0, skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear))
        pen.restore()
        row_height = max(row_height, image.height() * scale + caption)
    return y + row_height, places


def outlined(pen: skia.Canvas, shape: Shape, place: skia.Matrix, colour: str, width: float = 2.0) -> None:
    """Draw the outline of a region, with a pale halo so that it shows on any ground."""
    path = skia.Path()
    path.addPoly([skia.Point(x, y) for x, y in outline(shape)], True)
    path.transform(place)
    for ink, thick in ((rgb("#FFFFFF"), width + 1.2), (rgb(colour), width)):
        pen.drawPath(path, skia.Paint(AntiAlias=True, Color=ink, Style=skia.Paint.kStroke_Style, StrokeWidth=thick))


def tag(pen: skia.Canvas, words: str, x: float, y: float, colour: str) -> None:
    """A small filled label with its top left corner at (x, y)."""
    run = text(words, 11, "bold")
    pen.drawRoundRect(skia.Rect.MakeXYWH(x, y, run.width + 8, 15), 3, 3, fill(colour))
    write(pen, run, x + 4, y + 11.5, "#FFFFFF")
