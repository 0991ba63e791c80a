"""All stages in one go: make the exam, let every model sit it, mark it, write the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from eyechart import registry
from eyechart.core import Family
from eyechart.generate import generate
from eyechart.models import make
from eyechart.predict import predict
from eyechart.report import report
from eyechart.run import Run, score_run, start_run
from eyechart.score import Scores

IMAGES = 200  # per family


class Outcome(Struct, frozen=True):
    scores: tuple[Scores, ...]
    report: Path


def exam(
    models: Sequence[str],
    out: str | Path,
    *,
    families: Sequence[str] | None = None,
    count: int = IMAGES,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[str, int, int], None] = lambda what, done, total: None,
) -> Outcome:
    """Each family's last split (its test set) in its default preset. What exists already is used again."""
    folder = Path(out)
    runs: list[Run] = []
    scores: list[Scores] = []
    sitting = [make(spec) for spec in models]
    for name in families or registry.names("families"):
        family: Family = registry.get("families", name)
        dataset = generate(
            name,
            folder / "datasets" / name,
            split=next(reversed(list(family.splits))),
            count=count,
            seed=seed,
            jobs=jobs,
            progress=lambda done, name=name: progress(f"drawing {name}", done, count),  # type: ignore[misc]
        )
        for model in sitting:
            what = f"{model.name} sits {name}"
            run = start_run(folder / "runs" / model.name / name, model.name, dataset)
            total = dataset.manifest.questions
            predict(model, dataset, run.predictions, progress=lambda done, w=what, t=total: progress(w, done, t))  # type: ignore[misc]
            runs.append(run)
            scores.append(score_run(run))
    return Outcome(tuple(scores), report(runs, folder / "report.html"))
