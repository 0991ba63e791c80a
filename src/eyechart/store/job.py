"""A job: a folder in the making, with what was asked for, what of it is done, and a lock that keeps others out.

FOLDER/.eyechart/        there until the job is finished
    lock                 who is at work, while somebody is (lock.py)
    job.json             the verb, its request, and how many parts there will be, if that is known
    done/NAME.json       a record of each part, written just before the part gets its name
    whole/               what is put together out of sight and moved in at the end (exports)
    made.json            what was moved in, with checksums; it stays
Whatever else is in the folder is finished.
"""

from __future__ import annotations

import errno
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import gettempdir
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.store.atomic import is_part, sweep, write_atomic
from eyechart.store.foreign import TRIPS
from eyechart.store.lock import ROOM, locked
from eyechart.store.place import Place, Remote

T = TypeVar("T")
Request = Struct | Mapping[str, Any]  # all that the bytes of what comes out depend on
FORMAT = 1
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
NO_LEAVE = (errno.EROFS, errno.EACCES, errno.EPERM)
ABOUT, DONE, WHOLE, MOVING, MADE = "job.json", "done", "whole", "moving", "made.json"


class About(Struct, frozen=True):
    """What job.json says."""

    verb: str
    request: dict[str, Any]
    parts: int | None = None
    command: str = ""  # as it was typed; empty: from Python
    eyechart: str = ""  # its version
    format: int = FORMAT


class Made(Struct, frozen=True):
    """What made.json says of a folder that was put together: nothing that another run of the same command would say otherwise."""

    verb: str
    entries: dict[str, str]  # each file and folder, with a checksum over all that is in it
    eyechart: str = ""  # its version


class Job(Struct, frozen=True):
    """What a verb does in a folder. Made by `job`, for who holds the lock and the processes that work for it."""

    folder: Place
    verb: str

    @property
    def room(self) -> Place:
        return self.folder / ROOM

    def begin(self, request: Request, parts: int | None = None, *, ours: bool = False) -> None:
        """Claim an empty folder, or one whose content is known to be `ours`; or go on with what was begun there likewise.

        Of what was begun otherwise, nothing is left but the claim if none of it was done.
        """
        asked = About(self.verb, _plain(request), parts, typed(), version("eyechart"))
        there = about(self.folder)
        if there is None and not ours and strangers(self.folder):
            raise EyechartError(f"{self.folder} is not empty. Choose another --out.")
        if there is not None and self._is_under_way():
            if there.verb != asked.verb:
                raise EyechartError(f"{self.folder} was begun by `eyechart {there.verb}`. Choose another --out.")
            if change := difference(there.request, asked.request):
                other = f" by eyechart {there.eyechart}" if there.eyechart != asked.eyechart else ""
                raise EyechartError(
                    f"{self.folder} was begun otherwise{other}: {change}. Repeat what it was begun with, or choose another --out."
                )
        (self.room / MADE).unlink(missing_ok=True)
        write_atomic(self.room / ABOUT, msgspec.json.encode(asked))
        (self.room / DONE).mkdir(exist_ok=True)

    def _is_under_way(self) -> bool:
        done = self.room / DONE
        return done.is_dir() and any(done.iterdir())

    def record(self, part: str, what: Any) -> None:
        write_atomic(self._record(part), msgspec.json.encode(what))

    def recorded(self, part: str, kind: type[T]) -> T | None:
        """What was recorded of a part; None if nothing was, or nothing that can be read."""
        try:
            return msgspec.json.decode(self._record(part).read_bytes(), type=kind)
        except TRIPS:
            return None

    def parts(self) -> list[str]:
        """Those that have a record."""
        return sorted(path.name.removesuffix(".json") for path in (self.room / DONE).iterdir() if not is_part(path))

    def _record(self, part: str) -> Place:
        return self.room / DONE / f"{part}.json"

    def put_together(self, fill: Callable[[Path], None]) -> None:
        """Have a folder filled out of sight and move in what is in it: folders first, so that what lists them comes last."""
        hidden, folder = Path(str(self.room / WHOLE)), Path(str(self.folder))  # of this machine: see `place.here`
        entries = self.recorded(MOVING, dict[str, str])
        if entries is None or any(name in ("", "..") or name != Path(name).name for name in entries):
            shutil.rmtree(hidden, ignore_errors=True)
            hidden.mkdir()
            fill(hidden)
            entries = {path.name: _digest(path) for path in sorted(hidden.iterdir())}
            self.record(MOVING, entries)
        for name in sorted(entries, key=lambda name: ((hidden / name).is_file(), name)):
            if (hidden / name).exists():
                shutil.rmtree(folder / name, ignore_errors=True)  # a folder of ours, if a kill came while we ended
                (hidden / name).rename(folder / name)
        write_atomic(self.room / MADE, msgspec.json.encode(Made(self.verb, entries, version("eyechart"))))
        self.end()

    def give_up(self) -> None:
        """Nothing came of it? Then there is nothing to go on with either."""
        if about(self.folder) is not None and not self._is_under_way():
            with suppress(OSError):  # none is there, or it is not empty
                (self.folder / "data").rmdir()
            self.end()

    def end(self) -> None:
        """All is done: what the job kept for itself goes, but for the lock. job.json goes last."""
        for name in (WHOLE, DONE):
            _clear(self.room / name)
        (self.room / ABOUT).unlink(missing_ok=True)


