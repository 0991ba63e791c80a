"""Readers of what endpoints say and what runs keep: replies in each protocol, as bodies and as streams, and a run's files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from hypothesis import strategies as st

from campaigns.rig.readers import Reader
from campaigns.rig.spoiling import Kept, as_lines, damaged, file_of, lines_of, replies, written
from eyechart.core import Question
from eyechart.reporting.grounding import grounding
from eyechart.reporting.reading import reading
from eyechart.store.folder import Dataset
from eyechart.store.run import open_run
from eyechart.talk.asking import Asking, Reply
from eyechart.talk.frames import PIXELS
from eyechart.talk.mock.server import COUNTERPARTS
from eyechart.talk.parsing import parse
from eyechart.talk.prompts import prompt, words
from eyechart.talk.protocols import PROTOCOLS
from eyechart.talk.readings import Wanted
from eyechart.talk.replies import prediction
from eyechart.talk.transport import Transport

WANTED = (
    Wanted("yes/no", ("yes", "no")),
    Wanted("choose-text", ("cat", "12", "light blue")),
    Wanted("choose-picture", tuple("ABCDEFGH")),
    Wanted("fill-in", (), True),
    Wanted("fill-in"),
)
SAID = '{"answer": "yes", "evidence": [[1, 2, 30, 40]], "confidence": 0.5}'
CHARSETS = ("utf-8", "hex", "utf-16", "rot13", "unknown-8bit", "idna", "")


def readers(data: Dataset) -> Iterator[Reader]:
    questions = list(data.questions())
    said = st.tuples(replies, st.sampled_from(WANTED))
    yield Reader("replies parsed", said, lambda one, folder: _parsed(*one), (SAID, WANTED[0]))
    for name in PROTOCOLS:
        for stream in (False, True):
            yield _protocol(name, stream, questions[0])
    yield from _runs(data, questions)


def _parsed(text: str, want: Wanted) -> None:
    parse(text, want)


class _Told(Transport):
    """An endpoint that says these bytes."""

    said: httpx.Response

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.MockTransport(lambda request: self.said))


def _protocol(name: str, stream: bool, q: Question) -> Reader:
    counterpart = COUNTERPARTS[name]
    if stream:
        events = [json.loads(line[6:]) for event in counterpart.events([SAID[:20], SAID[20:]]) for line in event.splitlines()
                  if line.startswith("data: {")]  # fmt: skip
        good, whole, kind = lines_of(Kept(events)).map(_events), _events(as_lines(events)), "text/event-stream"
    else:
        reply = json.loads(json.dumps(counterpart.reply(SAID)))
        good, whole, kind = file_of(Kept(reply)), written(reply), "application/json"
    bad = file_of(Kept(json.loads(json.dumps(counterpart.error(400, "no")))))
    bodies = st.one_of(
        good, replies.map(lambda text: written(counterpart.reply(text))), bad, damaged(Kept(b"<html>busy</html>"))
    )
    answers = st.tuples(st.sampled_from((200, 200, 200, 400, 418, 429, 500)), bodies, st.sampled_from(CHARSETS))

    def read(one: tuple[int, bytes, str], folder: Path) -> None:
        status, body, charset = one
        asking = Asking(base_url="http://localhost", attempts=1, stream=stream, price=(1.0, 1.0))
        endpoint = _Told(PROTOCOLS[name], "toy", "http://localhost", "sk-a-key-of-nobody-1234", asking)
        headers = {"Content-Type": f"{kind}; charset={charset}", "Retry-After": "9" * 400}
        endpoint.said = httpx.Response(status, headers=headers, content=body)
        kept: list[Reply] = []
        endpoint.converse(iter([prompt(q, words(), {})]), kept.append)
        assert len(kept) == 1
        json.dumps(prediction(q, kept[0].text, PIXELS).answer)

    return Reader(f"protocol {name}{' stream' if stream else ''}", answers, read, (200, whole, "utf-8"))


def _events(lines: bytes) -> bytes:
    return b"".join(b"data: " + line + b"\n\n" for line in lines.split(b"\n"))


def _runs(data: Dataset, questions: Sequence[Question]) -> Iterator[Reader]:
    about: dict[str, Any] = {"model": "toy", "dataset": str(data.folder)}
    how = {"words": {}, "pictures": "separate", "send": [], "vocabulary": {}, "frame": "pixels xyxy"}
    rows = [
        {"question": q.id, "prompt": "?", "text": SAID, "attempts": 1, "seconds": 0.1, "tokens_in": 1, "tokens_out": 1}
        for q in questions
    ]
    files: dict[str, st.SearchStrategy[bytes]] = {
        "run.json": file_of(Kept(about)), "asking.json": file_of(Kept(how)), "replies.jsonl": lines_of(Kept(rows)),
    }  # fmt: skip
    good = {
        "run.json": written(about),
        "asking.json": written(how),
        "replies.jsonl": as_lines(rows),
    }

    def read(name: str, content: bytes, folder: Path) -> None:
        for other, whole in good.items():
            (folder / other).write_bytes(content if other == name else whole)
        run = open_run(folder)
        reading(run)
        grounding(run)

    for name, strategy in files.items():
        yield Reader(
            f"run {name}", strategy, lambda content, folder, name=name: read(name, content, folder), good[name]
        )

    def own_words(content: bytes, folder: Path) -> None:
        path = folder / "prompts.toml"
        path.write_bytes(content)
        for q in questions:
            prompt(q, words(path), {})

    pieces = (
        b"[en]\n",
        b'"yes/no" = "Say {yes}."\n',
        b'"yes/no" = "{x} {"\n',
        b'"yes/no" = "{yes:>99999999999}"\n',
        b'"yes/no" = "{yes!x}"\n',
        b'reply = "{json.x}"\n',
        b"reply = 3\n",
        b"[zh\n",
        b"\xff",
        b"a = 1\n",
    )
    lines = st.lists(st.sampled_from(pieces), max_size=3).map(b"".join)
    begun = st.one_of(lines, lines.map(lambda some: pieces[0] + some))
    yield Reader("run prompts.toml", begun, own_words, pieces[0] + pieces[1])
