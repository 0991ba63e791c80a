"""Commands killed at random moments and typed again: nothing lost, nothing doubled, the bytes of an undisturbed run.

The parent alone, one of its processes, or all of them; by SIGKILL or SIGTERM; now and then twice in a row.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from campaigns.rig.commands import Command, Left, Workshop, commands, turns
from campaigns.rig.span import Span
from campaigns.rig.totals import Totals

TARGETS = {False: ("parent", "group"), True: ("parent", "worker", "group")}  # by whether it has others work for it
SIGNALS = (signal.SIGKILL, signal.SIGTERM)
PATIENCE = 120.0  # seconds for a command that was told to stop
ORPHANED = 10.0  # seconds that a process may outlive its parent
TWICE = 0.25  # of the runs that go on after a kill are killed too


def run(span: Span, seed: int, totals: Totals) -> None:
    with tempfile.TemporaryDirectory() as folder:
        attack(Workshop(Path(folder) / "shop"), commands(), span, random.Random(seed), totals)


def attack(shop: Workshop, some: list[Command], span: Span, rng: random.Random, totals: Totals) -> None:
    """Target, signal and moment by lot."""
    expected = dict[str, tuple[Left, float]]()
    for command in turns(some, span, rng):
        if command.name not in expected:
            expected[command.name] = shop.undisturbed(command)
        left, took = expected[command.name]
        shop.clear(command)
        for again in range(2 if rng.random() < TWICE else 1):
            if again and command.left(shop.out) == left:
                break  # it had come to its end
            target, sign = rng.choice(TARGETS["--jobs" in command.words]), rng.choice(SIGNALS)
            problems = _disturb(shop, command, target, sign, rng.uniform(0.1, 1.0) * took)
            if problems is None:
                continue
            totals.tried(f"{command.verb}: {target}, {sign.name}", *problems, *shop.torn(command, left))
        totals.tried(f"{command.verb}: gone on with", *shop.gone_on(command, left))


def _disturb(shop: Workshop, command: Command, target: str, sign: signal.Signals, after: float) -> list[str] | None:
    """Start it, kill, and see that nothing of it lives on. None: it was faster, and nobody was killed."""
    with shop.start(command.words) as started:
        time.sleep(after)
        if started.poll() is not None:
            return None
        workers = workers_of(started.pid)
        _kill(started.pid, workers, target, sign)
        try:
            started.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(started.pid, signal.SIGKILL)
            return [f"still there {PATIENCE:.0f} s after {sign.name}"]
    said = shop.said()
    problems = ["Traceback:\n" + said] if "Traceback" in said else []
    if (target, sign) == ("parent", signal.SIGTERM) and started.returncode not in (0, 143, -signal.SIGTERM):
        problems.append(f"exit code {started.returncode} after SIGTERM: {said}")
    return problems + ["processes outlived their parent"] * any_outlives(workers)


def _kill(parent: int, workers: list[int], target: str, sign: signal.Signals) -> None:
    try:
        if target == "group":
            os.killpg(parent, sign)
        else:
            os.kill(workers[0] if target == "worker" and workers else parent, sign)
    except ProcessLookupError:
        pass  # it was faster


def workers_of(parent: int) -> list[int]:
    """Processes that were spawned to work; the one that watches over shared memory is none."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    except FileNotFoundError:
        return []


def any_outlives(workers: list[int]) -> bool:
    end = time.monotonic() + ORPHANED
    while any(map(_is_alive, workers)) and time.monotonic() < end:
        time.sleep(0.02)
    return any(map(_is_alive, workers))


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
