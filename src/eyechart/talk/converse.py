"""Questions -> prompts -> replies on disk -> predictions, so that a killed run asks again only what was in flight.

A run's folder then also holds
    asking.json     the words, the frame, the options: all that the replies depend on; and the endpoint and its price
    replies.jsonl   one line per question, written the moment the reply is there; nothing is ever asked twice
and predictions.jsonl is derived from these when every question has its reply.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from eyechart.core import Prediction, Progress
from eyechart.errors import EyechartError
from eyechart.store.atomic import atomic, write_atomic
from eyechart.store.folder import Dataset
from eyechart.store.foreign import TRIPS, decoded, told
from eyechart.store.job import disk_error
from eyechart.talk.alter import altered, in_original
from eyechart.talk.asking import Reply, Speaker
from eyechart.talk.frames import Frame, frame_from
from eyechart.talk.prompts import Prompt, Vocabulary, prompt, words
from eyechart.talk.replies import prediction

REPLIES, ASKING = "replies.jsonl", "asking.json"
encode = msgspec.json.Encoder().encode
_reply = msgspec.json.Decoder(Reply).decode


class Calibrated(Protocol):
    """What finding out a model's frame gives; all of it is written down."""

    @property
    def frame(self) -> Frame: ...


class _How(Struct):
    """What asking.json says, and the calibration besides."""

    frame: str
    pictures: str
    words: dict[str, dict[str, str]]
    send: list[str] = []
    vocabulary: dict[str, list[str]] = {}


Calibrate = Callable[[Speaker], Calibrated]


def converse(
    model: Speaker,
    dataset: Dataset,
    out: Path,
    vocabulary: Vocabulary,
    calibrate: Calibrate,
    alter: str | None,
    progress: Progress,
) -> None:
    """Ask everything that has no reply yet, then write the predictions to `out`."""
    folder = out.parent
    frame = _settle(model, folder, vocabulary, calibrate)
    asking = model.asking
    pieces, sheet = words(asking.prompts), asking.pictures == "sheet"
    done = _resume(folder / REPLIES, asking.retry_failed)
    for reply in done.values():
        model.purse.pay(reply)
    left = (altered(q, alter, page.where) for page in dataset for q in page.questions if q.id not in done)
    prompts = (prompt(q, pieces, vocabulary, sheet) for q in left)
    with (folder / REPLIES).open("ab", buffering=0) as file:
        book = _Book(file, model, len(done), progress)
        model.converse(book.within_budget(prompts), book.keep)
        os.fsync(file.fileno())
    if book.stopped:
        raise EyechartError(
            f"Stopped at the budget: {model.purse.spent:.4f} of {model.purse.budget:g} is spent, {book.done:,} of "
            f"{dataset.manifest.questions:,} questions are answered. Run the same command again with a larger --budget to go on."
        )
    said = _read(folder / REPLIES)
    write_predictions(
        out, (in_original(prediction(q, said[q.id].text, frame, sheet), q, alter) for q in dataset.questions())
    )


class _Book:
    """Keeps replies: each is written before its slot is free again."""

    def __init__(self, file: Any, model: Speaker, done: int, progress: Progress) -> None:
        self.file, self.purse, self.progress = file, model.purse, progress
        self.done, self.new, self.asked, self.repeats = done, 0, 0, 0
        self.stopped = False
        self.began = time.monotonic()
        progress(done)

    def within_budget(self, prompts: Iterator[Prompt]) -> Iterator[Prompt]:
        for one in prompts:
            if not self.purse.allows(self.asked - self.new):
                self.stopped = True
                return
            self.asked += 1
            yield one

    def keep(self, reply: Reply) -> None:
        # One write of one whole line to the operating system: it survives a kill of this process.
        try:
            append_line(self.file, encode(reply))
        except OSError as error:
            raise disk_error(Path(self.file.name).parent, error) from error
        self.purse.pay(reply)
        self.done, self.new, self.repeats = self.done + 1, self.new + 1, self.repeats + reply.attempts - 1
        self.progress(self.done, self.note())

    def note(self) -> str:
        rate = self.new / max(time.monotonic() - self.began, 1e-6)
        said = [f"{rate:.1f}/s", f"{self.asked - self.new} in flight"]
        if self.repeats:
            said.append(f"{self.repeats} repeated")
        if self.purse.price is not None:
            said.append(f"cost {self.purse.spent:.4f}")
        return " · ".join(said)


