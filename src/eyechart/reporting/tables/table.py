"""What a table is: columns and cells, each with its numbers and with the words for them. How it is printed is not its business."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from eyechart.reporting.numerals import NOTHING, chance, interval, percent, points, thousands
from eyechart.score import Score

Plain = str | int | float | None


class Cell(Struct, frozen=True):
    """What stands in a place of a table: as it is read, and as it is counted with."""

    text: str
    value: Plain | Mapping[str, float] = None  # several numbers have names: mean, low, high
    interval: str = ""  # beside the text, or below it
    loud: bool = False


Entry = Cell | str | int | None
"""What may be put into a table; None: does not apply."""


class Column(Struct, frozen=True):
    name: str
    numbers: bool = False  # stand at the right
    wraps: bool = True


class Table(Struct, frozen=True, kw_only=True):
    title: str = ""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    about: str = ""  # what stands below
    dense: bool = False  # without room between columns
    stacked: bool = False  # intervals below their numbers
    shown: int | None = None  # rows on a terminal, at most
    rule: int | None = None  # a line above the row of this number


def heads(*columns: Column | str) -> tuple[Column, ...]:
    """A name alone heads a column of words."""
    return tuple(Column(one) if isinstance(one, str) else one for one in columns)


def entered(rows: Iterable[Iterable[Entry]]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(tuple(map(cell, row)) for row in rows)


def numbers(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, numbers=True) for name in names)


def cell(entry: Entry) -> Cell:
    if isinstance(entry, Cell):
        return entry
    if entry is None:
        return Cell(NOTHING)
    return Cell(thousands(entry) if isinstance(entry, int) else entry, entry)


def mark(score: Score | None) -> Cell:
    """A mean of marks in per cent, with its interval; None where the metric does not apply."""
    if score is None:
        return cell(None)
    found = {"mean": _hundred(score.mean), "low": _hundred(score.low), "high": _hundred(score.high)}
    return Cell(percent(score.mean), found, interval(score.low, score.high))


def share(value: float) -> Cell:
    """0.734 -> 73.4"""
    return Cell(percent(value), _hundred(value))


def spread(low: float, high: float) -> Cell:
    """An interval that stands alone."""
    return Cell(interval(low, high), {"low": _hundred(low), "high": _hundred(high)})


def change(mean: float, low: float, high: float) -> tuple[Cell, Cell]:
    """A difference in points, and its interval."""
    between = {"low": _hundred(low), "high": _hundred(high)}
    return Cell(points(mean), _hundred(mean)), Cell(f"{points(low)} to {points(high)}", between)


def accident(p: float) -> Cell:
    """How likely it is by accident; what is not is starred."""
    return Cell(f"{chance(p)}{'*' if p < 0.05 else ' '}", p)


def printed(text: str) -> Cell:
    """A number with every digit that a paper prints."""
    try:
        return Cell(text, float(text))
    except ValueError:
        return Cell(text, None if text == NOTHING else text)


def _hundred(value: float) -> float:
    return round(100 * value, 4)
