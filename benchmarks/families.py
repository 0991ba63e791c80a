"""Every family in one run: pictures and questions a second, where the time goes, proof, audit, score, reading back, memory.

One core is told in seconds of the processor, so that neighbours on the machine do not count. Two processes are told by the
clock on the wall, from an empty folder to a whole dataset, their start included: what a user waits for.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import simplejpeg
from msgspec import Struct

from benchmarks.claim import Claim, at_least, at_most, middle, print_rows
from benchmarks.process import on_one_core, peaks_of, spent_by_children, timed
from benchmarks.rereading import ratio, read_back
from benchmarks.scoring import score_of
from eyechart import registry
from eyechart.audit import audit
from eyechart.core import Family, Page, Settings
from eyechart.drawing.png import png
from eyechart.generate import generate
from eyechart.page import page
from eyechart.settings import settings_for
from eyechart.store import shards
from eyechart.verify import verify

SPLIT, SEED = "train", 1
WARM = {False: 10.0, True: 4.0}  # seconds of making pages before any is counted: looks and letters are made once
COUNTED = {False: 20.0, True: 4.0}  # and of those that are; then as many are made by two processes
PIECES = 4  # shards of a dataset, so that neither of two processes waits long for the other
SCORED = {False: 1_000_000, True: 50_000}
STARTS = {"import eyechart": ("-c", "import eyechart"), "eyechart --help": ("-m", "eyechart", "--help")}
STAGES = ("sample", "draw", "encode", "ask", "write")


class Made(Struct, frozen=True):
    """What one core made, with the seconds of the processor that each stage took."""

    pictures: int
    questions: int
    stages: dict[str, float]

    @property
    def seconds(self) -> float:
        return sum(self.stages.values())


class Whole(Struct, frozen=True):
    """A dataset by two processes: seconds on the wall, and bytes of the parent and of the larger worker."""

    seconds: float
    parent: int
    worker: int


def claims(quick: bool) -> list[Claim]:
    print_rows(
        "starting", ("", "s of the processor", "s"), [(said, *_started(*words)) for said, words in STARTS.items()]
    )
    return [claim for name in registry.names("families") for claim in _claims(name, quick)]


def _claims(name: str, quick: bool) -> list[Claim]:
    pages, made = on_one_core(_make, name, WARM[quick], COUNTED[quick])
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "data"
        both = _by_two(name, folder, pages)
        proved, wrong = on_one_core(_verify, folder)
        audited = on_one_core(_audit, folder)
        scored = score_of(folder, SCORED[quick])
        read = read_back(folder)
    counts = {"pages": pages, "pictures": made.pictures, "questions": made.questions}
    rows = [(f"{what} a second, one core", f"{count / made.seconds:,.1f}") for what, count in counts.items()]
    rows += [(f"    of its time in {stage}, %", f"{100 * made.stages[stage] / made.seconds:.1f}") for stage in STAGES]
    rows += [(f"{what} a second, two processes", f"{count / both.seconds:,.1f}") for what, count in counts.items()]
    rows += [
        ("questions verified a second, one core", f"{made.questions / proved:,.0f}"),
        ("questions audited a second, one core", f"{made.questions / audited:,.0f}"),
        (f"score of {SCORED[quick]:,}, s of the processor", f"{scored.cpu:,.1f}"),
        ("    on the wall", f"{scored.wall:,.1f}"),
        *[(f"pages read back a second, one core, {who}", f"{pages / took:,.0f}") for who, took in read.items()],
        ("peak memory of the larger worker, MB", f"{both.worker / 1e6:,.0f}"),
        ("peak memory of the parent, MB", f"{both.parent / 1e6:,.0f}"),
    ]
    print_rows(f"{pages:,} pages of {name}; load {os.getloadavg()[0]:.1f}", (name, ""), rows)
    return [
        at_most(f"{name}: disagreements in {made.questions:,} questions", wrong, 0, ""),
        at_least(f"{name}: read back, of what `datasets` reads", ratio(read), 1),
    ]


# ---- one core, stage by stage


class _Clock:
    """Seconds of the processor by stage. What is timed within another stage is not counted there."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.inner = 0.0

    def timing(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any, **options: Any) -> Any:
            before, start = self.inner, time.process_time()
            given = work(*arguments, **options)
            took = time.process_time() - start
            self.spent[stage] += took - (self.inner - before)
            self.inner = before + took
            return given

        return timed


