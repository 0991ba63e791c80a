"""The record that is an engine, what one may be asked to be, and how it is made of that."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from msgspec import Struct

from eyechart import registry
from eyechart.engines import pool
from eyechart.engines.pool import Progress, Work
from eyechart.errors import EyechartError

T = TypeVar("T")
R = TypeVar("R")


class Each(Protocol):
    """Each piece with what came of it, as they are finished, while `progress` is told how many pages are done.

    `work` and what it gives travel between processes. A piece may be begun more than once, if who had it died: what it
    writes must come out the same.
    """

    def __call__(self, work: Work[T, R], pieces: Sequence[T], progress: Progress) -> Iterator[tuple[T, R]]: ...


class Engine(Struct, frozen=True):
    """Who works on pieces, several at a time. Registered makers of one take `Wanted`."""

    name: str
    each: Each
    apart: bool  # is the work done by other processes than this one?
    # Does one and the same work in several processes at once, which train as one. None: it cannot.
    together: Callable[[Callable[[], object]], None] | None = None


@dataclass(frozen=True)
class Wanted:
    """Where the work is done, and by how many."""

    engine: str = "local"
    """local (the processes of this machine) or ray (`eyechart list engines`)."""

    address: str = ""
    """Of a running Ray cluster, such as 10.0.0.1:6379; without it the one of this machine, or one is started here."""

    jobs: int | None = None
    """Pieces under way at once; local: all cores unless given, ray: as many as the cluster has room for."""

    cores: int = 1
    """That each piece takes, on Ray."""

    gpus: int = 0
    """That each piece takes, on Ray: a replica of a model has them for itself."""

    def __post_init__(self) -> None:
        if (self.jobs is not None and self.jobs < 1) or self.cores < 1 or self.gpus < 0:
            raise EyechartError("--jobs and --cores are at least 1, --gpus at least 0.")

    def made(self) -> Engine:
        return registry.get("engines", self.engine)(self)


def in_order(
    engine: Engine, work: Work[T, R], pieces: Sequence[T], progress: Progress = lambda done: None
) -> Generator[R]:
    """What came of each piece, in the order of the pieces. Who needs no more may close it: those at work then stop."""
    stream, came = engine.each(work, pieces, progress), dict[T, R]()
    left = iter(pieces)
    due = next(left, None)
    try:
        for piece, result in stream:
            came[piece] = result
            while due in came:
                yield came.pop(due)
                due = next(left, None)
    finally:
        getattr(stream, "close", lambda: None)()


def local(wanted: Wanted) -> Engine:
    """The processes of this machine."""
    if wanted.address:
        raise EyechartError(f"--address {wanted.address} is that of a cluster: add --engine ray.")
    return _of_this_machine(wanted.jobs or os.cpu_count() or 1)


def engine_of(jobs: int | Engine) -> Engine:
    """So many processes of this machine; or the engine that it is already."""
    return jobs if isinstance(jobs, Engine) else _of_this_machine(jobs)


def _of_this_machine(jobs: int) -> Engine:
    def each(work: Work[T, R], pieces: Sequence[T], progress: Progress) -> Iterator[tuple[T, R]]:
        return pool.each(work, pieces, jobs, progress)

    return Engine("local", each, apart=jobs > 1)
