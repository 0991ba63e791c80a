"""The server's side of OpenAI's chat completions, for a rehearsal; like servers of open models it wants no key."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from eyechart.talk.mock.counterpart import TOKENS_IN, TOKENS_OUT, Asked, Counterpart, RequestError, event

KINDS = {400: "invalid_request_error", 404: "invalid_request_error", 429: "rate_limit_exceeded", 500: "server_error"}
USAGE = {"prompt_tokens": TOKENS_IN, "completion_tokens": TOKENS_OUT, "total_tokens": TOKENS_IN + TOKENS_OUT}


class _Words(Struct, tag="text"):
    text: str


class _Address(Struct):
    url: str


class _Picture(Struct, tag="image_url"):
    image_url: _Address


class _Message(Struct):
    role: Literal["system", "user", "assistant"]
    content: str | list[_Words | _Picture]


class _Request(Struct):
    model: str
    messages: list[_Message]
    stream: bool = False


_request = msgspec.json.Decoder(_Request).decode


def _asked(path: str, headers: Mapping[str, str], body: bytes) -> Asked:
    try:
        request = _request(body)
    except msgspec.MsgspecError as error:
        raise RequestError(400, str(error)) from None
    if not request.messages:
        raise RequestError(400, "messages: at least one is needed")
    content = request.messages[-1].content
    parts = [_Words(content)] if isinstance(content, str) else content
    return Asked(
        "\n".join(part.text for part in parts if isinstance(part, _Words)),
        tuple(_decoded(part.image_url.url) for part in parts if isinstance(part, _Picture)),
        request.stream,
    )


def _decoded(url: str) -> bytes:
    found = re.match(r"data:image/(?:png|jpeg|gif|webp);base64,", url)
    if found is None:
        raise RequestError(400, "image_url.url: a data URL of a picture was expected")
    return base64.b64decode(url[found.end() :])


def _reply(text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"id": "mock", "object": "chat.completion", "model": "mock", "choices": [choice], "usage": USAGE}


def _events(pieces: Sequence[str]) -> Iterator[str]:
    for piece in pieces:
        yield event({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
    yield event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    yield event({"choices": [], "usage": USAGE})
    yield "data: [DONE]\n\n"


def _error(status: int, problem: str) -> dict[str, Any]:
    return {"error": {"message": problem, "type": KINDS.get(status, "server_error"), "param": None, "code": None}}


OPENAI = Counterpart(
    "/v1",
    re.compile(r"/v1/chat/completions"),
    _asked,
    _reply,
    _events,
    _error,
    blind="image_url: this model takes text only",
)
