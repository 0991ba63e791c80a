"""Examining an endpoint: what eyechart costs over bare httpx, for the same requests with the same number in flight.

Bare httpx sends bodies made beforehand and throws the replies away. eyechart reads the dataset, builds the prompts,
encodes pictures, keeps every reply on disk and parses it. The server has a process of its own.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import httpx

from benchmarks.claim import Claim, at_most, middle, print_rows
from eyechart.asking import Asking
from eyechart.dataset import Dataset
from eyechart.generate import generate
from eyechart.models.endpoint import Endpoint
from eyechart.predict import predict
from eyechart.prompts import prompt, words

SERVER = Path(__file__).parent.parent / "tests" / "endpoint_server.py"
IN_FLIGHT = 64
DELAY = 0.5  # seconds that the server takes for a reply: a fast real one
FIGURES = {False: 350, True: 120}
ROUNDS = {False: 5, True: 2}


def claims(quick: bool) -> list[Claim]:
    with TemporaryDirectory() as temporary, _serving() as url:
        data = generate("figures", Path(temporary) / "data", count=FIGURES[quick])
        model = Endpoint("toy", Asking(base_url=url))
        bodies = [model.body(prompt(q, words(), {})) for q in data.questions()]
        bare: list[float] = []
        ours: list[float] = []
        for i in range(ROUNDS[quick]):  # in turn, so that a busy machine disturbs both alike
            bare.append(asyncio.run(_bare(url, bodies)))
            ours.append(_ours(url, data, Path(temporary) / f"run{i}"))
    rows = [("bare httpx", middle(bare)), ("eyechart predict", middle(ours))]
    print_rows(f"{len(bodies):,} questions, {IN_FLIGHT} in flight, {DELAY:g} s each", ("", "seconds"), rows)
    over = 100 * (median(ours) / median(bare) - 1)
    return [at_most(f"over bare httpx at {IN_FLIGHT} in flight", over, 10, "%")]


@contextmanager
def _serving() -> Iterator[str]:
    line = [sys.executable, str(SERVER), "--delay", str(DELAY)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


async def _bare(url: str, bodies: list[bytes]) -> float:
    todo = iter(bodies)
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=IN_FLIGHT)
    headers = {"Content-Type": "application/json"}
    async with httpx.AsyncClient(limits=limits, timeout=None, trust_env=False) as client:

        async def work() -> None:
            for body in todo:
                (await client.post(f"{url}/chat/completions", content=body, headers=headers)).json()

        began = time.perf_counter()
        await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
        return time.perf_counter() - began


def _ours(url: str, data: Dataset, folder: Path) -> float:
    model = Endpoint("toy", Asking(base_url=url, in_flight=IN_FLIGHT, frame="pixels"))
    began = time.perf_counter()
    predict(model, data, folder / "predictions.jsonl")
    return time.perf_counter() - began
