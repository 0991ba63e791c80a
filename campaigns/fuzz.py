"""Spoilt files for every reader: one clear line or a result within a second, never a traceback."""

from __future__ import annotations

import shutil
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, find, given, seed, settings
from hypothesis.errors import HypothesisException

from campaigns.rig.readers import Reader, readers
from campaigns.rig.span import Span
from campaigns.rig.totals import Totals
from eyechart.errors import EyechartError

LONGEST = 1.0  # seconds of this process for one input
TIMES = 3  # that an input is read, if it is slow
ROUND = 20  # inputs of each reader in the first round; then as many as it reads in the time of a turn
TURN = 4.0  # seconds
HOW = settings(
    max_examples=ROUND,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def run(span: Span, seed: int, totals: Totals) -> None:
    """Readers take turns; what gets through is shrunk and told."""
    until = time.monotonic() + 60 * span.minutes
    turn, inputs = count(1_000_000 * seed), dict[str, int]()
    with tempfile.TemporaryDirectory() as home:
        every = list(readers(Path(home)))
        while (few := [r for r in every if totals.tries[r.name] < span.tries]) or time.monotonic() < until:
            for reader in few or every:
                began, many = time.process_time(), inputs.get(reader.name, ROUND)
                attack(reader, totals, next(turn), many)
                inputs[reader.name] = max(ROUND, int(many * TURN / (time.process_time() - began)))


def attack(reader: Reader, totals: Totals, number: int, inputs: int = ROUND) -> None:
    """So many inputs for one reader. Of each kind of failure the smallest input is told."""
    with _folder() as folder:  # so that what is loaded and kept at first use is there, and what is whole is read at all
        reader.read(reader.whole, folder)
    kinds: dict[str, int] = {}

    @seed(number)
    @settings(HOW, max_examples=inputs)
    @given(reader.files)
    def each(one: Any) -> None:
        problem = outcome(reader, one)
        totals.tried(reader.name, *([problem] if problem else []))
        if problem:
            kinds[problem] = kinds.get(problem, 0) + 1

    each()
    for problem in list(kinds)[:2]:
        print(f"{reader.name}: {kinds[problem]} × {problem}\n  smallest: {smallest(reader, problem)}", flush=True)


def outcome(reader: Reader, one: Any) -> str | None:
    """What is wrong with how this was read; None if nothing is. Slow is what is slow each time: once, somebody else's garbage
    may have been collected, or a table made that is kept."""
    for _ in range(TIMES):
        began = time.process_time()
        problem = _read(reader, one)
        if problem or time.process_time() - began <= LONGEST:
            return problem
    return f"over {LONGEST:g} s"


def _read(reader: Reader, one: Any) -> str | None:
    try:
        with _folder() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reader.read(one, folder)
    except EyechartError as error:
        return None if str(error).strip() else "an error without words"
    except (HypothesisException, KeyboardInterrupt):
        raise
    except BaseException as error:  # a panic of Rust is no Exception
        return f"{type(error).__name__} in {_where(error)}"
    return None


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # whatever was made of it


def _where(error: BaseException) -> str:
    ours = [f for f in traceback.extract_tb(error.__traceback__) if "/eyechart/" in f.filename]
    return f"{ours[-1].filename.rpartition('/eyechart/')[2]}:{ours[-1].lineno}" if ours else "no line of ours"


def smallest(reader: Reader, problem: str) -> str:
    try:
        found = find(reader.files, lambda one: outcome(reader, one) == problem,
                     settings=settings(HOW, max_examples=500, phases=[Phase.generate, Phase.shrink]), random=Random(0))  # fmt: skip
    except HypothesisException:
        return "not found again"
    return repr(found)[:300]
