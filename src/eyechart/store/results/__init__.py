"""Predictions as people have them: our lines and tables, and the papers' own result files, known by what they hold.

    {"question": ID, "answer": …}                                      ours; a JSON array of such rows, or CSV, does too
    question_index,image_index,question_id,question_string,answer      FigureQA's CSV
    {"accuracy": …, "args": …, "results": {PID: INDEX or TEXT}}        IconQA's; V-PROM's are {PID: PANEL}
    [{"question_id": …, "answer": …, "evidence": [x1, y1, … x4, y4]}]  EST-VQA's; CRIC's have "target": [OBJECT] in its place

FigureQA's, IconQA's and EST-VQA's are as their repositories write them. Those of CRIC and V-PROM are an assumption: neither
published a file, so they name questions, objects and panels as their data does.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa

from eyechart.core import Prediction
from eyechart.errors import EyechartError
from eyechart.store import predictions
from eyechart.store.foreign import reading
from eyechart.store.results.asked import resolved
from eyechart.store.results.rows import FORMS, entries
from eyechart.store.results.said import Said, said_of


def read(path: Path, questions: Callable[[], pa.Table]) -> tuple[pa.Table, list[Said] | None]:
    """All predictions of a file, under our ids, and how each was said, where not in our form: only then questions are read."""
    if not path.exists() or predictions.is_parquet(path):
        return predictions.read(path), None
    if _ours(path):
        try:
            return predictions.read(path), None
        except EyechartError:  # a line is not as we write it: look closer
            pass
    with reading(path):
        said = [said_of(path, place, row) for place, row in entries(path)]
    if not said:
        raise EyechartError(f"{path} holds no predictions. {FORMS}")
    mixed = next((place for place, s in enumerate(said, 1) if s.by != said[0].by), None)
    if mixed is not None:
        raise EyechartError(f"{path}, entry {mixed}: goes by {said[mixed - 1].by}, those before it by {said[0].by}.")
    ids = resolved(path, said, questions())
    made = [
        Prediction(question=id, answer=s.answer, evidence=s.evidence, confidence=s.confidence, raw=s.raw)
        for id, s in zip(ids, said, strict=True)
    ]
    with reading(path):
        return predictions.within_limits(path, predictions.table_of(made)), said


def _ours(path: Path) -> bool:
    """Does it begin with a line of ours? EST-VQA's rows have a `question` too, which is its words."""
    with path.open("rb") as file:
        first = next((line for line in file if line.strip()), b"")
    try:
        found = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "question" in found and "question_id" not in found
