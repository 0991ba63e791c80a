"""Text: fonts that come by pip, measured once, drawn from cached glyph runs."""

from __future__ import annotations

from functools import cache

import skia
from msgspec import Struct

from eyechart.drawing.canvas import fill
from eyechart.drawing.fonts import typeface
from eyechart.text.segment import has_chinese

ROBOTO = {face: f"Roboto-{face.title()}.ttf" for face in ("regular", "medium", "bold", "italic")}


class Run(Struct, frozen=True):
    """A text at a size, ready to draw: how wide it is, and how far it reaches above and below its baseline."""

    blob: skia.TextBlob | None
    width: float
    ascent: float
    descent: float

    @property
    def height(self) -> float:
        return self.ascent + self.descent


@cache
def font(face: str, size: float, chinese: bool = False) -> skia.Font:
    outlines = (
        typeface("zhplot", "fonts/NotoSansSC-Regular.ttf")
        if chinese
        else typeface("font_roboto", f"files/{ROBOTO[face]}")
    )
    made = skia.Font(outlines, size)
    made.setEmbolden(chinese and face == "bold")
    made.setSubpixel(True)
    made.setEdging(skia.Font.Edging.kAntiAlias)
    made.setHinting(skia.FontHinting.kNone)  # outlines as designed, the same at every position
    return made


@cache
def text(words: str, size: float, face: str = "regular") -> Run:
    shaped = font(face, size, has_chinese(words))
    # Heights are the font's capitals and descenders, not the ink's: labels in a row share a baseline.
    return Run(
        skia.TextBlob.MakeFromString(words, shaped) if words.strip() else None,
        shaped.measureText(words),
        0.72 * size,
        0.21 * size,
    )


def write(pen: skia.Canvas, run: Run, x: float, baseline: float, colour: str = "#000000") -> None:
    if run.blob is not None:
        pen.drawTextBlob(run.blob, x, baseline, fill(colour))


def write_turned(pen: skia.Canvas, run: Run, x: float, y: float, degrees: float, colour: str = "#000000") -> None:
    """Draw with the start of the baseline at (x, y), turned about it."""
    pen.save()
    pen.translate(x, y)
    pen.rotate(degrees)
    write(pen, run, 0, 0, colour)
    pen.restore()
