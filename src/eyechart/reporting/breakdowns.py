"""Marks by a facet: its values down, models across; what is asked least often folded away, if there are many."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from eyechart.reporting.marked import titles
from eyechart.score import Score, Scores

BROKEN_DOWN = ("answer", "evidence", "joint")
ROWS = 40  # that are not folded away: some facets have a value for nearly every question


class Column(Struct, frozen=True):
    model: str
    title: str  # of the metric


class Row(Struct, frozen=True):
    value: str
    marks: list[Score | None]  # in each column; None where the metric does not apply
    questions: int


class Breakdown(Struct, frozen=True):
    facet: str
    columns: list[Column]
    shown: list[Row]
    folded: list[Row]


def breakdowns(runs: Sequence[Scores]) -> list[Breakdown]:
    """By every facet that somebody was marked by."""
    facets = dict.fromkeys(facet for scores in runs for facet in scores.facets())
    return [found for facet in facets if (found := breakdown(facet, runs)) is not None]


def breakdown(facet: str, runs: Sequence[Scores]) -> Breakdown | None:
    """None for a facet with one value: it says nothing."""
    values = list(dict.fromkeys(s.value for scores in runs for s in scores.by(facet, "answer")))
    if len(values) < 2:
        return None
    names = [name for name in BROKEN_DOWN if any(scores.by(facet, name) for scores in runs)]
    cells = [(scores.model, name, {s.value: s for s in scores.by(facet, name)}) for scores in runs for name in names]
    rows = [_row(value, [found.get(value) for _, _, found in cells]) for value in values]
    often = {row.value for row in sorted(rows, key=lambda row: -row.questions)[:ROWS]}
    return Breakdown(
        facet=facet,
        columns=[Column(model, titles()[name]) for model, name, _ in cells],
        shown=[row for row in rows if row.value in often],
        folded=[row for row in rows if row.value not in often],
    )


def _row(value: str, marks: list[Score | None]) -> Row:
    return Row(value, marks, max(mark.questions for mark in marks if mark is not None))
