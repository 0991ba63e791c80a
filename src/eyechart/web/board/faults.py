"""What is wrong with a predictions file, row by row: `score` stops at the first, and here somebody waits for all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from eyechart.errors import EyechartError
from eyechart.store.foreign import content, reading, told
from eyechart.store.predictions import is_parquet
from eyechart.store.results import read
from eyechart.store.results.asked import resolved
from eyechart.store.results.rows import entries
from eyechart.store.results.said import Said, said_of
from eyechart.store.shards import whole

MOST = 100  # that are listed; of more, how many


def faults(path: Path, questions: pa.Table, first: EyechartError) -> list[str]:
    """All faults that can be told apart; at least the one that scoring stopped at."""
    try:
        found = list(_parquet(path, questions) if is_parquet(path) else _rows(path, questions))
    except EyechartError as error:
        found = [str(error)]
    more = [f"… and {len(found) - MOST:,} more."] if len(found) > MOST else []
    return [*found[:MOST], *more] or [str(first)]


def _rows(path: Path, questions: pa.Table) -> Iterator[str]:
    placed = list[tuple[str, Said]]()
    for place, row in _entries(path):
        try:
            if isinstance(row, EyechartError):
                raise row
            with reading(f"{path}, {place}"):
                said = said_of(path, place, row)
            placed.append((place, said))
        except EyechartError as error:
            yield str(error)
    if placed:
        ids = resolved(path, [said for _, said in placed], questions)
        yield from _unmatched([place for place, _ in placed], ids, questions)


def _entries(path: Path) -> Iterator[tuple[str, Mapping[str, Any] | EyechartError]]:
    """The entries of a file; in one of lines, each that is none is an error by itself."""
    text = content(path).decode("utf-8-sig", "replace")
    lines = text.split("\n")
    if not text.lstrip().startswith("{") or not _is_object(next((line for line in lines if line.strip()), "")):
        yield from entries(path)
        return
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                yield f"line {number}", EyechartError(f"{path}, line {number}: {told(error)}; found {line[:80]!r}.")
                continue
            if isinstance(row, dict):
                yield f"line {number}", row
            else:
                yield f"line {number}", EyechartError(f"{path}, line {number}: {line[:80]!r} is no object with keys.")


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return line.lstrip().startswith("{") and line.rstrip().endswith(("}", ","))


def _parquet(path: Path, questions: pa.Table) -> Iterator[str]:
    table, _ = read(path, questions)
    ids = whole(table.column("question")).to_pylist()
    yield from _unmatched([f"row {number}" for number in range(1, len(ids) + 1)], ids, questions)


def _unmatched(places: list[str], ids: list[str], questions: pa.Table) -> Iterator[str]:
    """Rows that answer what is not asked, or what another has answered; and the questions that none answers."""
    asked: list[str] = whole(questions.column("id")).to_pylist()
    known, seen = frozenset(asked), dict[str, str]()
    for place, id in zip(places, ids, strict=True):
        if id not in known:
            yield f"{place}: there is no question '{id[:120]}'."
        elif id in seen:
            yield f"{place}: '{id}' is answered in {seen[id]} already."
        seen.setdefault(id, place)
    missing = [id for id in asked if id not in seen]
    if missing:
        such = ", ".join(f"'{id}'" for id in missing[:5])
        yield f"{len(missing):,} of {len(asked):,} questions have no prediction, such as {such}."
