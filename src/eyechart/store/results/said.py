"""What an entry of a predictions file says: which question, which answer, what evidence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from eyechart.core import Evidence, Region
from eyechart.errors import EyechartError
from eyechart.store.results.rows import ANSWERS, CSV, FORMS

By = Literal["id", "question_id", "pid", "words"]
Kind = Literal["word", "either", "number"]


class Said(Struct, frozen=True):
    """What an entry says, and how it says which question it answers."""

    by: By
    key: str
    answer: str | None
    kind: Kind  # a word; a number, which numbers a choice; or either, as in CSV
    evidence: Evidence = Evidence()
    objects: tuple[str, ...] = ()  # of the scene, named as evidence
    confidence: float | None = None
    raw: str | None = None


def said_of(path: Path, place: str, row: Mapping[str, Any]) -> Said:
    by, key = _key(path, place, row)
    name = next((name for name in ANSWERS if name in row), None)
    if name is None:
        raise EyechartError(
            f"{path}, {place}: no answer. Found the keys: {', '.join(k for k in row if k != CSV)}. {FORMS}"
        )
    answer, kind = _answer(path, place, row[name], word=by == "id" and CSV not in row)
    if CSV in row and not (answer or "").strip():
        answer = None
    evidence = row.get("evidence", row.get("box"))
    target = row.get("target")
    return Said(
        by,
        key,
        answer,
        kind,
        _evidence(path, place, evidence),
        tuple(str(id) for id in (target if isinstance(target, list) else [target]) if target is not None),
        _number(path, place, row.get("confidence")),
        row["raw"] if isinstance(row.get("raw"), str) else None,
    )


def _key(path: Path, place: str, row: Mapping[str, Any]) -> tuple[By, str]:
    if "image_index" in row and "question_string" in row:
        return "words", in_words(row["image_index"], row["question_string"])
    for name, by in (("question_id", "question_id"), ("pid", "pid"), ("question", "id"), ("id", "id")):
        if row.get(name) is not None:
            return by, str(row[name])  # type: ignore[return-value]
    raise EyechartError(f"{path}, {place}: does not say which question it answers. {FORMS}")


def in_words(image: Any, text: str) -> str:
    return f"{image}: {text.strip()}"


def _answer(path: Path, place: str, value: Any, word: bool) -> tuple[str | None, Kind]:
    if value is None or isinstance(value, str):
        return value, "word" if word else "either"
    if isinstance(value, bool):
        return str(value).lower(), "number"
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) and value.is_integer() else str(value), "number"
    raise EyechartError(f"{path}, {place}: the answer is {str(value)[:80]}, not one text or number.")


def _number(path: Path, place: str, value: Any) -> float | None:
    try:
        return None if value is None else float(value)
    except (TypeError, ValueError) as error:
        raise EyechartError(f"{path}, {place}: {str(value)[:80]!r} is no number.") from error


def _evidence(path: Path, place: str, value: Any) -> Evidence:
    if isinstance(value, dict):
        try:
            return msgspec.convert(value, Evidence)
        except msgspec.MsgspecError as error:
            raise EyechartError(f"{path}, {place}: evidence: {error}. {FORMS}") from error
    if not value:
        return Evidence()
    if not isinstance(value, list):
        raise EyechartError(f"{path}, {place}: evidence is {str(value)[:80]}, not a list of numbers.")
    shapes = value if all(isinstance(part, list) for part in value) else [value]
    made = [tuple(_number(path, place, n) or 0.0 for n in shape) for shape in shapes]
    odd = next((shape for shape in made if len(shape) != 4 and (len(shape) < 6 or len(shape) % 2)), None)
    if odd is not None:
        raise EyechartError(
            f"{path}, {place}: evidence has {len(odd)} numbers, not left, top, right, bottom or x1, y1 to x4, y4."
        )
    return Evidence(tuple(Region(shape) for shape in made if any(shape)))  # EST-VQA's sample says nothing in zeros
