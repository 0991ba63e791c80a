"""Every question as the page shows it: its pictures, the truth, and what each model said, for the page's own search.

If a page has no room for all, questions that went wrong come first, and which of them is decided by lot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
from msgspec import Struct, structs

from eyechart.core import Marks, Page, Picture, Prediction, Question, Region
from eyechart.metrics.facets import BANDS
from eyechart.metrics.joint import SUFFICIENT
from eyechart.reporting.album import Album, Book, Need, albums
from eyechart.reporting.marked import BASELINES, Marked
from eyechart.seeding import rng_for
from eyechart.store.predictions import read_lines
from eyechart.talk.asking import Reply
from eyechart.talk.converse import REPLIES, read_replies

MOST = 6000  # questions of a page, so that a browser is quick
SAMPLED = 8  # pages whose pictures tell how large all will be


class Outline(Struct, frozen=True, array_like=True):
    """A region, to a tenth of a pixel."""

    picture: int  # number among the question's own
    shape: list[float]


class Said(Struct, frozen=True, omit_defaults=True):
    """What a model said to a question, and what became of it."""

    answer: str | None
    outcome: str
    evidence: list[Outline] = []
    labels: dict[str, str] = {}
    confidence: float | None = None
    raw: str | None = None


class Asked(Struct, frozen=True, omit_defaults=True):
    id: str
    text: str
    template: str
    answers: tuple[str, ...]
    pictures: list[int]  # numbers in the page's book
    said: list[Said]  # by each model, in the sitting's order
    facets: dict[str, str]
    evidence: list[Outline] = []
    labels: dict[str, str] = {}
    choices: tuple[str, ...] = ()
    choice_pictures: list[int] = []
    prompt: str | None = None


class Sitting(Struct, frozen=True):
    """Models on one dataset: all its questions, or as many as the page has room for."""

    family: str
    name: str  # the family's, unless there are several datasets of it
    models: list[str]
    about: list[str]  # of whom the page tells: not of baselines, if anybody else is there
    total: int
    questions: list[Asked]


def sittings(
    sat: Mapping[str, Sequence[Marked]], frame_errors: Mapping[str, Mapping[str, frozenset[str]]], book: Book
) -> list[Sitting]:
    """By the name of the dataset: who sat it, and whose boxes were given in another frame. Pictures go into the book."""
    made = albums(book, {name: _need(runs[0]) for name, runs in sat.items()})
    total = sum(runs[0].scores.questions for runs in sat.values())
    share = min(1.0, MOST / max(total, 1))
    return [_sitting(name, runs, frame_errors[name], made[name], share) for name, runs in sat.items()]


def shortened(some: Sequence[Sitting], length: int) -> list[Sitting]:
    """With replies of so many characters at most: they lose their middle, since answers stand at the beginning or the end."""

    def cut(said: Said) -> Said:
        if said.raw is None or len(said.raw) <= length:
            return said
        return structs.replace(said, raw=f"{said.raw[: length // 2]} … {said.raw[-(length // 2) :]}")

    def asked(q: Asked) -> Asked:
        return structs.replace(q, said=[cut(said) for said in q.said])

    return [structs.replace(sitting, questions=[asked(q) for q in sitting.questions]) for sitting in some]


def _need(m: Marked) -> Need:
    dataset = m.run.open_dataset()
    pages = list(islice(dataset, SAMPLED))
    seen = {p.data: p for page in pages for q in page.questions for p in _shown(q)}
    some = list(seen.values())
    count = min(len(dataset), MOST) * len(some) / max(len(pages), 1)
    return Need(some[:: max(1, len(some) // (2 * SAMPLED))], round(count))


def _shown(q: Question) -> tuple[Picture, ...]:
    return (*q.pictures, *q.choice_pictures)


def _sitting(
    name: str, runs: Sequence[Marked], frame_errors: Mapping[str, frozenset[str]], album: Album, share: float
) -> Sitting:
    about = [m for m in runs if m.name not in BASELINES] or list(runs)
    sheets = [_sheet(m, frame_errors.get(m.name, frozenset())) for m in runs]
    wanted = _first(about, int(share * runs[0].scores.questions))
    found: list[Asked] = []
    for page, row in _numbered(runs[0]):
        if page.index in wanted and album.takes(p for q in page.questions for p in _shown(q)):
            found += [_asked(q, row + i, sheets, album) for i, q in enumerate(page.questions)]
    return Sitting(
        family=runs[0].scores.family,
        name=name,
        models=[m.name for m in runs],
        about=[m.name for m in about],
        total=runs[0].sheet.questions.num_rows,
        questions=found,
    )


def _first(about: Sequence[Marked], most: int) -> set[int]:
    """The images to be shown: all, or so many that there are `most` questions; by lot, those with a failure first."""
    images = about[0].images
    wrong = set[int]()
    for m in about:
        answer, evidence = m.answer, m.evidence
        failed = answer.applies & (answer.values < 1) | evidence.applies & (evidence.values < SUFFICIENT)
        wrong |= set(images[failed].tolist())
    numbers, counts = np.unique(images, return_counts=True)
    if counts.sum() <= most:
        return set(numbers.tolist())
    rng = rng_for("report", about[0].column("id")[0].as_py())
    lot = [rng.random() for _ in numbers]
    order = sorted(range(len(numbers)), key=lambda i: (int(numbers[i]) not in wrong, lot[i]))
    kept = np.cumsum(counts[order]) <= most
    return {int(numbers[i]) for i, fits in zip(order, kept, strict=True) if fits}


def _numbered(m: Marked) -> Iterator[tuple[Page, int]]:
    """Each page with the row of its first question."""
    row = 0
    for page in m.run.open_dataset():
        yield page, row
        row += len(page.questions)


class _Sheet(Struct, frozen=True):
    """What one model said, and its marks, taken once."""

    answer: Marks
    evidence: Marks
    said: dict[str, Prediction]
    replies: dict[str, Reply]
    frame_errors: frozenset[str]


def _sheet(m: Marked, frame_errors: frozenset[str]) -> _Sheet:
    path = m.run.folder / REPLIES
    return _Sheet(
        answer=m.answer,
        evidence=m.evidence,
        said={p.question: p for p in read_lines(m.run.predictions)},
        replies={r.question: r for r in read_replies(path)} if path.exists() else {},
        frame_errors=frame_errors,
    )


def _asked(q: Question, row: int, sheets: Sequence[_Sheet], album: Album) -> Asked:
    prompts = (sheet.replies[q.id].prompt for sheet in sheets if q.id in sheet.replies)
    band = {} if q.difficulty is None else {"difficulty": BANDS[min(int(q.difficulty * 3), 2)]}
    return Asked(
        id=q.id,
        text=q.text,
        template=q.template,
        answers=q.answers[:3],
        pictures=album.numbers(q.pictures),
        said=[_said(sheet, row, q) for sheet in sheets],
        facets={"form": q.form, "language": q.language, **q.facets, **band},
        evidence=_outlines(q.evidence.regions) if q.evidence else [],
        labels=q.evidence.labels if q.evidence else {},
        choices=() if q.form == "yes/no" else q.choices,
        choice_pictures=album.numbers(q.choice_pictures),
        prompt=next(prompts, None) or None,
    )


def _said(sheet: _Sheet, row: int, q: Question) -> Said:
    p, reply = sheet.said.get(q.id, Prediction(question=q.id, answer=None)), sheet.replies.get(q.id)
    return Said(
        answer=p.answer,
        outcome=_outcome(sheet, row, p),
        evidence=_outlines(p.evidence.regions),
        labels=p.evidence.labels,
        confidence=p.confidence,
        raw=((reply.text or reply.problem) if reply else p.raw) or None,
    )


def _outcome(sheet: _Sheet, row: int, said: Prediction) -> str:
    reply = sheet.replies.get(said.question)
    if said.question not in sheet.said:
        return "not asked"
    if reply is not None and reply.text is None:
        return "no reply"
    found = outcome(said.answer, sheet.answer, sheet.evidence, row)
    return "wrong frame" if found == "wrong evidence" and said.question in sheet.frame_errors else found


def outcome(said: str | None, answer: Marks, evidence: Marks, row: int) -> str:
    """What became of an answer, by its marks alone."""
    if said is None:
        return "unparsed"
    if answer.applies[row] and answer.values[row] < 1:
        return "wrong answer"
    if evidence.applies[row] and evidence.values[row] < SUFFICIENT:
        return "wrong evidence"
    return "right"


def _outlines(regions: Sequence[Region]) -> list[Outline]:
    return [Outline(r.picture, [round(x, 1) for x in r.shape]) for r in regions]
