"""A server that says what it is told to, byte for byte, and keeps what it was asked: replies as they are documented."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Told:
    """What is replied to one request."""

    body: str
    status: int = 200
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)


def stream(body: str) -> Told:
    return Told(body, content_type="text/event-stream; charset=utf-8")


@dataclass(frozen=True)
class Request:
    path: str
    headers: dict[str, str]  # names in small letters
    body: bytes


class Documented(ThreadingHTTPServer):
    """Says one of `told` after the other, and the last of them ever after."""

    def __init__(self, told: Sequence[Told]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.told, self.requests = list(told), list[Request]()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Documented

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.requests.append(Request(self.path, headers, body))
        told = self.server.told.pop(0) if len(self.server.told) > 1 else self.server.told[0]
        self.send_response(told.status)
        self.send_header("Content-Type", told.content_type)
        for name, value in told.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(told.body.encode())

    def log_message(self, *words: object) -> None:
        pass


@contextmanager
def documented(*told: Told) -> Iterator[Documented]:
    with Documented(told) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
