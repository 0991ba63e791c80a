"""The protocol of Google's generateContent, as the Gemini API speaks it: parts there, candidates back."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct

from eyechart.talk.prompts import Prompt
from eyechart.talk.protocol import (
    Complaint,
    Completion,
    Events,
    Fields,
    PassingError,
    Protocol,
    RefusedError,
    base64_of,
    media_type,
)

VERSION = "v1beta"
FINISHES = {"MAX_TOKENS": "length"}  # the others keep their own word in small letters: stop, safety, recitation …
BESIDE = ("safetySettings", "systemInstruction", "tools", "toolConfig", "cachedContent")  # all else is generationConfig


class _Part(Struct):
    text: str = ""
    thought: bool = False


class _Content(Struct):
    parts: list[_Part] = []


class _Candidate(Struct, rename="camel"):
    content: _Content = msgspec.field(default_factory=_Content)
    finish_reason: str | None = None


class _Usage(Struct, rename="camel"):
    prompt_token_count: int = 0
    candidates_token_count: int = 0
    thoughts_token_count: int = 0  # paid for like words that are said


class _Feedback(Struct, rename="camel"):
    block_reason: str | None = None


class _Detail(Struct, rename="camel"):
    reason: str | None = None
    retry_delay: str | None = None  # "17s"


class _Fault(Struct):
    message: str
    status: str = ""
    details: list[_Detail] = []


class _Error(Struct):
    error: _Fault


class _Response(Struct, rename="camel"):
    candidates: list[_Candidate] = []
    usage_metadata: _Usage | None = None
    prompt_feedback: _Feedback | None = None
    error: _Fault | None = None


_response = msgspec.json.Decoder(_Response).decode
_error = msgspec.json.Decoder(_Error).decode


def _url(base: str, model: str, stream: bool) -> str:
    versioned = base if re.search(r"/v\d\w*$", base) else f"{base}/{VERSION}"
    verb = "streamGenerateContent?alt=sse" if stream else "generateContent"
    return f"{versioned}/models/{quote(model.removeprefix('models/'))}:{verb}"


def _headers(key: str | None) -> dict[str, str]:
    return {"x-goog-api-key": key} if key else {}


def _body(prompt: Prompt, model: str, fields: Fields, stream: bool) -> dict[str, Any]:
    parts = [
        {"text": part}
        if isinstance(part, str)
        else {"inlineData": {"mimeType": media_type(part), "data": base64_of(part)}}
        for part in prompt.parts
    ]
    config = {
        "maxOutputTokens" if key == "max_tokens" else key: value for key, value in fields.items() if key not in BESIDE
    }
    beside = {key: value for key, value in fields.items() if key in BESIDE}
    return {"contents": [{"role": "user", "parts": parts}], "generationConfig": config} | beside


def _text(candidate: _Candidate) -> str:
    return "".join(part.text for part in candidate.content.parts if not part.thought)


def _whole(text: str, finish: str | None, usage: _Usage) -> Completion:
    return Completion(
        text=text,
        finish=FINISHES.get(finish, finish.lower()) if finish else None,
        tokens_in=usage.prompt_token_count,
        tokens_out=usage.candidates_token_count + usage.thoughts_token_count,
    )


def _decoded(content: bytes | str) -> _Response:
    try:
        found = _response(content)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PassingError(f"not a response: {error}") from None
    if found.error is not None:
        raise PassingError(_words(found.error), push_back=found.error.status in ("RESOURCE_EXHAUSTED", "UNAVAILABLE"))
    if found.prompt_feedback is not None and found.prompt_feedback.block_reason:
        raise RefusedError(f"the prompt was blocked: {found.prompt_feedback.block_reason}")
    return found


def _read(content: bytes) -> Completion:
    found = _decoded(content)
    if not found.candidates:
        raise PassingError("a response without a candidate")
    candidate = found.candidates[0]
    return _whole(_text(candidate), candidate.finish_reason, found.usage_metadata or _Usage())


async def _read_stream(events: Events) -> Completion:
    """The pieces put together. The last one says why it is; without it the stream was cut."""
    pieces, finish, usage = [], None, _Usage()
    async for event in events:
        found = _decoded(event.data)
        usage = found.usage_metadata or usage
        for candidate in found.candidates[:1]:
            pieces.append(_text(candidate))
            finish = candidate.finish_reason or finish
    if finish is None:
        raise PassingError("the stream was cut")
    return _whole("".join(pieces), finish, usage)


def _words(fault: _Fault) -> str:
    return f"{fault.status}: {fault.message}" if fault.status else fault.message


def _complaint(content: bytes) -> Complaint | None:
    """A wrong key is a 400 here, and how long to wait stands in the body."""
    try:
        fault = _error(content).error
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    waits = [re.fullmatch(r"(\d+(?:\.\d+)?)s", detail.retry_delay or "") for detail in fault.details]
    return Complaint(
        words=_words(fault),
        wait=next((float(found[1]) for found in waits if found), None),
        about_the_key=any(detail.reason == "API_KEY_INVALID" for detail in fault.details),
    )


GOOGLE = Protocol(
    name="google",
    home="https://generativelanguage.googleapis.com",
    address_variable="GOOGLE_GEMINI_BASE_URL",
    key_variable="GEMINI_API_KEY",
    fields={"max_tokens": 1024, "temperature": 0},
    url=_url,
    headers=_headers,
    body=_body,
    read=_read,
    read_stream=_read_stream,
    complaint=_complaint,
)
