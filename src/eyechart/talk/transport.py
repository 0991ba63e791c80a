"""Requests to an endpoint in any protocol: many at once, repeated when they fail, each answered or given up."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from contextlib import aclosing
from hashlib import blake2b

import httpx
import msgspec
from httpx_sse import EventSource

from eyechart.errors import EyechartError
from eyechart.limits import COMPLAINT, REPLY, TOKENS
from eyechart.settings import parse_changes
from eyechart.talk import body
from eyechart.talk.asking import Asking, Reply
from eyechart.talk.prompts import Prompt
from eyechart.talk.protocol import Complaint, Completion, PassingError, Protocol, RefusedError
from eyechart.talk.secret import Secret
from eyechart.talk.traffic import Slots, retry_after, wait_before

PUSH_BACK = (429, 503, 529)
PASSING = (408, 409, 425, 500, 502, 504, 520, 522, 524)
MOVED = (301, 302, 303, 307, 308)
OUR_MISTAKE = (401, 403, 404, 405, *MOVED)  # no question will fare better
ABOUT_THE_KEY = (401, 403)
GIVE_UP = 10  # questions in a row without a reply
# As long as nothing has ever been answered, it is likelier that something is wrong than that it will pass.
PATIENCE = 4.0  # seconds of repetitions then, unless the endpoint is busy; and until a connection
NOBODY = (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError, httpx.UnsupportedProtocol)
ABOUT_PICTURES = re.compile(r"image|picture|vision|modal", re.IGNORECASE)
HERE = ("localhost", "127.0.0.1", "::1")


class Transport:
    """One endpoint. The key goes into the request's header and nowhere else: whatever comes back is searched for it.

    Whatever goes wrong with a reply is that reply's failure: the run goes on, and ends.
    """

    def __init__(self, protocol: Protocol, model: str, base_url: str, key: str | None, asking: Asking) -> None:
        self.protocol, self.model, self.asking = protocol, model, asking
        self.url = protocol.url(base_url.rstrip("/"), model, asking.stream)
        fields = {**protocol.fields, **parse_changes(asking.send)}
        self.fields = {name: value for name, value in fields.items() if value is not None}
        self.where = str(httpx.URL(self.url).copy_with(userinfo=b"", query=None))  # either may hold a password
        self._secret = Secret(key, protocol.key_variable)
        self._failed_in_a_row = 0
        self._well = False  # it has replied to something

    def mark(self, one: Prompt) -> str:
        """What the reply depends on: where the prompt goes, what is sent, and which sample it is."""
        place = f"1 {self.where} {one.sample} ".encode()
        return blake2b(place + self.body(one), digest_size=20).hexdigest()

    def converse(self, prompts: Iterator[Prompt], keep: Callable[[Reply], None]) -> None:
        """Every prompt gets one reply, if only one that says what went wrong."""
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
        sent = {"Content-Type": "application/json", "Accept-Encoding": body.ACCEPTED}
        return httpx.AsyncClient(
            headers=sent | dict(self.protocol.headers(self._secret.key)),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=self.asking.in_flight),
            timeout=None,  # the whole attempt has one, below
            trust_env=httpx.URL(self.url).host not in HERE,  # no proxy between two ends of one machine
        )

    def _judged(self, reply: Reply) -> Reply:
        """Stop when nothing goes well any more, rather than write thousands of failures."""
        if reply.text is not None:
            self._failed_in_a_row = 0
            return reply
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= GIVE_UP:
            raise EyechartError(
                f"{GIVE_UP} questions in a row got no reply from {self._told(self.where)}; the last: {reply.problem}. "
                "What was answered stays. When the endpoint is well again, run the same command with --retry-failed."
            )
        return reply

    async def _ask(self, client: httpx.AsyncClient, one: Prompt, slots: Slots) -> Reply:
        """One question, as often as it takes."""
        sent, problem, attempt, first = self.body(one), "", 0, time.monotonic()
        while attempt < self.asking.attempts:
            attempt += 1
            began = time.monotonic()
            try:
                found = await self._attempt(client, sent)
            except RefusedError as error:
                problem = str(error)
                break
            except PassingError as error:
                problem = str(error)
                if error.push_back:
                    slots.pushed_back()
                wait = wait_before(attempt, self.asking.back_off, one.question.id, error.wait)
                if not (self._well or error.push_back) and time.monotonic() + wait > first + PATIENCE:
                    break
                if attempt < self.asking.attempts:
                    await asyncio.sleep(wait)
                continue
            self._well = True
            slots.went_well()
            return self._kept(one, found, attempt, round(time.monotonic() - began, 3))
        return Reply(
            question=one.question.id, prompt=one.written(), text=None, problem=self._told(problem), attempts=attempt
        )

    def _kept(self, one: Prompt, found: Completion, attempts: int, seconds: float) -> Reply:
        """What is written down: what UTF-8 can write, without the key, with counts that can be counts."""
        absurd = [n for n in (found.tokens_in, found.tokens_out) if not 0 <= n <= TOKENS.most]
        return Reply(
            question=one.question.id,
            prompt=one.written(),
            text=self._secret.scrubbed(_writable(found.text)),
            problem=f"it is said to have cost {str(absurd[0])[:40]} tokens: counted as none" if absurd else None,
            finish=None if found.finish is None else self._told(found.finish),
            attempts=attempts,
            seconds=seconds,
            tokens_in=0 if absurd else found.tokens_in,
            tokens_out=0 if absurd else found.tokens_out,
        )

    def body(self, one: Prompt) -> bytes:
        return msgspec.json.encode(self.protocol.body(one, self.model, self.fields, self.asking.stream))

    async def _attempt(self, client: httpx.AsyncClient, sent: bytes) -> Completion:
        try:
            async with asyncio.timeout(self.asking.timeout):
                found = await self._posted(client, sent)
        except TimeoutError:
            raise PassingError(f"no reply within {self.asking.timeout:g} s", push_back=True) from None
        except (EyechartError, PassingError, RefusedError):
            raise
        except NOBODY as error:
            if self._well:
                raise PassingError(f"{type(error).__name__}: {error}") from None
            raise EyechartError(
                f"Nobody answers at {self._told(self.where)} ({self._told(str(error)) or 'no connection within 4 s'}). "
                "Start the server, or say where it listens: --base-url http://HOST:PORT/v1"
            ) from None
        except Exception as error:  # a reply that cannot be read, in whatever way, is a reply that failed
            raise PassingError(f"{type(error).__name__}: {error}") from None
        if len(found.text) > REPLY.most:
            raise RefusedError(
                f"the reply has {len(found.text):,} characters, at most {REPLY} are kept (docs/limits.md)"
            )
        return found

    async def _posted(self, client: httpx.AsyncClient, sent: bytes) -> Completion:
        headers = {"Accept": "text/event-stream"} if self.asking.stream else None
        within = httpx.Timeout(None, connect=None if self._well else PATIENCE)
        async with client.stream("POST", self.url, content=sent, headers=headers, timeout=within) as response:
            if response.status_code != 200:
                raise self._problem(response, await body.whole(response))
            if not self.asking.stream:
                return self.protocol.read(await body.whole(response))
            # Events are UTF-8, whatever charset a header claims.
            kind = response.headers.get("content-type", "").partition(";")[0]
            unpacked = httpx.Response(200, headers={"Content-Type": kind}, content=body.pieces(response))
            async with aclosing(EventSource(unpacked).aiter_sse()) as events:
                return await self.protocol.read_stream(events)

    def _problem(self, response: httpx.Response, said: bytes) -> Exception:
        code = response.status_code
        complaint = self.protocol.complaint(said) or Complaint(words=said.decode("utf-8", "replace"))
        problem = f"HTTP {code}: {self._told(complaint.words)}"
        if code in OUR_MISTAKE or complaint.about_the_key:
            about_the_key = code in ABOUT_THE_KEY or complaint.about_the_key
            return EyechartError(f"{self._told(self.where)} says {problem}. {self._advice(about_the_key)}")
        refuses_pictures = not self._well and ABOUT_PICTURES.search(complaint.words)  # some say so by a 500
        if (code in PUSH_BACK or code in PASSING) and not refuses_pictures:
            wait = retry_after(response.headers.get("retry-after"))
            return PassingError(problem, code in PUSH_BACK, complaint.wait if wait is None else wait)
        return RefusedError(problem)

    def _advice(self, about_the_key: bool) -> str:
        if about_the_key:
            return f"Is {self.protocol.key_variable} set and right? Type: export {self.protocol.key_variable}=KEY"
        return f"Are --base-url and the model's name right? Type: {self.protocol.name}:MODEL --base-url URL"

    def _told(self, words: str) -> str:
        """Words of others that are kept or shown: without the key, since some endpoints repeat it, and only then cut."""
        return self._secret.scrubbed(_writable(words))[: int(COMPLAINT.most)]


def _writable(text: str) -> str:
    """Half a surrogate pair cannot be written as UTF-8."""
    return text.encode("utf-8", "replace").decode()
