"""What its owner is told of a submission: rounded public marks if they rose, and all marks once the benchmark is closed."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from sqlalchemy import func, select

from eyechart.reporting.numerals import percent
from eyechart.score import Scores
from eyechart.web.board.halves import PUBLIC
from eyechart.web.board.official import Told
from eyechart.web.board.standing import marks
from eyechart.web.board.submissions import Benchmark, Submission, is_scored
from eyechart.web.board.tables import scores, submissions
from eyechart.web.database import Database


class Verdict(Struct, frozen=True):
    halves: dict[str, dict[str, Told]]  # by half and heading
    note: str = ""


def verdict(database: Database, benchmark: Benchmark, one: Submission) -> Verdict:
    if not is_scored(one):
        return Verdict({})
    if not benchmark.closed and one.shown is None:
        best = percent(_best(database, one))
        step = percent(benchmark.step)
        return Verdict(
            {}, f"Not {step} points above your best so far ({best} %): public marks are told when they rise by that."
        )
    with database.reading() as connection:
        rows = connection.execute(select(scores.c.half, scores.c.scores).where(scores.c.submission == one.id)).all()
    halves = {}
    for half, text in sorted(rows, key=lambda row: row.half != PUBLIC):
        if half == PUBLIC or benchmark.closed:
            halves[half] = marks(benchmark, msgspec.json.decode(text, type=Scores), one.training)[0]
    return Verdict(
        halves,
        ""
        if benchmark.closed
        else f"Rounded to {percent(benchmark.step)} points, or more where a column has fewer questions.",
    )


def _best(database: Database, one: Submission) -> float:
    same = (submissions.c.person == one.person) & (submissions.c.benchmark == one.benchmark)
    with database.reading() as connection:
        found = connection.execute(select(func.max(submissions.c.shown)).where(same)).scalar_one()
    return float(found or 0.0)
