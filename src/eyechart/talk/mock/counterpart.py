"""The server's side of a protocol: what it demands of a request, and how it writes replies, streams and errors."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

TOKENS_IN, TOKENS_OUT = 1000, 50  # that every reply is said to have cost


class Asked(Struct, frozen=True):
    """What a request holds."""

    words: str
    pictures: tuple[bytes, ...]
    stream: bool


class RequestError(Exception):
    """What is wrong with a request."""

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(problem)
        self.status = status


@dataclass(frozen=True)
class Counterpart:
    base: str  # path of the base URL that a client is told
    path: re.Pattern[str]  # of requests, with their query
    asked: Callable[[str, Mapping[str, str], bytes], Asked]
    """(path, headers in small letters, body) -> what is asked; raises RequestError as the protocol documents it."""
    reply: Callable[[str], Mapping[str, Any]]
    events: Callable[[Sequence[str]], Iterator[str]]
    """Pieces of a reply -> server-sent events, the last of which says that it is the last."""
    error: Callable[[int, str], Mapping[str, Any]]
    blind: str
    """What a model that takes no pictures says to one, with status 400."""


def event(data: object, name: str | None = None, end: str = "\n") -> str:
    return (f"event: {name}{end}" if name else "") + f"data: {json.dumps(data)}{end}{end}"
