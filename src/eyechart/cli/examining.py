"""Verbs that examine models: predict, calibrate, score, compare, report, exam."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from eyechart import registry
from eyechart.cli.words import (
    ALONE,
    ASKING,
    CORES,
    PEOPLE,
    Changes,
    Flag,
    Model,
    Out,
    Printed,
    Source,
    Talk,
    Where,
    Words,
    app,
    named,
)
from eyechart.errors import EyechartError
from eyechart.reporting.terminal import bar, bars, notes, out
from eyechart.settings import parse_changes

if TYPE_CHECKING:
    from eyechart.engines.engine import Engine
    from eyechart.score import Scores
    from eyechart.store.run import Run

IMAGES = 200  # per family, unless said otherwise


@dataclass(frozen=True)
class Typed:
    """What can be typed of an exam, besides who sits: the short form of exam.toml. What is not, is as before in the folder."""

    families: Annotated[Words, Parameter(help=f"only these; all unless said: {named('families')}")] = None

    count: int | None = None
    """Images per family; 200 unless said otherwise."""

    seed: int | None = None
    """Which exam; a new seed is one that nobody has seen."""

    split: str | None = None
    """Which split; each family's last (its test set) unless said otherwise."""

    preset: str | None = None
    """Which preset; each family's first unless said otherwise."""

    set_: Changes = None
    """key=value, settings of the families."""

    limit: int | None = None
    """Ask so many questions of each family, evenly over pages and templates, the same of everybody."""

    repeat: int | None = None
    """Ask each question so often: mean and best of all. Say --send temperature=… too."""

    baseline: str | None = None
    """A model, or a run's folder: the report compares the others with it."""

    erase_evidence: Flag = False
    """Let everybody sit it once more with the evidence painted over."""

    erase_elsewhere: Flag = False
    """The control: once more with as much painted over of what does not decide."""

    perturb: Flag = False
    """Let everybody sit it once more with harmless edits: shifted, recompressed, a little smaller."""

    def words(self) -> dict[str, Any]:
        """By the names that exam.toml has; what was not typed is not there."""
        alter = ["erased"] * self.erase_evidence + ["elsewhere"] * self.erase_elsewhere + ["perturbed"] * self.perturb
        names = ("families", "count", "seed", "split", "preset", "limit", "repeat", "baseline")
        plain = {name: getattr(self, name) for name in names}
        more = {"set": parse_changes(self.set_) if self.set_ else None, "alter": alter or None}
        return {name: value for name, value in (plain | more).items() if value is not None}


NOTHING_SAID = Typed()


@app.command
def predict(
    model: Model,
    dataset: Source,
    *,
    out_: Out,
    train: Path | None = None,
    alter: str = "",
    limit: int | None = None,
    where: Where = ALONE,
    asking: Talk = ASKING,
) -> None:
    """Let a model answer every question of a dataset; the run is a folder. Killed, it goes on when called again.

    Args:
        out_: the run's folder
        train: a dataset for models that learn; without it they learn from generated pages
        limit: ask so many questions, evenly over pages and templates
        alter: erased (the evidence painted over), elsewhere (as much of the rest) or perturbed (harmless edits)
    """
    from eyechart.models import make
    from eyechart.predict import predict as sit
    from eyechart.store.folder import load
    from eyechart.store.run import open_run

    made, data, engine = make(model, asking), load(dataset).limited(limit), where.made()
    with bar(data.manifest.questions, f"{made.name} answers") as tell:
        run = open_run(sit(model, data, out_, train=train, alter=alter, asking=asking, jobs=engine, progress=tell))
    out.print(f"{data.manifest.questions:,} predictions of {made.name} in {run.predictions}")
    _say_cached(run.folder)


@app.command
def calibrate(model: str, *, asking: Talk = ASKING) -> int:
    """Find out in which frame a model gives its boxes: pixels, 0-1, 0-1000, x or y first, of the picture as sent or resized.

    Exits with 1 if no frame explains its boxes.

    Args:
        model: one that is talked to: openai:MODEL, anthropic:MODEL, google:MODEL, mock, hf:PATH
    """
    from eyechart.calibrate import calibrate as run
    from eyechart.calibrate import speaker
    from eyechart.talk.knock import knock
    from eyechart.talk.rectangles import SIZES

    made = speaker(model, asking)
    knock(made)
    with bar(len(SIZES), f"{made.name} looks at rectangles") as tell:
        found = run(made, progress=tell)
    about = (
        f"mean overlap {found.overlap:.2f} on {found.boxes} of {found.pictures} pictures, {found.named} colours named"
    )
    if not found.found:
        out.print(f"no frame explains the boxes of {made.name}: {about} at best. Boxes will be read as pixels.")
        return 1
    out.print(
        f"{made.name} gives boxes as '{found.frame}': {about}. Use it with --frame '{found.frame}'.", soft_wrap=True
    )
    for rival, overlap in found.rivals[:3]:
        out.print(f"  next best: {rival}, {overlap:.2f}")
    return 0


@app.command
def score(
    *runs: Path,
    dataset: Words = None,
    by: Words = None,
    partial: Flag = False,
    where: Where = ALONE,
    form: Printed = PEOPLE,
) -> None:
    """Mark runs, or a predictions file with --dataset.

    Args:
        runs: runs' folders, or folders that hold runs; or a file of predictions: ours, or a paper's own (docs/score.md)
        dataset: what a file answers; for runs, where their datasets are now
        partial: score the questions that are answered, and say how many
        by: facets to break the marks down by, such as template or figure
    """
    from eyechart.reporting.tables.forms import say
    from eyechart.reporting.tables.scores import told

    say(form, *told(_scored(runs, dataset or [], partial, where.made()), by or []))