def append_line(file: Any, line: bytes) -> None:
    """All of a line or, on a full disk, none of it: what is cut off would spoil the next one too."""
    end = file.seek(0, os.SEEK_END)
    written = 0
    try:
        written = file.write(line + b"\n")
    finally:
        if written <= len(line):
            file.truncate(end)
    if written <= len(line):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _settle(model: Speaker, folder: Path, vocabulary: Vocabulary, calibrate: Calibrate) -> Frame:
    """Write down how is asked, or make sure that it is the same as before. The frame is found out once."""
    asking = model.asking
    how: dict[str, Any] = {
        "words": words(asking.prompts),
        "pictures": asking.pictures,
        "send": list(asking.send),
        "vocabulary": vocabulary,
    }
    path = folder / ASKING
    if path.exists():
        there = asked_how(path)
        frame = str(there["frame"])
        same = msgspec.json.decode(encode(how))
        for key in same:
            if there.get(key) != same[key]:
                raise EyechartError(
                    f"{folder} was begun with other {key}; its replies would not go together. Change --out."
                )
        if asking.frame != "auto" and str(frame_from(asking.frame)) != frame:
            raise EyechartError(
                f"{folder} was begun with frame '{frame}', not '{asking.frame}'. Change --out or --frame."
            )
        return frame_from(frame)
    found: dict[str, Any] = {}
    if asking.frame == "auto":
        calibration = calibrate(model)
        found = {"frame": str(calibration.frame), "calibration": calibration}
    else:
        found = {"frame": str(frame_from(asking.frame))}
    besides = {"endpoint": getattr(model, "address", None), "price": asking.price}  # no reply depends on these
    folder.mkdir(parents=True, exist_ok=True)
    write_atomic(path, msgspec.json.format(encode(how | found | besides)))
    return frame_from(found["frame"])


def asked_how(path: Path) -> dict[str, Any]:
    """What asking.json says."""
    return msgspec.structs.asdict(decoded(path, _How))


def read_replies(path: Path) -> Iterator[Reply]:
    """The replies of a file; a last line without its end was cut off by a kill and is not there."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                try:
                    reply = _reply(line)
                except TRIPS as error:
                    raise EyechartError(
                        f"{path}, line {number}: {told(error)}. Delete that line to ask again."
                    ) from error
                yield reply


def _read(path: Path) -> dict[str, Reply]:
    return {reply.question: reply for reply in read_replies(path)}


def _resume(path: Path, retry_failed: bool) -> dict[str, Reply]:
    """What has been replied to. A line cut off by a kill is removed; so are failures if they are to be asked again."""
    if not path.exists():
        return {}
    replies = _read(path)
    # A run in which nothing ever succeeded has met a wrong address or key, not hard questions.
    forget = retry_failed or all(reply.text is None for reply in replies.values())
    if forget and any(reply.text is None for reply in replies.values()):
        replies = {id: reply for id, reply in replies.items() if reply.text is not None}
        write_atomic(path, b"".join(encode(reply) + b"\n" for reply in replies.values()))
        return replies
    with path.open("rb+") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)
    return replies


def write_predictions(out: Path, predictions: Iterable[Prediction]) -> None:
    """In the order of the questions, so that an interrupted run ends up with the very bytes of an uninterrupted one."""
    with atomic(out) as part, part.open("wb") as file:
        file.writelines(encode(p) + b"\n" for p in predictions)
