"""Any OpenAI-compatible chat endpoint sits the exam: `openai:MODEL --base-url http://localhost:8000/v1`.

The key is taken from OPENAI_API_KEY and goes nowhere but into the request's header.
"""

from __future__ import annotations

import asyncio
import base64
import os
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
from msgspec import Struct

from eyechart.asking import Asking, Purse, Reply
from eyechart.core import Picture, Prediction, Question
from eyechart.errors import EyechartError
from eyechart.frames import PIXELS, frame_from
from eyechart.models.traffic import Slots, wait_before
from eyechart.prompts import Prompt, prompt, words
from eyechart.replies import prediction
from eyechart.settings import parse_changes

SENT = {"max_tokens": 1024, "temperature": 0}  # unless --send says otherwise
PUSH_BACK = (429, 503, 529)
PASSING = (408, 409, 425, 500, 502, 504, 520, 522, 524)
OUR_MISTAKE = (401, 403, 404, 405)  # no question will fare better
GIVE_UP = 10  # questions in a row without a reply


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


_completion = msgspec.json.Decoder(_Completion).decode


class _PassingError(Exception):
    """It did not go well, and may go better another time."""

    def __init__(self, problem: str, push_back: bool = False, wait: str | None = None) -> None:
        super().__init__(problem)
        self.push_back, self.wait = push_back, wait


class _RefusedError(Exception):
    """The endpoint will not take this request, however often it is sent."""


class Endpoint:
    def __init__(self, model: str, asking: Asking | None = None) -> None:
        self.name, self.asking = model, asking or Asking()
        self.purse = Purse(self.asking)
        url = self.asking.base_url or os.environ.get("OPENAI_BASE_URL")
        if not url:
            raise EyechartError(f"Say where openai:{model} listens: --base-url http://localhost:8000/v1")
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise EyechartError(f"'{url}' is no address. Expected something like http://localhost:8000/v1")
        self.url = url.rstrip("/") + "/chat/completions"
        fields = SENT | parse_changes(self.asking.send)
        self.fields = {key: value for key, value in fields.items() if value is not None}
        self._key = os.environ.get("OPENAI_API_KEY", "")
        self._failed_in_a_row = 0

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        """The plain contract, for a few questions at a time; `predict` converses instead and keeps the replies."""
        said: dict[str, str | None] = {}
        frame = PIXELS if self.asking.frame == "auto" else frame_from(self.asking.frame)
        sheet = self.asking.pictures == "sheet"
        prompts = (prompt(q, words(self.asking.prompts), {}, sheet) for q in questions)
        self.converse(prompts, lambda reply: said.update({reply.question: reply.text}))
        return [prediction(q, said[q.id], frame, sheet) for q in questions]

    def converse(self, prompts: Iterator[Prompt], keep: Callable[[Reply], None]) -> None:
        asyncio.run(self._converse(prompts, keep))

    async def _converse(self, prompts: Iterator[Prompt], keep: Callable[[Reply], None]) -> None:
        slots = Slots(self.asking.in_flight)
        over = False

        async def work(client: httpx.AsyncClient) -> None:
            nonlocal over
            while not over:
                async with slots:
                    # Taken only now, and in one go with nothing awaited: each prompt has one taker.
                    one = None if over else next(prompts, None)
                    if one is None:
                        over = True
                        return
                    keep(self._judged(await self._ask(client, one, slots)))

        async with self._client() as client:
            try:
                async with asyncio.TaskGroup() as group:
                    for _ in range(self.asking.in_flight):
                        group.create_task(work(client))
            except* EyechartError as errors:
                raise errors.exceptions[0] from None

    def _client(self) -> httpx.AsyncClient:
        here = urlsplit(self.url).hostname in ("localhost", "127.0.0.1", "::1")
        return httpx.AsyncClient(
            headers={"Authorization": f"Bearer {self._key}"} if self._key else {},
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=self.asking.in_flight),
            timeout=None,  # the whole attempt has one, below
            trust_env=not here,  # no proxy between two ends of one machine
        )

    def _judged(self, reply: Reply) -> Reply:
        """Stop when nothing goes well any more, rather than write thousands of failures."""
        if reply.text is not None:
            self._failed_in_a_row = 0
            return reply
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= GIVE_UP:
            raise EyechartError(
                f"{GIVE_UP} questions in a row got no reply from {self.url}; the last: {reply.problem}. "
                "What was answered stays. When the endpoint is well again, run the same command with --retry-failed."
            )
        return reply

    async def _ask(self, client: httpx.AsyncClient, one: Prompt, slots: Slots) -> Reply:
        """One question, as often as it takes."""
        body, written, problem = self.body(one), one.written(), ""
        for attempt in range(1, self.asking.attempts + 1):
            began = time.monotonic()
            try:
                text, finish, usage = await self._attempt(client, body)
            except _RefusedError as error:
                return Reply(question=one.question, prompt=written, text=None, problem=str(error), attempts=attempt)
            except _PassingError as error:
                problem = str(error)
                if error.push_back:
                    slots.pushed_back()
                if attempt < self.asking.attempts:
                    await asyncio.sleep(wait_before(attempt, self.asking.back_off, one.question, error.wait))
                continue
            slots.went_well()
            return Reply(
                question=one.question,
                prompt=written,
                text=self._scrubbed(text),
                finish=finish,
                attempts=attempt,
                seconds=round(time.monotonic() - began, 3),
                tokens_in=usage.prompt_tokens,
                tokens_out=usage.completion_tokens,
            )
        return Reply(question=one.question, prompt=written, text=None, problem=problem, attempts=self.asking.attempts)

    async def _attempt(self, client: httpx.AsyncClient, body: bytes) -> tuple[str, str | None, _Usage]:
        headers = {"Content-Type": "application/json"}
        try:
            async with asyncio.timeout(self.asking.timeout):
                if self.asking.stream:
                    async with client.stream("POST", self.url, content=body, headers=headers) as response:
                        if response.status_code != 200:
                            await response.aread()
                        self._check(response)
                        return await _streamed(response)
                response = await client.post(self.url, content=body, headers=headers)
        except TimeoutError:
            raise _PassingError(f"no reply within {self.asking.timeout:g} s", push_back=True) from None
        except httpx.HTTPError as error:
            raise _PassingError(f"{type(error).__name__}: {self._scrubbed(str(error))}") from None
        self._check(response)
        return _whole(response.content)

    def _check(self, response: httpx.Response) -> None:
        code = response.status_code
        if code == 200:
            return
        problem = f"HTTP {code}: {self._scrubbed(response.text[:300])}"
        if code in OUR_MISTAKE:
            hint = (
                "Is OPENAI_API_KEY set and right?"
                if code in (401, 403)
                else "Are --base-url and the model's name right?"
            )
            raise EyechartError(f"{self.url} says {problem}. {hint}")
        if code in PUSH_BACK or code in PASSING:
            raise _PassingError(problem, code in PUSH_BACK, response.headers.get("retry-after"))
        raise _RefusedError(problem)

    def _scrubbed(self, text: str) -> str:
        """Some endpoints repeat the key in what they say."""
        return text.replace(self._key, "[key]") if self._key else text

    def body(self, one: Prompt) -> bytes:
        content = [
            {"type": "text", "text": part}
            if isinstance(part, str)
            else {"type": "image_url", "image_url": {"url": _data_url(part)}}
            for part in one.parts
        ]
        body = {"model": self.name, "messages": [{"role": "user", "content": content}], **self.fields}
        if self.asking.stream:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return msgspec.json.encode(body)