def _scored(runs: Sequence[Path], datasets: Sequence[str], partial: bool, engine: Engine) -> list[Scores]:
    from eyechart.reporting.marked import all_marked
    from eyechart.score import score as mark
    from eyechart.score import score_run
    from eyechart.store.folder import load

    if len(runs) == 1 and (runs[0].is_file() or runs[0].suffix in (".jsonl", ".parquet")):
        if len(datasets) != 1:
            raise EyechartError(f"{runs[0]} is a predictions file: say which dataset it answers with --dataset.")
        return [mark(load(datasets[0]), runs[0], partial=partial, jobs=engine)]
    found = _opened(runs, datasets)
    return [score_run(run, partial) for run in found] if partial else [m.scores for m in all_marked(found, engine)]


def _opened(folders: Sequence[Path], datasets: Sequence[str]) -> list[Run]:
    """Runs of these folders. That their datasets moved is said once; one that is named is of use to some of them."""
    from eyechart.store.run import named_runs

    if not folders:
        raise EyechartError("Name at least one run's folder.")
    runs = named_runs(folders, datasets)
    for line in dict.fromkeys(run.moved for run in runs if run.moved is not None):
        notes.print(line, highlight=False, soft_wrap=True)
    return runs


@app.command
def compare(
    *runs: Path,
    metric: Annotated[str, Parameter(help=named("metrics"))] = "answer",
    baseline: str | None = None,
    dataset: Words = None,
    form: Printed = PEOPLE,
) -> None:
    """Is one model better than another? Differences on the same questions, with intervals, corrected for how many there are.

    Args:
        runs: runs' folders, of two models or more; or folders that hold runs, such as an exam
        baseline: a model among them, or a run's folder: only it is compared, with each of the others
        dataset: where the runs' datasets are now, if they are not found
    """
    from eyechart.compare import compare as run
    from eyechart.reporting.tables.forms import say
    from eyechart.reporting.tables.scores import differences

    say(form, differences(run(_opened(runs, dataset or []), metric, baseline)))


@app.command
def report(
    *runs: Path,
    out_: Out = Path("report.html"),
    baseline: str | None = None,
    dataset: Words = None,
    like: Annotated[
        str | None, Parameter(help=f"print a table in a paper's layout instead: {named('layouts')}")
    ] = None,
    tau: float | None = None,
    form: Printed = PEOPLE,
) -> None:
    """Write one self-contained HTML page about one or more runs.

    Args:
        runs: runs' folders, or folders that hold runs, such as an exam
        baseline: a model among them, or a run's folder: only it is compared, with each of the others
        dataset: where the runs' datasets are now, if they are not found
        tau: EST-VQA's penalty threshold in its tables, such as 0.5, the official script's
    """
    from eyechart.report import report as write
    from eyechart.reporting.tables.forms import say

    found = _opened(runs, dataset or [])
    if like is not None:
        layout = registry.get("layouts", like)
        say(form, (layout if tau is None else layout.with_tau(tau)).table(found))
        return
    if tau is not None:
        raise EyechartError("--tau is for a table: say which with --like, such as --like estvqa-table3.")
    if form != PEOPLE:
        raise EyechartError(
            "--json, --csv and --latex print a table: say which with --like LAYOUT, or type eyechart score."
        )
    out.print(f"report: {write(found, out_, baseline).resolve()}", soft_wrap=True)


@app.command
def exam(
    *models: Model,
    model: Annotated[list[str] | None, Parameter(negative="")] = None,
    plan: Path | None = None,
    said: Annotated[Typed, Parameter(name="*")] = NOTHING_SAID,
    out_: Annotated[Path | None, Parameter(name="--out")] = None,
    jobs: int = CORES,
    asking: Talk = ASKING,
    form: Printed = PEOPLE,
) -> None:
    """Build the exam, let the models sit it, mark it, and write the report on all that have sat it.

    Args:
        model: one with options of its own: name=openai:MODEL,base-url=…,key-env=…,as=…; may be given several times
        plan: an exam.toml (docs/exam.md); what is typed besides wins over it
        out_: folder for datasets, runs and report; exams/seed-SEED-COUNT unless given, or exams/PLAN
    """
    from eyechart.exam import exam as run
    from eyechart.exam import planned
    from eyechart.exam.plan import merged, model_from, plan_from, read_plan
    from eyechart.reporting.tables.forms import say
    from eyechart.reporting.tables.scores import summary

    typed = said.words() | {"models": [*models, *map(model_from, model or [])], "asking": asking}
    words = merged(read_plan(plan) if plan is not None else {}, typed)
    if not words["models"]:
        raise EyechartError("Name at least one model: eyechart exam chance")
    usual = plan.stem if plan is not None else f"seed-{words.get('seed', 0)}-{words.get('count', IMAGES)}"
    # Who names a folder goes on with what is asked there; who does not asks for what is typed.
    sat = plan_from(words) if out_ is None else planned(out_, words.pop("models"), words)
    with bars() as tell_of:
        folder = out_ or Path("exams") / usual
        outcome = run(sat, folder, jobs=jobs, progress=tell_of)
    for note in outcome.notes:
        notes.print(note, highlight=False, soft_wrap=True)
    say(form, summary(outcome.scores), aside=[f"report: {outcome.report.resolve()}"])
    _say_cached(folder)


def _say_cached(folder: Path) -> None:
    from eyechart.talk.converse import cached_in

    if said := cached_in(folder):
        notes.print(said, highlight=False, soft_wrap=True)
