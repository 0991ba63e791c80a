"""Ways for an endpoint to misbehave: each is what it puts on the wire in place of a reply."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote

from eyechart.talk.mock.counterpart import Counterpart

HANG, RESET, DRIP = b"\0hang", b"\0reset", b"\0drip"  # what no bytes can say: the server knows these


@dataclass(frozen=True)
class Call:
    """A request that is to be misanswered."""

    spoken: Counterpart
    key: str
    stream: bool

    def reply(self, text: str = '{"answer": "yes"}') -> dict[str, Any]:
        return json.loads(json.dumps(self.spoken.reply(text)))

    def error(self, status: int, words: str) -> bytes:
        return http(status, json.dumps(self.spoken.error(status, words)).encode())

    def good(self, text: str = '{"answer": "yes"}', **headers: str) -> bytes:
        """A reply as it should be, as a body or as a stream."""
        if not self.stream:
            return http(200, json.dumps(self.spoken.reply(text)).encode(), **headers)
        return http(
            200, "".join(self.spoken.events([text])).encode(), **{"Content-Type": "text/event-stream"}, **headers
        )


def http(status: int, body: bytes, **headers: str) -> bytes:
    said = {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in said.items())
    return f"HTTP/1.1 {status} X\r\n{lines}\r\n".encode("latin1", "replace") + body


def changed(document: Any, change: Callable[[Any], Any]) -> Any:
    """Every leaf of a document as `change` makes it."""
    if isinstance(document, dict):
        return {key: changed(inner, change) for key, inner in document.items()}
    if isinstance(document, list):
        return [changed(inner, change) for inner in document]
    return change(document)


def _numbers(value: Any) -> Callable[[Call], bytes]:
    """All counts of a reply replaced."""
    mark = json.dumps(value) if not isinstance(value, str) else value

    def mode(call: Call) -> bytes:
        raw = json.dumps(changed(call.reply(), lambda leaf: "\0" if isinstance(leaf, int) else leaf))
        return http(200, raw.replace('"\\u0000"', mark).encode())

    return mode


def _words(make: Callable[[str], str]) -> Callable[[Call], bytes]:
    """All texts of a reply, its end among them, with what is made of the key."""

    def mode(call: Call) -> bytes:
        said = changed(call.reply(), lambda leaf: make(call.key) if isinstance(leaf, str) else leaf)
        return http(200, json.dumps(said).encode())

    return mode


@cache
def _bomb(size: int) -> bytes:
    return gzip.compress(b" " * size)


def _packed(how: str, pack: Callable[[bytes], bytes]) -> Callable[[Call], bytes]:
    def mode(call: Call) -> bytes:
        body = call.good().partition(b"\r\n\r\n")[2]
        packed = pack(body)
        kind = b"text/event-stream" if call.stream else b"application/json"
        return b"HTTP/1.1 200 X\r\nContent-Type: %s\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (
            kind, how.encode(), len(packed)) + packed  # fmt: skip

    return mode


def _escaped(key: str) -> str:
    return "".join(f"\\u{ord(c):04x}" for c in key)


def _deflated(data: bytes) -> bytes:
    made = zlib.compressobj(wbits=-15)
    return made.compress(data) + made.flush()


def _raw(words: str) -> Callable[[Call], bytes]:
    return lambda call: words.replace("KEY", call.key).encode("latin1")


KEYS: Mapping[str, Callable[[Call], bytes]] = {
    "key as the reply": lambda c: c.good(f"your key is {c.key}"),
    "key in every text": _words(lambda key: key),
    "key doubled": _words(lambda key: key + key),
    "half the key": _words(lambda key: key[: len(key) // 2]),
    "key in base64": _words(lambda key: base64.b64encode(f"Bearer {key}".encode()).decode()),
    "key as basic auth": lambda c: c.error(400, base64.b64encode(f"user:{c.key}".encode()).decode()),
    "key in a URL": lambda c: c.error(400, f"/v1?key={quote(c.key, safe='')}"),
    "key escaped": lambda c: http(502, _escaped(c.key).encode()),
    "key in hex": lambda c: c.error(500, c.key.encode().hex()),
    "key backwards": lambda c: c.error(500, c.key[::-1]),
    "key in small letters": lambda c: c.error(500, c.key.lower()),
    "key at the cut": lambda c: c.error(500, "x" * 290 + c.key),
    "key at the cut of a refusal": lambda c: c.error(400, "x" * 285 + c.key),
    "key in a page": lambda c: http(503, f"<html>{c.key}</html>".encode()),
    "key in a 401": lambda c: c.error(401, f"Incorrect API key provided: {c.key}"),
    "key in a 403 without JSON": lambda c: http(403, c.key.encode()),
    "key in the status line": _raw("HTTP/1.1 KEY OK\r\n\r\n"),
    "key for a reason": _raw("HTTP/1.1 400 KEY\r\nContent-Length: 0\r\n\r\n"),
    "key in a wrong header": _raw("HTTP/1.1 200 OK\r\nKEY\r\n\r\n"),
    "key in a header's name": _raw("HTTP/1.1 200 OK\r\nx KEY: 1\r\n\r\n"),
    "key as a chunk's size": _raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nKEY\r\n"),
    "key as the length": _raw("HTTP/1.1 200 OK\r\nContent-Length: KEY\r\n\r\n"),
    "key as the packing": lambda c: c.good(Content_Encoding=c.key),
    "key as the charset": lambda c: http(200, b"{}", Content_Type=f"text/event-stream; charset={c.key}"),
    "key as the kind": lambda c: http(200, b"{}", **{"Content-Type": c.key}),
    "key as a redirection": lambda c: http(302, b"", Location=f"http://127.0.0.1:9/{c.key}"),
    "key as a wait": lambda c: http(503, b"{}", **{"Retry-After": c.key}),
    "key in what is no JSON": lambda c: http(200, f'{{"{c.key}'.encode()),
    "key as a wrong type": lambda c: http(
        200, json.dumps({"choices": c.key, "content": c.key, "candidates": c.key}).encode()
    ),
    "key as a wrong name": lambda c: http(
        200, json.dumps({"choices": [{"message": {"content": [{c.key: c.key}]}}]}).encode()
    ),
    "key in a blocked prompt": lambda c: http(200, json.dumps({"promptFeedback": {"blockReason": c.key}}).encode()),
    "key in an error of a stream": lambda c: http(
        200,
        f'data: {{"error": {{"type": "{c.key}", "message": "{c.key}"}}}}\n\n'.encode(),
        **{"Content-Type": "text/event-stream"},
    ),
}
BODIES: Mapping[str, Callable[[Call], bytes]] = {
    "half a surrogate pair": lambda c: http(200, json.dumps(c.reply("\ud800 yes")).encode()),
    "surrogates in a stream": lambda c: c.good("\udc00"),
    "deep JSON as the reply": lambda c: c.good("[" * 5000),
    "deep objects as the reply": lambda c: c.good('{"answer":' * 3000),
    "a deep body": lambda c: http(200, b'{"choices":' + b"[" * 50_000),
    "a deep error": lambda c: http(500, b'{"error":' * 20_000),
    "tokens without end": _numbers(10**30),
    "tokens below 0": _numbers(-5),
    "tokens that are no number": _numbers("NaN"),
    "tokens of 400 digits": _numbers("9" * 400),
    "tokens with a fraction": _numbers(0.5),
    "no choices": lambda c: http(200, b'{"choices": null, "content": null, "candidates": null}'),
    "null": lambda c: http(200, b"null"),
    "a list": lambda c: http(200, b"[[]]"),
    "nothing": lambda c: http(200, b""),
    "UTF-16": lambda c: http(200, json.dumps(c.reply()).encode("utf-16")),
    "no UTF-8": lambda c: http(200, b'{"choices": "\xff\xfe"}'),
    "a byte order mark": lambda c: http(200, b"\xef\xbb\xbf" + json.dumps(c.reply()).encode()),
    "a charset that is none": lambda c: http(500, b"oh no", Content_Type="text/html; charset=hex"),
    "a reply of two million letters": lambda c: c.good("yes " * 500_000),
    "braces and slashes": lambda c: c.good("{" * 50 + "//" * 10_000),
    "quotes in brackets": lambda c: c.good("{'answer': [" + "'\"" * 900 + "]}"),
    "escape characters": lambda c: c.good("\x1b]0;owned\x07\x1b[31myes"),
    "packed": _packed("gzip", gzip.compress),
    "packed raw": _packed("deflate", _deflated),
    "packed 64 MB": _packed("gzip", lambda body: _bomb(1 << 26)),
    "packed and broken": _packed("gzip", lambda body: gzip.compress(body)[:-9] + b"\0" * 9),
    "packed in an unknown way": _packed("br", lambda body: body),
    "an error that is a success": lambda c: http(200, json.dumps(c.spoken.error(500, "no")).encode()),
}
WIRES: Mapping[str, Callable[[Call], bytes]] = {
    "no reply at all": lambda c: HANG,
    "a letter at a time": lambda c: DRIP,
    "hung up": lambda c: b"",
    "hung up hard": lambda c: RESET,
    "half a reply": lambda c: c.good()[:-20],
    "a length too short": lambda c: c.good().replace(b"Content-Length: ", b"Content-Length: 1\r\nX: "),
    "two lengths": lambda c: c.good().replace(b"Content-Length: ", b"Content-Length: 3\r\nContent-Length: "),
    "a hundred continues": lambda c: b"HTTP/1.1 100 Continue\r\n\r\n" * 100 + c.good(),
    "headers of 200 kB": lambda c: b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n",
    "no content": lambda c: b"HTTP/1.1 204 X\r\n\r\n",
    "not changed": lambda c: b"HTTP/1.1 304 X\r\n\r\n",
    "moved": lambda c: http(301, b"", Location="/elsewhere"),
    "a teapot": lambda c: http(418, b"short and stout"),
    "too busy": lambda c: http(529, b"", **{"Retry-After": "0"}),
    "a wait that is no number": lambda c: http(429, b"{}", **{"Retry-After": "NaN"}),
    "a wait in the past": lambda c: http(429, b"{}", **{"Retry-After": "Wed, 21 Oct 1015 07:28:00 GMT"}),
    "a wait below 0": lambda c: http(503, b"{}", **{"Retry-After": "-1e308"}),
    "another protocol": lambda c: b"SSH-2.0-OpenSSH_9.2\r\n",
    "a stream without an end": lambda c: http(200, b"data: {}\n\n" * 50, **{"Content-Type": "text/event-stream"}),
    "one event of 20 MB": lambda c: http(200, b"data: " + b"x" * 20_000_000, **{"Content-Type": "text/event-stream"}),
}
MODES: Mapping[str, Callable[[Call], bytes]] = {**KEYS, **BODIES, **WIRES}
