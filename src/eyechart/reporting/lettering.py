"""Chinese letters for a page whose reader may lack them: those that it uses, cut from our own font."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO

from msgspec import Struct

from eyechart.drawing.fonts import font_file

# Ideographs, their punctuation and full-width forms: all else is left to the reader's own fonts.
RANGES = ((0x3000, 0x303F), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xFF00, 0xFFEF))


class Font(Struct, frozen=True):
    """What a page's @font-face needs."""

    ranges: str  # as CSS writes them
    woff: str  # base64


def chinese_letters(text: str) -> str:
    return "".join(sorted(c for c in set(text) if any(first <= ord(c) <= last for first, last in RANGES)))


def chinese_font(text: str) -> Font | None:
    """The letters of a text, or None if it has no Chinese."""
    letters = chinese_letters(text)
    if not letters:
        return None
    ranges = ", ".join(f"U+{first:X}-{last:X}" for first, last in RANGES)
    return Font(ranges, b64encode(_cut(letters)).decode())


def _cut(letters: str) -> bytes:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(
        flavor="woff",
        layout_features=[],
        hinting=False,
        name_IDs=[0, 13, 14],
        notdef_outline=True,
        drop_tables=["STAT"],
    )
    held = BytesIO()
    with TTFont(font_file("zhplot", "fonts/NotoSansSC-Regular.ttf"), lazy=True, recalcTimestamp=False) as font:
        cutter = subset.Subsetter(options)
        cutter.populate(text=letters)
        cutter.subset(font)
        font.flavor = "woff"
        font.save(held)
    return held.getvalue()
