"""What went wrong, to look at: pictures with both boxes drawn, prompt and reply, as data for the page's browser.

Pictures are kept once each, shrunk where they are large, and only as many as fit the page; which ones is decided by lot,
evenly over templates.
"""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
import skia

from eyechart.asking import Reply
from eyechart.converse import REPLIES, read_replies
from eyechart.core import Picture, Prediction, Question, Region, outline
from eyechart.drawing.compose import decode
from eyechart.metrics.joint import SUFFICIENT
from eyechart.predictions import read_lines
from eyechart.reporting.marked import BASELINES, Marked
from eyechart.seeding import rng_for

PICTURE_BYTES = 9_000_000  # of a page, before base64
WORDS = 4_000_000  # bytes of questions, prompts and replies
LONGEST_SIDE = 640  # pixels; larger pictures are shrunk
LIGHT = 40_000  # bytes from which a picture is recompressed
LONGEST_REPLY = 2000  # characters shown
OUTCOMES = ("no reply", "unparsed", "wrong answer", "wrong frame", "wrong evidence", "right")


def outcome(m: Marked, row: int, said: str | None, failed: bool, framed: bool) -> str:
    if failed:
        return "no reply"
    if said is None:
        return "unparsed"
    if m.answer.applies[row] and m.answer.values[row] < 1:
        return "wrong answer"
    if m.evidence.applies[row] and m.evidence.values[row] < SUFFICIENT:
        return "wrong frame" if framed else "wrong evidence"
    return "right"


def failures(runs: Sequence[Marked], frame_errors: dict[str, frozenset[str]], share: float) -> dict[str, Any]:
    """The data for one family. `share` is this family's part of the page."""
    same = [m for m in runs if m.run.dataset == runs[0].run.dataset]
    told = [m for m in same if m.name not in BASELINES] or same
    rows = _failing(told)
    ids = same[0].column("id").to_pylist()
    chosen = _spread(rows, same[0].column("template").to_pylist(), ids)
    wanted = {ids[row]: row for row in chosen}
    said = {m.name: {p.question: p for p in read_lines(m.run.predictions) if p.question in wanted} for m in same}
    replies = {m.name: _replies(m, wanted) for m in same}
    pictures: dict[str, Any] = {}
    items: list[dict[str, Any]] = []
    room, words = PICTURE_BYTES * share, WORDS * share
    kept = _questions(same[0], set(chosen[: int(4000 * share)]))
    order = {id: place for place, id in enumerate(wanted)}
    for q in sorted(kept, key=lambda q: order[q.id]):
        keys = [_key(p) for p in (*q.pictures, *q.choice_pictures)]
        new = {k: _shrunk(p) for k, p in zip(keys, (*q.pictures, *q.choice_pictures), strict=True) if k not in pictures}
        size = sum(len(p["u"]) for p in new.values()) * 0.75
        models = [_said(m, wanted[q.id], q, said, replies, frame_errors) for m in same]
        item = _item(q, keys, models, replies)
        length = len(msgspec.json.encode(item))
        if size > room or length > words:
            continue
        room, words = room - size, words - length
        pictures |= new
        items.append(item)
    return {"total": len(rows), "asked": len(ids), "items": items, "pictures": pictures}


def _failing(told: Sequence[Marked]) -> list[int]:
    wrong = np.zeros(told[0].sheet.questions.num_rows, bool)
    for m in told:
        wrong |= m.answer.applies & (m.answer.values < 1)
        wrong |= m.evidence.applies & (m.evidence.values < SUFFICIENT)
    return [int(i) for i in np.nonzero(wrong)[0]]


def _spread(rows: list[int], templates: list[str], ids: list[str]) -> list[int]:
    """By lot, a question of each template in turn; questions of one page stay together, since they share a picture."""
    piles: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        piles[templates[row]].append(row)
    for pile in piles.values():
        pile.sort(key=lambda row: rng_for("failures", ids[row].rpartition("/")[0]).random())
    turns = []
    for depth in range(max(map(len, piles.values()), default=0)):
        turns += [pile[depth] for _, pile in sorted(piles.items()) if depth < len(pile)]
    return turns


def _questions(m: Marked, rows: set[int]) -> Iterator[Question]:
    row = 0
    for page in m.run.open_dataset():
        for q in page.questions:
            if row in rows:
                yield q
            row += 1


def _replies(m: Marked, wanted: dict[str, int]) -> dict[str, Reply]:
    path = m.run.folder / REPLIES
    return {r.question: r for r in read_replies(path) if r.question in wanted} if path.exists() else {}


def _key(picture: Picture) -> str:
    return blake2b(picture.data, digest_size=8).hexdigest()


def _shrunk(picture: Picture) -> dict[str, Any]:
    """A data URL, and the picture's own size, in which boxes are drawn."""
    data, form = picture.data, picture.format
    side = max(picture.width, picture.height)
    if side > LONGEST_SIDE or len(data) > LIGHT:
        scale = min(1.0, LONGEST_SIDE / side)
        surface = skia.Surface(max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        pen = surface.getCanvas()
        pen.scale(scale, scale)
        pen.drawImage(decode(picture), 0, 0, skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear))
        smaller = bytes(surface.makeImageSnapshot().encodeToData(skia.kJPEG, 82))
        if len(smaller) < len(data):
            data, form = smaller, "jpeg"
    return {"u": f"data:image/{form};base64,{base64.b64encode(data).decode()}", "w": picture.width, "h": picture.height}


def _shapes(regions: Sequence[Region]) -> list[Any]:
    return [[r.picture, " ".join(f"{x:g},{y:g}" for x, y in outline(r.shape))] for r in regions]


def _said(
    m: Marked,
    row: int,
    q: Question,
    said: dict[str, dict[str, Prediction]],
    replies: dict[str, dict[str, Reply]],
    frame_errors: dict[str, frozenset[str]],
) -> dict[str, Any]:
    p, reply = said[m.name][q.id], replies[m.name].get(q.id)
    made: dict[str, Any] = {
        "m": m.name,
        "a": p.answer,
        "o": outcome(m, row, p.answer, reply is not None and reply.text is None, q.id in frame_errors.get(m.name, ())),
        "e": _shapes(p.evidence.regions),
    }
    if p.evidence.labels:
        made["labels"] = p.evidence.labels
    if p.confidence is not None:
        made["c"] = p.confidence
    raw = (reply.text or reply.problem) if reply else p.raw
    if raw:
        made["raw"] = raw[:LONGEST_REPLY]
    return made


def _prompt(q: Question, replies: dict[str, dict[str, Reply]]) -> str:
    return next((some[q.id].prompt for some in replies.values() if q.id in some), "")


def _item(
    q: Question, keys: list[str], models: list[dict[str, Any]], replies: dict[str, dict[str, Reply]]
) -> dict[str, Any]:
    own = len(q.pictures)
    made: dict[str, Any] = {
        "id": q.id,
        "q": q.text,
        "t": q.template,
        "a": list(q.answers[:3]),
        "p": keys[:own],
        "e": _shapes(q.evidence.regions) if q.evidence else [],
        "s": models,
    }
    if q.choices and q.form != "yes/no":
        made["ch"] = list(q.choices)
    if keys[own:]:
        made["cp"] = keys[own:]
    if q.evidence and q.evidence.labels:
        made["labels"] = q.evidence.labels
    prompt = _prompt(q, replies)
    if prompt:
        made["prompt"] = prompt
    return made
