"""Models behind an endpoint: `openai:MODEL`, `anthropic:MODEL`, `google:MODEL`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlsplit, urlunsplit

import httpx

from eyechart.core import Prediction, Question
from eyechart.errors import EyechartError
from eyechart.talk.asking import Asking, Purse, Reply
from eyechart.talk.prompts import Prompt
from eyechart.talk.protocol import Protocol
from eyechart.talk.protocols import PROTOCOLS
from eyechart.talk.replies import answered
from eyechart.talk.transport import Transport


def openai(model: str, asking: Asking | None = None) -> Endpoint:
    """Any OpenAI-compatible chat endpoint: `openai:MODEL --base-url http://localhost:8000/v1`."""
    return Endpoint(PROTOCOLS["openai"], model, asking)


def anthropic(model: str, asking: Asking | None = None) -> Endpoint:
    """Anthropic's messages: `anthropic:MODEL`, with ANTHROPIC_API_KEY set."""
    return Endpoint(PROTOCOLS["anthropic"], model, asking)


def google(model: str, asking: Asking | None = None) -> Endpoint:
    """Google's generateContent: `google:MODEL`, with GEMINI_API_KEY set."""
    return Endpoint(PROTOCOLS["google"], model, asking)


class Endpoint:
    def __init__(self, protocol: Protocol, model: str, asking: Asking | None = None) -> None:
        self.name, self.asking = model, asking or Asking()
        self.purse = Purse(self.asking)
        key = _key(protocol, self.asking)
        self.transport = Transport(protocol, model, _address(protocol, model, self.asking, key), key, self.asking)

    @property
    def address(self) -> str:
        """Where it listens, to be told: without a name and a password, and what else may be secret."""
        parts = urlsplit(self.transport.url)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return answered(self, questions)

    def mark(self, one: Prompt) -> str:
        return self.transport.mark(one)

    def converse(self, prompts: Iterator[Prompt], keep: Callable[[Reply], None]) -> None:
        self.transport.converse(prompts, keep)


def _key(protocol: Protocol, asking: Asking) -> str | None:
    """From the variable that is named, which then must hold one; or from the protocol's own, if that does."""
    key = os.environ.get(asking.key_env or protocol.key_variable, "").strip() or None
    if key is None and asking.key_env is not None:
        raise EyechartError(f"--key-env {asking.key_env}: this variable holds no key. Type: export {asking.key_env}=…")
    return key


def _address(protocol: Protocol, model: str, asking: Asking, key: str | None) -> str:
    said = asking.base_url or os.environ.get(protocol.address_variable)
    url = said or protocol.home
    if not url:
        raise EyechartError(f"Say where {protocol.name}:{model} listens: --base-url http://localhost:8000/v1")
    if not _is_address(url):
        raise EyechartError(f"{url!r} is no address. Expected something like http://localhost:8000/v1")
    if not said and not key:
        raise EyechartError(
            f"{protocol.name}:{model} needs a key: set {protocol.key_variable}, or --base-url for a server that needs none."
        )
    return url


_ADDRESS = re.compile(r"https?://(?:[^@/\s]+@)?(?:[\w.-]+|\[[\w:.%]+\])(?::(\d{1,5}))?(?:[/?][^\s]*)?")


def _is_address(url: str) -> bool:
    found = _ADDRESS.fullmatch(url)
    try:
        httpx.URL(url)
    except httpx.InvalidURL:
        return False
    return found is not None and url.isprintable() and int(found[1] or 0) < 2**16
