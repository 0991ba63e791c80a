"""All stages in one go: make the exam, let every model sit it, mark it, write the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from eyechart import registry
from eyechart.asking import Asking
from eyechart.core import Family, Model, Page
from eyechart.dataset import Dataset
from eyechart.generate import generate
from eyechart.models import make
from eyechart.predict import predict, training_pages
from eyechart.report import report
from eyechart.run import Run, score_run, start_run
from eyechart.score import Scores

IMAGES = 200  # per family


class Progress(Protocol):
    def __call__(self, what: str, done: int, total: int, note: str = "") -> None: ...


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
    asking: Asking | None = None,
    alter: Sequence[str] = (),
    progress: Progress = lambda what, done, total, note="": None,
) -> Outcome:
    """Each family's last split (its test set) in its default preset. What exists already is used again."""
    folder = Path(out)
    runs: list[Run] = []
    scores: list[Scores] = []
    sitting = [make(spec, asking) for spec in models]
    for name in families or registry.names("families"):
        family: Family = registry.get("families", name)
        dataset = generate(
            name,
            folder / "datasets" / name,
            split=next(reversed(list(family.splits))),
            count=count,
            seed=seed,
            jobs=jobs,
            progress=_drawing(progress, name, count),
        )
        lessons = Lessons(dataset)
        for model in sitting:
            for kind in ("", *alter):
                run = _sit(model, dataset, lessons, folder, kind, progress)
                runs.append(run)
                if not kind:
                    scores.append(score_run(run))
    return Outcome(tuple(scores), report(runs, folder / "report.html"))


class Lessons:
    """Training pages, drawn when somebody learns from them, and once for all who do."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset, self.pages = dataset, list[Page]()

    def __iter__(self) -> Iterator[Page]:
        if not self.pages:
            self.pages = list(training_pages(self.dataset))
        return iter(self.pages)


def _drawing(progress: Progress, family: str, total: int) -> Callable[[int], None]:
    return lambda done: progress(f"drawing {family}", done, total)


def _sit(model: Model, dataset: Dataset, lessons: Lessons, folder: Path, alter: str, progress: Progress) -> Run:
    family, total = dataset.manifest.family, dataset.manifest.questions
    place = folder / "runs" / model.name.strip("/").replace("/", "_") / (f"{family}-{alter}" if alter else family)
    what = f"{model.name} sits {family}{f' {alter}' if alter else ''}"
    run = start_run(place, model.name, dataset, training=getattr(model, "training", ""), altered=alter)
    predict(
        model,
        dataset,
        run.predictions,
        train=lessons,
        alter=alter,
        progress=lambda done, note="": progress(what, done, total, note),
    )
    return run
