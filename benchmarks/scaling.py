"""Two processes against one: what generation gains, beside what a loop that does nothing but compute gains; and Ray's two.

Both have their work cut into as many pieces and handed out by a pool. They take turns, since the gain of a second
core depends on who else is using it. Ray is there already when its time begins, with its processes warm; the pool starts its own
each time.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.claim import Claim, at_least, at_most, console, middle, print_rows
from benchmarks.process import Timed, fresh, spent_below, timed
from eyechart.core import SHARD
from eyechart.engines.engine import Engine, Wanted
from eyechart.generate import generate

SIZES = {False: (3, 8), True: (3, 4)}  # quick -> rounds, shards
BESIDE_RAY = {False: (5, 4), True: (3, 2)}  # 20,000 figures in all
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
    return [at_least("gain of a second process, of what a loop gains", share, 0.95, "of it"), *_beside_ray(quick)]


def _beside_ray(quick: bool) -> list[Claim]:
    if find_spec("ray") is None:
        console.print("Ray is left out: pip install 'eyechart[ray]'")
        return []
    rounds, shards = BESIDE_RAY[quick]
    pairs = fresh(_rounds_beside_ray, rounds, shards)
    title = f"{rounds} rounds of {shards * SHARD:,} figures on two processes; median (least – most); load {os.getloadavg()[0]:.1f}"
    spent = {name: [pair[place] for pair in pairs] for place, name in enumerate(("pool", "Ray"))}
    rows = [(name, middle([t.wall for t in some]), middle([t.cpu for t in some])) for name, some in spent.items()]
    print_rows(title, ("", "s", "s of processors, all that belongs to it"), rows)
    wall, cpu = (
        median(getattr(ray, what) / getattr(pool, what) - 1 for pool, ray in pairs) for what in ("wall", "cpu")
    )
    return [
        at_most("overhead of Ray after its start, by the clock", 100 * wall, 25, "%"),
        at_most("overhead of Ray after its start, in processor time", 100 * cpu, 25, "%"),
    ]


def _rounds_beside_ray(rounds: int, shards: int) -> list[tuple[Timed, Timed]]:
    # Ray's processes give way to all others unless told: on a busy machine that would be all that is seen.
    os.environ |= {"RAY_worker_niceness": "0"}
    engine = Wanted(engine="ray", address="local", jobs=2).made()
    _made_by(engine, 2, 50)
    pairs = []
    for one in range(rounds):
        turns = [partial(_made_by, 2, shards, SHARD), partial(_made_by, engine, shards, SHARD)]
        found = {turn: turns[turn]() for turn in ((0, 1), (1, 0))[one % 2]}
        pairs.append((found[0], found[1]))
    return pairs


def _made_by(jobs: int | Engine, shards: int, size: int) -> Timed:
    with TemporaryDirectory() as folder:
        before = spent_below(os.getpid())
        wall = timed(
            lambda: generate("figures", Path(folder) / "data", count=shards * size, shard=size, jobs=jobs)
        ).wall
        return Timed(wall, spent_below(os.getpid()) - before)


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
