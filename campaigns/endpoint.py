"""Endpoints that misbehave, for every family: each question is accounted for, and of the key nothing is left anywhere."""

from __future__ import annotations

import asyncio
import io
import os
import re
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path

import eyechart
import eyechart.predict as verb
from campaigns.rig.modes import DRIP, HANG, MODES, RESET, Call
from campaigns.rig.span import Span
from campaigns.rig.totals import Totals
from eyechart import registry
from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.predict import predict, vocabulary_of
from eyechart.score import score_run
from eyechart.store.folder import Dataset
from eyechart.store.run import start_run
from eyechart.talk.asking import Asking
from eyechart.talk.converse import REPLIES, read_replies
from eyechart.talk.mock.counterpart import Asked, Counterpart
from eyechart.talk.mock.server import Server, running
from eyechart.talk.protocols import PROTOCOLS
from eyechart.talk.secret import Secret

KEY = "sk-Nobody5Key+of/Mode=Zx9_Qw7Er5Ty3Ui1"
PAGES = 2


def run(span: Span, seed: int, totals: Totals) -> None:
    """Every mode against every family, then again with other protocols."""
    with tempfile.TemporaryDirectory() as home:
        data = [dataset(Path(home), family, seed) for family in registry.names("families")]
        for turn in span.rounds():
            for number, mode in enumerate(MODES):
                for nth, one in enumerate(data):
                    attack(mode, one, number + nth + turn + seed, totals)


def dataset(home: Path, family: str, seed: int) -> Dataset:
    split = next(reversed(list(registry.get("families", family).splits)))
    return eyechart.generate(family, home / family, split=split, count=PAGES, seed=seed, jobs=1)


def attack(mode: str, data: Dataset, lot: int, totals: Totals) -> None:
    """A run against an endpoint that misanswers every other question, and then one with an endpoint that is well."""
    protocol = list(PROTOCOLS)[lot % len(PROTOCOLS)]
    server = Misbehaving(mode, protocol, stream=bool(lot // 3 % 2))
    name = f"{data.manifest.family}: {mode}"
    with tempfile.TemporaryDirectory() as folder, running(server), keys(Path(folder)), learnt_once():
        try:
            problems = [*_sat(server, data, Path(folder)), *_leaks(Path(folder))]
        except Exception as error:
            problems = [f"{protocol}: {type(error).__name__}: {str(error)[:100]}"]
    totals.tried(name, *problems)


def _sat(server: Misbehaving, data: Dataset, folder: Path) -> Iterator[str]:
    said, ids = io.StringIO(), [q.id for q in data.questions()]
    run = start_run(folder / "run", "toy", data)
    for asking in (server.asking(), server.asking(retry_failed=True)):
        try:
            with redirect_stdout(said), redirect_stderr(said):
                predict(make(f"{server.protocol}:toy", asking), data, run.predictions)
        except EyechartError as error:
            said.write(f"{error}{error!r}{''.join(traceback.format_exception(error))}")
        else:
            replies = list(read_replies(run.folder / REPLIES))
            if sorted(reply.question for reply in replies) != sorted(ids):
                yield f"{server.protocol}: {len(replies)} replies to {len(ids)} questions"
            score_run(run)
        server.well = True
    if any(reply.text is None for reply in read_replies(run.folder / REPLIES)):
        yield f"{server.protocol}: a question that failed stays so when the endpoint is well"
    (folder / "said.txt").write_text(said.getvalue())


def _leaks(folder: Path) -> Iterator[str]:
    """Eight characters of the key in a row, in any spelling, in any file."""
    secret = Secret(KEY, "KEY")
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            text = path.read_bytes().decode("utf-8", "replace")
            if secret.scrubbed(text) != text:
                yield f"the key is in {path.name}"


class Misbehaving(Server):
    """Every other request, by what it says, is misanswered however often it is sent; until the server is well."""

    def __init__(self, mode: str, protocol: str, stream: bool) -> None:
        super().__init__(first_choice)
        self.mode, self.protocol, self.streams, self.well = mode, protocol, stream, False

    def asking(self, retry_failed: bool = False) -> Asking:
        patience = 60.0 if retry_failed else 0.4  # who is well is waited for, on however slow a machine
        return Asking(
            base_url=self.url(self.protocol), timeout=patience, attempts=2, back_off=0.001, in_flight=8, frame="pixels",
            stream=self.streams, price=(1.0, 1.0), retry_failed=retry_failed,
        )  # fmt: skip

    async def _answer(self, spoken: Counterpart, asked: Asked, body: bytes, writer: asyncio.StreamWriter) -> bool:
        if self.well or self._spared(body):
            return await super()._answer(spoken, asked, body, writer)
        said = MODES[self.mode](Call(spoken, KEY, asked.stream))
        if said == HANG:
            await asyncio.sleep(3600)
        elif said == RESET:
            writer.transport.abort()
        elif said == DRIP:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            for _ in range(1000):
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.05)
        else:
            writer.write(said)
            await writer.drain()
        return False

    def _spared(self, body: bytes) -> bool:
        """The knock is answered: else nothing would be begun."""
        return sum(body) % 2 == 0 or b"the one rectangle" in body


def first_choice(words: str, pictures: tuple[bytes, ...]) -> str:
    options = re.findall(r"^([A-Z])\. ", words, re.MULTILINE) or ["yes"]
    return f'{{"answer": "{options[0]}", "evidence": [[1, 2, 30, 40]]}}'


_vocabulary = cache(vocabulary_of)


@contextmanager
def learnt_once() -> Iterator[None]:
    """Which labels there are is found out on hundreds of pages that are drawn for it: once is enough."""
    verb.vocabulary_of = _vocabulary
    try:
        yield
    finally:
        verb.vocabulary_of = vocabulary_of


@contextmanager
def keys(folder: Path) -> Iterator[None]:
    """The same key for every protocol; and a cache that is searched for it, too."""
    names = [protocol.key_variable for protocol in PROTOCOLS.values()]
    before = {name: os.environ.get(name) for name in (*names, "EYECHART_CACHE")}
    os.environ.update(dict.fromkeys(names, f"{KEY}\r\n") | {"EYECHART_CACHE": str(folder / "cache")})
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value
