"""The server of a rehearsal: it answers as it is told, and is busy, broken, slow or cut off as often as told."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b

from msgspec import Struct, structs

from eyechart.errors import EyechartError
from eyechart.talk.mock.anthropic import ANTHROPIC
from eyechart.talk.mock.counterpart import Asked, Counterpart, RequestError
from eyechart.talk.mock.google import GOOGLE
from eyechart.talk.mock.openai import OPENAI

COUNTERPARTS: Mapping[str, Counterpart] = {"openai": OPENAI, "anthropic": ANTHROPIC, "google": GOOGLE}
LATE = 1.0  # seconds that a slow reply takes longer
NOW = "Retry-After: 0.01\r\n"
PIECE = 20  # characters of a stream's pieces
GARBAGE = (b"<html>busy</html>", b'{"choices": [], "content": "", "candidates": []}', b'{"choi')

Reply = Callable[[str, tuple[bytes, ...]], str]
"""(the words of a request, its pictures) -> what the model says."""


class Faults(Struct, frozen=True, kw_only=True):
    """The share of requests that go wrong, by what happens to them."""

    busy: float = 0.0  # 429 with Retry-After
    errors: float = 0.0  # 500
    slow: float = 0.0  # a second late
    hangs: float = 0.0  # never replied to
    cuts: float = 0.0  # half a reply, then the connection ends
    garbage: float = 0.0  # what is no reply
    blind: float = 0.0  # 400, if there is a picture in it: 1 is a model that takes text only

    def __post_init__(self) -> None:
        shares = structs.astuple(self)
        if min(shares) < 0 or sum(shares) > 1:
            raise EyechartError("Shares of faults are between 0 and 1, and together not above 1.")


NO_FAULTS = Faults()


def by_lot(words: str, pictures: tuple[bytes, ...]) -> str:
    """A deterministic model without eyes: JSON most of the time, prose or nonsense otherwise."""
    lot = int.from_bytes(blake2b(b"\0".join((words.encode(), *pictures)), digest_size=4).digest(), "little")
    options = re.findall(r"^([A-Z])\. ", words, re.MULTILINE) or ["yes", "no"]
    answer = options[lot % len(options)]
    if lot % 10 == 8:
        return f"I would say {answer}."
    if lot % 10 == 9:
        return "It depends on how one looks at it."
    box = [lot % 100, 20, 150, 120 + lot % 80]
    return json.dumps({"answer": answer, "evidence": [box], "confidence": lot % 101 / 100})


class Server:
    """Faults are a function of the request and of how often it has been sent, so that runs can be compared.

    GET /log tells how often requests were answered and which faults were dealt out.
    """

    def __init__(
        self,
        reply: Reply = by_lot,
        faults: Faults = NO_FAULTS,
        delay: float = 0.0,
        seed: int = 0,
        protocols: Mapping[str, Counterpart] = COUNTERPARTS,
    ) -> None:
        self.reply, self.faults, self.delay, self.seed, self.protocols = reply, faults, delay, seed, protocols
        self.sent: Counter[str] = Counter()  # how often each request came
        self.answered: Counter[str] = Counter()
        self.dealt: Counter[str] = Counter()
        self.in_flight = self.most_in_flight = 0
        self.path, self.headers, self.body = "", dict[str, str](), b""  # of the last request
        self.port: int | None = None  # None: not listening yet

    async def start(self, port: int = 0) -> asyncio.Server:
        """Listen on this port of 127.0.0.1; 0 takes a free one."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", port, backlog=512)
        self.port = server.sockets[0].getsockname()[1]
        return server

    def url(self, protocol: str = "openai") -> str:
        """The base URL for a client that speaks this protocol."""
        return f"http://127.0.0.1:{self.port}{self.protocols[protocol].base}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # they went, or we do
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """One request; tells whether the connection stays."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        verb, path, _ = first.split(" ", 2)
        if (verb, path) == ("GET", "/log"):
            log = {"answered": self.answered, "dealt": self.dealt, "most_in_flight": self.most_in_flight}
            return _respond(writer, 200, log)
        spoken = next((c for c in self.protocols.values() if c.path.fullmatch(path)), None)
        if verb != "POST" or spoken is None:
            return _respond(writer, 404, {"error": {"message": f"no such path: {path}"}})
        self.path, self.headers, self.body = path, headers, body
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            return await self._answer(spoken, spoken.asked(path, headers, body), body, writer)
        except RequestError as error:
            return _respond(writer, error.status, spoken.error(error.status, str(error)))
        finally:
            self.in_flight -= 1

    async def _answer(self, spoken: Counterpart, asked: Asked, body: bytes, writer: asyncio.StreamWriter) -> bool:
        key = blake2b(body, digest_size=8).hexdigest()
        self.sent[key] += 1
        await asyncio.sleep(self.delay)
        fault = self.fault(asked, key)
        if fault is not None:
            self.dealt[fault] += 1
        if fault == "busy":
            return _respond(writer, 429, spoken.error(429, "slow down"), NOW)
        if fault == "errors":
            return _respond(writer, 500, spoken.error(500, "oh no"))
        if fault == "blind":
            return _respond(writer, 400, spoken.error(400, spoken.blind))
        if fault == "garbage":
            return _send(writer, 200, GARBAGE[self.sent[key] % len(GARBAGE)])
        if fault in ("slow", "hangs"):
            await asyncio.sleep(LATE if fault == "slow" else 3600)
        text = self.reply(asked.words, asked.pictures)
        cut = fault == "cuts"
        if not cut:
            self.answered[key] += 1
        if asked.stream:
            return await _stream(writer, spoken, text, cut)
        whole = json.dumps(spoken.reply(text)).encode()
        if cut:
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {len(whole)}\r\n\r\n".encode() + whole[: len(whole) // 2])
            await writer.drain()
            return False
        return _send(writer, 200, whole)

    def fault(self, asked: Asked, key: str) -> str | None:
        lot = blake2b(f"{self.seed} {key} {self.sent[key]}".encode(), digest_size=8).digest()
        mark = int.from_bytes(lot, "little") / 2**64
        for name, share in structs.asdict(self.faults).items():
            mark -= share
            if mark < 0:
                return None if name == "blind" and not asked.pictures else name
        return None


def _respond(writer: asyncio.StreamWriter, status: int, said: Mapping[str, object], more: str = "") -> bool:
    return _send(writer, status, json.dumps(said).encode(), more)


def _send(writer: asyncio.StreamWriter, status: int, body: bytes, more: str = "") -> bool:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    writer.write(head.encode() + body)
    return True


async def _stream(writer: asyncio.StreamWriter, spoken: Counterpart, text: str, cut: bool) -> bool:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
    events = list(spoken.events([text[i : i + PIECE] for i in range(0, max(len(text), 1), PIECE)]))
    writer.writelines(event.encode() for event in (events[: len(events) // 2] if cut else events))
    await writer.drain()
    return False


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """The server in a thread of this process."""
    loop = asyncio.new_event_loop()
    started = threading.Event()

    def serve() -> None:
        asyncio.set_event_loop(loop)
        listening = loop.run_until_complete(server.start())
        started.set()
        loop.run_forever()
        listening.close()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0.05))
        loop.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    started.wait()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
