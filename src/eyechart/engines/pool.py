"""Processes of this machine: they count what they do, stop when told, and end with their parent, however it ends."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait as wait_for
from typing import Any, TypeVar

from eyechart.errors import EyechartError

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int], None]  # told how many pages are done
Work = Callable[[T, Progress], R]  # on one piece, telling after each page how many of the piece's are done
PR_SET_PDEATHSIG = 1  # of Linux: the signal that a process gets when its parent dies


def each(work: Work[T, R], pieces: Sequence[T], jobs: int, progress: Progress) -> Iterator[tuple[T, R]]:
    """Each piece with what came of it, as they are finished; here, or in up to `jobs` processes."""
    if min(jobs, len(pieces)) <= 1:
        yield from _here(work, pieces, progress)
    else:
        yield from _in_pool(work, pieces, jobs, progress)


def _here(work: Work[T, R], pieces: Sequence[T], progress: Progress) -> Iterator[tuple[T, R]]:
    before = now = 0

    def count(done: int) -> None:
        nonlocal now
        now = done
        progress(before + done)

    for piece in pieces:
        yield piece, work(piece, count)
        before, now = before + now, 0


def _in_pool(work: Work[T, R], pieces: Sequence[T], jobs: int, progress: Progress) -> Iterator[tuple[T, R]]:
    context = multiprocessing.get_context("spawn")  # a forked Skia or Arrow may hang
    # Without locks: a process that is killed while it holds one would hold up all others.
    done, stop = context.RawArray("q", len(pieces)), context.RawValue("b", 0)
    set_up = (done, stop, os.getpid())
    with ProcessPoolExecutor(min(jobs, len(pieces)), context, _set_up, set_up) as pool:
        try:
            with _ctrl_c_ignored():  # by the processes that start here; the parent tells them by `stop`
                waiting: dict[Future[R], T] = {
                    pool.submit(_work, work, piece, place): piece for place, piece in enumerate(pieces)
                }
            while waiting:
                finished, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield waiting.pop(future), future.result()
                progress(sum(done))
        except BrokenProcessPool as error:
            raise EyechartError(
                "One of the processes at work was killed, perhaps for want of memory. What is finished stays; "
                "run the same command again, with fewer --jobs if it happens again."
            ) from error
        finally:
            stop.value = 1
            pool.shutdown(wait=True, cancel_futures=True)


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

_shared: dict[str, Any] = {}  # pages done of each piece, and whether to stop


def _set_up(done: Any, stop: Any, parent: int) -> None:
    _shared.update(done=done, stop=stop)
    _end_with(parent)


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


def _work(work: Work[T, R], piece: T, place: int) -> R:
    done, stop = _shared["done"], _shared["stop"]

    def count(pages: int) -> None:
        done[place] = pages
        if stop.value:
            raise CancelledError

    return work(piece, count)
