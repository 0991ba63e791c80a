"""Chinese letters for a page that must not depend on its reader's fonts: those that it uses, cut from the font that draws ours."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO

from eyechart.drawing.fonts import font_file

FAMILY = "eyechart hei"
# Ideographs, their punctuation and full-width forms: all else is left to the reader's own fonts.
RANGES = ((0x3000, 0x303F), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xFF00, 0xFFEF))


def chinese_letters(text: str) -> str:
    return "".join(sorted({c for c in text if any(first <= ord(c) <= last for first, last in RANGES)}))


def font_face(text: str) -> str:
    """A CSS rule with the font inside it, or nothing if the text has no Chinese."""
    letters = chinese_letters(text)
    if not letters:
        return ""
    ranges = ", ".join(f"U+{first:X}-{last:X}" for first, last in RANGES)
    data = b64encode(_cut(letters)).decode()
    return (
        f'@font-face {{ font-family: "{FAMILY}"; unicode-range: {ranges}; '
        f"src: url(data:font/woff;base64,{data}) format('woff'); }}\n"
    )


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
