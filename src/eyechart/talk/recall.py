"""Replies kept across runs: what a model has been asked before, in the same words and by the same request, is not asked again.

The key is what is sent and where: the body of the request, pictures and sampling included, the address, and the number of
the sample. A model says it by `mark`; one that does not (a rehearsal, a checkpoint that may have changed) is always asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Protocol, runtime_checkable

import msgspec
from msgspec import Struct

from eyechart.limits import CACHE
from eyechart.store.foreign import TRIPS
from eyechart.store.kept import Kept, cache_folder
from eyechart.talk.asking import Reply, Speaker
from eyechart.talk.prompts import Prompt

FOLDER = "replies"  # of the cache
FINISHED = (None, "stop", "length")  # any other end is a refusal, or may be one


@runtime_checkable
class Recognisable(Protocol):
    """A model that says the same to the same request."""

    def mark(self, one: Prompt) -> str:
        """What the reply to a prompt depends on, as hexadecimal digits."""
        ...


class _Entry(Struct, frozen=True):
    """What is kept of a reply: nothing of the request, and no key."""

    text: str
    finish: str | None
    seconds: float
    tokens_in: int
    tokens_out: int


_entry = msgspec.json.Decoder(_Entry).decode


class Recall:
    """Stands between prompts and a model: `model.converse(recall.fresh(prompts), recall.keep)`."""

    def __init__(self, model: Speaker, keep: Callable[[Reply], None]) -> None:
        self._marks = model if model.asking.cache and isinstance(model, Recognisable) else None
        self._keep = keep
        self._asked: dict[str, str] = {}  # question -> mark, of what is under way

    def fresh(self, prompts: Iterator[Prompt]) -> Iterator[Prompt]:
        """Prompts that have to be asked; the replies to the others are kept at once."""
        for one in prompts:
            if self._marks is None:
                yield one
                continue
            mark = self._marks.mark(one)
            found = self._found(one, mark)
            if found is not None:
                self._keep(found)
                continue
            self._asked[one.question.id] = mark
            yield one

    def keep(self, reply: Reply) -> None:
        self._keep(reply)
        mark = self._asked.pop(reply.question, None)
        if mark is not None and reply.text and reply.problem is None and reply.finish in FINISHED:
            entry = _Entry(reply.text, reply.finish, reply.seconds, reply.tokens_in, reply.tokens_out)
            self._kept.put(mark, msgspec.json.encode(entry))

    def _found(self, one: Prompt, mark: str) -> Reply | None:
        content = self._kept.get(mark)
        if content is None:
            return None
        try:
            entry = _entry(content)
        except TRIPS:
            return None
        said = msgspec.structs.asdict(entry)
        return Reply(question=one.question.id, prompt=one.written(), attempts=0, cached=True, **said)

    @cached_property
    def _kept(self) -> Kept:
        return Kept(cache_folder() / FOLDER, CACHE.most)
