"""Examining an endpoint: what eyechart costs over bare httpx, for the same requests with the same number in flight.

Bare httpx sends bodies made beforehand and throws the replies away. eyechart reads the dataset, builds the prompts,
encodes pictures, keeps every reply on disk and parses it. The server has a process of its own. The two take turns, and each
is compared with its neighbour in time, so that whoever else uses the machine disturbs both about alike.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import httpx

from benchmarks.claim import Claim, at_most, console, middle, print_rows
from benchmarks.process import Timed, timed
from eyechart.generate import generate
from eyechart.models.endpoint import openai
from eyechart.predict import predict
from eyechart.store.folder import Dataset
from eyechart.talk.asking import Asking
from eyechart.talk.prompts import prompt, words

IN_FLIGHT = 64
DELAY = 0.5  # seconds that the server takes for a reply: a fast real one
FIGURES = {False: 200, True: 60}
ROUNDS = {False: 7, True: 3}


def claims(quick: bool) -> list[Claim]:
    with TemporaryDirectory() as temporary, _serving() as url:
        data = generate("figures", Path(temporary) / "data", count=FIGURES[quick])
        transport = openai("toy", Asking(base_url=url)).transport
        bodies = [transport.body(prompt(q, words(), {})) for q in data.questions()]
        _ours(url, data, Path(temporary))  # what is imported or opened once is not what is compared
        bare: list[Timed] = []
        ours: list[Timed] = []
        for i in range(ROUNDS[quick]):
            if i % 2:
                ours.append(timed(lambda: _ours(url, data, Path(temporary))))
            bare.append(timed(lambda: asyncio.run(_bare(url, bodies))))
            if not i % 2:
                ours.append(timed(lambda: _ours(url, data, Path(temporary))))
    rows = [
        (name, middle(s.wall for s in some), middle(1000 * s.cpu / len(bodies) for s in some))
        for name, some in (("bare httpx", bare), ("eyechart predict", ours))
    ]
    head = ("", "seconds on the wall, median (least – most)", "ms of the processor for a question")
    print_rows(f"{len(bodies):,} questions, {IN_FLIGHT} in flight, {DELAY:g} s each", head, rows)
    pairs = list(zip(ours, bare, strict=True))
    by_wall = [100 * (one.wall / other.wall - 1) for one, other in pairs]
    by_cpu = [100 * (one.cpu / other.cpu - 1) for one, other in pairs]
    console.print("over bare httpx, round by round, % on the wall:", ", ".join(f"{v:.1f}" for v in by_wall))
    return [
        at_most(f"over bare httpx at {IN_FLIGHT} in flight, median of {len(pairs)} rounds", median(by_wall), 10, "%"),
        at_most("the same, of the processor", median(by_cpu), 10, "%"),
    ]


@contextmanager
def _serving() -> Iterator[str]:
    line = [sys.executable, "-m", "eyechart.talk.mock", "--protocol", "openai", "--delay", str(DELAY)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()


async def _bare(url: str, bodies: list[bytes]) -> None:
    todo = iter(bodies)
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=IN_FLIGHT)
    headers = {"Content-Type": "application/json"}
    async with httpx.AsyncClient(limits=limits, timeout=None, trust_env=False) as client:

        async def work() -> None:
            for body in todo:
                (await client.post(f"{url}/chat/completions", content=body, headers=headers)).json()

        await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))


def _ours(url: str, data: Dataset, folder: Path) -> None:
    model = openai("toy", Asking(base_url=url, in_flight=IN_FLIGHT, frame="pixels", cache=False))
    with TemporaryDirectory(dir=folder) as run:
        predict(model, data, Path(run) / "predictions.jsonl")
