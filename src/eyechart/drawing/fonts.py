"""Letters of both scripts as outlines, so that the ink of a text is known exactly before it is painted.

Fonts come by pip: Roboto, Lato, Source Serif and Fredoka for Latin; Noto Sans SC, inside zhplot, for Chinese. A text is one
path at 100 units an em, made once; bold Chinese is the same outline with a stroke around it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import skia
from msgspec import Struct

from eyechart.errors import EyechartError

EM = 100.0


class Face(Struct, frozen=True):
    package: str
    file: str
    stroke: float = 0.0  # drawn around the outline, in units of the em
    middle: float = 0.36  # of the em: half a capital's, or an ideograph's, height above the baseline


FACES = {
    "sans": Face("font_roboto", "files/Roboto-Medium.ttf"),
    "sans-bold": Face("font_roboto", "files/Roboto-Bold.ttf"),
    "sans-black": Face("font_roboto", "files/Roboto-Black.ttf"),
    "lato": Face("font_lato", "files/Lato-Regular.ttf"),
    "lato-bold": Face("font_lato", "files/Lato-Bold.ttf"),
    "lato-black": Face("font_lato", "files/Lato-Black.ttf"),
    "serif": Face("font_source_serif_pro", "files/SourceSerifPro-Semibold.ttf", middle=0.335),
    "serif-bold": Face("font_source_serif_pro", "files/SourceSerifPro-Bold.ttf", middle=0.335),
    "serif-italic": Face("font_source_serif_pro", "files/SourceSerifPro-SemiboldIt.ttf", middle=0.335),
    "round": Face("font_fredoka_one", "files/FredokaOne-Regular.ttf"),
    "hei": Face("zhplot", "fonts/NotoSansSC-Regular.ttf", middle=0.385),
    "hei-bold": Face("zhplot", "fonts/NotoSansSC-Regular.ttf", stroke=3.0, middle=0.385),
    "hei-black": Face("zhplot", "fonts/NotoSansSC-Regular.ttf", stroke=5.0, middle=0.385),
}


class Lettering(Struct, frozen=True):
    """A text's outline with its baseline starting at (0, 0), and the tight box of its ink."""

    path: skia.Path
    left: float
    top: float
    right: float
    bottom: float


def font_file(package: str, file: str) -> Path:
    found = find_spec(package)  # does not import the package: zhplot's would import matplotlib
    path = Path(found.origin).parent / file if found is not None and found.origin else Path(package) / file
    if not path.exists():
        raise EyechartError(f"No font at {path}. Type: pip install --force-reinstall {package.replace('_', '-')}")
    return path


@cache
def typeface(package: str, file: str) -> skia.Typeface:
    path = font_file(package, file)
    # An empty font manager: the machine's own fonts and their configuration have no say.
    made = skia.FontMgr.New_Custom_Empty().makeFromFile(str(path))
    if made is None:
        raise EyechartError(
            f"{path} is no font that can be read. Type: pip install --force-reinstall {package.replace('_', '-')}"
        )
    return made


@cache
def _font(package: str, file: str) -> skia.Font:
    made = skia.Font(typeface(package, file), EM)
    made.setHinting(skia.FontHinting.kNone)
    made.setSubpixel(True)
    return made


def missing(words: str, face: str) -> str:
    """The characters that the face has no glyph for: drawn, they would be empty boxes."""
    style = FACES[face]
    glyphs = _font(style.package, style.file).textToGlyphs(words)
    return "".join([c for c, glyph in zip(words, glyphs, strict=True) if glyph == 0])


@lru_cache(maxsize=4096)
def lettering(words: str, face: str) -> Lettering:
    style = FACES[face]
    font = _font(style.package, style.file)
    glyphs = font.textToGlyphs(words)
    path, x = skia.Path(), 0.0
    for glyph, width in zip(glyphs, font.getWidths(glyphs), strict=True):
        outline = font.getPath(glyph)
        if outline is not None and not outline.isEmpty():
            path.addPath(outline, x, 0)
        x += width
    ink, reach = path.computeTightBounds(), style.stroke / 2
    return Lettering(path, ink.left() - reach, ink.top() - reach, ink.right() + reach, ink.bottom() + reach)


@lru_cache(maxsize=512)
def ink_paint(colour: int, face: str) -> skia.Paint:
    stroke = FACES[face].stroke
    paint = skia.Paint(AntiAlias=True, Color=colour)
    if stroke:
        paint.setStyle(skia.Paint.kStrokeAndFill_Style)
        paint.setStrokeWidth(stroke)
        paint.setStrokeJoin(skia.Paint.kRound_Join)
    return paint
