"""The site under load, and killed: clients browse and submit; server and worker are killed at random moments.

No request may fail while nobody is killed, and every submission that was acknowledged is scored exactly once in the end.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np
from sqlalchemy import func, select

from campaigns.rig.span import Span
from campaigns.rig.totals import Totals
from eyechart.store.folder import load
from eyechart.web.board.people import admit
from eyechart.web.board.register import Making, Rules, hidden_in, register
from eyechart.web.board.tables import FAILED, SCORED, scores, submissions
from eyechart.web.database import Database
from eyechart.web.site import Site

CLIENTS, SECONDS, KILLS = 200, 60.0, 20
PATIENCE = 120.0  # seconds for a response: the machine may be busy
SETTLED = 1800.0  # seconds for the queue to empty
SUBMITTING = 0.01  # of the requests of a client
PAGES = ("/", "/boards", "/boards/demo", "/api/benchmarks", "/api/benchmarks/demo/leaderboard", "/static/site.css")
SERVER = """
import sys
from pathlib import Path
from eyechart.web.serve import serve
from eyechart.web.site import Site
site = Site(home=Path(sys.argv[1]), database=sys.argv[2], rate=1e9, burst=10**9)
serve(site, port=int(sys.argv[3]), tell=lambda address: print(address, flush=True))
"""


def run(span: Span, seed: int, totals: Totals) -> None:
    """`--tries 20` kills twenty times; without `--minutes` the load lasts a minute. EYECHART_DATABASE names a PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        stage = prepared(Path(folder) / "site", os.environ.get("EYECHART_DATABASE", ""))
        loaded(stage, CLIENTS, 60 * span.minutes or SECONDS, totals)
        killed(stage, max(span.tries, KILLS), random.Random(seed), totals)


@dataclass
class Stage:
    """A site with one benchmark, somebody who submits, and a server that is open now and then."""

    site: Site
    token: str
    content: bytes
    port: int = 0
    server: subprocess.Popen[str] | None = None
    acknowledged: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        words = [sys.executable, "-c", SERVER, str(self.site.home), self.site.database, str(self.port)]
        self.server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.server.stdout is not None
        self.port = int(self.server.stdout.readline().rpartition(":")[2])

    def close(self, sign: signal.Signals = signal.SIGKILL) -> None:
        if self.server is not None:
            self.server.send_signal(sign)
            self.server.wait()
            assert self.server.stdout is not None
            self.server.stdout.close()
            self.server = None


def prepared(home: Path, database: str = "") -> Stage:
    home.mkdir(parents=True)
    site = Site(home=home, database=database)
    with closing(Database(site.database_url)) as opened:
        opened.migrate()
        register(site, opened, "demo", Making(["figures"], count=12), Rules(daily=10**6))
        token = admit(opened, "Somebody")
    rows = [{"question": q.id, "answer": "yes"} for q in load(hidden_in(site, "demo") / "dataset").questions()]
    return Stage(site, token, "\n".join(map(json.dumps, rows)).encode())


@contextmanager
def opened(stage: Stage) -> Iterator[None]:
    stage.open()
    try:
        yield
    finally:
        stage.close(signal.SIGTERM)


# ---- load


def loaded(stage: Stage, clients: int, seconds: float, totals: Totals) -> None:
    with opened(stage):
        took = asyncio.run(_crowd(stage, clients, seconds, totals))
    for name, times in sorted((name, times) for name, times in took.items() if times):
        p50, p95 = np.quantile(times, (0.5, 0.95))
        print(f"{name:14} {len(times):7,} requests  p50 {1000 * p50:7.0f} ms  p95 {1000 * p95:7.0f} ms")
    asked = sum(map(len, took.values()))
    print(f"{clients} clients, {seconds:.0f} s: {asked:,} requests, {asked / seconds:,.0f} a second")


async def _crowd(stage: Stage, clients: int, seconds: float, totals: Totals) -> dict[str, list[float]]:
    took: dict[str, list[float]] = {"browsing": [], "submitting": []}
    end = time.monotonic() + seconds
    await asyncio.gather(*(_one(stage, random.Random(n), end, took, totals) for n in range(clients)))
    return took


