"""Questions -> prompts -> replies on disk -> predictions. A killed run goes on: only what was in flight is asked again.

A run's folder then also holds
    asking.json     the words, the frame, the options: all that the replies depend on
    replies.jsonl   one line per question, written the moment the reply is there; nothing is ever asked twice
and predictions.jsonl is derived from these when every question has its reply.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from eyechart.alter import altered, in_original
from eyechart.asking import Reply, Speaker
from eyechart.core import Prediction
from eyechart.dataset import Dataset
from eyechart.errors import EyechartError
from eyechart.frames import Frame, frame_from
from eyechart.predict import Progress, training_pages
from eyechart.prompts import Prompt, Vocabulary, prompt, words
from eyechart.replies import prediction

REPLIES, ASKING = "replies.jsonl", "asking.json"
LABELLED_PAGES = 200  # looked at to learn which labels there are
encode = msgspec.json.Encoder().encode
_reply = msgspec.json.Decoder(Reply).decode


def converse(model: Speaker, dataset: Dataset, out: Path, alter: str, progress: Progress) -> None:
    """Ask everything that has no reply yet, then write the predictions to `out`."""
    folder = out.parent
    vocabulary = vocabulary_of(dataset)
    frame = _settle(model, folder, vocabulary)
    asking = model.asking
    pieces, sheet = words(asking.prompts), asking.pictures == "sheet"
    done = _resume(folder / REPLIES, asking.retry_failed)
    for reply in done.values():
        model.purse.pay(reply)
    prompts = (prompt(altered(q, alter), pieces, vocabulary, sheet) for q in dataset.questions() if q.id not in done)
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
        self.file.write(encode(reply) + b"\n")
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


def _settle(model: Speaker, folder: Path, vocabulary: Vocabulary) -> Frame:
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
        there = msgspec.json.decode(path.read_bytes())
        frame = str(there.pop("frame"))
        there.pop("calibration", None)
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
        from eyechart.calibrate import calibrate

        calibration = calibrate(model)
        found = {"frame": str(calibration.frame), "calibration": calibration}
    else:
        found = {"frame": str(frame_from(asking.frame))}
    folder.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(msgspec.json.format(encode(how | found)))
    part.rename(path)
    return frame_from(found["frame"])


def vocabulary_of(dataset: Dataset) -> Vocabulary:
    """Which labels evidence carries, from generated training pages; empty where evidence is regions."""
    first = next(iter(dataset.questions()), None)
    if first is None or first.evidence is None or not first.evidence.labels:
        return {}
    values: dict[str, dict[str, None]] = {}
    pages = islice(dataset if dataset.manifest.release else training_pages(dataset), LABELLED_PAGES)
    for page in pages:
        for q in page.questions:
            for key, value in q.evidence.labels.items() if q.evidence else ():
                values.setdefault(key, {})[value] = None
    return {key: sorted(some) for key, some in values.items()}


def read_replies(path: Path) -> Iterator[Reply]:
    """The replies of a file; a last line without its end was cut off by a kill and is not there."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                try:
                    yield _reply(line)
                except msgspec.MsgspecError as error:
                    raise EyechartError(f"{path}, line {number}: {error}. Delete that line to ask again.") from error


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
        part = path.with_name(path.name + ".part")
        part.write_bytes(b"".join(encode(reply) + b"\n" for reply in replies.values()))
        part.rename(path)
        return replies
    with path.open("rb+") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)
    return replies


def write_predictions(out: Path, predictions: Iterable[Prediction]) -> None:
    """In the order of the questions, so that an interrupted run ends up with the very bytes of an uninterrupted one."""
    part = out.with_name(out.name + ".part")
    with part.open("wb") as file:
        file.writelines(encode(p) + b"\n" for p in predictions)
    part.rename(out)
