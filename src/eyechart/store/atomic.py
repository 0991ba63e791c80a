"""Files that are whole or absent: written under a name that nobody else has, and renamed when all of them is on disk."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from eyechart.store.place import Place, Remote

_PART = re.compile(r"\..+\.\d+-[0-9a-f]{8}\.part")


@contextmanager
def atomic(path: Place) -> Iterator[Path]:
    """A name beside `path` to write to. It becomes `path` at the end; if that is not reached, nothing of it stays.

    What lies elsewhere is written here first.
    """
    if isinstance(path, Remote):
        with TemporaryDirectory(prefix="eyechart-") as folder:
            yield Path(folder) / path.name
            path.upload(Path(folder) / path.name)
        return
    part = path.with_name(f".{path.name}.{os.getpid()}-{token_hex(4)}.part")
    try:
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)  # a full disk does not say what it had no room for
        raise


def write_atomic(path: Place, content: bytes) -> None:
    if isinstance(path, Remote):
        path.write_bytes(content)
        return
    with atomic(path) as part:
        part.write_bytes(content)


def is_part(path: Place) -> bool:
    """A file in the making, or what a kill left of one."""
    return _PART.fullmatch(path.name) is not None


def sweep(folder: Place) -> None:
    """Remove what kills have left in a folder; for who holds its lock. Elsewhere they leave nothing."""
    if isinstance(folder, Remote):
        return
    for path in folder.glob(".*.part"):
        if is_part(path):
            path.unlink(missing_ok=True)
