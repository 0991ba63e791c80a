"""The queue, in the database: each submission is claimed by one worker for a while, and its result is recorded once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, func, insert, select, update

from eyechart.score import Scores
from eyechart.web.board.halves import PUBLIC
from eyechart.web.board.official import rounded
from eyechart.web.board.tables import FAILED, QUEUED, SCORED, SCORING, benchmarks, people, scores, submissions
from eyechart.web.database import Database, now

LEASE = timedelta(seconds=15)  # a worker that says nothing for so long is taken for dead
MOST = 8  # attempts: what kills its worker so often is not tried again
GIVEN_UP = f"Scoring was begun {MOST} times and never ended. The organisers see it too."


class Claim(Struct, frozen=True):
    """A submission that is ours for a while."""

    id: str
    benchmark: str  # its name
    metric: str
    method: str
    file: str
    worker: str


def claim(database: Database, worker: str) -> Claim | None:
    """The oldest that waits; now nobody else gets it."""
    with database.writing() as connection:
        waiting = select(submissions.c.id).where(submissions.c.state == QUEUED)
        # The subquery of an UPDATE cannot skip what others hold; a row that is locked first can.
        first = waiting.order_by(submissions.c.created, submissions.c.id).limit(1).with_for_update(skip_locked=True)
        id = connection.execute(first).scalar_one_or_none()
        if id is None:
            return None
        mine = {"state": SCORING, "worker": worker, "lease": now() + LEASE, "attempts": submissions.c.attempts + 1}
        connection.execute(update(submissions).where(submissions.c.id == id).values(**mine))
        told = (submissions.c.id, benchmarks.c.name, benchmarks.c.metric, submissions.c.method, submissions.c.file)
        joined = select(*told).join(benchmarks, benchmarks.c.id == submissions.c.benchmark)
        return Claim(*connection.execute(joined.where(submissions.c.id == id)).one(), worker)


def renew(database: Database, claimed: Claim) -> bool:
    """Still at it. False: it was taken from us."""
    with database.writing() as connection:
        found = connection.execute(update(submissions).where(_ours(claimed)).values(lease=now() + LEASE))
    return found.rowcount == 1


def requeue(database: Database) -> None:
    """Those whose worker is silent wait again, or are given up if that has happened often."""
    lost = (submissions.c.state == SCORING) & (submissions.c.lease < now())
    free = {"worker": None, "lease": None}
    with database.writing() as connection:
        again = lost & (submissions.c.attempts < MOST)
        connection.execute(update(submissions).where(again).values(state=QUEUED, **free))
        gone = {"state": FAILED, "finished": now(), "faults": msgspec.json.encode([GIVEN_UP]).decode()}
        connection.execute(update(submissions).where(lost).values(**gone, **free))


def release(database: Database, claimed: Claim) -> None:
    """It waits again, as if we had died."""
    with database.writing() as connection:
        connection.execute(update(submissions).where(_ours(claimed)).values(lease=now() - LEASE))
    requeue(database)


def record(database: Database, claimed: Claim, halves: Mapping[str, Scores]) -> bool:
    """Its scores, all in one transaction. False: it was no longer ours, and nothing was recorded."""
    with database.writing() as connection:
        done = {"state": SCORED, "finished": now(), "worker": None, "lease": None}
        if connection.execute(update(submissions).where(_ours(claimed)).values(**done)).rowcount != 1:
            return False
        for half, found in halves.items():
            text = msgspec.json.encode(found).decode()
            connection.execute(insert(scores).values(submission=claimed.id, half=half, scores=text))
        row = connection.execute(
            select(submissions.c.person, submissions.c.benchmark, benchmarks.c.step)
            .join(benchmarks, benchmarks.c.id == submissions.c.benchmark)
            .where(submissions.c.id == claimed.id)
        ).one()
        # One person's marks are told one after the other: two at once would both be the first to rise.
        connection.execute(select(people.c.id).where(people.c.id == row.person).with_for_update())
        same = (submissions.c.person == row.person) & (submissions.c.benchmark == row.benchmark)
        best = connection.execute(select(func.max(submissions.c.shown)).where(same)).scalar_one()
        mark = halves[PUBLIC].overall(claimed.metric)
        if mark is not None and (shown := better(rounded(mark, row.step).mean, best, row.step)) is not None:
            connection.execute(update(submissions).where(submissions.c.id == claimed.id).values(shown=shown))
    return True


def better(mark: float, best: float | None, step: float) -> float | None:
    """The mark, if it is a step above the best that this person was told before; else nothing is told.

    This is the ladder of Blum and Hardt (2015): who probes answers by many submissions learns of improvements only.
    """
    return mark if best is None or mark >= best + step * 0.999 else None


def fail(database: Database, claimed: Claim, faults: Sequence[str]) -> bool:
    """Why it cannot be scored, line by line."""
    failed = {"state": FAILED, "finished": now(), "worker": None, "lease": None}
    told = msgspec.json.encode(list(faults)).decode()
    with database.writing() as connection:
        return connection.execute(update(submissions).where(_ours(claimed)).values(**failed, faults=told)).rowcount == 1


def _ours(claimed: Claim) -> ColumnElement[bool]:
    return (
        (submissions.c.id == claimed.id) & (submissions.c.state == SCORING) & (submissions.c.worker == claimed.worker)
    )
