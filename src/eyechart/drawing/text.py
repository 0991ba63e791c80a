"""Text: fonts that come by pip, measured once, drawn from cached glyph runs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import font_roboto
import skia
from msgspec import Struct

from eyechart.drawing.canvas import fill
from eyechart.errors import EyechartError

FACES = {
    "regular": "Roboto-Regular.ttf",
    "medium": "Roboto-Medium.ttf",
    "bold": "Roboto-Bold.ttf",
    "italic": "Roboto-Italic.ttf",
}


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
def font(face: str, size: float) -> skia.Font:
    path = Path(font_roboto.__file__).parent / "files" / FACES[face]
    # An empty font manager: the machine's own fonts and their configuration have no say.
    typeface = skia.FontMgr.New_Custom_Empty().makeFromFile(str(path))
    if typeface is None:
        raise EyechartError(f"No font at {path}. Type: pip install --force-reinstall font-roboto")
    made = skia.Font(typeface, size)
    made.setSubpixel(True)
    made.setEdging(skia.Font.Edging.kAntiAlias)
    made.setHinting(skia.FontHinting.kNone)  # outlines as designed, the same at every position
    return made


@cache
def text(words: str, size: float, face: str = "regular") -> Run:
    shaped = font(face, size)
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
