"""The key of an endpoint: checked before it is used, and blotted out of all that comes back, however it is written."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

from eyechart.errors import EyechartError

# Characters; what is shorter is a word that a server wants to see (EMPTY, none), and words occur in answers.
SHORTEST = 8
BLOT = "[key]"


class Secret:
    """A key, or none. It shows itself to headers alone: neither `str` nor `repr` tells it."""

    def __init__(self, key: str | None, name: str) -> None:
        self.key = (key or "").strip() or None
        if self.key and (not self.key.isascii() or not self.key.isprintable() or " " in self.key):
            raise EyechartError(f"{name} holds characters that no key has. Copy the key again.")
        self._blots = _pattern(self.key) if self.key and len(self.key) >= SHORTEST else None

    def __repr__(self) -> str:
        return f"Secret({BLOT if self.key else None})"

    def scrubbed(self, text: str) -> str:
        """A text without the key and without any eight characters of it in a row. Scrub first, cut later: half a key is one too."""
        return self._blots.sub(BLOT, text) if self._blots else text


def _pattern(key: str) -> re.Pattern[str]:
    """Runs of any eight neighbours of the key in any of its spellings; a trie keeps the search linear in the text."""
    pieces = {form[i : i + SHORTEST] for form in _forms(key) for i in range(len(form) - SHORTEST + 1)}
    starts: dict[str, list[str]] = {}
    for piece in sorted(pieces):
        starts.setdefault(piece[0], []).append(piece[1:])
    found = "|".join(
        f"{re.escape(first)}(?:{'|'.join(map(re.escape, rests))})" for first, rests in sorted(starts.items())
    )
    # Overlapping pieces of one run: each begins inside the one before, so the run is walked by looking ahead.
    return re.compile(rf"(?:(?={found}).)+.{{0,{SHORTEST - 1}}}", re.DOTALL | re.IGNORECASE)


def _forms(key: str) -> Iterator[str]:
    """As it is, as URLs, JSON, Python, HTML and base64 write it."""
    yield from (
        key,
        quote(key),
        quote(key, safe=""),
        quote_plus(key),
        json.dumps(key)[1:-1],
        repr(key)[1:-1],
        key[::-1],
    )
    yield from ("".join(f"%{ord(c):02x}" for c in key), key.encode().hex())
    yield from ("".join(f"&#{ord(c)};" for c in key), "".join(f"&#x{ord(c):x};" for c in key))
    yield "".join(f"\\u{ord(c):04x}" for c in key)
    for before in range(3):  # base64 of a longer text that holds the key: its letters depend on where the key begins
        packed = base64.b64encode(b"\0" * before + key.encode()).decode().rstrip("=")
        inner = packed[(before * 8 + 5) // 6 : len(packed) - 1]
        yield from (inner, inner.translate(str.maketrans("+/", "-_")))
