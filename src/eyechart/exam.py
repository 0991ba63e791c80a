"""All stages in one go: make the exam, let every model sit it, mark it, write the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from eyechart import registry
from eyechart.core import Model, Page
from eyechart.generate import generate
from eyechart.models import make
from eyechart.predict import knock_before, predict, training_pages
from eyechart.report import report
from eyechart.score import Scores, score_run
from eyechart.store.folder import Dataset
from eyechart.store.job import job
from eyechart.store.place import here
from eyechart.store.run import PREDICTIONS, Run, start_run
from eyechart.talk.asking import Asking

IMAGES = 200  # per family


class Progress(Protocol):
    def __call__(self, what: str, done: int, total: int, note: str = "") -> None: ...


class Outcome(Struct, frozen=True):
    """What an exam gives: a score for each model and family, and where the report is."""

    scores: tuple[Scores, ...]
    report: Path


def exam(
    models: str | Sequence[str | Model],
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
    """Each family's last split (its test set) in its default preset. What exists already is used again.

    >>> outcome = eyechart.exam(["chance", "oracle"], "exams/small", families=["figures"], count=20)
    >>> {scores.model: scores.overall("answer").mean for scores in outcome.scores}["oracle"]
    1.0
    """
    folder = here(out, "exam")
    sitting = [make(one, asking) for one in seated([models] if isinstance(models, str) else models)]
    chosen = families or registry.names("families")
    for model in sitting:  # before pictures are drawn for minutes: a wrong address or key shows at once
        places = (_place(model, name, kind) for name in chosen for kind in ("", *alter))
        knock_before(model, (folder / place / PREDICTIONS for place in places))
    with job(folder, "exam"):
        return _hold(sitting, folder, chosen, count, seed, jobs, alter, progress)


def _hold(
    sitting: Sequence[Model],
    folder: Path,
    families: Sequence[str],
    count: int,
    seed: int,
    jobs: int,
    alter: Sequence[str],
    progress: Progress,
) -> Outcome:
    runs: list[Run] = []
    scores: list[Scores] = []
    for name in families:
        family = registry.get("families", name)
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


def seated(models: Sequence[str | Model]) -> list[str | Model]:
    """Who sits: `prior` never without `words` beside it, which says how much more the questions' own words give away."""
    specs = list(models)
    if "prior" in specs and "words" not in specs:
        specs.insert(specs.index("prior") + 1, "words")
    return specs


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


def _place(model: Model, family: str, alter: str) -> Path:
    """Where in the exam a run stands."""
    return Path("runs", model.name.strip("/").replace("/", "_"), f"{family}-{alter}" if alter else family)


def _sit(model: Model, dataset: Dataset, lessons: Lessons, folder: Path, alter: str, progress: Progress) -> Run:
    family, total = dataset.manifest.family, dataset.manifest.questions
    place = folder / _place(model, family, alter)
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
