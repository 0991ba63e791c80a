"""The worker: takes submissions from the queue, has each marked by a process with limits, and records what came of it.

`python -m eyechart.web.board.worker` is started by the site, and again if it dies; it ends with who started it.
"""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from eyechart.score import Scores
from eyechart.web.board.halves import RESULT
from eyechart.web.board.marking import NO_MEMORY, Order, Result
from eyechart.web.board.neighbours import compare_neighbours
from eyechart.web.board.queue import LEASE, Claim, claim, fail, record, release, renew, requeue
from eyechart.web.board.register import hidden_in
from eyechart.web.board.submissions import folder_of, sweep
from eyechart.web.database import Database
from eyechart.web.site import Site

IDLE = 0.5  # seconds between two looks at an empty queue
TIDY = 5.0  # seconds between two looks for silent workers and new neighbours
PR_SET_PDEATHSIG = 1  # of Linux: the signal that a process gets when its parent dies
SLOWEST = 3  # times the processor time that a file may take, by the clock on the wall
FAULT = "A fault of the server: it was not scored, and the organisers see it."
logger = logging.getLogger("eyechart.web")


Marker = Callable[[Order, Callable[[], bool]], int | None]
"""What marks: given an order, and whom to ask now and then whether it is still ours. Its exit code; None: it was not."""


def score_next(site: Site, database: Database, worker: str, mark: Marker | None = None) -> bool:
    """Score the submission that has waited longest, in a process of its own unless told otherwise. False: none waits."""
    claimed = claim(database, worker)
    if claimed is None:
        return False
    result = _marked(site, database, claimed, mark or apart)
    if result is None:  # it was taken from us: whoever has it now tells what came of it
        return True
    if result.faults:
        fail(database, claimed, result.faults)
    else:
        record(database, claimed, {half: msgspec.json.decode(raw, type=Scores) for half, raw in result.halves.items()})
    return True


def _marked(site: Site, database: Database, claimed: Claim, mark: Marker) -> Result | None:
    folder = folder_of(site, claimed.id).resolve()
    order = Order(
        hidden=str(hidden_in(site, claimed.benchmark).resolve()),
        folder=str(folder),
        file=claimed.file,
        model=claimed.method,
        metric=claimed.metric,
        seconds=site.scoring_seconds,
        bytes=site.scoring_bytes,
    )
    (folder / RESULT).unlink(missing_ok=True)
    code = mark(order, lambda: renew(database, claimed))
    if code == -signal.SIGKILL:  # by somebody else, or for want of memory on this machine: no fault of the file
        release(database, claimed)
    if code in (None, -signal.SIGKILL):
        return None
    if code == 0 and (folder / RESULT).exists():
        return msgspec.json.decode((folder / RESULT).read_bytes(), type=Result)
    logger.warning("scoring %s ended with %s", claimed.id, code)
    return Result(faults=(_ending(code, site),))


def apart(order: Order, ours: Callable[[], bool]) -> int | None:
    """In a process of its own, which is stopped when it takes too long or is no longer ours."""
    alone = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")  # each thread's stack counts as memory
    with (Path(order.folder) / "stderr").open("wb") as log:  # beside the file: nobody's file gets to fill our log
        process = subprocess.Popen(
            [sys.executable, "-m", "eyechart.web.board.marking"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=log,
            env=os.environ | alone,
        )
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(msgspec.json.encode(order))
    began = time.monotonic()
    try:
        while True:
            try:
                return process.wait(timeout=LEASE.total_seconds() / 3)
            except subprocess.TimeoutExpired:
                if time.monotonic() - began > SLOWEST * order.seconds:
                    return -signal.SIGXCPU
                if not ours():
                    return None
    finally:
        process.kill()
        process.wait()


def _ending(code: int | None, site: Site) -> str:
    """Why a process that marks ended as it should not."""
    if code == -signal.SIGXCPU:
        return f"Scoring took more than {site.scoring_seconds:,} seconds and was stopped."
    if code in (NO_MEMORY, -signal.SIGABRT, -signal.SIGSEGV):
        return f"Scoring needed more than {site.scoring_bytes:,} bytes of memory and was stopped."
    return FAULT


# ---- the process


def work(site: Site) -> None:
    """Until killed: score what waits, and look after the rest in between."""
    database, name, tidied = Database(site.database_url), f"{os.getpid()}-{token_hex(8)}", 0.0
    sweep(site, database)
    while True:
        try:
            scored = score_next(site, database, name)
            if scored or time.monotonic() - tidied > TIDY:
                tidied = time.monotonic()
                requeue(database)
                compare_neighbours(site, database)
        except (SQLAlchemyError, OSError):
            logger.exception("the worker goes on")
            scored = False
        if not scored:
            time.sleep(IDLE)


def main() -> None:
    mine, parent = msgspec.json.decode(sys.stdin.buffer.readline(), type=tuple[Site, int], dec_hook=_made)
    end_with(parent)
    work(mine)


def _made(kind: type, value: Any) -> Any:
    """A path comes as its text."""
    return kind(value)


def end_with(parent: int) -> None:
    """Be killed when the process that started us dies; at once if it has died before we could ask for that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(1)


@contextmanager
def working(site: Site) -> Iterator[None]:
    """A worker as long as the site is open; one that dies is followed by another."""
    ending, started = threading.Event(), list[subprocess.Popen[bytes]]()

    def keep() -> None:
        while not ending.is_set():
            process = subprocess.Popen([sys.executable, "-m", "eyechart.web.board.worker"], stdin=subprocess.PIPE)
            started[:] = [process]
            assert process.stdin is not None
            with suppress(BrokenPipeError), process.stdin as pipe:
                pipe.write(msgspec.json.encode((site, os.getpid()), enc_hook=str) + b"\n")
            process.wait()
            ending.wait(1.0)  # what dies at once is not started a thousand times

    keeper = threading.Thread(target=keep, name="keeper of the worker", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        ending.set()
        for process in started:
            process.kill()  # what it was at is done again by the next
        keeper.join()


if __name__ == "__main__":
    main()
