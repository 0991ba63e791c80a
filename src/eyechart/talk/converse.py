"""Questions -> prompts -> replies on disk -> predictions, so that a killed run asks again only what was in flight.

A run's folder then also holds
    asking.json     the words, the frame, the options: all that the replies depend on; and the endpoint and its price
    replies.jsonl   one line per question, written the moment the reply is there; nothing is ever asked twice
    beforehand.jsonl   replies to what was asked before the first question: the knock and the calibration, for the accounts
and predictions.jsonl is derived from these when every question has its reply.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct, structs

from eyechart.core import Prediction, Progress
from eyechart.errors import EyechartError
from eyechart.store.atomic import atomic, write_atomic
from eyechart.store.folder import Dataset
from eyechart.store.foreign import TRIPS, decoded, told
from eyechart.store.job import disk_error
from eyechart.talk.alter import altered, in_original
from eyechart.talk.asking import Reply, Speaker, Spending
from eyechart.talk.frames import Frame, frame_from
from eyechart.talk.prompts import Vocabulary, prompt, words
from eyechart.talk.recall import Recall
from eyechart.talk.replies import prediction

REPLIES, BEFOREHAND, ASKING = "replies.jsonl", "beforehand.jsonl", "asking.json"
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


class Calibrate(Protocol):
    def __call__(self, model: Speaker, *, progress: Progress) -> Calibrated: ...


def converse(
    model: Speaker,
    dataset: Dataset,
    out: Path,
    vocabulary: Vocabulary,
    calibrate: Calibrate,
    alter: str | None,
    progress: Progress,
    sample: int = 1,
) -> None:
    """Ask everything that has no reply yet, then write the predictions to `out`."""
    folder = out.parent
    for reply in _earlier(folder / BEFOREHAND):
        model.purse.pay(reply)
    try:
        frame = _settle(model, folder, vocabulary, _told_by(calibrate, progress))
    finally:
        _file(model, folder)
    asking = model.asking
    pieces, sheet = words(asking.prompts), asking.pictures == "sheet"
    done = _resume(folder / REPLIES, asking.retry_failed)
    for reply in done.values():
        model.purse.pay(reply)
    left = (altered(q, alter, page.where) for page in dataset for q in page.questions if q.id not in done)
    prompts = (structs.replace(prompt(q, pieces, vocabulary, sheet), sample=sample) for q in left)
    with (folder / REPLIES).open("ab", buffering=0) as file:
        book = _Book(file, model, len(done), progress)
        recall = Recall(model, book.keep)
        model.converse(book.spending.within_budget(recall.fresh(prompts)), recall.keep)
        os.fsync(file.fileno())
    if book.spending.stopped:
        raise book.spending.over(f"{book.done:,} of {dataset.manifest.questions:,} questions are answered")
    said = _read(folder / REPLIES)
    write_predictions(
        out, (in_original(prediction(q, said[q.id].text, frame, sheet), q, alter) for q in dataset.questions())
    )


def _told_by(calibrate: Calibrate, progress: Progress) -> Callable[[Speaker], Calibrated]:
    return lambda model: calibrate(
        model, progress=lambda done, note="": progress(0, f"calibration: {done} pictures are answered")
    )


class _Book:
    """Keeps replies: each is written before its slot is free again."""

    def __init__(self, file: Any, model: Speaker, done: int, progress: Progress) -> None:
        self.file, self.purse, self.progress = file, model.purse, progress
        self.spending = Spending(model.purse)
        self.done, self.repeats, self.cached = done, 0, 0
        progress(done)

    def keep(self, reply: Reply) -> None:
        # One write of one whole line to the operating system: it survives a kill of this process.
        try:
            append_line(self.file, encode(reply))
        except OSError as error:
            raise disk_error(Path(self.file.name).parent, error) from error
        self.purse.pay(reply)
        self.spending.count(reply)
        self.done, self.repeats = self.done + 1, self.repeats + max(reply.attempts - 1, 0)
        self.cached += reply.cached
        self.progress(self.done, self.note())

    def note(self) -> str:
        said = [f"{self.spending.under_way} in flight"]
        if self.repeats:
            said.append(f"{self.repeats} repeated")
        if self.cached:
            said.append(f"{self.cached} from the cache")
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


def _settle(model: Speaker, folder: Path, vocabulary: Vocabulary, calibrate: Callable[[Speaker], Calibrated]) -> Frame:
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


def cached_in(folder: Path) -> str | None:
    """What to say of replies below a folder that came from earlier runs; None if all were given to this one."""
    replies = [reply.cached for path in folder.rglob(REPLIES) for reply in read_replies(path)]
    if not any(replies):
        return None
    return (
        f"{sum(replies):,} of {len(replies):,} replies are those of earlier runs to the very same requests. "
        "To ask anew: --no-cache and another --out."
    )


def _earlier(path: Path) -> list[Reply]:
    """What was said beforehand, in an earlier go."""
    return list(read_replies(path)) if path.exists() else []


def _file(model: Speaker, folder: Path) -> None:
    said = model.purse.to_file()
    if said:
        with (folder / BEFOREHAND).open("ab", buffering=0) as file:
            for reply in said:
                append_line(file, encode(reply))


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
