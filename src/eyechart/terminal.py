"""The terminal: results on standard output, progress and errors on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

out = Console(width=None if sys.stdout.isatty() else 110)
notes = Console(stderr=True)


class Tell(Protocol):
    def __call__(self, done: int, note: str = "") -> None: ...


class TellOf(Protocol):
    def __call__(self, what: str, done: int, total: int, note: str = "") -> None: ...


@contextmanager
def bar(total: int, what: str) -> Iterator[Tell]:
    """A progress bar, where standard error is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes, transient=True, disable=not notes.is_terminal) as shown:
        task = shown.add_task(what, total=total)

        def tell(done: int, note: str = "") -> None:
            shown.update(task, completed=done, description=_said(what, note))

        yield tell


@contextmanager
def bars() -> Iterator[TellOf]:
    """A bar for each thing that is told of."""
    with Progress(console=notes, transient=True, disable=not notes.is_terminal) as shown:
        tasks: dict[str, TaskID] = {}

        def tell(what: str, done: int, total: int, note: str = "") -> None:
            if what not in tasks:
                tasks[what] = shown.add_task(what, total=total)
            shown.update(tasks[what], completed=done, description=_said(what, note))

        yield tell


def _said(what: str, note: str) -> str:
    return f"{what}  {note}" if note else what
