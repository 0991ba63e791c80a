"""Processes of this machine: they count what they do, stop when told, and end with their parent, however it ends.

Each has a pipe of its own, and nothing is shared but memory without locks: who is killed, at whatever moment, holds up nobody.
(`ProcessPoolExecutor` of Python 3.11 hangs if a process ends that holds the lock of the queue while another is being started.)
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import SpawnContext
from typing import Any, TypeVar

from eyechart.errors import EyechartError

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int], None]  # told how many pages are done
Work = Callable[[T, Progress], R]  # on one piece, telling after each page how many of the piece's are done
PR_SET_PDEATHSIG = 1  # of Linux: the signal that a process gets when its parent dies
LOOK = 0.2  # seconds between two looks at what is done
KILLED = (
    "One of the processes at work was killed, perhaps for want of memory. What is finished stays; run the same command again, "
    "with fewer --jobs if it happens again."
)
FAILED = (
    "One of the processes at work could not begin. Each imports the script that calls eyechart, so let the script call it below "
    'a line `if __name__ == "__main__":`, or with jobs=1.'
)
PATIENCE = 10.0  # seconds for a process that was told to stop; then it is killed


def each(work: Work[T, R], pieces: Sequence[T], jobs: int, progress: Progress) -> Iterator[tuple[T, R]]:
    """Each piece with what came of it, as they are finished; here, or in up to `jobs` processes."""
    if min(jobs, len(pieces)) <= 1:
        yield from _here(work, pieces, progress)
    else:
        yield from _in_processes(work, pieces, jobs, progress)


def _here(work: Work[T, R], pieces: Sequence[T], progress: Progress) -> Iterator[tuple[T, R]]:
    before = now = 0

    def count(done: int) -> None:
        nonlocal now
        now = done
        progress(before + done)

    for piece in pieces:
        yield piece, work(piece, count)
        before, now = before + now, 0


def _in_processes(work: Work[T, R], pieces: Sequence[T], jobs: int, progress: Progress) -> Iterator[tuple[T, R]]:
    context = multiprocessing.get_context("spawn")  # a forked Skia or Arrow may hang
    done, stop = context.RawArray("q", len(pieces)), context.RawValue("b", 0)
    todo, workers = iter(enumerate(pieces)), list[_Worker]()
    try:
        with _ctrl_c_ignored():  # by the processes that start here; the parent tells them by `stop`
            for _ in range(min(jobs, len(pieces))):
                workers.append(_Worker(context, done, stop))
        for worker in workers:
            worker.begin(work)
            worker.give(next(todo))
        while busy := [worker for worker in workers if worker.task]:
            for worker in _ready(busy):
                finished = worker.result()
                worker.give(next(todo, None))  # before somebody looks at what is finished, which may take a while
                yield finished
            progress(sum(done))
    finally:
        stop.value = 1
        _end(workers)


class _Worker:
    """A process and the pipe to it, by which it gets a piece, gives what came of it, and gets the next."""

    def __init__(self, context: SpawnContext, *shared: Any) -> None:
        self.task: tuple[int, Any] | None = None  # the piece that it is at, with its place
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, *shared, os.getpid()), daemon=True)
        self.process.start()
        theirs.close()  # so that the pipe ends with the process

    def begin(self, work: Work[Any, Any]) -> None:
        with self._there():
            self.pipe.send(work)

    def give(self, task: tuple[int, Any] | None) -> None:
        """A piece with its place; or nothing more."""
        self.task = task
        if task:
            with self._there():
                self.pipe.send(task)

    def result(self) -> tuple[Any, Any]:
        """The piece with what came of it."""
        assert self.task is not None
        with self._there():
            if not self.pipe.poll():
                raise EOFError
            fine, came, trace = self.pipe.recv()
        if fine:
            return self.task[1], came
        raise came from _ElsewhereError(trace)

    @contextmanager
    def _there(self) -> Iterator[None]:
        """What is at the other end of the pipe may be no more."""
        try:
            yield
        except (EOFError, ConnectionError) as error:
            self.process.join(PATIENCE)
            failed = (self.process.exitcode or 0) > 0  # and said why; who is killed has the signal's number below 0
            raise EyechartError(FAILED if failed else KILLED) from error


def _ready(workers: Sequence[_Worker]) -> list[_Worker]:
    """Those that have something to say, or have ended."""
    found = wait_for([end for w in workers for end in (w.pipe, w.process.sentinel)], LOOK)
    return [w for w in workers if w.pipe in found or w.process.sentinel in found]


def _end(workers: Sequence[_Worker]) -> None:
    """They stop after the page that they are at. When this returns, none is there any more."""
    try:
        for worker in workers:
            worker.pipe.close()
        end = time.monotonic() + PATIENCE
        for worker in workers:
            worker.process.join(max(0.0, end - time.monotonic()))
    finally:
        for worker in workers:
            worker.process.kill()
            worker.process.join()


class _ElsewhereError(Exception):
    """Where in a process something went wrong."""


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Processes inherit what their parent ignores, from their first moment on."""
    if threading.current_thread() is not threading.main_thread():  # only there can it be set
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ---- in the processes


def _serve(pipe: Connection, done: Any, stop: Any, parent: int) -> None:
    """Work on what comes by the pipe, until it ends. `done`: pages of each piece; `stop`: whether to stop."""
    _end_with(parent)
    with suppress(EOFError, ConnectionError):
        work = pipe.recv()
        while True:
            place, piece = pipe.recv()

            def count(pages: int, place: int = place) -> None:
                done[place] = pages
                if stop.value:
                    raise CancelledError

            pipe.send_bytes(_outcome(work, piece, count))


def _outcome(work: Work[T, R], piece: T, count: Progress) -> bytes:
    """Whether it went well; what came of it, or what went wrong; and where."""
    try:
        return pickle.dumps((True, work(piece, count), ""))
    except BaseException as error:
        trace = traceback.format_exc()
        try:
            pickle.loads(told := pickle.dumps((False, error, trace)))
        except Exception:  # an exception that cannot travel
            told = pickle.dumps((False, RuntimeError(trace.strip().splitlines()[-1]), trace))
        return told


def _end_with(parent: int) -> None:
    """On Linux the system sees to it at once; elsewhere a thread waits for the parent's end."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended before we asked to be told
        os._exit(1)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait_for([parent.sentinel])
    os._exit(1)
