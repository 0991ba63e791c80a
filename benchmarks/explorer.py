"""A dataset of a million questions in the explorer: how long its pages take to open, and what memory the site takes for them.

The questions are those of 2,000 real pages (FigureQA's preset: about 13 questions each), written again and again under new
indices, pictures and all. A site of its own process is asked over the loopback device, one request after the other, for places by
lot: none is asked for twice. Memory is what belongs to the process alone (RssAnon): files that are mapped are the system's to take
back, and are told beside.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import httpx
import pyarrow.parquet as pq
from msgspec import Struct

from benchmarks.claim import Claim, at_most, print_rows
from benchmarks.process import fresh, spent_below
from benchmarks.scoring import finished, renumbered, write_shard
from eyechart.core import SHARD
from eyechart.generate import generate
from eyechart.seeding import Rng, rng_for
from eyechart.store.folder import Shard, load

QUESTIONS = {False: 1_000_000, True: 100_000}
ASKED = {False: 200, True: 60}  # requests of each kind
REAL = 2_000  # pages
BAR, GROWTH = 200.0, 25.0  # milliseconds; per cent
KEY = "/explore/data/data"
FIGURES = ("vertical_bar", "horizontal_bar", "pie", "line", "dot_line")
COLOURS = (
    "Dark Magenta", "Medium Turquoise", "Yellow Green", "Sandy Brown", "Forest Green", "Rebecca Purple", "Light Coral",
    "Dodger Blue", "Firebrick", "Chocolate", "Burlywood", "Aquamarine", "Cornflower", "Khaki", "Lavender", "Orchid",
    "Periwinkle", "Salmon",
)  # fmt: skip


class Found(Struct, frozen=True):
    """What a site took for a dataset."""

    questions: int
    index: float  # seconds until the index was there
    spent: dict[str, list[float]]  # milliseconds of each request by kind
    cpu: dict[str, float]  # milliseconds of the processor for a request by kind, on average
    own: int  # bytes of memory, at most
    mapped: int


def claims(quick: bool) -> list[Claim]:
    with TemporaryDirectory(prefix="eyechart-bench-") as temporary:
        folder = Path(temporary)
        fresh(_write, folder, QUESTIONS[quick])
        small = _browse(folder / "few" / "data", folder / "home-few", ASKED[quick])
        large = _browse(folder / "many" / "data", folder / "home-many", ASKED[quick])
    rows = [
        (
            kind,
            f"{len(t):,}",
            *(f"{n:.1f}" for n in (median(t), _late(t), max(t), large.cpu[kind], _late(small.spent[kind]))),
        )
        for kind, t in large.spent.items()
    ]
    head = ("", "requests", "p50, ms", "p95, ms", "most, ms", "processor, ms", f"p95 of {small.questions:,} questions")
    print_rows(f"Pages of {large.questions:,} questions", head, rows)
    memory = [
        (f"{one.questions:,} questions", f"{one.index:.1f}", f"{one.own / 1e6:,.0f}", f"{one.mapped / 1e6:,.0f}")
        for one in (small, large)
    ]
    print_rows("The site", ("", "index made, s", "own memory, MB", "mapped files, MB"), memory)
    opened = [
        at_most(f"{kind}, of {large.questions:,} questions, p95", _late(t), BAR, "ms")
        for kind, t in large.spent.items()
    ]
    growth = 100 * (large.own / small.own - 1)
    return [
        *opened,
        at_most(f"growth of memory from {small.questions:,} to {large.questions:,} questions", growth, GROWTH, "%"),
    ]


def _late(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


# ---- the data


def _write(folder: Path, wanted: int) -> None:
    """Two datasets of the same pages: so many questions, and one shard."""
    real = generate("figures", folder / "real", preset="paper", count=REAL, jobs=2)
    tables = [pq.read_table(real.folder / shard.file).combine_chunks() for shard in real.manifest.shards]
    for name, most in (("few", 1), ("many", wanted)):
        place = folder / name / "data"
        (place / "data").mkdir(parents=True)
        made, total = list[Shard](), 0
        while total < most:
            table, ids = renumbered(tables[len(made) % len(tables)], len(made) * SHARD)
            made.append(write_shard(place, table, len(made)))
            total += len(ids)
        finished(place, real, made, total)


# ---- the site


@contextmanager
def _site(folder: Path, home: Path) -> Iterator[tuple[str, int]]:
    """Its address and its process."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(folder, home, there))
    process.start()
    try:
        assert process.pid is not None
        yield f"http://127.0.0.1:{here.recv()}", process.pid
    finally:
        process.terminate()
        process.join()


def _serve(folder: Path, home: Path, told: Connection) -> None:
    import uvicorn

    from eyechart.web.app import create_app
    from eyechart.web.explorer.room import room
    from eyechart.web.site import Site

    os.environ["EYECHART_CACHE"] = str(home / "cache")
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    door.listen(100)
    app = create_app(Site(home=home, folders=(str(folder),), rate=1e9, burst=10**9), [room])
    told.send(door.getsockname()[1])
    uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none")).run([door])


def _browse(folder: Path, home: Path, count: int) -> Found:
    manifest = load(folder).manifest
    spent: dict[str, list[float]] = {}
    cpu: dict[str, float] = {}
    own = mapped = 0
    with _site(folder, home) as (address, process), httpx.Client(base_url=address, timeout=120) as client:
        start = time.perf_counter()
        while b"<progress" in client.get(f"{KEY}?has.figure=pie").content:
            time.sleep(0.2)
        index = time.perf_counter() - start
        rng = rng_for("benchmarks", "explorer", manifest.images)
        todo = [dict(_addresses(rng, manifest.images)) for _ in range(count)]
        for kind in todo[0]:
            before = spent_below(process)
            spent[kind] = [_opened(client, addresses[kind]) for addresses in todo]
            cpu[kind] = 1000 * (spent_below(process) - before) / count
            own, mapped = (max(a, b) for a, b in zip((own, mapped), _memory(process), strict=True))
    return Found(manifest.questions, index, spent, cpu, own, mapped)


def _opened(client: httpx.Client, address: str) -> float:
    """Milliseconds until a page is there."""
    before = time.perf_counter()
    response = client.get(address)
    spent = 1000 * (time.perf_counter() - before)
    if response.status_code != 200 or b"<progress" in response.content:
        raise SystemExit(f"{address}: {response.status_code} {response.text[:300]}")
    return spent


def _addresses(rng: Rng, images: int) -> Iterator[tuple[str, str]]:
    """One of each kind, somewhere."""
    page = rng.integer(0, images - 1)
    query = f"?has.figure={rng.choice(FIGURES)}&has.difficulty={rng.choice(('easy', 'medium', 'hard'))}"
    colour = rng.choice(COLOURS)
    yield "a list of pages", f"{KEY}?at={page}"
    yield "a question", f"{KEY}/{page}/0"
    yield "its picture", f"{KEY}/{rng.integer(0, images - 1)}/picture/0"
    yield "a list by facets", f"{KEY}{query}&at={24 * rng.integer(0, 20)}"
    yield "a question among those found", f"{KEY}/{page}/0{query}"
    yield "a search for words", f"{KEY}?text={colour[: rng.integer(4, len(colour))]}"


def _memory(process: int) -> tuple[int, int]:
    """Bytes that are a process's own, and those of files that it has mapped."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    found = {
        name: int(rest.split()[0]) * 1024 for name, _, rest in (line.partition(":") for line in lines) if "Rss" in name
    }
    return found["RssAnon"], found["RssFile"]
