"""What eyechart costs over bare httpx: the same requests, the same number in flight, against a local server.

    python benchmarks/endpoint.py [--delay 0.2] [--count 200] [--in-flight 64]

Bare httpx sends bodies made beforehand and throws the replies away. eyechart reads the dataset, builds prompts, encodes
pictures, keeps every reply on disk, and parses it. The server runs in a process of its own and answers after --delay s.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

import eyechart
from eyechart.asking import Asking
from eyechart.dataset import Dataset
from eyechart.models.endpoint import Endpoint
from eyechart.predict import predict
from eyechart.prompts import prompt, words

SERVER = Path(__file__).parent.parent / "tests" / "endpoint_server.py"


def bare(url: str, bodies: list[bytes], in_flight: int) -> float:
    async def go() -> float:
        todo = iter(bodies)
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=in_flight)
        async with httpx.AsyncClient(limits=limits, timeout=None, trust_env=False) as client:

            async def work() -> None:
                for body in todo:
                    response = await client.post(
                        url + "/chat/completions", content=body, headers={"Content-Type": "application/json"}
                    )
                    response.json()

            began = time.perf_counter()
            await asyncio.gather(*(work() for _ in range(in_flight)))
            return time.perf_counter() - began

    return asyncio.run(go())


def ours(url: str, data: Dataset, in_flight: int, folder: Path) -> float:
    model = Endpoint("toy", Asking(base_url=url, in_flight=in_flight, frame="pixels"))
    began = time.perf_counter()
    predict(model, data, folder / "predictions.jsonl")
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--delay", type=float, default=0.2)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--in-flight", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = eyechart.generate("figures", Path(folder) / "d", split="test2", count=asked.count)
        server = subprocess.Popen(
            [sys.executable, str(SERVER), "--delay", str(asked.delay)], stdout=subprocess.PIPE, text=True
        )
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        try:
            model = Endpoint("toy", Asking(base_url=url))
            bodies = [model._body(prompt(q, words(), {})) for q in data.questions()]
            times: list[tuple[float, float]] = []
            for i in range(asked.rounds):  # in turn, so that a busy machine disturbs both alike
                times.append(
                    (bare(url, bodies, asked.in_flight), ours(url, data, asked.in_flight, Path(folder) / f"run{i}"))
                )
        finally:
            server.terminate()
            server.wait()
    best_bare, best_ours = (min(t[i] for t in times) for i in range(2))
    print(
        f"{len(bodies):,} questions, {asked.in_flight} in flight, {asked.delay:g} s delay: bare httpx {best_bare:.2f} s, "
        f"eyechart {best_ours:.2f} s, {100 * (best_ours / best_bare - 1):+.1f} % (best of {asked.rounds})"
    )


if __name__ == "__main__":
    main()
