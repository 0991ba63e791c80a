"""Whoever is killed, by whatever signal: nobody lives on, nothing is lost. Longer forms: `python -m campaigns kill`, `disk`."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from campaigns import disk, kill
from campaigns.rig.commands import Command, Workshop, commands
from campaigns.rig.span import Span
from campaigns.rig.totals import Totals

from eyechart.store.folder import Dataset
from eyechart.verify import verify

pytestmark = pytest.mark.slow  # each starts processes and kills them

WORDS = [sys.executable, "-m", "eyechart", "generate", "figures", "--jobs", "2"]


def drawing(out: Path, count: int, shard: int = 50) -> list[str]:
    return [*WORDS, "--count", str(count), "--shard", str(shard), "--out", str(out)]


def started(out: Path, count: int, shard: int = 50) -> subprocess.Popen[bytes]:
    """A pool that is at work: the first shard is begun."""
    run = subprocess.Popen(drawing(out, count, shard), stderr=subprocess.PIPE)
    while not list(out.glob("data/*.part")) and run.poll() is None:
        time.sleep(0.02)
    return run


def test_processes_end_with_their_parent(tmp_path: Path) -> None:
    with started(tmp_path / "d", 10_000, 5000) as run:  # each has work for longer than is waited
        workers = kill.workers_of(run.pid)
        run.send_signal(signal.SIGKILL)
        assert len(workers) == 2
        assert not kill.any_outlives(workers)


def test_sigterm_stops_cleanly_and_can_be_gone_on_from(tmp_path: Path) -> None:
    out = tmp_path / "d"
    with started(out, 5000) as run:
        run.send_signal(signal.SIGTERM)
        _, said = run.communicate(timeout=300)
    assert run.returncode == 143
    assert b"run the same command again to go on" in said
    assert b"Traceback" not in said
    assert not list(out.rglob("*.part"))


def test_sigterm_ends_a_conversation_cleanly(few: Dataset, tmp_path: Path) -> None:
    run = tmp_path / "run"
    words = [*WORDS[:3], "predict", "mock:oracle,delay=0.2", str(few.folder), "--frame", "pixels", "--out", str(run)]
    words += ["--in-flight", "2"]  # far from its end
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as talk:
        while talk.poll() is None and not any(path.stat().st_size for path in run.glob("replies.jsonl")):
            time.sleep(0.02)
        talk.send_signal(signal.SIGTERM)
        _, said = talk.communicate(timeout=300)
    assert talk.returncode == 143
    assert said.count(b"\n") == 1
    assert (run / "replies.jsonl").read_bytes().endswith(b"\n")


def test_a_killed_process_of_the_pool_ends_the_command_in_one_line(tmp_path: Path) -> None:
    with started(tmp_path / "d", 5000) as run:
        os.kill(kill.workers_of(run.pid)[0], signal.SIGKILL)
        _, said = run.communicate(timeout=300)
    assert run.returncode == 2
    assert b"One of the processes at work was killed" in said
    assert b"Traceback" not in said


def test_going_on_at_once_after_the_parent_alone_was_killed(tmp_path: Path) -> None:
    out = tmp_path / "d"
    with started(out, 170) as run:
        run.send_signal(signal.SIGKILL)
    subprocess.run(drawing(out, 170), check=True, capture_output=True)
    assert verify(out).images == 170


@pytest.fixture(scope="module")
def every() -> list[Command]:
    return commands()


@pytest.mark.slow
def test_every_verb_killed_at_random_moments(every: list[Command], tmp_path: Path) -> None:
    totals = Totals()
    kill.attack(Workshop(tmp_path / "shop"), every, Span(), random.Random(0), totals)
    assert totals.holds, str(totals)


@pytest.mark.slow
@pytest.mark.skipif(os.getuid() != 0, reason="only root mounts a small disk")
def test_every_verb_on_a_full_disk(every: list[Command], tmp_path: Path) -> None:
    totals = Totals()
    with disk.small_disk() as small:
        disk.attack(Workshop(tmp_path / "shop", small / "out"), every, Span(), random.Random(0), totals)
    assert totals.holds, str(totals)
