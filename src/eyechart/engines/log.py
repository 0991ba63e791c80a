"""Progress where there is no terminal: whole lines now and then, fit for the log of a job."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

AT_LEAST = 30.0  # seconds between two lines, also when nothing gets on
STEP = 0.05  # of the whole: a line for each further so much,
AT_MOST = 5.0  # but none sooner than so many seconds after the last, and none for what takes less
BEAT = 1.0  # seconds between two looks at the clock


class TellOf(Protocol):
    def __call__(self, what: str, done: int, total: int, note: str = "") -> None: ...


@dataclass
class _Task:
    total: int
    first: int  # that were done when it began
    began: float
    done: int
    note: str = ""
    told: float = 0.0  # when a line was written; at first, when it began
    told_done: int = 0
    lines: int = 0
    ended: bool = False


class Log:
    """Who is told of progress and when to write a line of it."""

    def __init__(self, write: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._write, self._clock = write, clock
        self._tasks: dict[str, _Task] = {}
        self._lock = threading.Lock()

    def tell(self, what: str, done: int, total: int, note: str = "") -> None:
        with self._lock:
            now = self._clock()
            task = self._tasks.setdefault(what, _Task(total, done, now, done, told=now, told_done=done))
            task.done, task.total, task.note = done, total, note or task.note
            self._look(what, task, now)

    def look(self) -> None:
        """Something may be due although nothing was told."""
        with self._lock:
            now = self._clock()
            for what, task in self._tasks.items():
                self._look(what, task, now)

    def end(self) -> None:
        """The last line of what has been written of and did not come to its end."""
        with self._lock:
            for what, task in self._tasks.items():
                self._finish(what, task, self._clock())

    def _look(self, what: str, task: _Task, now: float) -> None:
        if task.ended:
            return
        if task.done >= task.total:
            self._finish(what, task, now)
            return
        since, further = now - task.told, task.done - task.told_done
        if since >= AT_LEAST or (since >= AT_MOST and (not task.lines or further >= STEP * task.total)):
            self._say(what, task, now)

    def _finish(self, what: str, task: _Task, now: float) -> None:
        if not task.ended and (task.lines or now - task.began >= AT_MOST):
            self._say(what, task, now)
        task.ended = True

    def _say(self, what: str, task: _Task, now: float) -> None:
        task.told, task.told_done, task.lines = now, task.done, task.lines + 1
        self._write(line(what, task, now - task.began))


def line(what: str, task: _Task, seconds: float) -> str:
    """`toy sits figures: 120 of 600 (20 %), 3.1/s, 2 min 35 s left · 8 in flight`"""
    part = f"{what}: {task.done:,} of {task.total:,} ({100 * task.done // max(task.total, 1)} %)"
    new = task.done - task.first
    rate = new / seconds if seconds > 0 else 0.0
    said = [f"{part} in {_span(seconds)}" if task.done >= task.total else part]
    if rate > 0:
        said.append(f"{rate:.1f}/s" if rate >= 0.1 else f"{60 * rate:.1f}/min")
        if task.done < task.total:
            said.append(f"{_span((task.total - task.done) / rate)} left")
    elif task.done < task.total:
        said.append(f"nothing new for {_span(seconds)}")
    return ", ".join(said) + (f" · {task.note}" if task.note else "")


def _span(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


@contextmanager
def logged(write: Callable[[str], None]) -> Iterator[TellOf]:
    log, over = Log(write), threading.Event()

    def beat() -> None:
        while not over.wait(BEAT):
            log.look()

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield log.tell
    finally:
        over.set()
        thread.join()
        log.end()
