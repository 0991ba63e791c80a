"""Learning curves of trained networks and of those being taught: right answers and loss as lines of an SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from eyechart.models.learning.folder import ABOUT, CURVE, read
from eyechart.store.foreign import reading
from eyechart.store.job import about
from eyechart.store.lock import ROOM, holder

WIDTH, HEIGHT, LEFT, TOP, BELOW = 720.0, 220.0, 46.0, 12.0, 26.0
TICKS = 4
LINES = ("training", "validation", "average")


class Line(Struct, frozen=True):
    name: str
    points: str  # as SVG writes them
    last: float


class Plot(Struct, frozen=True):
    title: str
    lines: list[Line]
    across: list[tuple[float, str]]  # ticks: where, and in words
    up: list[tuple[float, str]]
    best: float | None  # where


class Curve(Struct, frozen=True):
    """What is known of a training, finished or not."""

    told: str
    facts: list[tuple[str, str]]
    plots: list[Plot]
    rows: list[dict[str, float]]
    live: bool  # somebody is at it


def curve(folder: Path) -> Curve:
    """Of a folder of `eyechart train`; while it is at work, as far as it has come."""
    at_work, trained = holder(folder), (folder / ABOUT).is_file()
    facts: list[tuple[str, str]] = []
    best: int | None = None
    if trained:
        found = read(folder)
        best = found.best
        facts = [
            ("network", found.lesson.network), ("preset", found.lesson.preset), ("seed", str(found.lesson.seed)),
            ("trained on", found.lesson.data.told), ("validated on", found.lesson.validated.told),
            ("parameters", f"{found.parameters:,}"), ("updates", f"{found.steps:,}"), ("best after", f"{found.best:,}"),
            ("right on validation", f"{found.accuracy:.1%}"),
        ]  # fmt: skip
    begun = about(folder)
    if at_work:
        facts.append(("at work", at_work))
    if begun is not None and begun.command:
        facts.append(("begun by", begun.command))
    rows = _rows(folder)
    told = "at work" if at_work else "finished" if trained and begun is None else "stopped: the same command goes on"
    return Curve(told, facts, _plots(rows, best), rows, at_work is not None)


def _rows(folder: Path) -> list[dict[str, float]]:
    """The looks at the validation set: those of the work under way, or of the finished network; none, if there were none."""
    path = next((p for p in (folder / ROOM / CURVE, folder / CURVE) if p.is_file()), None)
    if path is None:
        return []
    with reading(path):
        table: pa.Table = pq.read_table(path)
        return list(table.select(["step", "loss", *LINES]).to_pylist())


def _plots(rows: Sequence[Mapping[str, float]], best: int | None) -> list[Plot]:
    if not rows:
        return []
    most = max((row["loss"] for row in rows), default=1.0) or 1.0
    return [
        _plot("right answers", rows, LINES, 1.0, best),
        _plot("loss", rows, ("loss",), most, best),
    ]


def _plot(title: str, rows: Sequence[Mapping[str, float]], names: Sequence[str], most: float, best: int | None) -> Plot:
    last = max(row["step"] for row in rows) or 1

    def x(step: float) -> float:
        return round(LEFT + (WIDTH - LEFT) * step / last, 1)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BELOW) * (1 - min(value, most) / most), 1)

    lines = [Line(n, " ".join(f"{x(r['step'])},{y(r[n])}" for r in rows), rows[-1][n]) for n in names]
    across = [(x(last * n / TICKS), f"{round(last * n / TICKS):,}") for n in range(TICKS + 1)]
    up = [(y(most * n / TICKS), f"{most * n / TICKS:.2f}") for n in range(TICKS + 1)]
    return Plot(title, lines, across, up, None if best is None else x(best))
