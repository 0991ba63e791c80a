"""Verbs that examine models: predict, calibrate, score, compare, report, exam."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from eyechart import registry
from eyechart.cli.words import ALONE, ASKING, CORES, Flag, Model, Out, Source, Talk, Where, Words, app, named
from eyechart.errors import EyechartError, unknown
from eyechart.reporting.terminal import bar, bars, notes, out


@app.command
def predict(
    model: Model,
    dataset: Source,
    *,
    out_: Out,
    train: Path | None = None,
    alter: str = "",
    where: Where = ALONE,
    asking: Talk = ASKING,
) -> None:
    """Let a model answer every question of a dataset; the run is a folder. Killed, it goes on when called again.

    Args:
        out_: the run's folder
        train: a dataset for models that learn; without it they learn from generated pages
        alter: erased (the evidence painted over), elsewhere (as much of the rest) or perturbed (harmless edits)
    """
    from eyechart.models import make
    from eyechart.predict import predict as sit
    from eyechart.store.folder import load
    from eyechart.store.run import open_run

    made, data, engine = make(model, asking), load(dataset), where.made()
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
    run: Path, *, dataset: Source | None = None, by: Words = None, partial: Flag = False, where: Where = ALONE
) -> None:
    """Mark a run, or a predictions file with --dataset.

    Args:
        run: a run's folder, or a file of predictions: ours, or a paper's own (docs/score.md)
        partial: score the questions that are answered, and say how many
        by: facets to break the marks down by, such as template or figure
    """
    from eyechart.reporting.tables import breakdown, own_marks, summary
    from eyechart.score import score as mark
    from eyechart.score import score_run
    from eyechart.store.folder import load
    from eyechart.store.run import open_run

    if run.is_file() or run.suffix in (".jsonl", ".parquet"):
        if dataset is None:
            raise EyechartError(f"{run} is a predictions file: say which dataset it answers with --dataset.")
        scores = mark(load(dataset), run, partial=partial, jobs=where.made())
    else:
        scores = score_run(open_run(run), partial, where.made())
    out.print(summary([scores]))
    for note in scores.notes:
        out.print(note, highlight=False, soft_wrap=True)
    if (own := own_marks(scores)) is not None:
        out.print(own)
    for facet in by or []:
        if facet not in scores.facets():
            raise unknown("facet", facet, scores.facets())
        out.print(breakdown(scores, facet))


@app.command
def compare(
    *runs: Path,
    metric: Annotated[str, Parameter(help=named("metrics"))] = "answer",
    baseline: str | None = None,
) -> None:
    """Is one model better than another? Differences on the same questions, with intervals, corrected for how many there are.

    Args:
        runs: runs' folders, of two models or more; or folders that hold runs, such as an exam
        baseline: a model: only it is compared, with each of the others
    """
    from eyechart.compare import compare as run
    from eyechart.reporting.tables import differences
    from eyechart.store.run import runs_in

    out.print(differences(run([one for folder in runs for one in runs_in(folder)], metric, baseline)))


@app.command
def report(
    *runs: Path,
    out_: Out = Path("report.html"),
    like: Annotated[
        str | None, Parameter(help=f"print a table in a paper's layout instead: {named('layouts')}")
    ] = None,
) -> None:
    """Write one self-contained HTML page about one or more runs."""
    from eyechart.report import report as write
    from eyechart.store.run import open_run

    if not runs:
        raise EyechartError("Name at least one run's folder.")
    if like is not None:
        out.print(registry.get("layouts", like).table([open_run(run) for run in runs]))
        return
    out.print(f"report: {write([open_run(run) for run in runs], out_).resolve()}", soft_wrap=True)


@app.command
def exam(
    *models: Model,
    families: Words = None,
    count: int = 200,
    seed: int = 0,
    out_: Annotated[Path | None, Parameter(name="--out")] = None,
    jobs: int = CORES,
    erase_evidence: Flag = False,
    erase_elsewhere: Flag = False,
    perturb: Flag = False,
    asking: Talk = ASKING,
) -> None:
    """Build the exam, let the models sit it, mark it, and write the report.

    Args:
        count: images per family
        out_: folder for datasets, runs and report; exams/seed-SEED-COUNT unless given
        erase_evidence: let everybody sit it once more with the evidence painted over
        erase_elsewhere: the control: once more with as much painted over of what does not decide
        perturb: let everybody sit it once more with harmless edits: shifted, recompressed, a little smaller
    """
    from eyechart.exam import exam as run
    from eyechart.reporting.tables import summary

    if not models:
        raise EyechartError("Name at least one model: eyechart exam chance")
    with bars() as tell:
        folder = out_ or Path("exams") / f"seed-{seed}-{count}"
        outcome = run(
            models,
            folder,
            families=families,
            count=count,
            seed=seed,
            jobs=jobs,
            asking=asking,
            alter=["erased"] * erase_evidence + ["elsewhere"] * erase_elsewhere + ["perturbed"] * perturb,
            progress=tell,
        )
    out.print(summary(outcome.scores))
    out.print(f"report: {outcome.report.resolve()}", soft_wrap=True)
    _say_cached(folder)


def _say_cached(folder: Path) -> None:
    from eyechart.talk.converse import cached_in

    if said := cached_in(folder):
        notes.print(said, highlight=False, soft_wrap=True)
