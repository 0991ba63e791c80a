"""The protocol of Anthropic's messages: blocks of content there and back, or a stream of named events."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from eyechart.core import Picture
from eyechart.talk.prompts import Prompt
from eyechart.talk.protocol import (
    Complaint,
    Completion,
    Events,
    Fields,
    PassingError,
    Protocol,
    base64_of,
    media_type,
)

VERSION = "2023-06-01"
FINISHES = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
}
PUSH_BACK = ("overloaded_error", "rate_limit_error")  # in a stream, where there is no status to tell it by


class _Block(Struct):
    """A block of content or a piece of one. Thoughts are blocks too, and have no `text`."""

    text: str = ""


class _Usage(Struct):
    input_tokens: int | None = None
    output_tokens: int | None = None


class _Message(Struct):
    content: list[_Block]
    stop_reason: str | None = None
    usage: _Usage = msgspec.field(default_factory=_Usage)


class _Delta(Struct):
    text: str = ""
    stop_reason: str | None = None


class _Fault(Struct):
    type: str
    message: str


class _Error(Struct):
    error: _Fault


class _Event(Struct):
    type: str
    message: _Message | None = None
    delta: _Delta | None = None
    usage: _Usage | None = None
    error: _Fault | None = None


_message = msgspec.json.Decoder(_Message).decode
_event = msgspec.json.Decoder(_Event).decode
_error = msgspec.json.Decoder(_Error).decode


def _url(base: str, model: str, stream: bool) -> str:
    return f"{base.removesuffix('/v1')}/v1/messages"


def _headers(key: str | None) -> dict[str, str]:
    return {"anthropic-version": VERSION} | ({"x-api-key": key} if key else {})


def _body(prompt: Prompt, model: str, fields: Fields, stream: bool) -> dict[str, Any]:
    content = [{"type": "text", "text": part} if isinstance(part, str) else _picture(part) for part in prompt.parts]
    body = {"model": model, "messages": [{"role": "user", "content": content}], **fields}
    return body | ({"stream": True} if stream else {})


def _picture(picture: Picture) -> dict[str, Any]:
    source = {"type": "base64", "media_type": media_type(picture), "data": base64_of(picture)}
    return {"type": "image", "source": source}


def _whole(text: str, stopped: str | None, usage: _Usage) -> Completion:
    return Completion(
        text=text,
        finish=FINISHES.get(stopped, stopped) if stopped else None,
        tokens_in=usage.input_tokens or 0,
        tokens_out=usage.output_tokens or 0,
    )


def _read(content: bytes) -> Completion:
    try:
        found = _message(content)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PassingError(f"not a message: {error}") from None
    return _whole("".join(block.text for block in found.content), found.stop_reason, found.usage)


async def _read_stream(events: Events) -> Completion:
    """The pieces put together. Counts of tokens are running totals; what does not end with message_stop was cut."""
    pieces, stopped, usage, ended = [], None, _Usage(), False
    async for event in events:
        try:
            found = _event(event.data)
        except msgspec.MsgspecError as error:
            raise PassingError(f"not an event of a message: {error}") from None
        if found.error is not None:
            raise PassingError(_words(found.error), push_back=found.error.type in PUSH_BACK)
        if found.type == "message_stop":
            ended = True
            break
        if found.delta is not None:
            pieces.append(found.delta.text)
            stopped = found.delta.stop_reason or stopped
        for counted in (found.message.usage if found.message else None, found.usage):
            if counted is not None:
                usage.input_tokens = counted.input_tokens or usage.input_tokens
                usage.output_tokens = counted.output_tokens or usage.output_tokens
    if not ended:
        raise PassingError("the stream was cut")
    return _whole("".join(pieces), stopped, usage)


def _words(fault: _Fault) -> str:
    return f"{fault.type}: {fault.message}"


def _complaint(content: bytes) -> Complaint | None:
    try:
        return Complaint(words=_words(_error(content).error))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


ANTHROPIC = Protocol(
    name="anthropic",
    home="https://api.anthropic.com",
    address_variable="ANTHROPIC_BASE_URL",
    key_variable="ANTHROPIC_API_KEY",
    fields={"max_tokens": 1024, "temperature": 0},
    url=_url,
    headers=_headers,
    body=_body,
    read=_read,
    read_stream=_read_stream,
    complaint=_complaint,
)
