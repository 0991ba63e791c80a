"""How a model that one talks to is asked: where it is, how fast, for how much, in what words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.talk.prompts import Prompt


@dataclass(frozen=True)
class Asking:
    """Options of models that are talked to (openai:, anthropic: and google:MODEL, mock, hf:PATH); the others take no notice."""

    base_url: str | None = None
    """Where the endpoint listens, such as http://localhost:8000/v1; or set OPENAI_BASE_URL and its like."""

    key_env: str | None = None
    """The environment variable that holds the key, if not OPENAI_API_KEY and its like."""

    in_flight: int = 32
    """Requests under way at once, at most; fewer while the endpoint pushes back."""

    timeout: float = 180.0
    """Seconds until a request counts as hung."""

    attempts: int = 8
    """How often one question is asked before it counts as failed."""

    back_off: float = 0.5
    """Seconds before the first repetition; each further one waits twice as long, up to 30 s."""

    budget: float | None = None
    """Stop when this much is spent, in the currency of --price. Over all families of an exam."""

    price: tuple[float, float] | None = None
    """Price of a million tokens in and of a million tokens out."""

    stream: bool = False
    """Ask for the reply as a stream, for servers that close silent connections."""

    send: tuple[str, ...] = ()
    """key=value, further fields of the request body; key=null leaves one out (max_tokens, temperature)."""

    pictures: Literal["separate", "sheet"] = "separate"
    """Several pictures one by one, or composed into one."""

    prompts: Path | None = None
    """A file like prompts.toml with your own words."""

    frame: str = "auto"
    """How the model gives boxes: pixels, 0-1, 0-1000, '0-1000 yxyx', longest=512 …; auto finds out (`eyechart calibrate`)."""

    retry_failed: bool = False
    """Ask again what failed after all attempts in an earlier go."""

    cache: bool = True
    """Take replies to the very same requests from earlier runs (docs/endpoint.md)."""

    def __post_init__(self) -> None:
        if self.budget is not None and self.price is None:
            raise EyechartError("A --budget needs the --price of a million tokens in and out: --price 0.15 0.60")
        if self.in_flight < 1 or self.attempts < 1 or self.timeout <= 0:
            raise EyechartError("--in-flight and --attempts are at least 1, --timeout is above 0.")


class Reply(Struct, frozen=True, kw_only=True):
    """One line of replies.jsonl: what was asked and what came back."""

    question: str
    prompt: str
    text: str | None  # None: it failed
    problem: str | None = None  # why it failed
    finish: str | None = None  # `length`: it was cut off by max_tokens
    attempts: int = 1  # none if it is cached
    seconds: float = 0.0  # of the attempt that succeeded
    tokens_in: int = 0
    tokens_out: int = 0
    cached: bool = (
        False  # an earlier run was told it: tokens and seconds are what it took then, and it cost nothing now
    )


class Purse:
    """What has been spent, by all runs of one model together; and what was said before any of them, to be filed with one."""

    def __init__(self, asking: Asking) -> None:
        self.price, self.budget, self.spent, self.paid = asking.price, asking.budget, 0.0, 0
        self.beforehand: list[Reply] = []
        self._filed = 0

    def pay(self, reply: Reply) -> None:
        if self.price is not None and not reply.cached:
            self.spent += (reply.tokens_in * self.price[0] + reply.tokens_out * self.price[1]) / 1e6
            self.paid += 1

    def pay_beforehand(self, reply: Reply) -> None:
        self.pay(reply)
        self.beforehand.append(reply)

    def to_file(self) -> list[Reply]:
        """What was said beforehand and no run has filed yet; it counts as filed now."""
        left, self._filed = self.beforehand[self._filed :], len(self.beforehand)
        return left

    def allows(self, under_way: int) -> bool:
        """May one more be asked? What is under way will cost about as much as the others did."""
        if self.budget is None:
            return True
        mean = self.spent / self.paid if self.paid else 0.0
        return self.spent + mean * (under_way + 1) <= self.budget


class Spending:
    """Prompts for as long as the budget allows, with those under way in mind."""

    def __init__(self, purse: Purse) -> None:
        self.purse, self.asked, self.answered, self.stopped = purse, 0, 0, False

    @property
    def under_way(self) -> int:
        return self.asked - self.answered

    def within_budget(self, prompts: Iterator[Prompt]) -> Iterator[Prompt]:
        for one in prompts:
            if not self.purse.allows(self.under_way):
                self.stopped = True
                return
            self.asked += 1
            yield one

    def count(self, reply: Reply) -> None:
        self.answered += not reply.cached

    def over(self, done: str) -> EyechartError:
        """What to say of having stopped."""
        return EyechartError(
            f"Stopped at the budget: {self.purse.spent:.4f} of {self.purse.budget:g} is spent, {done}. "
            "Run the same command again with a larger --budget to go on."
        )


@runtime_checkable
class Speaker(Protocol):
    """A model that one talks to. It takes the next prompt only when the reply to the one before has been kept."""

    name: str
    asking: Asking
    purse: Purse

    def converse(self, prompts: Iterator[Prompt], keep: Callable[[Reply], None]) -> None: ...
