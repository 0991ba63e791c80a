"""A server that speaks the protocol, for tests: it answers as it is told and fails as often as it is told.

    python tests/endpoint_server.py --faults 0.1,0.05,0.02,0.02,0.02

prints its port. Faults are a function of the request and of how often it has been sent, so that runs can be compared.
GET /log tells how often each request was answered and which faults were dealt out.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

FAULTS = ("429", "500", "hang", "cut", "garbage")
Reply = Callable[[str, list[bytes]], str]
"""(the words of the request, its pictures) -> what the model says."""


def by_lot(words: str, pictures: list[bytes]) -> str:
    """A deterministic model without eyes: JSON most of the time, prose or nonsense otherwise."""
    lot = int.from_bytes(blake2b(words.encode(), digest_size=4).digest(), "little")
    answer = ("yes", "no")[lot % 2]
    if lot % 10 == 8:
        return f"I would say {answer}."
    if lot % 10 == 9:
        return "It depends on how one looks at it."
    return json.dumps(
        {"answer": answer, "evidence": [[lot % 100, 20, 150, 120 + lot % 80]], "confidence": lot % 101 / 100}
    )


class Server:
    def __init__(
        self, reply: Reply = by_lot, faults: tuple[float, ...] = (0.0,) * 5, delay: float = 0.0, seed: int = 0
    ) -> None:
        self.reply, self.faults, self.delay, self.seed = reply, faults, delay, seed
        self.sent: Counter[str] = Counter()  # how often each request came
        self.answered: Counter[str] = Counter()
        self.dealt: Counter[str] = Counter()
        self.in_flight = self.most_in_flight = 0
        self.headers: list[dict[str, str]] = []
        self.port = 0

    async def start(self) -> asyncio.Server:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=512)
        self.port = server.sockets[0].getsockname()[1]
        return server

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if first.startswith("GET /log"):
            log = {"answered": self.answered, "dealt": self.dealt, "most_in_flight": self.most_in_flight}
            return _respond(writer, 200, json.dumps(log).encode())
        if not first.startswith("POST /v1/chat/completions"):
            return _respond(writer, 404, b'{"error": {"message": "no such path"}}')
        self.headers[:] = [headers]
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            return await self._complete(body, writer)
        finally:
            self.in_flight -= 1

    async def _complete(self, body: bytes, writer: asyncio.StreamWriter) -> bool:
        key = blake2b(body, digest_size=8).hexdigest()
        self.sent[key] += 1
        if self.delay:
            await asyncio.sleep(self.delay)
        fault = self._fault(key)
        if fault:
            self.dealt[fault] += 1
        request = json.loads(body)
        if fault == "429":
            return _respond(writer, 429, b'{"error": {"message": "slow down"}}', "Retry-After: 0.01\r\n")
        if fault == "500":
            return _respond(writer, 500, b"oh no")
        if fault == "hang":
            await asyncio.sleep(3600)
        if fault == "garbage":
            return _respond(writer, 200, (b"<html>busy</html>", b'{"choices": []}', b'{"choi')[self.sent[key] % 3])
        text = self.reply(*_content(request))
        cut = fault == "cut"
        if not cut:
            self.answered[key] += 1
        if request.get("stream"):
            return await _stream(writer, text, cut)
        done = json.dumps(completion(text)).encode()
        if cut:
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {len(done)}\r\n\r\n".encode() + done[: len(done) // 2])
            await writer.drain()
            return False
        return _respond(writer, 200, done)

    def _fault(self, key: str) -> str | None:
        lot = blake2b(f"{self.seed} {key} {self.sent[key]}".encode(), digest_size=8).digest()
        mark = int.from_bytes(lot, "little") / 2**64
        for name, share in zip(FAULTS, self.faults, strict=True):
            mark -= share
            if mark < 0:
                return name
        return None


def completion(text: str) -> dict[str, Any]:
    return {
        "id": "x", "object": "chat.completion", "model": "toy",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050},
    }  # fmt: skip


def _content(request: dict[str, Any]) -> tuple[str, list[bytes]]:
    content = request["messages"][-1]["content"]
    words = "\n".join(part["text"] for part in content if part["type"] == "text")
    urls = [part["image_url"]["url"] for part in content if part["type"] == "image_url"]
    return words, [base64.b64decode(url.partition(",")[2]) for url in urls]


def _respond(writer: asyncio.StreamWriter, status: int, body: bytes, more: str = "") -> bool:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    writer.write(head.encode() + body)
    return True


async def _stream(writer: asyncio.StreamWriter, text: str, cut: bool) -> bool:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
    for i in range(0, max(len(text) // (2 if cut else 1), 1), 20):
        piece = {"choices": [{"index": 0, "delta": {"content": text[i : i + 20]}, "finish_reason": None}]}
        writer.write(f"data: {json.dumps(piece)}\n\n".encode())
    if not cut:
        writer.write(b'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}\n\n')
        writer.write(b'data: {"choices": [], "usage": {"prompt_tokens": 1000, "completion_tokens": 50}}\n\n')
        writer.write(b"data: [DONE]\n\n")
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


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--faults", default="0,0,0,0,0")
    parser.add_argument("--delay", type=float, default=0.0)
    words = parser.parse_args()
    server = Server(faults=tuple(float(v) for v in words.faults.split(",")), delay=words.delay)
    listening = await server.start()
    print(server.url, flush=True)
    await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
