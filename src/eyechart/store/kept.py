"""What is kept from run to run in the user's cache: small entries by key, whole or absent; the oldest go when it is full.

An entry is a file of its own, named by its key and begun by its checksum: processes on one machine or on several that share a
home write at once without a lock, and what a crash or a bad disk has spoilt is not there.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex

SHELVES = 256  # folders, by the first two digits of the key
CHECKED = 64  # of so many entries that are put on a shelf, about one has it looked through
SUM = 16  # bytes


def cache_folder() -> Path:
    """`$EYECHART_CACHE`, or the user's cache."""
    chosen = os.environ.get("EYECHART_CACHE")
    return Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "eyechart"


class Kept:
    """Entries below a folder, about `most` bytes of disk in all. It never stands in the way: what cannot be kept is not."""

    def __init__(self, folder: Path, most: float) -> None:
        self.folder, self.most = folder, most

    def get(self, key: str) -> bytes | None:
        try:
            found = self._place(key).read_bytes()
        except OSError:
            return None
        content = found[SUM:]
        return content if found[:SUM] == _sum(key, content) else None

    def put(self, key: str, content: bytes) -> None:
        place = self._place(key)
        part = place.with_name(f".{token_hex(8)}.part")
        with suppress(OSError):  # a full disk, a home that cannot be written
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                # Not forced onto the disk: what a crash leaves of it has another checksum.
                part.write_bytes(_sum(key, content) + content)
                part.replace(place)
            finally:
                part.unlink(missing_ok=True)
            if int(key[2:6], 16) % CHECKED == 0:
                self._forget(place.parent)

    def _forget(self, shelf: Path) -> None:
        """Of a shelf with more than its share, the oldest: a quarter more than needs be, so that it is not soon full again."""
        with os.scandir(shelf) as there:
            aged = sorted((about.st_mtime, about.st_blocks * 512, one.path) for one in there if (about := one.stat()))
        held, share = sum(size for _, size, _ in aged), self.most / SHELVES
        if held <= share:
            return
        for _, size, path in aged:
            if held <= 0.75 * share:
                break
            Path(path).unlink(missing_ok=True)
            held -= size

    def _place(self, key: str) -> Path:
        return self.folder / key[:2] / key[2:]


def _sum(key: str, content: bytes) -> bytes:
    return blake2b(key.encode() + b"\0" + content, digest_size=SUM).digest()
