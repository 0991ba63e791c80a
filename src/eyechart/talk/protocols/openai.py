"""The protocol of OpenAI's chat completions, which most servers of open models speak too."""

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


class _Message(Struct):
    content: str | list[dict[str, Any]] | None = None
    refusal: str | None = None


class _Choice(Struct):
    message: _Message | None = None
    delta: _Message | None = None
    finish_reason: str | None = None


class _Usage(Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


class _Fault(Struct):
    message: str


class _Error(Struct):
    """OpenAI's `error` with a message; a bare message or `detail`, as servers of open models write it."""

    error: _Fault | str | None = None
    message: str | None = None
    detail: str | None = None


_completion = msgspec.json.Decoder(_Completion).decode
_error = msgspec.json.Decoder(_Error).decode


def _headers(key: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def _body(prompt: Prompt, model: str, fields: Fields, stream: bool) -> dict[str, Any]:
    content = [{"type": "text", "text": part} if isinstance(part, str) else _picture(part) for part in prompt.parts]
    body = {"model": model, "messages": [{"role": "user", "content": content}], **fields}
    return body | ({"stream": True, "stream_options": {"include_usage": True}} if stream else {})


def _picture(picture: Picture) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:{media_type(picture)};base64,{base64_of(picture)}"}}


def _text(message: _Message | None) -> str:
    if message is None:
        return ""
    if isinstance(message.content, list):
        return "".join(str(part.get("text") or "") for part in message.content)
    return message.content or message.refusal or ""


def _read(content: bytes) -> Completion:
    try:
        found = _completion(content)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PassingError(f"not a completion: {error}") from None
    if not found.choices or found.choices[0].message is None:
        raise PassingError("a completion without a message")
    choice = found.choices[0]
    message = choice.message
    refused = message is not None and message.refusal and not message.content
    return _whole(_text(choice.message), "refusal" if refused else choice.finish_reason, found.usage or _Usage())


def _whole(text: str, finish: str | None, usage: _Usage) -> Completion:
    return Completion(text=text, finish=finish, tokens_in=usage.prompt_tokens, tokens_out=usage.completion_tokens)


async def _read_stream(events: Events) -> Completion:
    """The pieces put together. A stream that ends without saying so was cut."""
    pieces, finish, usage, ended, refused = [], None, _Usage(), False, False
    async for event in events:
        if event.data == "[DONE]":
            ended = True
            break
        try:
            found = _completion(event.data)
        except msgspec.MsgspecError as error:
            said = _complaint(event.data.encode())
            raise PassingError(said.words if said else f"not a piece of a completion: {error}") from None
        usage = found.usage or usage
        for choice in found.choices[:1]:
            pieces.append(_text(choice.delta))
            finish = choice.finish_reason or finish
            refused = refused or bool(choice.delta and choice.delta.refusal)
    if not ended and finish is None:
        raise PassingError("the stream was cut")
    return _whole("".join(pieces), "refusal" if refused else finish, usage)


def _complaint(content: bytes) -> Complaint | None:
    try:
        found = _error(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    fault = found.error.message if isinstance(found.error, _Fault) else found.error
    words = fault or found.message or found.detail
    return Complaint(words=words) if words else None


OPENAI = Protocol(
    name="openai",
    home=None,  # most who speak it are not OpenAI: whom is asked has to be said
    address_variable="OPENAI_BASE_URL",
    key_variable="OPENAI_API_KEY",
    fields={"max_tokens": 1024, "temperature": 0},
    url=lambda base, model, stream: f"{base}/chat/completions",
    headers=_headers,
    body=_body,
    read=_read,
    read_stream=_read_stream,
    complaint=_complaint,
)
