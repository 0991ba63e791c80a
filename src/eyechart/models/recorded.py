"""A predictions file sits the exam: `recorded:predictions.jsonl`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eyechart.core import Prediction, Question
from eyechart.errors import EyechartError
from eyechart.store.predictions import read_lines


class Recorded:
    def __init__(self, file: str) -> None:
        path = Path(file)
        if not path.exists():
            raise EyechartError(f"No predictions at {path}.")
        self.name = path.stem
        self.path = path
        self.said = {p.question: p for p in read_lines(path)}

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        missing = [q.id for q in questions if q.id not in self.said]
        if missing:
            raise EyechartError(f"{self.path} has no prediction for {len(missing)} questions, such as '{missing[0]}'.")
        return [self.said[q.id] for q in questions]
