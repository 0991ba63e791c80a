"""A run with its marks, question by question: what every part of the report looks at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Marks, Sheet
from eyechart.metrics import answer, evidence, joint
from eyechart.run import Run, score_run
from eyechart.score import Scores, sheet_for

Floats = NDArray[np.float64]
BASELINES = ("chance", "prior", "oracle")  # not who a report is about, if anybody else is there


class Marked(Struct, frozen=True):
    run: Run
    scores: Scores
    sheet: Sheet

    @property
    def name(self) -> str:
        return self.run.model

    @property
    def images(self) -> NDArray[np.int64]:
        return np.asarray(self.sheet.questions.column("image").to_numpy())

    @property
    def answer(self) -> Marks:
        return answer.metric.mark(self.sheet)

    @property
    def evidence(self) -> Marks:
        return evidence.overlap.mark(self.sheet)

    @property
    def joint(self) -> Marks:
        return joint.metric.mark(self.sheet)

    def said(self) -> list[str | None]:
        said: list[str | None] = self.sheet.predictions.column("answer").to_pylist()
        return said

    def column(self, name: str) -> Any:
        return self.sheet.questions.column(name)


def marked(run: Run) -> Marked:
    return Marked(run, score_run(run), sheet_for(run.open_dataset(), run.predictions))


def asking_of(run: Run) -> Path | None:
    """The file that says how the model was asked, if it was talked to."""
    path = run.folder / "asking.json"
    return path if path.exists() else None