@contextmanager
def job(folder: Place, verb: str) -> Iterator[Job]:
    """Hold the folder's lock; sweep up before and after; say plainly that the disk is full."""
    try:
        with locked(folder, verb):
            _sweep(folder)
            mine = Job(folder, verb)
            try:
                yield mine
            except BaseException:
                _sweep(folder)
                mine.give_up()
                raise
            _sweep(folder)  # what processes left that died on the way and were replaced
    except OSError as error:
        if error.errno in (*NO_ROOM, *NO_LEAVE):
            raise disk_error(folder, error) from error
        raise


def _sweep(folder: Place) -> None:
    for place in (folder, folder / "data", folder / ROOM, folder / ROOM / DONE):
        sweep(place)


def _clear(folder: Place) -> None:
    if isinstance(folder, Remote):
        folder.clear()
    else:
        shutil.rmtree(folder, ignore_errors=True)


def typed() -> str:
    """The command of ours that is running, as it was typed; empty if none is. What stands before an @ in an address is a secret."""
    program = Path(sys.argv[0])
    ours = program.name == "eyechart" or program.parts[-2:] == ("eyechart", "__main__.py")
    return re.sub(r"(?<=://)[^/@\s]+@", "", shlex.join(["eyechart", *sys.argv[1:]])) if ours else ""


def about(folder: Place) -> About | None:
    """The job that a folder is in the making by; None if it is finished, or none of ours."""
    try:
        return msgspec.json.decode((folder / ROOM / ABOUT).read_bytes(), type=About)
    except TRIPS:
        return None


def made(folder: Place) -> Made | None:
    """What was put together in a folder and finished; None if nothing was."""
    try:
        return msgspec.json.decode((folder / ROOM / MADE).read_bytes(), type=Made)
    except TRIPS:
        return None


def damaged(folder: Path, found: Made) -> Iterator[str]:
    """What is no longer as it was made, in words. What somebody has put beside it is theirs."""
    for name, digest in found.entries.items():
        if not (folder / name).exists():
            yield f"{name} is missing"
        elif _digest(folder / name) != digest:
            yield f"{name} is not what was written"


def _digest(path: Path) -> str:
    """Of a file, or of a folder with all that is in it."""
    found = sha256()
    for file in sorted(path.rglob("*")) if path.is_dir() else (path,):
        if file.is_file():
            found.update(f"{file.relative_to(path.parent)}\0{file.stat().st_size}\0".encode())
            with file.open("rb") as some:
                while block := some.read(1 << 20):
                    found.update(block)
    return found.hexdigest()


def strangers(folder: Place) -> list[Place]:
    """What is in a folder, but for our own room and what kills have left."""
    found = (path for path in folder.iterdir() if path.name != ROOM and not is_part(path))
    return sorted(found, key=lambda path: path.name)


def difference(there: Request, here: Request) -> str | None:
    """The first thing that two requests differ in, in words."""
    a, b = _plain(there), _plain(here)
    for name in {**a, **b}:
        one, other = a.get(name), b.get(name)
        if one != other:
            if isinstance(one, dict) and isinstance(other, dict):
                of = {"settings": "setting", "versions": "version of"}.get(name, name)
                name, one, other = next(
                    (f"{of} {key}", one.get(key), other.get(key))
                    for key in {**one, **other} if one.get(key) != other.get(key)
                )  # fmt: skip
            return f"{name} is {one} there and {other} here"
    return None


def _plain(request: Request) -> dict[str, Any]:
    """As it comes back from a file."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(request))
    return plain


def disk_error(place: Place, error: OSError) -> EyechartError:
    folder = Path(gettempdir()) if isinstance(place, Remote) else place  # what goes elsewhere is written there first
    free = f" ({shutil.disk_usage(folder).free / 1e9:.1f} GB free)" if folder.exists() else ""
    why = "No space left on device" if error.errno == errno.ENOSPC else error.strerror or error
    how = "make room" if error.errno in NO_ROOM else "have it allowed"
    return EyechartError(
        f"Cannot write to {folder}: {why}{free}. What is finished stays; {how} and run the same command again."
    )
