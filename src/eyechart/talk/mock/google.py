"""The server's side of Google's generateContent, for a rehearsal."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from eyechart.talk.mock.counterpart import TOKENS_IN, TOKENS_OUT, Asked, Counterpart, RequestError, event

STATUSES = {
    400: "INVALID_ARGUMENT",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}
USAGE = {
    "promptTokenCount": TOKENS_IN,
    "candidatesTokenCount": TOKENS_OUT,
    "totalTokenCount": TOKENS_IN + TOKENS_OUT,
}


class _Data(Struct, rename="camel", forbid_unknown_fields=True):
    mime_type: str
    data: str


class _Part(Struct, rename="camel", forbid_unknown_fields=True):
    text: str | None = None
    inline_data: _Data | None = None


class _Content(Struct, forbid_unknown_fields=True):
    parts: Annotated[list[_Part], Meta(min_length=1)]
    role: Literal["user", "model"] = "user"


class _Config(Struct, rename="camel", forbid_unknown_fields=True):
    """Those of its fields that a caller may want; the real one knows more, and refuses what it does not know, too."""

    max_output_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    seed: int | None = None
    stop_sequences: list[str] | None = None
    response_mime_type: str | None = None
    thinking_config: dict[str, Any] | None = None


class _Request(Struct, rename="camel"):
    contents: Annotated[list[_Content], Meta(min_length=1)]
    generation_config: _Config | None = None


_request = msgspec.json.Decoder(_Request).decode


def _asked(path: str, headers: Mapping[str, str], body: bytes) -> Asked:
    if not headers.get("x-goog-api-key"):
        raise RequestError(403, "Method doesn't allow unregistered callers. Please use API Key.")
    stream = ":streamGenerateContent" in path
    if stream and "alt=sse" not in path:
        raise RequestError(400, "this server streams with alt=sse only")
    try:
        request = _request(body)
    except msgspec.MsgspecError as error:
        raise RequestError(400, str(error)) from None
    parts = request.contents[-1].parts
    return Asked(
        "\n".join(part.text for part in parts if part.text is not None),
        tuple(base64.b64decode(part.inline_data.data) for part in parts if part.inline_data is not None),
        stream,
    )


def _reply(text: str) -> dict[str, Any]:
    return {"candidates": [_candidate(text) | {"finishReason": "STOP"}], "usageMetadata": USAGE, "modelVersion": "mock"}


def _candidate(text: str) -> dict[str, Any]:
    return {"content": {"role": "model", "parts": [{"text": text}]}, "index": 0}


def _events(pieces: Sequence[str]) -> Iterator[str]:
    for piece in pieces:
        yield event({"candidates": [_candidate(piece)], "modelVersion": "mock"}, end="\r\n")
    yield event(_reply(""), end="\r\n")


def _error(status: int, problem: str) -> dict[str, Any]:
    return {"error": {"code": status, "message": problem, "status": STATUSES.get(status, "INTERNAL")}}


GOOGLE = Counterpart(
    "",
    re.compile(r"/v1beta/models/[^/:]+:(?:generateContent|streamGenerateContent)(?:\?.*)?"),
    _asked,
    _reply,
    _events,
    _error,
    blind="Image input is not enabled for this model",
)
