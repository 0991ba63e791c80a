"""Entries that stand next to each other, compared on the same questions: once for each two, by the worker."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from sqlalchemy import insert, select

from eyechart.core import Marks
from eyechart.reporting.differences import Difference, difference
from eyechart.web.board.halves import MARKS, PUBLIC
from eyechart.web.board.standing import leaderboard, neighbours
from eyechart.web.board.submissions import all_benchmarks, folder_of
from eyechart.web.board.tables import comparisons
from eyechart.web.database import Database
from eyechart.web.site import Site


class _Kept(Struct, frozen=True):
    marks: Marks
    image: np.ndarray[tuple[int], np.dtype[np.int64]]
    public: np.ndarray[tuple[int], np.dtype[np.bool_]]


def compare_neighbours(site: Site, database: Database) -> None:
    """Compare all that stand next to each other on a leaderboard and were not compared yet."""
    for benchmark in all_benchmarks(database):
        board = leaderboard(database, benchmark)
        pairs = neighbours([entry.id for entry in board.entries])
        with database.reading() as connection:
            known = select(comparisons.c.first, comparisons.c.second).where(comparisons.c.half == board.half)
            done = {(first, second) for first, second in connection.execute(known)}
        for above, below in pairs:
            if (above, below) not in done:
                found = compared(folder_of(site, above), folder_of(site, below), board.half)
                if found is not None:
                    _noted(database, above, below, board.half, found)


def compared(above: Path, below: Path, half: str) -> Difference | None:
    """above − below on the questions of a half; None where there is no mark of both."""
    first, second = _kept(above), _kept(below)
    rows = first.public if half == PUBLIC else ~first.public
    some = [Marks(one.marks.values[rows], one.marks.applies[rows]) for one in (first, second)]
    return difference(some[0], some[1], first.image[rows])


def _kept(folder: Path) -> _Kept:
    with np.load(folder / MARKS, allow_pickle=False) as found:
        return _Kept(Marks(found["values"], found["applies"]), found["image"], found["public"])


def _noted(database: Database, above: str, below: str, half: str, found: Difference) -> None:
    text = msgspec.json.encode(found).decode()
    with database.writing() as connection:
        same = (comparisons.c.first == above) & (comparisons.c.second == below) & (comparisons.c.half == half)
        if connection.execute(select(comparisons.c.first).where(same)).first() is None:
            connection.execute(insert(comparisons).values(first=above, second=below, half=half, difference=text))
