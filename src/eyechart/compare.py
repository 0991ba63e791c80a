"""Is one model better than another? Paired differences on the same questions, corrected for how many pairs are looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct

from eyechart import registry
from eyechart.core import Metric
from eyechart.errors import EyechartError
from eyechart.reporting.differences import Difference, Drawn, drawn
from eyechart.reporting.marked import Marked, all_marked, sat_by
from eyechart.store.run import Run, open_run, runs_in

MACRO = "macro average"


class Compared(Struct, frozen=True):
    """first − second on one dataset, or on the average of all that both sat, each counting the same."""

    first: str
    second: str
    data: str  # the family (or which of its datasets, if there are several), or `macro average`
    metric: str
    difference: Difference
    adjusted: float  # Holm: p among all comparisons of this kind; below 0.05 it is no accident of looking often


def compare(
    runs: Sequence[Run | str | Path], metric: str = "answer", baseline: str | Path | None = None
) -> tuple[Compared, ...]:
    """All pairs of models that sat the same datasets, or each against the `baseline`, by one metric.

    The baseline is a model among them, or the folder of a run elsewhere on the same data.

    >>> sat = eyechart.exam(["chance", "oracle"], "exams/small", families=["figures"], count=20)
    >>> one = eyechart.compare(["exams/small/runs/chance/figures", "exams/small/runs/oracle/figures"])[0]
    >>> one.first, one.second, one.difference.high < 0, one.adjusted < 0.05
    ('chance', 'oracle', True, True)
    """
    every, names = with_baseline([open_run(run) for run in runs], baseline)
    found = compared(every, metric, names)
    if not found:
        raise EyechartError("Nothing to compare: name two runs or more of different models on the same dataset.")
    return found


def with_baseline(runs: Sequence[Run], baseline: str | Path | None) -> tuple[list[Marked], frozenset[str]]:
    """All runs marked, and what the baseline is called among them: a model's name, or a folder of runs that join these."""
    models = list(dict.fromkeys(run.model for run in runs if not run.altered))
    if baseline is None or str(baseline) in models:
        every = all_marked(runs)
        return every, frozenset(m.name for m in every if m.run.model == str(baseline))
    check_baseline(baseline, models)
    sat = {run.sitting for run in runs}
    theirs = {run.folder.resolve(): run for run in runs_in(baseline) if run.sitting in sat and not run.altered}
    if not theirs:
        raise EyechartError(f"{baseline} is on other data than the runs that are compared with it.")
    every = all_marked([*(run for run in runs if run.folder.resolve() not in theirs), *theirs.values()])
    return every, frozenset(m.name for m in every if m.run.folder.resolve() in theirs)


def check_baseline(baseline: str | Path, models: Sequence[str]) -> None:
    """Is it one of these models, or a folder?"""
    if str(baseline) not in models and not Path(baseline).is_dir():
        raise EyechartError(
            f"No run of '{baseline}' to compare with. There are runs of {', '.join(models)}; or name a run's folder."
        )


def compared(runs: Sequence[Marked], metric: str, baseline: Collection[str] = ()) -> tuple[Compared, ...]:
    """The same of runs that are marked; empty where there is nothing to compare."""
    mark = registry.get("metrics", metric)
    sat = sat_by([run for run in runs if not run.run.altered])
    names = list(dict.fromkeys(name for models in sat.values() for name in models))
    both = list(combinations(names, 2))
    if baseline:  # comes second: what is told is how far the other is above it
        both = [(name, one) for one in names if one in baseline for name in names if name not in baseline]
    found = [one for first, second in both for one in _compared(first, second, sat, mark)]
    # Single datasets and averages are two questions: each family of comparisons is corrected by itself.
    return (*_corrected([c for c in found if c.data != MACRO]), *_corrected([c for c in found if c.data == MACRO]))


def _compared(first: str, second: str, sat: Mapping[str, Mapping[str, Marked]], metric: Metric) -> Iterator[Compared]:
    parts = list[Drawn]()
    for stream, (data, models) in enumerate(sat.items()):
        if first in models and second in models:
            a, b = models[first], models[second]
            part = drawn(a.marks(metric), b.marks(metric), a.images, stream)
            if part is not None:
                parts.append(part)
                told = part.told()
                yield Compared(first, second, data, metric.name, told, told.p)
    if len(parts) > 1:
        mean = float(np.mean([part.mean for part in parts]))
        macro = Drawn(mean, np.mean([part.draws for part in parts], axis=0), sum(part.questions for part in parts))
        yield Compared(first, second, MACRO, metric.name, macro.told(), macro.told().p)


def _corrected(compared: Sequence[Compared]) -> list[Compared]:
    adjusted = holm([one.difference.p for one in compared])
    return [msgspec.structs.replace(one, adjusted=p) for one, p in zip(compared, adjusted, strict=True)]


def holm(chances: Sequence[float]) -> list[float]:
    """Holm's step-down: of n the k-th smallest counts n − k + 1 times, and never less than the one before it."""
    order = np.argsort(chances, kind="stable")
    times = len(chances) - np.arange(len(chances))
    adjusted = np.empty(len(chances))
    adjusted[order] = np.minimum(np.maximum.accumulate(times * np.asarray(chances)[order]), 1.0)
    return [float(p) for p in adjusted]
