"""The server's side of Anthropic's messages, for a rehearsal."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from eyechart.talk.mock.counterpart import TOKENS_IN, TOKENS_OUT, Asked, Counterpart, RequestError, event

KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}


class _Words(Struct, tag="text"):
    text: Annotated[str, Meta(min_length=1)]


class _Source(Struct):
    type: Literal["base64"]
    media_type: Literal["image/jpeg", "image/png", "image/gif", "image/webp"]
    data: str


class _Picture(Struct, tag="image"):
    source: _Source


class _Message(Struct):
    role: Literal["user", "assistant"]
    content: str | list[_Words | _Picture]


class _Request(Struct):
    model: str
    max_tokens: Annotated[int, Meta(ge=1)]
    messages: Annotated[list[_Message], Meta(min_length=1)]
    stream: bool = False


_request = msgspec.json.Decoder(_Request).decode


def _asked(path: str, headers: Mapping[str, str], body: bytes) -> Asked:
    if not headers.get("x-api-key"):
        raise RequestError(401, "x-api-key header is required")
    if not headers.get("anthropic-version"):
        raise RequestError(400, "anthropic-version: header is required")
    try:
        request = _request(body)
    except msgspec.MsgspecError as error:
        raise RequestError(400, str(error)) from None
    content = request.messages[-1].content
    parts = [_Words(content)] if isinstance(content, str) else content
    return Asked(
        "\n".join(part.text for part in parts if isinstance(part, _Words)),
        tuple(base64.b64decode(part.source.data) for part in parts if isinstance(part, _Picture)),
        request.stream,
    )


def _reply(text: str) -> dict[str, Any]:
    return _message([{"type": "text", "text": text}], "end_turn", TOKENS_OUT)


def _message(content: list[dict[str, Any]], stopped: str | None, tokens_out: int) -> dict[str, Any]:
    usage = {"input_tokens": TOKENS_IN, "output_tokens": tokens_out}
    told = {"stop_reason": stopped, "stop_sequence": None, "usage": usage}
    return {"id": "mock", "type": "message", "role": "assistant", "model": "mock", "content": content} | told


def _events(pieces: Sequence[str]) -> Iterator[str]:
    yield _event("message_start", message=_message([], None, 1))
    yield _event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    yield _event("ping")
    for piece in pieces:
        yield _event("content_block_delta", index=0, delta={"type": "text_delta", "text": piece})
    yield _event("content_block_stop", index=0)
    stopped = {"stop_reason": "end_turn", "stop_sequence": None}
    yield _event("message_delta", delta=stopped, usage={"output_tokens": TOKENS_OUT})
    yield _event("message_stop")


def _event(kind: str, **more: object) -> str:
    return event({"type": kind, **more}, kind)


def _error(status: int, problem: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": KINDS.get(status, "api_error"), "message": problem}}


ANTHROPIC = Counterpart(
    "", re.compile(r"/v1/messages"), _asked, _reply, _events, _error, blind="image: this model takes text only"
)
