"""The terminal: results on standard output, progress and errors on standard error; foreign words as plain text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.segment import Segment

from eyechart.errors import shown


class Terminal(Console):
    """Paths, answers and replies hold what they hold: no markup in brackets, no emoji in `:m:`, and no control characters."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(shown(segment.text), segment.style)


out = Terminal(width=None if sys.stdout.isatty() else 110, markup=False, emoji=False)
notes = Terminal(stderr=True, markup=False, emoji=False)


class Tell(Protocol):
    def __call__(self, done: int, note: str = "") -> None: ...


class TellOf(Protocol):
    def __call__(self, what: str, done: int, total: int, note: str = "") -> None: ...


@contextmanager
def bar(total: int, what: str) -> Iterator[Tell]:
    """A progress bar, where standard error is a terminal."""
    with Progress(
        *_columns(MofNCompleteColumn()), console=notes, transient=True, disable=not notes.is_terminal
    ) as progress:
        task = progress.add_task(what, total=total)

        def tell(done: int, note: str = "") -> None:
            progress.update(task, completed=done, description=_said(what, note))

        yield tell


@contextmanager
def bars() -> Iterator[TellOf]:
    """A bar for each thing that is told of."""
    with Progress(
        *_columns(TaskProgressColumn()), console=notes, transient=True, disable=not notes.is_terminal
    ) as progress:
        tasks: dict[str, TaskID] = {}

        def tell(what: str, done: int, total: int, note: str = "") -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=done, description=_said(what, note))

        yield tell


def _columns(count: ProgressColumn) -> tuple[ProgressColumn, ...]:
    return TextColumn("{task.description}", markup=False), BarColumn(), count, TimeRemainingColumn()


def _said(what: str, note: str) -> str:
    return f"{what}  {note}" if note else what
