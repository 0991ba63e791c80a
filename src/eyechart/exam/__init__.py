"""All stages in one go: make the exam, let every model sit it, mark it, write the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from eyechart.compare import check_baseline, with_baseline
from eyechart.core import Model, Page
from eyechart.exam.plan import Part, Plan, Said, Seat, merged, plan_from, remember, remembered
from eyechart.generate import generate
from eyechart.predict import knock_before, predict, training_pages
from eyechart.report import write
from eyechart.score import Scores
from eyechart.store.folder import Dataset, load
from eyechart.store.job import job
from eyechart.store.place import here
from eyechart.store.predictions import read_lines
from eyechart.store.run import ABOUT, PREDICTIONS, Run, open_run, start_run


class Progress(Protocol):
    def __call__(self, what: str, done: int, total: int, note: str = "") -> None: ...


class Outcome(Struct, frozen=True):
    """What an exam gives: a score for each model and family that is there, where the report is, and what else to know."""

    scores: tuple[Scores, ...]
    report: Path
    notes: tuple[str, ...] = ()


def exam(
    models: str | Sequence[str | Model | Said] | Plan,
    out: str | Path,
    *,
    jobs: int = 1,
    progress: Progress = lambda what, done, total, note="": None,
    **said: Any,
) -> Outcome:
    """Let models sit an exam, and report on all that have sat it. What exists in `out` already is used again.

    What else is said of it goes by the names that exam.toml has: families, count, seed, split, preset, set, limit, repeat, alter,
    baseline, asking. What is not said is as before in this folder; or else each family's last split (its test set) in its first
    preset, 200 images of each.

    >>> outcome = eyechart.exam(["chance", "oracle"], "exams/small", families=["figures"], count=20)
    >>> {scores.model: scores.overall("answer").mean for scores in outcome.scores}["oracle"]
    1.0
    """
    folder = here(out, "exam")
    plan = (
        models if isinstance(models, Plan) else planned(folder, [models] if isinstance(models, str) else models, said)
    )
    for seat in plan.seats:  # before pictures are drawn for minutes: a wrong address or key shows at once
        turns = (turn for part in plan.parts for turn in _turns(plan, part) if turn.seat == seat)
        knock_before(seat.model, (folder / turn.place / PREDICTIONS for turn in turns))
    with job(folder, "exam"):
        return _hold(plan, remember(plan, folder), folder, jobs, progress)


def planned(folder: Path, models: Sequence[str | Model | Said], said: Said) -> Plan:
    """The plan for a folder: what was said of its exam before, and what is said now."""
    told = {key: value for key, value in said.items() if value is not None}
    return plan_from(merged(remembered(folder), told, {"models": models}))


def _hold(plan: Plan, sat: Sequence[str], folder: Path, jobs: int, progress: Progress) -> Outcome:
    before = _runs(folder)
    if plan.baseline is not None:  # told before anybody sits, not after hours
        check_baseline(plan.baseline, [*(seat.name for seat in plan.seats), *(run.model for run in before)])
    for part in plan.parts:
        dataset = generate(
            part.family,
            folder / "datasets" / part.family,
            split=part.split,
            count=part.count,
            seed=part.seed,
            preset=part.preset,
            changes=part.set,
            jobs=jobs,
            progress=_drawing(progress, part),
        ).limited(part.limit)
        lessons = Lessons(dataset)
        for turn in _turns(plan, part):
            _sit(turn, dataset, lessons, folder, progress)
    runs = _ordered(_runs(folder), plan, sat)
    finished = [run for run in runs if _is_finished(run)]
    every, baseline = with_baseline(finished, plan.baseline)
    left_out = [f"{run.folder} is not finished, and left out" for run in runs if run not in finished]
    moved = dict.fromkeys(run.moved for run in before if run.moved is not None)
    scores = tuple(m.scores for m in every if not m.run.altered)
    return Outcome(scores, write(every, baseline, folder / "report.html"), (*moved, *left_out))


class Turn(Struct, frozen=True):
    """Somebody sits a part: with pictures as they are, for the first or a further time; or with pictures altered."""

    seat: Seat
    part: Part
    alter: str = ""
    sample: int = 1

    @property
    def name(self) -> str:
        more = f"-{self.alter}" if self.alter else f"-sample{self.sample}" if self.sample > 1 else ""
        return f"{self.part.family}{more}"

    @property
    def place(self) -> Path:
        """Where in the exam its run stands."""
        return Path("runs", self.seat.folder, self.name)


def _turns(plan: Plan, part: Part) -> Iterator[Turn]:
    """Everybody as often as each question is asked, and once for each way of altering pictures."""
    for seat in plan.seats:
        yield from (Turn(seat, part, sample=sample) for sample in range(1, plan.repeat + 1))
        yield from (Turn(seat, part, alter=kind) for kind in plan.alter)


def _runs(folder: Path) -> list[Run]:
    """All that is there, also of who sat earlier."""
    there = sorted((folder / "runs").rglob(ABOUT))
    return [open_run(path.parent) for path in there if path.stat().st_size]  # a full disk has left some of no bytes


def _is_finished(run: Run) -> bool:
    """Has every question been answered? An earlier sitting may have been stopped."""
    asked = run.limit or load(run.dataset).manifest.questions
    return run.predictions.exists() and sum(1 for _ in read_lines(run.predictions)) >= asked


def _ordered(runs: Sequence[Run], plan: Plan, sat: Sequence[str]) -> list[Run]:
    """Family by family, as planned; of each, who sat earlier first."""
    families = [part.family for part in plan.parts]

    def place(run: Run) -> tuple[int, int, int]:
        family = load(run.dataset).manifest.family
        rank = families.index(family) if family in families else len(families)
        return rank, sat.index(run.model) if run.model in sat else -1, run.sample

    return sorted(runs, key=place)


class Lessons:
    """Training pages, drawn when somebody learns from them, and once for all who do."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset, self.pages = dataset, list[Page]()

    def __iter__(self) -> Iterator[Page]:
        if not self.pages:
            self.pages = list(training_pages(self.dataset))
        return iter(self.pages)


def _drawing(progress: Progress, part: Part) -> Callable[[int], None]:
    return lambda done: progress(f"drawing {part.family}", done, part.count)


def _sit(turn: Turn, dataset: Dataset, lessons: Lessons, folder: Path, progress: Progress) -> None:
    seat, total = turn.seat, dataset.manifest.questions
    training = getattr(seat.model, "training", "")
    run = start_run(folder / turn.place, seat.name, dataset, training=training, altered=turn.alter, sample=turn.sample)
    predict(
        seat.model,
        dataset,
        run.predictions,
        train=lessons,
        alter=turn.alter,
        sample=turn.sample,
        progress=lambda done, note="": progress(f"{seat.name} sits {turn.name}", done, total, note),
    )
