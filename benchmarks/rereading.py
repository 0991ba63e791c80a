"""A dataset read back, shuffled, with its pictures decoded: ours beside Hugging Face's `datasets` on the same files.

Ours reads row groups in a shuffled order and shuffles the pages of sixteen at a time, as training does. `datasets` is tried in both
its ways: as a stream with a buffer of as many rows, and with its rows laid out in a cache of its own first, which is not counted.
Both give whole rows, with questions and scenes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.claim import Claim, at_least, print_rows
from benchmarks.process import on_one_core
from eyechart import registry
from eyechart.drawing.decoding import decode
from eyechart.generate import generate
from eyechart.store.folder import load
from eyechart.store.shards import ROW_GROUP
from eyechart.train.lessons import WINDOW

PAGES = {False: 1_000, True: 300}
ROUNDS = 3
OURS, STREAM, CACHED = "eyechart", "datasets, as a stream", "datasets, from its cache"


def claims(quick: bool) -> list[Claim]:
    found = []
    for name in registry.names("families"):
        with TemporaryDirectory() as temporary:
            folder = Path(temporary) / "data"
            on_one_core(_generate, name, folder, PAGES[quick])
            seconds = read_back(folder)
        pages = PAGES[quick]
        rows = [(who, f"{pages / took:,.0f}") for who, took in seconds.items()]
        print_rows(f"{pages:,} pages of {name}, pictures decoded; a second of one core", ("", "pages"), rows)
        found.append(at_least(f"{name}: read back, of what `datasets` reads", ratio(seconds), 1))
    return found


def ratio(seconds: dict[str, float]) -> float:
    """How many times the pages of the faster way of `datasets` we read."""
    return min(seconds[STREAM], seconds[CACHED]) / seconds[OURS]


def read_back(folder: Path) -> dict[str, float]:
    """Seconds of the processor for all pages, medians of rounds that take turns."""
    spent: dict[str, list[float]] = {who: [] for who in READERS}
    with TemporaryDirectory() as cache:
        for _ in range(ROUNDS):
            for who, seconds in spent.items():
                seconds.append(on_one_core(_timed, who, folder, cache))
    return {who: median(seconds) for who, seconds in spent.items()}


def _generate(name: str, folder: Path, pages: int) -> None:
    generate(name, folder, count=pages, jobs=1)


def _timed(who: str, folder: Path, cache: str) -> float:
    pages = READERS[who](folder, cache)
    start, wanted = time.process_time(), load(folder).manifest.images
    count = sum(1 for _ in pages)
    if count != wanted:
        raise SystemExit(f"{who} read {count:,} of {wanted:,} pages.")
    return time.process_time() - start


def _ours(folder: Path, cache: str) -> Iterator[object]:
    dataset, rng = load(folder), random.Random(0)
    starts = list(range(0, len(dataset), ROW_GROUP))
    rng.shuffle(starts)
    for first in range(0, len(starts), WINDOW):
        some = [page for start in starts[first : first + WINDOW] for page in dataset[start : start + ROW_GROUP]]
        rng.shuffle(some)
        for page in some:
            yield page, [decode(picture) for picture in page.pictures]


def _stream(folder: Path, cache: str) -> Iterator[object]:
    rows = _opened(folder, cache, streaming=True)
    return iter(rows.shuffle(seed=0, buffer_size=WINDOW * ROW_GROUP))


def _cached(folder: Path, cache: str) -> Iterator[object]:
    rows = _opened(folder, cache).shuffle(seed=0)
    return iter(rows)


def _opened(folder: Path, cache: str, **how: Any) -> Any:
    from datasets import disable_progress_bars, load_dataset

    disable_progress_bars()
    files = [str(path) for path in sorted((folder / "data").glob("*.parquet"))]
    return load_dataset("parquet", data_files=files, split="train", cache_dir=cache, **how)


READERS: dict[str, Callable[[Path, str], Iterator[object]]] = {OURS: _ours, STREAM: _stream, CACHED: _cached}
