"""Where the numbers come from: when a model sat, by which command, where and how it was asked, for how much and how fast."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec import Struct

from eyechart.reporting.marked import Marked, asking_of
from eyechart.store.folder import Manifest
from eyechart.store.run import Begun, Run, begun
from eyechart.talk.asking import Asking as Options
from eyechart.talk.asking import Purse, Reply
from eyechart.talk.converse import BEFOREHAND, REPLIES, read_replies


class Asking(Struct, frozen=True):
    """What asking.json tells of how a model was asked."""

    frame: str
    pictures: str
    send: tuple[str, ...] = ()
    endpoint: str | None = None
    price: tuple[float, float] | None = None  # of a million tokens in and out


class Traffic(Struct, frozen=True):
    """What became of the requests."""

    replies: int
    failed: int
    repeated: int
    cached: int  # that came from earlier runs: their tokens and seconds are told, and cost nothing
    beforehand: int  # requests before the first question, with their tokens: a first word, and a calibration
    tokens_in: int
    tokens_out: int
    cost: float | None  # in the currency of the price; None: it is not known
    median: float  # seconds until a reply
    slow: float  # of twenty replies one took longer
    prompt: str  # the first


class Origin(Struct, frozen=True):
    """Of one run."""

    model: str
    family: str
    altered: str
    sample: int | None  # which, if there are several
    begun: Begun
    asking: Asking | None  # None: it is not talked to
    traffic: Traffic | None


class Data(Struct, frozen=True):
    """Of one dataset."""

    name: str
    about: Manifest  # its questions: those that were asked
    fingerprint: str
    whole: int  # how many questions it holds


def origins(runs: Sequence[Marked]) -> list[Origin]:
    return [_origin(m, run) for m in runs for run in m.runs]


def data(name: str, m: Marked) -> Data:
    dataset = m.run.open_dataset()
    whole = sum(shard.questions for shard in dataset.manifest.shards)
    return Data(name, dataset.manifest, m.run.fingerprint, whole)


def _origin(m: Marked, run: Run) -> Origin:
    path, files = asking_of(run), [run.folder / name for name in (REPLIES, BEFOREHAND)]
    asking = None if path is None else msgspec.json.decode(path.read_bytes(), type=Asking)
    said, before = [list(read_replies(file)) if file.exists() else [] for file in files]
    traffic = _traffic(said, before, asking.price if asking else None) if said else None
    sample = run.sample if len(m.runs) > 1 else None
    return Origin(m.name, m.scores.family, run.altered, sample, begun(run), asking, traffic)


def _traffic(said: Sequence[Reply], before: Sequence[Reply], price: tuple[float, float] | None) -> Traffic:
    both = [*said, *before]
    purse = Purse(Options(price=price))
    for reply in both:
        purse.pay(reply)
    median, slow = np.quantile([r.seconds for r in said], (0.5, 0.95))
    return Traffic(
        replies=len(said),
        failed=sum(r.text is None for r in said),
        repeated=sum(max(r.attempts - 1, 0) for r in said),
        cached=sum(r.cached for r in said),
        beforehand=len(before),
        tokens_in=sum(r.tokens_in for r in both),
        tokens_out=sum(r.tokens_out for r in both),
        cost=None if price is None else purse.spent,
        median=float(median),
        slow=float(slow),
        prompt=said[0].prompt,
    )
