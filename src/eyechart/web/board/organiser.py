"""The organisers' page: the queue, what failed and why, who has used how much, and everything as a file."""

from __future__ import annotations

from datetime import datetime

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response
from msgspec import Struct
from sqlalchemy import func, select

from eyechart.score import Scores
from eyechart.web.board.api import Name
from eyechart.web.board.doors import Data, Organiser
from eyechart.web.board.halves import PRIVATE, PUBLIC
from eyechart.web.board.official import official_of
from eyechart.web.board.submissions import Submission, benchmark_named, opened
from eyechart.web.board.tables import FAILED, QUEUED, SCORING, benchmarks, people, scores, submissions
from eyechart.web.database import Database, now
from eyechart.web.pages import Pages
from eyechart.web.spreadsheet import as_csv

router = APIRouter(include_in_schema=False)
FAILURES = 50  # that are shown, the last first


class Used(Struct, frozen=True):
    """How much of a quota somebody has used."""

    team: str
    benchmark: str
    today: int
    daily: int
    all: int
    failed: int


class Waiting(Struct, frozen=True):
    """A submission in the queue, or one that failed."""

    submission: Submission
    benchmark: str
    attempts: int


@router.get("/organiser")
def page(request: Request, database: Data, person: Organiser) -> Response:
    return Pages.of(request).show(
        request,
        "organiser.html",
        queue=_some(database, (QUEUED, SCORING)),
        failures=_some(database, (FAILED,)),
        used=_used(database),
        benchmarks=_benchmarks(database),
    )


def _benchmarks(database: Database) -> list[tuple[str, str, datetime | None]]:
    with database.reading() as connection:
        rows = connection.execute(select(benchmarks.c.name, benchmarks.c.title, benchmarks.c.closes))
        return [(row.name, row.title, row.closes) for row in rows]


def _some(database: Database, states: tuple[str, ...]) -> list[Waiting]:
    wanted = (
        select(submissions, people.c.name.label("team"), benchmarks.c.name.label("board"))
        .join(people, people.c.id == submissions.c.person)
        .join(benchmarks, benchmarks.c.id == submissions.c.benchmark)
        .where(submissions.c.state.in_(states))
    )
    order = submissions.c.finished.desc() if FAILED in states else submissions.c.created
    with database.reading() as connection:
        rows = connection.execute(wanted.order_by(order).limit(FAILURES)).all()
    return [Waiting(opened(row), row.board, row.attempts) for row in rows]


def _used(database: Database) -> list[Used]:
    today = now().replace(hour=0, minute=0, second=0, microsecond=0)
    kept, recent = submissions.c.state != FAILED, submissions.c.created >= today
    wanted = (
        select(
            people.c.name,
            benchmarks.c.name,
            func.count().filter(kept & recent),
            benchmarks.c.daily,
            func.count().filter(kept),
            func.count().filter(~kept),
        )
        .join(people, people.c.id == submissions.c.person)
        .join(benchmarks, benchmarks.c.id == submissions.c.benchmark)
        .group_by(people.c.name, benchmarks.c.name, benchmarks.c.daily)
        .order_by(people.c.name, benchmarks.c.name)
    )
    with database.reading() as connection:
        return [Used(*row) for row in connection.execute(wanted)]


@router.get("/organiser/{name}/export.csv")
def export(name: Name, database: Data, person: Organiser) -> Response:
    """Every submission with its exact marks on both halves."""
    found = benchmark_named(database, name)
    official = official_of(found.family)
    wanted = (
        select(submissions, people.c.name.label("team"), scores.c.half, scores.c.scores)
        .join(people, people.c.id == submissions.c.person)
        .outerjoin(scores, scores.c.submission == submissions.c.id)
        .where(submissions.c.benchmark == found.id)
        .order_by(submissions.c.created, scores.c.half)
    )
    head = ["submission", "team", "method", "training", "file", "state", "created", "withdrawn", "half"]
    rows: list[list[str | float | None]] = [[*head, *(name.replace("\n", " ") for name in official.headings())]]
    with database.reading() as connection:
        for row in connection.execute(wanted):
            one = opened(row)
            marks = official.marks(msgspec.json.decode(row.scores, type=Scores), one.training) if row.scores else {}
            means = [round(100 * marks[h].mean, 4) if h in marks else None for h in official.headings()]
            moments = [f"{moment:%Y-%m-%d %H:%M:%S}" if moment else None for moment in (one.created, one.withdrawn)]
            half = row.half if row.half in (PUBLIC, PRIVATE) else None
            rows.append([one.id, one.team, one.method, one.training, one.file, one.state, *moments, half, *means])
    saved = {"Content-Disposition": f'attachment; filename="{found.name}-export.csv"'}
    return Response(as_csv(rows), media_type="text/csv", headers=saved)