@lru_cache(maxsize=64)  # the questions about one picture follow each other
def _data_url(picture: Picture) -> str:
    return f"data:image/{picture.format};base64,{base64.b64encode(picture.data).decode()}"


def _text(message: _Message | None) -> str:
    if message is None:
        return ""
    if isinstance(message.content, list):
        return "".join(str(part.get("text") or "") for part in message.content)
    return message.content or message.refusal or ""


def _whole(content: bytes) -> tuple[str, str | None, _Usage]:
    try:
        found = _completion(content)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _PassingError(f"not a completion: {error}") from None
    if not found.choices or found.choices[0].message is None:
        raise _PassingError("a completion without a message")
    choice = found.choices[0]
    return _text(choice.message), choice.finish_reason, found.usage or _Usage()


async def _streamed(response: httpx.Response) -> tuple[str, str | None, _Usage]:
    """The pieces of a stream put together. One that ends without saying so was cut."""
    pieces, finish, usage, ended = [], None, _Usage(), False
    async for line in response.aiter_lines():
        if not line.startswith("data:"):
            continue
        data = line[5:].strip()
        if data == "[DONE]":
            ended = True
            break
        try:
            found = _completion(data)
        except msgspec.MsgspecError as error:
            raise _PassingError(f"not a piece of a completion: {error}") from None
        usage = found.usage or usage
        for choice in found.choices[:1]:
            pieces.append(_text(choice.delta))
            finish = choice.finish_reason or finish
    if not ended and finish is None:
        raise _PassingError("the stream was cut")
    return "".join(pieces), finish, usage
