"""What others wrote comes in here: regular files inside their folder, within the limits, faults told with their place."""

from __future__ import annotations

import json
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from eyechart import limits
from eyechart.core import Picture
from eyechart.errors import EyechartError
from eyechart.store.place import Place, Remote

T = TypeVar("T")
# What readers may trip over. MemoryError too: a header can ask for more than there is.
TRIPS: tuple[type[Exception], ...] = (
    ArithmeticError, AttributeError, EOFError, LookupError, MemoryError, msgspec.MsgspecError, OSError, RecursionError,
    struct.error, TypeError, ValueError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


@contextmanager
def reading(place: object) -> Iterator[None]:
    """What goes wrong within is told as one line with the place: a file, or a row of one."""
    try:
        yield
    except EyechartError:
        raise
    except Exception as error:
        # Arrow's exceptions are ValueErrors, KeyErrors and the like, all but one; it is not imported for that one.
        if not isinstance(error, TRIPS) and not type(error).__module__.startswith("pyarrow"):
            raise
        raise EyechartError(f"{place}: {told(error)}.") from error


def told(error: Exception) -> str:
    """An exception in a line: its words, after its kind where they alone say little."""
    if isinstance(error, RecursionError):
        return f"more than about {limits.NESTING} of brackets within brackets"
    if isinstance(error, MemoryError):
        return "more than fits into memory"
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at column {error.colno}" if error.lineno == 1 else str(error)
    words = (str(error).splitlines() or [""])[0].strip().rstrip(".")
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    plain = isinstance(error, msgspec.MsgspecError) or type(error) in (ValueError, UnicodeDecodeError)
    return words if plain and words else f"{type(error).__name__}: {words}".rstrip(": ")


def each(rows: Iterable[T], place: object) -> Iterator[T]:
    """Rows as they come; what goes wrong between two of them is told with the number of the one that was due."""
    stream, number = iter(rows), 0
    while True:
        with reading(f"{place}, entry {number}"):
            try:
                row = next(stream)
            except StopIteration:
                return
        yield row
        number += 1


def inside(root: Path, *names: str) -> Path:
    """A file that a release names, below its folder: neither absolute, nor by `..`, nor by a link that leads out."""
    path = root.joinpath(*names)
    home = root.resolve()
    with reading(path):  # a name with a NUL in it, or longer than a name can be
        real = path.resolve()
        path.exists()
    if home not in (real, *real.parents):
        raise EyechartError(
            f"{'/'.join(names)!r} leads out of {root}, to {real}: only what lies in that folder is read. Put the files themselves "
            "there (cp -rL copies what is linked, cp -al takes no space on one disk), or name a folder that holds both."
        )
    return path


def lacking(folder: Place, names: Iterable[str]) -> Iterator[str]:
    """Of these files of a folder, those that are not there."""
    if isinstance(folder, Remote):  # a request for each would be slow
        wanted = list(names)
        rooms = {name.rpartition("/")[0] for name in wanted}
        there = {f"{room}/{one.name}" for room in rooms for one in (folder / room).iterdir()}
        yield from (name for name in wanted if name not in there)
    else:
        yield from (name for name in names if not is_file(inside(folder, name)))


def is_file(path: Path) -> bool:
    """Is there a regular file? A pipe would be waited for, a device never ends."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def content(path: Place, limit: limits.Limit = limits.FILE) -> bytes:
    """The bytes of a regular file that is not too large."""
    with reading(path):
        if isinstance(path, Remote):
            limits.held(limit, path.size(), path)
            return path.read_bytes()
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise EyechartError(f"{path} is no regular file.")
        limits.held(limit, found.st_size, path)
        return path.read_bytes()


def decoded(path: Place, kind: Any = Any) -> Any:
    """A JSON file as this type."""
    data = content(path)
    with reading(path):
        return msgspec.json.decode(data, type=kind)


# ---- pictures

PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"


def picture_at(path: Path) -> Picture:
    """A PNG or JPEG, known by its bytes, with the size that its header says."""
    data = content(path, limits.PICTURE)
    format: Literal["png", "jpeg"]
    if data.startswith(PNG) and len(data) >= 24:
        format, (width, height) = "png", struct.unpack(">II", data[16:24])
    elif data.startswith(JPEG) and (size := _jpeg_size(data)) is not None:
        format, (width, height) = "jpeg", size
    else:
        raise EyechartError(f"{path} is neither a PNG nor a JPEG.")
    if not width or not height:
        raise EyechartError(f"{path} is {width} × {height} pixels: there is nothing in it.")
    limits.held(limits.PIXELS, width * height, path)
    return Picture(data, width, height, format)


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """From the frame's header."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == 0xFF:  # fill
            at += 1
            continue
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        at += 2 + length
    return None
