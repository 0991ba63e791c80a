"""Two processes against one: what generation gains, beside what a loop that does nothing but compute gains.

Both have their work cut into as many pieces and handed out by a pool. They take turns, since the gain of a second
core depends on who else is using it.
"""

from __future__ import annotations

import gc
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.claim import Claim, at_least, middle, print_rows
from benchmarks.process import fresh, timed
from eyechart.core import SHARD
from eyechart.generate import generate

SIZES = {False: (3, 8), True: (3, 4)}  # quick -> rounds, shards
STEPS = 40_000_000  # of the loop for each shard: about half as long as the shard takes


def claims(quick: bool) -> list[Claim]:
    rounds, pieces = SIZES[quick]
    spent: dict[tuple[str, int], list[float]] = {(what, jobs): [] for what in WORK for jobs in (1, 2)}
    for _ in range(rounds):
        for (what, jobs), seconds in spent.items():
            seconds.append(fresh(WORK[what], pieces, jobs))
    gains = {what: [one / two for one, two in zip(spent[what, 1], spent[what, 2], strict=True)] for what in WORK}
    rows = [(what, middle(spent[what, 1]), middle(spent[what, 2]), middle(gains[what])) for what in WORK]
    title = f"{rounds} rounds of {pieces} pieces; median (least – most)"
    print_rows(title, ("", "one process, s", "two processes, s", "gain"), rows)
    share = median(ours / loop for ours, loop in zip(gains["generate"], gains["loop"], strict=True))
    return [at_least("gain of a second process, of what a loop gains", share, 0.95, "of it")]


def _generate(pieces: int, jobs: int) -> float:
    gc.disable()  # one process collects no more often than each of two does
    with TemporaryDirectory() as folder:
        return timed(lambda: generate("figures", Path(folder) / "data", count=pieces * SHARD, jobs=jobs)).wall


def _loop(pieces: int, jobs: int) -> float:
    if jobs == 1:
        return timed(lambda: [_count(STEPS) for _ in range(pieces)]).wall
    return timed(lambda: _loops_in_pool(pieces, jobs)).wall


def _loops_in_pool(pieces: int, jobs: int) -> None:
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        list(pool.map(_count, [STEPS] * pieces))


def _count(steps: int) -> int:
    total = 0
    for i in range(steps):
        total += i & 7
    return total


WORK = {"loop": _loop, "generate": _generate}
