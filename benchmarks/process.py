"""Work in processes of its own: fresh, held to one core if need be, and watched for the memory that it takes."""

from __future__ import annotations

import multiprocessing
import os
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import ParamSpec, TypeVar

from msgspec import Struct

P = ParamSpec("P")
T = TypeVar("T")
WATCH = 0.1  # seconds between two looks at processes


class Timed(Struct, frozen=True):
    """Seconds by the clock on the wall, and of the processor."""

    wall: float
    cpu: float


def timed(work: Callable[[], object]) -> Timed:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Timed(time.perf_counter() - wall, time.process_time() - cpu)


def fresh(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a new process: nothing is warm that a user's own run would find cold."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()


def on_one_core(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a new process that has one core, whatever threads its libraries start."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _hold_to_one_core) as pool:
        return pool.submit(function, *args, **kwargs).result()


def _hold_to_one_core() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def peaks_of(parent: BaseProcess, doing: str) -> tuple[int, int]:
    """Bytes of a process that was started, and of the largest below it, when it has come to its end."""
    assert parent.pid is not None
    found: dict[int, int] = {}
    while parent.is_alive():
        found |= peaks_below(parent.pid)
        time.sleep(WATCH)
    parent.join()
    if parent.exitcode:
        raise SystemExit(f"{doing} ended with exit code {parent.exitcode}.")
    return found.pop(parent.pid), max(found.values())


def peaks_below(parent: int) -> dict[int, int]:
    """The peak resident memory so far, in bytes, of a process and of all below it.

    VmHWM, not getrusage: the latter counts what a process was before it became another program.
    """
    below: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (stat := _read(entry / "stat")):
            below.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    found, queue = dict[int, int](), [parent]
    while queue:
        pid = queue.pop()
        queue += below.get(pid, [])
        status = _read(Path(f"/proc/{pid}/status"))
        peak = next((line for line in status.splitlines() if line.startswith("VmHWM:")), "")
        if peak:
            found[pid] = int(peak.split()[1]) * 1024
    return found


def spent_below(parent: int) -> float:
    """Seconds of the processor that a process and all below it have taken so far, with those that have ended."""
    ticks = 0
    for pid in peaks_below(parent):
        if stat := _read(Path(f"/proc/{pid}/stat")):
            ticks += sum(int(field) for field in stat.rpartition(")")[2].split()[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # the process has ended
        return ""


def spent_by_children() -> float:
    """Seconds of the processor that processes of ours took that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