async def _one(stage: Stage, rng: random.Random, end: float, took: dict[str, list[float]], totals: Totals) -> None:
    """A client with a connection of its own."""
    async with httpx.AsyncClient(base_url=stage.address, timeout=PATIENCE, verify=False) as client:
        while time.monotonic() < end:
            began, submits = time.monotonic(), rng.random() < SUBMITTING
            try:
                response = await (_submitted(client, stage) if submits else client.get(rng.choice(PAGES)))
                fine = response.status_code == (202 if submits else 200)
                problem = [] if fine else [f"{response.request.url.path}: {response.status_code}"]
                if submits and fine:
                    stage.acknowledged.append(response.json()["id"])
            except httpx.HTTPError as error:
                problem = [f"{type(error).__name__}"]
            name = "submitting" if submits else "browsing"
            took[name].append(time.monotonic() - began)
            totals.tried(f"load: {name}", *problem)


async def _submitted(client: httpx.AsyncClient, stage: Stage) -> httpx.Response:
    return await client.post(
        "/api/benchmarks/demo/submissions",
        headers={"Authorization": f"Bearer {stage.token}"},
        data={"method": "load"},
        files={"file": ("p.jsonl", stage.content)},
    )


# ---- kills


def killed(
    stage: Stage, kills: int, rng: random.Random, totals: Totals, apart: tuple[float, float] = (0.5, 5.0)
) -> None:
    """While somebody submits all the time, server or worker is killed, and the server opened again."""
    stage.open()
    ending = threading.Event()
    submitting = threading.Thread(target=_submit_on, args=(stage, ending))
    submitting.start()
    try:
        for _ in range(kills):
            time.sleep(rng.uniform(*apart))
            whom = rng.choice(("server", "worker", "marking"))
            totals.tried(f"kill: {whom}", *_kill(stage, whom))
    finally:
        ending.set()
        submitting.join()
    _settle(stage)
    stage.close(signal.SIGTERM)
    for problem in unsettled(stage):
        totals.tried("after the kills", problem)
    totals.tried("after the kills")
    print(f"{kills} kills, {len(stage.acknowledged):,} submissions acknowledged")


def _submit_on(stage: Stage, ending: threading.Event) -> None:
    """Whoever gets no answer tries again; what was acknowledged is noted."""
    while not ending.is_set():
        with suppress(httpx.HTTPError), httpx.Client(base_url=stage.address, timeout=PATIENCE) as client:
            response = client.post(
                "/api/benchmarks/demo/submissions",
                headers={"Authorization": f"Bearer {stage.token}"},
                data={"method": "kill"},
                files={"file": ("p.jsonl", stage.content)},
            )
            if response.status_code == 202:
                stage.acknowledged.append(response.json()["id"])
        ending.wait(0.7)


def _kill(stage: Stage, whom: str) -> list[str]:
    assert stage.server is not None
    if whom == "server":
        before = _children(stage.server.pid)
        stage.close(signal.SIGKILL)
        stage.open()
        return ["its worker outlived it"] * any(_outlives(pid) for pid in before)
    workers = _children(stage.server.pid)
    targets = workers if whom == "worker" else [pid for worker in workers for pid in _children(worker)]
    for pid in targets[:1]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return []


def _children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
    return [int(one) for one in found.split()]


def _outlives(pid: int, seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return False
        except (FileNotFoundError, ProcessLookupError):
            return False
        time.sleep(0.05)
    return True


def _settle(stage: Stage) -> None:
    """Until nothing waits."""
    end = time.monotonic() + SETTLED
    with closing(Database(stage.site.database_url)) as database:
        while time.monotonic() < end:
            with database.reading() as connection:
                open_ = select(func.count()).select_from(submissions).where(submissions.c.finished.is_(None))
                if not connection.execute(open_).scalar_one():
                    return
            time.sleep(1.0)


def unsettled(stage: Stage) -> Iterator[str]:
    """What is not as it should be: a submission that was lost, failed, or not scored exactly once."""
    with closing(Database(stage.site.database_url)) as database, database.reading() as connection:
        states = {row.id: row.state for row in connection.execute(select(submissions.c.id, submissions.c.state))}
        counted = select(scores.c.submission, func.count()).group_by(scores.c.submission)
        halves = {row[0]: row[1] for row in connection.execute(counted)}
    for id in stage.acknowledged:
        if states.get(id) != SCORED:
            yield f"{id} was acknowledged and is {states.get(id, 'lost')}"
        elif halves.get(id) != 2:
            yield f"{id} has scores of {halves.get(id, 0)} halves"
    yield from (f"{id} failed" for id, state in states.items() if state == FAILED and id not in stage.acknowledged)