def _make(name: str, warm: float, counted: float) -> tuple[int, Made]:
    """How many pages are made in that time, and what they took."""
    family: Family[Any] = registry.get("families", name)
    settings = settings_for(family, None, None)
    gc.disable()  # as in workers
    _made_in(warm, family, settings, 0)
    count = _made_in(warm / 2, family, settings, 1_000_000)
    clock = _Clock()
    watched = msgspec.structs.replace(
        family, sample=clock.timing("sample", family.sample), draw=clock.timing("draw", family.draw)
    )
    one = clock.timing("ask", page)  # all of a page but what is told apart
    pages = PIECES * max(round(counted * count / (warm / 2) / PIECES), 1)
    pictures = 0

    def stream() -> Iterator[Page]:
        nonlocal pictures
        for i in range(pages):
            made = one(watched, settings, SPLIT, SEED, i)
            pictures += len(made.pictures)
            yield made

    write = clock.timing("write", shards.write_shard)
    with TemporaryDirectory() as folder, _told_apart(clock):
        _, questions, _ = write(Path(folder) / "shard.parquet", stream(), family.facets)
    return pages, Made(pictures, questions, dict(clock.spent))


def _made_in(seconds: float, family: Family[Any], settings: Settings, first: int) -> int:
    """How many pages are made in so many seconds of the processor."""
    start, index = time.process_time(), first
    while time.process_time() - start < seconds:
        page(family, settings, SPLIT, SEED + 1, index)
        index += 1
    return index - first


@contextmanager
def _told_apart(clock: _Clock) -> Iterator[None]:
    """Encoders are called by the families' own drawing: they are timed wherever they were imported."""
    encoders = {"png": png, "encode_jpeg": simplejpeg.encode_jpeg}
    found = [
        (module, name, encoder)
        for module in list(sys.modules.values())
        for name, encoder in encoders.items()
        if getattr(module, "__dict__", {}).get(name) is encoder
    ]
    for module, name, encoder in found:
        setattr(module, name, clock.timing("encode", encoder))
    yield
    for module, name, encoder in found:
        setattr(module, name, encoder)


# ---- two processes, and one that verifies


def _by_two(name: str, folder: Path, pages: int) -> Whole:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    parent = context.Process(target=_generate, args=(name, folder, pages, theirs))
    parent.start()
    peaks = peaks_of(parent, f"Generating {pages:,} pages of {name}")
    return Whole(ours.recv(), *peaks)


def _generate(name: str, folder: Path, pages: int, told: Connection) -> None:
    told.send(
        timed(lambda: generate(name, folder, count=pages, split=SPLIT, seed=SEED, shard=pages // PIECES, jobs=2)).wall
    )


def _verify(folder: Path) -> tuple[float, int]:
    """Seconds of the processor, and disagreements."""
    start = time.process_time()
    verdict = verify(folder, jobs=1)
    return time.process_time() - start, verdict.disagreements


def _audit(folder: Path) -> float:
    start = time.process_time()
    audit([folder], least=0)
    return time.process_time() - start


# ---- starting


def _started(*words: str) -> tuple[str, str]:
    """Seconds of five fresh processes: of the processor, and on the wall."""
    cpu, wall = list[float](), list[float]()
    for _ in range(5):
        before, start = spent_by_children(), time.perf_counter()
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
        wall.append(time.perf_counter() - start)
        cpu.append(spent_by_children() - before)
    return middle(cpu), middle(wall)
