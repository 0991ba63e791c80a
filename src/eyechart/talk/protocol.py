"""What a protocol is: how a prompt is put to an endpoint, and how its replies, streams and errors are read."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from httpx_sse import ServerSentEvent
from msgspec import Struct

from eyechart.core import Picture
from eyechart.talk.prompts import Prompt

Fields = Mapping[str, Any]
"""Fields of a request besides model and prompt: `max_tokens`, `temperature` and whatever else --send says."""
Events = AsyncIterator[ServerSentEvent]


class Completion(Struct, frozen=True, kw_only=True):
    """A reply, in words that are the same for every protocol."""

    text: str
    finish: str | None = None  # `stop`; `length`: cut off by max_tokens; or the endpoint's own word
    tokens_in: int = 0
    tokens_out: int = 0


class Complaint(Struct, frozen=True, kw_only=True):
    """What the body of an error says."""

    words: str
    wait: float | None = None  # seconds that it asks for
    about_the_key: bool = False  # also where the status is another


class PassingError(Exception):
    """It did not go well, and may go better another time. `push_back`: too many requests at once."""

    def __init__(self, problem: str, push_back: bool = False, wait: float | None = None) -> None:
        super().__init__(problem)
        self.push_back, self.wait = push_back, wait


class RefusedError(Exception):
    """The endpoint will not take this request, however often it is sent."""


@dataclass(frozen=True)
class Protocol:
    """Functions know bodies and headers; when, how often and how many at once is the transport's business."""

    name: str
    home: str | None  # where it listens unless something else is said; None: something has to be
    address_variable: str
    key_variable: str
    fields: Fields  # sent unless --send says otherwise
    url: Callable[[str, str, bool], str]
    """(base URL, model, as a stream) -> where requests go."""
    headers: Callable[[str | None], Mapping[str, str]]
    """The key, if there is one -> headers."""
    body: Callable[[Prompt, str, Fields, bool], Mapping[str, Any]]
    """(prompt, model, fields, as a stream) -> the request's JSON."""
    read: Callable[[bytes], Completion]
    read_stream: Callable[[Events], Awaitable[Completion]]
    """Both raise PassingError for what is no reply, RefusedError for what will never be one."""
    complaint: Callable[[bytes], Complaint | None]
    """The body of an error; None if it is not written as this protocol writes errors."""


@lru_cache(maxsize=64)  # the questions about one picture follow each other
def base64_of(picture: Picture) -> str:
    return base64.b64encode(picture.data).decode()


def media_type(picture: Picture) -> str:
    return f"image/{picture.format}"
