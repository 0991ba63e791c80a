"""A JSON list that is larger than memory, one element at a time.

The list is cut at the commas between its elements without decoding it: numpy finds in a block of bytes which quotes
open and close strings and how deep each bracket stands. What is cut out is then decoded straight into its type.
"""

from __future__ import annotations

import gzip
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Generic, TypeVar, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from eyechart import limits
from eyechart.errors import EyechartError
from eyechart.store.foreign import TRIPS, is_file, reading, told

T = TypeVar("T")

BLOCK = 1 << 21  # bytes read at a time
QUOTE, BACKSLASH, COMMA = 0x22, 0x5C, 0x2C
# By how much a byte changes the depth: [ and { go down, ] and } come up.
_STEP = np.zeros(256, np.int8)
_STEP[[0x5B, 0x7B]], _STEP[[0x5D, 0x7D]] = 1, -1
_MATTERS = _STEP != 0
_MATTERS[[QUOTE, COMMA]] = True
SPACE = b" \t\r\n"


def opened(path: Path) -> IO[bytes]:
    """A file for reading, unpacked if it ends in .gz."""
    if not is_file(path):
        raise EyechartError(f"{path} is no regular file.")
    if path.suffix == ".gz":
        return cast("IO[bytes]", gzip.open(path, "rb"))
    return path.open("rb")


def elements(path: Path, kind: type[T]) -> Iterator[T]:
    """Each element of the list in a file, decoded as `kind`."""
    decode = msgspec.json.Decoder(kind).decode
    for number, raw in enumerate(pieces(path)):
        try:
            found = decode(raw)
        except TRIPS as error:
            raise EyechartError(f"{path}: {placed(told(error), number)}.") from error
        yield found


def placed(problem: str, number: int) -> str:
    """msgspec says where in the element; say where in the list."""
    return problem.replace("`$", f"`$[{number}]") if "`$" in problem else f"{problem} - at `$[{number}]`"


def pieces(path: Path) -> Iterator[bytes]:
    """The bytes of each element of the list in a file."""
    with opened(path) as file:
        try:
            yield from _cut(file, path)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise EyechartError(f"{path} is not a whole gzip file: {error}.") from error


def _cut(file: IO[bytes], path: Path) -> Iterator[bytes]:
    rest = _start(file, path)
    size = BLOCK
    while True:
        block = file.read(size)
        held = rest + block
        commas, end = _borders(np.frombuffer(held, np.uint8))
        start = 0
        for comma in commas:
            yield held[start:comma]
            start = comma + 1
        if end is not None:
            if start or held[:end].strip(SPACE):
                yield held[start:end]
            return
        if not block:
            raise EyechartError(f"{path} ends in the middle of its list. Was it copied or unpacked whole?")
        rest = held[start:]
        limits.held(limits.ELEMENT, len(rest), path)
        size = max(BLOCK, len(rest))  # one long element is not gone through again and again


def _start(file: IO[bytes], path: Path) -> bytes:
    """What follows the opening bracket in the first block."""
    first = file.read(BLOCK).removeprefix(b"\xef\xbb\xbf").lstrip(SPACE)
    if first[:1] != b"[":
        found = first[:20].decode("utf-8", "replace") or "nothing"
        raise EyechartError(f"{path} does not begin with a JSON list: found {found!r}, expected '['.")
    return first[1:]


def _borders(held: NDArray[np.uint8]) -> tuple[list[int], int | None]:
    """Where commas divide elements, and where the list ends, if it does."""
    places = np.flatnonzero(_MATTERS[held])
    marks = held[places]
    outside = _outside(held, places, marks)
    depth = np.cumsum(_STEP[marks] * outside, dtype=np.int32)
    ends = np.flatnonzero(depth < 0)
    end = int(places[ends[0]]) if len(ends) else None
    commas = places[(marks == COMMA) & outside & (depth == 0)]
    return [int(comma) for comma in commas if end is None or comma < end], end


def _outside(held: NDArray[np.uint8], places: NDArray[np.intp], marks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which marks stand outside of strings. Every block begins outside: it begins at an element."""
    quotes = marks == QUOTE
    slashes = np.flatnonzero(held == BACKSLASH)
    if len(slashes):
        quotes &= ~_escaped(slashes, len(held))[places]
    inside = np.bitwise_xor.accumulate(quotes)
    return ~inside


def _escaped(slashes: NDArray[np.intp], size: int) -> NDArray[np.bool_]:
    """Which bytes follow an odd run of backslashes."""
    starts = np.flatnonzero(np.diff(slashes, prepend=-2) != 1)
    lengths = np.diff(starts, append=len(slashes))
    after = slashes[starts] + lengths
    marked = np.zeros(size, np.bool_)
    odd = after[(lengths % 2 == 1) & (after < size)]
    marked[odd] = True
    return marked


class Spool(Generic[T]):
    """Records put aside on disk while they are counted, and read back in their order."""

    def __init__(self, kind: type[T]) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - goes with the spool
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(kind).decode

    def add(self, record: T) -> None:
        packed = self._encode(record)
        self._file.write(len(packed).to_bytes(4, "little"))
        self._file.write(packed)

    def __iter__(self) -> Iterator[T]:
        self._file.seek(0)
        while size := self._file.read(4):
            yield self._decode(self._file.read(int.from_bytes(size, "little")))

    def __del__(self) -> None:
        self._file.close()


def decoded(path: Path, kind: Any) -> Any:
    """A small file as a whole."""
    if not path.exists():
        raise EyechartError(f"{path} is missing.")
    with opened(path) as file, reading(path):
        data = file.read(int(limits.ELEMENT.most) + 1)
        limits.held(limits.ELEMENT, len(data), path)
        return msgspec.json.decode(data, type=kind)
