"""A run with its marks, question by question: what every part of the report looks at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart import registry
from eyechart.core import Marks, Sheet
from eyechart.metrics import answer, evidence, joint
from eyechart.score import Scores, score_run, sheet_for
from eyechart.store.place import Place
from eyechart.store.run import Run

Floats = NDArray[np.float64]
BASELINES = ("chance", "prior", "words", "oracle")  # not who a report is about, if anybody else is there


def titles() -> dict[str, str]:
    """Of the metrics that are for all families, by name."""
    return {name: metric.title for name, metric in registry.each("metrics") if not metric.families}


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


def sat_by(runs: Sequence[Marked]) -> dict[str, dict[str, Marked]]:
    """Who sat which dataset: by its family's name, or by all that is known of it where there are several of one family."""
    sat: dict[Place, dict[str, Marked]] = {}
    for m in runs:
        sat.setdefault(m.run.dataset, {})[m.name] = m
    families = Counter(next(iter(models.values())).scores.family for models in sat.values())
    return {_called(next(iter(models.values())).scores, families): models for models in sat.values()}


def _called(scores: Scores, families: Counter[str]) -> str:
    return scores.family if families[scores.family] == 1 else f"{scores.data}, in {scores.dataset}"


def asking_of(run: Run) -> Path | None:
    """The file that says how the model was asked, if it was talked to."""
    path = run.folder / "asking.json"
    return path if path.exists() else None
