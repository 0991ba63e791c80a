"""A million questions, 200,000 of each family: made, verified and audited, one process each; run on its own, for hours.

    python -m benchmarks.million FOLDER [--questions 200000] [--families figures icons …]

Each step is the real command line in a fresh process (`--jobs 1`). What it took is written to FOLDER/million.json, after every
step and every few seconds within one: killed, the same command goes on, and what was spent before counts. docs/scale.md is
printed from a copy of that file, results/million.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil, sqrt
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from benchmarks.process import peaks_below, spent_below, spent_by_children
from eyechart import registry
from eyechart.core import SHARD
from eyechart.page import page
from eyechart.settings import settings_for

SPLIT, SEED = "train", 9501
SAMPLE = 400  # pages that tell how many questions a page has
WATCH = 0.5  # seconds between two looks at a process
SAVE = 5.0  # and between two records of it
SPARE = 20e9  # bytes that the disk has left, or shards that are done with are deleted
RECORD = "million.json"


class Step(Struct):
    """One command, over all the times that it was called until it was done."""

    command: str
    cpu: float = 0.0  # seconds of the processor, with processes below it
    wall: float = 0.0
    peak: int = 0  # bytes resident at most
    calls: int = 0  # more than one: it was killed, and went on
    load: float = 0.0  # of the machine at its end: how many others wanted a core
    commits: list[str] = field(default_factory=list)
    done: bool = False
    said: dict[str, Any] = field(default_factory=dict)  # what it printed, with --json


class Share(Struct):
    """A family's part."""

    pages: int
    pictures: int = 0
    questions: int = 0
    bytes: int = 0
    deleted: bool = False  # its shards, for want of disk, after all steps
    steps: dict[str, Step] = field(default_factory=dict)


class Million(Struct):
    split: str = SPLIT
    seed: int = SEED
    questions: int = 200_000  # wanted of each family
    machine: str = ""
    families: dict[str, Share] = field(default_factory=dict)


def main(folder: Path, questions: int, families: Sequence[str]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / RECORD
    million = msgspec.json.decode(file.read_bytes(), type=Million) if file.exists() else Million(questions=questions)
    if million.questions != questions:
        raise SystemExit(f"{file} is of {million.questions:,} questions a family: give --questions {million.questions}")
    million.machine = _machine()
    for name in families:
        if name not in million.families:
            million.families[name] = Share(_pages_for(name, questions))
        share, data = million.families[name], folder / name
        for verb, words in _commands(name, data, share.pages).items():
            step = share.steps.setdefault(verb, Step(" ".join(("eyechart", *words))))
            if not step.done:
                _run(step, words, lambda: _save(million, file))
                if verb == "generate":
                    _count(share, data)
                _save(million, file)
                print(_told(name, verb, step), flush=True)
        if shutil.disk_usage(folder).free < SPARE and not share.deleted:
            shutil.rmtree(data)
            share.deleted = True
            _save(million, file)
    wrong = sum(one.steps["verify"].said["tables"][0]["rows"][0]["disagreements"] for one in million.families.values())
    print(f"{sum(one.questions for one in million.families.values()):,} questions, {wrong:,} of them wrong")
    return 1 if wrong else 0


def _pages_for(name: str, questions: int) -> int:
    """Whole shards with at least so many questions, as far as a sample of other pages can tell."""
    family = registry.get("families", name)
    settings = settings_for(family, None, None)
    counts = [len(page(family, settings, SPLIT, SEED + 1, index).questions) for index in range(SAMPLE)]
    least = statistics.mean(counts) - 3 * statistics.stdev(counts) / sqrt(SAMPLE)
    return SHARD * ceil(questions / least / SHARD)


def _commands(name: str, data: Path, pages: int) -> dict[str, tuple[str, ...]]:
    made = ("generate", name, "--split", SPLIT, "--count", str(pages), "--seed", str(SEED), "--out", str(data))
    return {
        "generate": (*made, "--jobs", "1"),
        "verify": ("verify", str(data), "--jobs", "1", "--json"),
        "audit": ("audit", str(data), "--least", "0", "--jobs", "1", "--json"),
    }


def _run(step: Step, words: Sequence[str], save: Any) -> None:
    """A command to its end, watched. Verify and audit end with 1 where they find something: that is told, not raised."""
    before = step.cpu, step.wall
    step.calls += 1
    step.commits = list(dict.fromkeys([*step.commits, _commit()]))
    children, start = spent_by_children(), time.monotonic()
    saved = start
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "MKL", "OPENBLAS")}
    with _ending_with_us(
        subprocess.Popen([sys.executable, "-m", "eyechart", *words], stdout=subprocess.PIPE, env=os.environ | threads)
    ) as process:
        os.set_blocking(process.stdout.fileno(), False)  # type: ignore[union-attr]
        printed = b""
        while process.poll() is None:
            step.cpu = max(step.cpu, before[0] + spent_below(process.pid))
            step.peak = max(step.peak, sum(peaks_below(process.pid).values()))
            step.wall = before[1] + time.monotonic() - start
            printed += process.stdout.read() or b""  # type: ignore[union-attr]
            if time.monotonic() - saved > SAVE:
                saved = time.monotonic()
                save()
            time.sleep(WATCH)
        printed += process.stdout.read() or b""  # type: ignore[union-attr]
    step.load, step.cpu = os.getloadavg()[0], before[0] + spent_by_children() - children
    if process.returncode not in (0, 1) or (process.returncode and "--json" not in words):
        raise SystemExit(f"{step.command} ended with exit code {process.returncode}; call me again to go on.")
    step.said = json.loads(printed) if "--json" in words else {}
    step.done = True


@contextmanager
def _ending_with_us(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    with process:  # waits for its end
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()


def _count(share: Share, data: Path) -> None:
    manifest = json.loads((data / "dataset.json").read_text(encoding="utf-8"))
    share.pictures, share.questions = manifest["images"], manifest["questions"]
    share.bytes = sum(path.stat().st_size for path in data.rglob("*") if path.is_file())


def _save(million: Million, file: Path) -> None:
    part = file.with_suffix(".part")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(million), indent=1))
    part.replace(file)


def _told(name: str, verb: str, step: Step) -> str:
    return f"{name} {verb}: {step.cpu:,.0f} s of the processor, {step.wall:,.0f} s, {step.peak / 1e6:,.0f} MB"


def _commit() -> str:
    done = subprocess.run(
        ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"], capture_output=True, check=False
    )
    return done.stdout.decode().strip()


def _machine() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return f"{os.cpu_count()} × {model or platform.machine()}, Python {platform.python_version()}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--questions", type=int, default=Million().questions, help="of each family, at least")
    parser.add_argument("--families", nargs="+", default=registry.names("families"), metavar="FAMILY")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(chosen.folder, chosen.questions, chosen.families))
