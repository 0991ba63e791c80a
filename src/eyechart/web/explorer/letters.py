"""Chinese letters for readers who lack them: a page names those that it shows, and a browser fetches just these."""

from __future__ import annotations

from base64 import b64decode
from functools import lru_cache
from urllib.parse import quote

from starlette.exceptions import HTTPException

from eyechart.reporting.lettering import chinese_font, chinese_letters

MOST = 600  # letters of a page
FAMILY = "eyechart hei"  # the first of the families of explorer.css


def linked(page: bytes) -> bytes:
    """A page with a link to the style of its letters, if it has any."""
    letters = chinese_letters(page.decode())[:MOST]
    if not letters:
        return page
    link = f'<link rel="stylesheet" href="/explore/letters.css?of={quote(letters)}">'
    return page.replace(b"</head>", f"{link}\n</head>".encode(), 1)


def style(of: str) -> str:
    letters = chinese_letters(of)[:MOST]
    ranges = ", ".join(f"U+{ord(letter):X}" for letter in letters) or "U+0"
    return (
        f'@font-face {{ font-family: "{FAMILY}"; font-display: swap; '
        f"src: url(/explore/letters.woff?of={quote(letters)}); unicode-range: {ranges}; }}\n"
    )


def woff(of: str) -> bytes:
    return _cut(chinese_letters(of)[:MOST])


@lru_cache(maxsize=256)
def _cut(letters: str) -> bytes:
    font = chinese_font(letters)
    if font is None:
        raise HTTPException(404, "None of these is a Chinese letter.")
    return b64decode(font.woff)
