"""One writer at a time: a lock on a folder that the system releases when its holder ends, however it ends."""

from __future__ import annotations

import fcntl
import os
import socket
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

import msgspec
from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.store.foreign import TRIPS
from eyechart.store.lease import claimed, leased
from eyechart.store.place import Place, Remote

ROOM, LOCK = ".eyechart", "lock"  # of a folder that is being written: the lock, and what its job keeps (see job.py)
LOOKED = 0.05  # seconds: far longer than a look takes
_held: ContextVar[frozenset[Place]] = ContextVar("held", default=frozenset())


class Holder(Struct, frozen=True):
    """Who is at work in a folder, as the lock file says."""

    command: str
    process: int
    host: str
    since: str

    def __str__(self) -> str:
        return f"`{self.command}` (process {self.process} on {self.host}, since {self.since})"


class InUseError(EyechartError):
    """Somebody else writes there. Nothing is wrong with what was asked for."""

    exit_code = 1


@contextmanager
def locked(folder: Place, verb: str) -> Iterator[None]:
    """Make the folder if need be, and keep others out of it. Who holds it already, such as an exam, goes straight in."""
    home = folder.resolve()
    if home in _held.get():
        yield
        return
    if isinstance(home, Remote):
        lock = leased(home / ROOM / LOCK, str(_ourselves(verb)), InUseError)
    else:
        lock = _locked_here(Path(str(folder)), home, verb)
    with lock:
        token = _held.set(_held.get() | {home})
        try:
            yield
        finally:
            _held.reset(token)


@contextmanager
def _locked_here(folder: Path, home: Path, verb: str) -> Iterator[None]:
    found = home.exists()
    room = home / ROOM
    lock = _acquire(folder, room, verb)
    try:
        yield
    finally:
        (room / LOCK).unlink(missing_ok=True)  # while it is ours: who waits for it sees that it is gone
        os.close(lock)
        with suppress(OSError):  # more is in it: a job that is not finished
            room.rmdir()
            if not found:
                home.rmdir()


def holder(folder: Place) -> str | None:
    """Who is at work in a folder, in words; None if nobody is. Nothing is changed."""
    path = folder / ROOM / LOCK
    if isinstance(path, Remote):
        there = claimed(path)
        return there.holder if there is not None else None
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)  # for a moment: a writer that meets us tries once more
        return None
    except OSError:
        return _holder(file)
    finally:
        os.close(file)


def _acquire(folder: Path, room: Path, verb: str) -> int:
    path = room / LOCK
    while True:
        _check_ours(room)
        try:
            room.mkdir(parents=True, exist_ok=True)
            # What lies in a folder that somebody gave us may be a link to anything: never written through.
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        except (FileNotFoundError, FileExistsError):
            continue  # its last holder took the room away just now
        except OSError as error:
            if path.is_symlink():
                raise EyechartError(f"{path} is a link, not a lock. Remove it.") from error
            raise
        try:
            _take(folder, file)
            if _is_still(path, file):
                os.ftruncate(file, 0)
                os.write(file, msgspec.json.encode(_ourselves(verb)))
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _check_ours(room: Path) -> None:
    """A folder, or nothing: neither a file nor a link to somewhere else."""
    with suppress(FileNotFoundError):
        if stat.S_ISDIR(room.lstat().st_mode):
            return
        raise EyechartError(f"{room} is no folder of ours. Remove it, or choose another --out.")


def _take(folder: Path, file: int) -> None:
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:  # perhaps only somebody who looks whether it is held (`holder`)
            time.sleep(LOOKED)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUseError(
            f"{folder} is being written by {_holder(file)}. Wait until it has ended, or choose another --out."
        ) from None
    except OSError as error:
        raise EyechartError(
            f"{folder} is on a file system that has no locks ({error.strerror}), so that two commands could spoil each "
            "other's work. Choose an --out on a local disk and copy it afterwards."
        ) from error


def _is_still(path: Path, file: int) -> bool:
    """Is the file that we opened the one that is there? Its last holder may have removed it in between."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


def _ourselves(verb: str) -> Holder:
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    return Holder(f"eyechart {verb}", os.getpid(), socket.gethostname(), since)


def _holder(file: int) -> str:
    try:
        return str(msgspec.json.decode(os.pread(file, 4096, 0), type=Holder))
    except TRIPS:  # it has not yet written who it is
        return "another process"
