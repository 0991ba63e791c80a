"""The entries of a predictions file, whatever its form: JSON lines, arrays and objects, and CSV."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from eyechart.errors import EyechartError
from eyechart.store.foreign import content, told

KEYS = ("image_index", "question_id", "pid", "question", "id")
ANSWERS = ("answer", "prediction", "label")
FORMS = (
    'Expected lines or a JSON array of {"question": "family/split/seed/index/k", "answer": "yes"}, or a paper\'s own file: '
    "FigureQA's CSV, IconQA's {pid: answer}, rows with question_id (EST-VQA, CRIC); docs/score.md shows each."
)
Row = tuple[str, Mapping[str, Any]]
"""Where an entry stands in its file, and what it says."""
CSV = "\0csv"  # a key that no file has: its fields are texts, whatever they stand for


def entries(path: Path) -> Iterator[Row]:
    try:
        text = content(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EyechartError(f"{path} is no text in UTF-8: {error}. {FORMS}") from error
    first = text.lstrip()[:1]
    if first == "[":
        return _listed(path, decoded(path, text))
    if first != "{":
        return _table(path, text)
    if _is_row(text.lstrip().splitlines()[0]):
        return _lines(path, text)
    found = decoded(path, text)
    if isinstance(found, dict) and any(key in found for key in KEYS):
        return iter([("row 1", found)])
    held = found.get("results", found)
    return _listed(path, held) if isinstance(held, list) else _mapped(path, held)


def _is_row(line: str) -> bool:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and any(key in found for key in KEYS)


def decoded(path: Path, text: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
            raise EyechartError(f"{path}: '{twice}' is answered more than once.")
        return made

    try:
        return json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise EyechartError(
            f"{path} is no JSON: {str(error) if isinstance(error, ValueError) else told(error)}. {FORMS}"
        ) from error


def _lines(path: Path, text: str) -> Iterator[Row]:
    """A last line without its end counts if it is whole; otherwise a kill cut it off, and it is not there."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            if number == len(lines):
                return
            raise EyechartError(f"{path}, line {number}: {told(error)}; found {line[:80]!r}. {FORMS}") from error
        yield _row(path, f"line {number}", row)


def _listed(path: Path, rows: Any) -> Iterator[Row]:
    return (_row(path, f"row {number}", row) for number, row in enumerate(rows, 1))


def _row(path: Path, place: str, row: Any) -> Row:
    if not isinstance(row, dict):
        raise EyechartError(f"{path}, {place}: {str(row)[:80]!r} is no row with keys. {FORMS}")
    return place, row


def _mapped(path: Path, held: Any) -> Iterator[Row]:
    if not isinstance(held, dict):
        raise EyechartError(f"{path}: results are {str(held)[:80]!r}, not {{pid: answer}}. {FORMS}")
    for key, value in held.items():
        yield f"'{key}'", {"pid": key, **(value if isinstance(value, dict) else {"answer": value})}


def _table(path: Path, text: str) -> Iterator[Row]:
    """FigureQA's script quotes nothing, so that a comma in a question gives a field too many: it belongs to the question."""
    mark = max(",\t;", key=text.split("\n", 1)[0].count)
    lines = csv.reader(text.splitlines(), delimiter=mark)
    header = [name.strip() for name in next(lines, [])]
    if not any(name in header for name in ANSWERS) or not any(name in header for name in KEYS):
        raise EyechartError(f"{path}, line 1: {text[:80]!r} begins no predictions. {FORMS}")
    wordy = header.index("question_string") if "question_string" in header else None
    for fields in lines:
        more = len(fields) - len(header)
        if wordy is not None and more > 0:
            fields[wordy : wordy + more + 1] = [mark.join(fields[wordy : wordy + more + 1])]
        if not fields:
            continue
        if len(fields) != len(header):
            raise EyechartError(
                f"{path}, line {lines.line_num}: {len(fields)} fields, where line 1 names {len(header)}: {', '.join(header)}."
            )
        row: dict[str, Any] = dict(zip(header, fields, strict=True))
        for name in ("evidence", "box", "target", "confidence"):
            if name in row:
                row[name] = decoded(path, row[name]) if row[name].strip() else None
        yield f"line {lines.line_num}", {CSV: True} | row
