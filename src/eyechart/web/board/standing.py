"""The leaderboard of a benchmark: who stands where, by which marks, and how sure the order is.

While a benchmark is open the public half is told, rounded, in the official columns that have questions enough, and only when
somebody's mark over everything has risen by a step. Once it is closed the private half is told as it is, in all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import select

from eyechart.compare import holm
from eyechart.reporting.differences import Difference
from eyechart.score import Scores
from eyechart.web.board.halves import PRIVATE, PUBLIC
from eyechart.web.board.official import Told, coarse, official_of, told
from eyechart.web.board.submissions import Benchmark, Card, Submission, opened
from eyechart.web.board.tables import SCORED, comparisons, people, scores, submissions
from eyechart.web.database import Database
from eyechart.web.spreadsheet import as_csv

CLEAR = 0.05  # adjusted chance below which a difference is no accident


class Beside(Struct, frozen=True):
    """An entry beside the one above it: how much lower its mark is on the same questions."""

    clear: bool  # no accident, by Holm over all neighbours
    difference: Difference | None = None  # once the benchmark is closed
    adjusted: float | None = None


class Entry(Struct, frozen=True):
    rank: int
    id: str
    team: str
    method: str
    training: str
    card: Card
    submitted: datetime
    marks: dict[str, Told]  # by heading
    ratios: dict[str, float]
    above: Beside | None = None  # None: it is the first, or they are not compared yet


class Leaderboard(Struct, frozen=True):
    benchmark: Benchmark
    half: str
    headings: tuple[str, ...]  # those that some entry has a mark under
    ratios: tuple[str, ...]
    entries: tuple[Entry, ...]


def half_of(benchmark: Benchmark) -> str:
    return PRIVATE if benchmark.closed else PUBLIC


def leaderboard(database: Database, benchmark: Benchmark) -> Leaderboard:
    half = half_of(benchmark)
    found = _scored(database, benchmark, half)
    official = official_of(benchmark.family)
    listed = ranked(benchmark, chosen(found))
    beside = _beside(database, [one.id for one, _ in listed], half, benchmark.closed)
    entries = [_entry(rank, one, own, benchmark) for rank, (one, own) in enumerate(listed, 1)]
    entries = [msgspec.structs.replace(one, above=beside.get(one.id)) for one in entries]
    return Leaderboard(
        benchmark,
        half,
        tuple(name for name in official.headings() if any(name in one.marks for one in entries)),
        tuple(name for name in official.ratios if any(name in one.ratios for one in entries)),
        tuple(entries),
    )


Scored = tuple[Submission, Scores]


def _scored(database: Database, benchmark: Benchmark, half: str) -> list[Scored]:
    """Entries that are not withdrawn, with their scores on a half, in the order in which they came."""
    wanted = (
        select(submissions, people.c.name.label("team"), scores.c.scores)
        .join(people, people.c.id == submissions.c.person)
        .join(scores, (scores.c.submission == submissions.c.id) & (scores.c.half == half))
        .where(
            submissions.c.benchmark == benchmark.id,
            submissions.c.state == SCORED,
            submissions.c.withdrawn.is_(None),
        )
        .order_by(submissions.c.created, submissions.c.id)
    )
    if half == PUBLIC:
        wanted = wanted.where(submissions.c.shown.is_not(None))
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
    return [(opened(row), _decoded(row.scores)) for row in rows]


@lru_cache(maxsize=1000)  # what is recorded does not change, and is looked at by everybody
def _decoded(text: str) -> Scores:
    return msgspec.json.decode(text, type=Scores)


def chosen(found: Sequence[Scored]) -> list[Scored]:
    """Of each person's method one entry: the one with the best mark that was told, else the last.

    What counts in the end is thus chosen by what was known before: never by the private half.
    """
    best: dict[tuple[int, str], Scored] = {}
    for one in found:
        key = (one[0].person, one[0].method)
        before = best.get(key)
        if before is None or (one[0].shown or 0.0) >= (before[0].shown or 0.0):
            best[key] = one
    return list(best.values())


def ranked(benchmark: Benchmark, found: Sequence[Scored]) -> list[Scored]:
    """By what is told, so that the order tells nothing more; who came first stands first."""

    def place(one: Scored) -> tuple[float, datetime]:
        submission, own = one
        mark = own.overall(benchmark.metric)
        exact = mark.mean if mark is not None else 0.0
        return -(exact if benchmark.closed else submission.shown or 0.0), submission.created

    return sorted(found, key=place)


def marks(benchmark: Benchmark, own: Scores, training: str) -> tuple[dict[str, Told], dict[str, float]]:
    """What may be told of scores now: official columns, and ratios of what is told."""
    official = official_of(benchmark.family)
    may = own if benchmark.closed else coarse(own, benchmark.step)
    return {name: told(one) for name, one in official.marks(may, training).items()}, official.quotients(may)


def _entry(rank: int, one: Submission, own: Scores, benchmark: Benchmark) -> Entry:
    shown, ratios = marks(benchmark, own, one.training)
    return Entry(rank, one.id, one.team, one.method, one.training, one.card, one.created, shown, ratios)


def neighbours(ids: Sequence[str]) -> list[tuple[str, str]]:
    """Each entry with the one above it: above, below."""
    return list(pairwise(ids))


def _beside(database: Database, ids: Sequence[str], half: str, closed: bool) -> Mapping[str, Beside]:
    pairs = neighbours(ids)
    wanted = select(comparisons).where(comparisons.c.second.in_(ids), comparisons.c.half == half)
    with database.reading() as connection:
        rows = connection.execute(wanted).all()
    known: dict[tuple[Any, Any], Difference] = {
        (row.first, row.second): msgspec.json.decode(row.difference, type=Difference) for row in rows
    }
    found = [(below, known[above, below]) for above, below in pairs if (above, below) in known]
    adjusted = holm([one.p for _, one in found])
    return {
        below: Beside(p < CLEAR, one, p) if closed else Beside(p < CLEAR)
        for (below, one), p in zip(found, adjusted, strict=True)
    }


# ---- as a file


def leaderboard_csv(board: Leaderboard) -> str:
    """Marks in per cent, each with its interval."""
    names = [heading.replace("\n", " ") for heading in board.headings]
    head = ["rank", "team", "method", "training", "submitted"]
    head += [f"{name}{end}" for name in names for end in ("", " low", " high")] + [*board.ratios]
    return as_csv([[*head, "clearly below the one above"], *(_row(board, entry) for entry in board.entries)])


def _row(board: Leaderboard, entry: Entry) -> list[str | float | None]:
    row: list[str | float | None] = [
        entry.rank,
        entry.team,
        entry.method,
        entry.training,
        f"{entry.submitted:%Y-%m-%d}",
    ]
    for heading in board.headings:
        mark = entry.marks.get(heading)
        row += [None] * 3 if mark is None else [round(100 * n, 4) for n in (mark.mean, mark.low, mark.high)]
    row += [entry.ratios.get(heading) for heading in board.ratios]
    return [*row, None if entry.above is None else "yes" if entry.above.clear else "no"]
