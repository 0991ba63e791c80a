"""A run with its marks, question by question: what every part of the report looks at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from eyechart import registry
from eyechart.core import Marks, Metric, Sheet
from eyechart.engines.engine import Engine
from eyechart.metrics import answer, evidence, joint
from eyechart.score import Scores, averaged, marks_of, metrics_for, score_run, sheet_of
from eyechart.store.run import Run

Floats = NDArray[np.float64]
BASELINES = ("chance", "prior", "words", "oracle")  # not who a report is about, if anybody else is there


def titles() -> dict[str, str]:
    """Of the metrics that are for all families, by name."""
    return {name: metric.title for name, metric in registry.each("metrics") if not metric.families}


class Marked(Struct, frozen=True):
    """What a model said on a dataset, once or several times, with its marks."""

    runs: tuple[Run, ...]  # the samples, in their order
    scores: Scores
    sheets: tuple[Sheet, ...]  # of each
    name: str  # the model's; with its folder, where another run on the same data has the same

    @property
    def run(self) -> Run:
        """The first sample: what is shown where one can be."""
        return self.runs[0]

    @property
    def sheet(self) -> Sheet:
        return self.sheets[0]

    @property
    def images(self) -> NDArray[np.int64]:
        return np.asarray(self.sheet.questions.column("image").to_numpy())

    def marks(self, metric: Metric) -> Marks:
        """Of each question, averaged over the samples."""
        return averaged([metric.mark(sheet) for sheet in self.sheets])

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


def marked(*samples: Run, jobs: int | Engine = 1) -> Marked:
    """One model's, on the same questions each time."""
    scores = [score_run(run, jobs=jobs) for run in samples]
    dataset = samples[0].open_dataset()
    sheets = tuple(map(sheet_of, samples))
    both = scores[0]
    if len(samples) > 1:
        both = marks_of(dataset, sheets, metrics_for(both.family), both.model)
        both = structs.replace(both, notes=tuple(dict.fromkeys(note for some in scores for note in some.notes)))
    return Marked(samples, both, sheets, samples[0].model)


def all_marked(runs: Sequence[Run], jobs: int | Engine = 1) -> list[Marked]:
    """Runs that are samples of one sitting are read together; those that only have the same name are told apart by folder."""
    found = [marked(*some, jobs=jobs) for some in samples_of(runs)]
    often = Counter((m.name, m.run.sitting) for m in found)
    return [_told_apart(m) if often[m.name, m.run.sitting] > 1 else m for m in found]


def samples_of(runs: Sequence[Run]) -> list[list[Run]]:
    """The samples of each sitting, in their order."""
    groups: list[dict[int, Run]] = []
    for run in runs:
        own = (group for group in groups if _together(run, next(iter(group.values()))) and run.sample not in group)
        group = next(own, None)
        if group is None:
            groups.append({run.sample: run})
        else:
            group[run.sample] = run
    return [[group[number] for number in sorted(group)] for group in groups]


def _together(run: Run, other: Run) -> bool:
    return (run.model, run.sitting, run.folder.parent) == (other.model, other.sitting, other.folder.parent)


def _told_apart(m: Marked) -> Marked:
    name = f"{m.name} ({m.run.folder})"
    return structs.replace(m, name=name, scores=structs.replace(m.scores, model=name))


def sat_by(runs: Sequence[Marked]) -> dict[str, dict[str, Marked]]:
    """Who sat which dataset: by its family's name, or by all that is known of it where there are several of one family."""
    sat: dict[tuple[str, int | None], dict[str, Marked]] = {}
    for m in runs:
        sat.setdefault((m.run.fingerprint, m.run.limit), {})[m.name] = m
    families = Counter(next(iter(models.values())).scores.family for models in sat.values())
    return {_called(next(iter(models.values())), families): models for models in sat.values()}


def _called(m: Marked, families: Counter[str]) -> str:
    scores = m.scores
    return scores.family if families[scores.family] == 1 else f"{scores.data}, in {scores.dataset}"


def asking_of(run: Run) -> Path | None:
    """The file that says how the model was asked, if it was talked to."""
    path = run.folder / "asking.json"
    return path if path.exists() else None
