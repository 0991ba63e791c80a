"""The terminal: results on standard output, progress and errors on standard error; foreign words as plain text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from eyechart.engines.log import TellOf, logged
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


@contextmanager
def bar(total: int, what: str) -> Iterator[Tell]:
    """A progress bar; in a log, a line now and then."""
    with bars() as tell:
        yield lambda done, note="": tell(what, done, total, note)


@contextmanager
def bars() -> Iterator[TellOf]:
    """A bar for each thing that is told of; in a log, lines."""
    with _drawn() if notes.is_terminal else logged(_print_line) as tell:
        yield tell


@contextmanager
def _drawn() -> Iterator[TellOf]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    named = TextColumn("{task.description}", markup=False)
    rate = TextColumn("{task.fields[rate]}", markup=False)
    columns = (named, BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn())
    with Progress(*columns, console=notes, transient=True) as progress:
        tasks: dict[str, TaskID] = {}

        def tell(what: str, done: int, total: int, note: str = "") -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total, rate="")
            speed = progress.tasks[tasks[what]].speed
            described = f"{what}  {note}" if note else what
            rate = f"{speed:.1f}/s" if speed else ""
            progress.update(tasks[what], completed=done, description=described, rate=rate)

        yield tell


def _print_line(line: str) -> None:
    notes.print(line, highlight=False, soft_wrap=True)
