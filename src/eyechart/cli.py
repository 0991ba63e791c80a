"""One verb per stage. Here words are parsed, the stage is called, and its result printed; nothing else."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from eyechart import registry
from eyechart.asking import Asking, Speaker
from eyechart.errors import EyechartError, unknown
from eyechart.terminal import bar, bars, notes, out

app = App(name="eyechart", help="The eye test for vision-language models.", suppress_keyboard_interrupt=False)
ASKING = Asking()
CORES = os.cpu_count() or 1
Talk = Annotated[Asking, Parameter(name="*", group="Models that are talked to")]
Words = Annotated[list[str] | None, Parameter(negative="", consume_multiple=True)]
Changes = Annotated[list[str] | None, Parameter(name="--set", negative="", consume_multiple=True)]


@app.command
def generate(
    family: str,
    *,
    split: str = "train",
    count: int | None = None,
    seed: int = 0,
    out_: Annotated[Path, Parameter(name="--out")],
    preset: str | None = None,
    set_: Changes = None,
    paper_size: bool = False,
    jobs: int = CORES,
) -> None:
    """Write a dataset: COUNT images with their questions, proved and boxed. Killed, it goes on when called again.

    Parameters
    ----------
    family: figures, … (`eyechart list families`)
    count: images to make
    out_: folder to write to
    set_: key=value, any setting of the family (`eyechart list settings FAMILY`)
    paper_size: as many images as the paper has in this split, instead of --count
    """
    from eyechart.core import Family
    from eyechart.generate import generate as run
    from eyechart.settings import parse_changes

    if (count is None) == (not paper_size):
        raise EyechartError("Say how many images: either --count N or --paper-size.")
    found: Family = registry.get("families", family)
    if split not in found.splits:
        raise unknown(f"split of {family}", split, found.splits)
    images = found.splits[split].images if count is None else count
    changes = parse_changes(set_ or [])
    with bar(images, f"drawing {family}") as tell:
        made = run(
            family, out_, split=split, count=images, seed=seed, preset=preset, changes=changes, jobs=jobs, progress=tell
        )
    out.print(f"{made.manifest.images:,} images with {made.manifest.questions:,} questions in {out_}")


@app.command
def convert(
    release: str, root: Path, *, split: str, out_: Annotated[Path, Parameter(name="--out")], set_: Changes = None
) -> None:
    """Read a split of an official release and write it as a dataset, so that every verb works on it.

    Parameters
    ----------
    release: figureqa, … (`eyechart list releases`)
    root: the folder that holds it
    set_: key=value, any setting of a release that has some (visual-genome)
    """
    from eyechart.convert import convert as run
    from eyechart.settings import parse_changes

    made = run(release, root, split, out_, changes=parse_changes(set_ or []))
    out.print(f"{made.manifest.images:,} images with {made.manifest.questions:,} questions in {out_}")


@app.command
def mine(root: Path, *, out_: Annotated[Path, Parameter(name="--out")], set_: Changes = None) -> None:
    """Read Visual Genome for others: crops for matrices, and with ConceptNet the facts about what is shown. Counts both.

    Parameters
    ----------
    root: a folder with objects.json or scene_graphs.json, image_data.json, region_descriptions.json
    out_: a new folder
    set_: key=value: objects, attributes, relations, seen, overlap, smallest, examples, conceptnet, weight
    """
    from eyechart.mine import MineSettings
    from eyechart.mine import mine as run
    from eyechart.settings import parse_changes, settings_from

    for section in run(root, out_, settings_from(MineSettings, "mine", parse_changes(set_ or []))):
        out.print(section.title, style="bold")
        for what, count in section.rows:
            out.print(f"  {count:>12,}  {what}", highlight=False, markup=False)


@app.command
def verify(dataset: Path, *, redraw: bool = False, jobs: int = CORES) -> int:
    """Run every program again from the files alone; with --redraw also draw every picture again and compare.

    Exits with 1 if anything disagrees.
    """
    from eyechart.dataset import load
    from eyechart.verify import verify as run

    with bar(len(load(dataset)), "proving") as tell:
        verdict = run(dataset, redraw=redraw, jobs=jobs, progress=tell)
    out.print(f"{verdict.images:,} images, {verdict.questions:,} questions: {verdict.disagreements:,} disagreements")
    for example in verdict.examples:
        out.print(f"  {example}", highlight=False, markup=False)
    return 0 if verdict.holds else 1


@app.command
def audit(*datasets: Path) -> int:
    """Take away what each template needs, train a probe on the rest, and expect chance. Looks for near-duplicates too.

    Several datasets (say train and test) are compared with each other. Exits with 1 if a probe is above its interval.
    """
    from eyechart.audit import audit as run
    from eyechart.tables import audit_table

    if not datasets:
        raise EyechartError("Name at least one dataset folder to audit.")
    with notes.status("auditing") as status:
        found = run(datasets, lambda what: status.update(what))
    out.print(audit_table(found))
    for skipped in found.skipped:
        out.print(f"not probed, too few: {skipped}")
    for twins in found.twins:
        where = twins.first if twins.first == twins.second else f"{twins.first} and {twins.second}"
        example = f", such as {twins.example[0]} and {twins.example[1]}" if twins.example else ""
        out.print(f"{twins.pairs:,} pairs of almost equal pictures in {where}{example}")
    if not found.probes:
        out.print("[bold red]nothing was probed: every template has too few questions[/]")
    else:
        out.print("nothing can be guessed" if found.passes else "[bold red]some templates can be guessed[/]")
    return 0 if found.passes else 1


@app.command
def predict(
    model: str,
    dataset: Path,
    *,
    out_: Annotated[Path, Parameter(name="--out")],
    train: Path | None = None,
    alter: str = "",
    asking: Talk = ASKING,
) -> None:
    """Let a model answer every question of a dataset; the run is a folder. Killed, it goes on when called again.

    Parameters
    ----------
    model: chance, prior, oracle, recorded:FILE, … (`eyechart list models`)
    out_: the run's folder
    train: a dataset for models that learn; without it they learn from generated pages
    alter: erased (the evidence painted over) or perturbed (harmless edits); empty: pictures as they are
    """
    from eyechart.dataset import load
    from eyechart.models import make
    from eyechart.predict import predict as sit
    from eyechart.run import start_run

    made, data = make(model, asking), load(dataset)
    run = start_run(out_, made.name, data, training=getattr(made, "training", ""), altered=alter)
    with bar(data.manifest.questions, f"{made.name} answers") as tell:
        sit(made, data, run.predictions, train=load(train) if train else None, alter=alter, progress=tell)
    out.print(f"{data.manifest.questions:,} predictions of {made.name} in {run.predictions}")


@app.command
def calibrate(model: str, *, asking: Talk = ASKING) -> int:
    """Find out in which frame a model gives its boxes: pixels, 0-1, 0-1000, x or y first, of the picture as sent or resized.

    Exits with 1 if no frame explains its boxes.

    Parameters
    ----------
    model: openai:MODEL or hf:PATH
    """
    from eyechart.calibrate import calibrate as run
    from eyechart.models import make

    made = make(model, asking)
    if not isinstance(made, Speaker):
        raise EyechartError(f"{made.name} gives its boxes in pixels: only models that are talked to are calibrated.")
    with notes.status(f"{made.name} looks at rectangles"):
        found = run(made)
    about = f"mean overlap {found.overlap:.2f} on {found.boxes} of {found.pictures} pictures"
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
def score(run: Path, *, dataset: Path | None = None, by: Words = None) -> None:
    """Mark a run, or a predictions file with --dataset.

    Parameters
    ----------
    run: a run's folder, or a predictions file (.jsonl or .parquet)
    by: facets to break the marks down by, such as template or figure
    """
    from eyechart.dataset import load
    from eyechart.run import open_run, score_run
    from eyechart.score import score as mark
    from eyechart.tables import breakdown, own_marks, summary

    if run.is_file() or run.suffix in (".jsonl", ".parquet"):
        if dataset is None:
            raise EyechartError(f"{run} is a predictions file: say which dataset it answers with --dataset.")
        scores = mark(load(dataset), run)
    else:
        scores = score_run(open_run(run))
    out.print(summary([scores]))
    if (own := own_marks(scores)) is not None:
        out.print(own)
    for facet in by or []:
        if facet not in scores.facets():
            raise unknown("facet", facet, scores.facets())
        out.print(breakdown(scores, facet))


@app.command
def report(
    *runs: Path, out_: Annotated[Path, Parameter(name="--out")] = Path("report.html"), like: str | None = None
) -> None:
    """Write one self-contained HTML page about one or more runs.

    Parameters
    ----------
    like: print a table in a paper's layout instead (estvqa-table3)
    """
    from eyechart.report import report as write
    from eyechart.run import open_run

    if not runs:
        raise EyechartError("Name at least one run's folder.")
    if like is not None:
        out.print(registry.get("layouts", like)([open_run(run) for run in runs]))
        return
    out.print(f"report: {write([open_run(run) for run in runs], out_).resolve()}", soft_wrap=True)


@app.command
def exam(
    *models: str,
    families: Words = None,
    count: int = 200,
    seed: int = 0,
    out_: Annotated[Path | None, Parameter(name="--out")] = None,
    jobs: int = CORES,
    erase_evidence: Annotated[bool, Parameter(negative="")] = False,
    perturb: Annotated[bool, Parameter(negative="")] = False,
    asking: Talk = ASKING,
) -> None:
    """Build the exam, let the models sit it, mark it, and write the report.

    Parameters
    ----------
    count: images per family
    out_: folder for datasets, runs and report; exams/seed-SEED-COUNT unless given
    erase_evidence: let everybody sit it once more with the evidence painted over
    perturb: let everybody sit it once more with harmless edits: shifted, recompressed, a little smaller
    """
    from eyechart.exam import exam as run
    from eyechart.tables import summary

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
            alter=["erased"] * erase_evidence + ["perturbed"] * perturb,
            progress=tell,
        )
    out.print(summary(outcome.scores))
    out.print(f"report: {outcome.report.resolve()}", soft_wrap=True)


@app.command
def export(dataset: Path, *, format: str, out_: Annotated[Path, Parameter(name="--out")]) -> None:
    """Write a dataset in another layout: a tool's, or its paper's.

    Parameters
    ----------
    format: huggingface, llava, webdataset, vlmevalkit, lmms-eval, inspect_ai, or the family's own (figureqa, …)
    """
    from eyechart.dataset import load
    from eyechart.export import export as run

    data = load(dataset)
    with bar(len(data), f"writing {format}") as tell:
        run(data, format, out_, tell)
    out.print(f"{len(data):,} images in {out_}")


@app.command
def show(
    *source: str,
    out_: Annotated[Path, Parameter(name="--out")] = Path("sheet.png"),
    count: int = 12,
    start: int = 0,
    questions: int = 4,
    columns: int = 3,
    split: str | None = None,
    seed: int = 0,
    preset: str | None = None,
    set_: Changes = None,
) -> None:
    """Draw a contact sheet: pictures, questions, answers, and the evidence outlined.

    Parameters
    ----------
    source: datasets' folders, or families to draw from; `count` pages of each
    """
    from eyechart.settings import parse_changes
    from eyechart.show import pages_of
    from eyechart.show import show as run

    changes = parse_changes(set_ or [])
    pages = (page for name in source for page in pages_of(name, start, count, split, seed, preset, changes))
    out.print(f"sheet: {run(pages, out_, columns, questions).resolve()}", soft_wrap=True)


@app.command
def describe(*datasets: Path, out_: Annotated[Path | None, Parameter(name="--out")] = None) -> None:
    """What is in a dataset: answer forms, facets, lengths, first words, answers; with --out also as one HTML page."""
    from eyechart.describe import as_tables, page
    from eyechart.describe import describe as look

    found = [look(folder) for folder in datasets]
    for description in found:
        out.print(
            f"{description.questions:,} questions of {description.words:.1f} words on average", *as_tables(description)
        )
    if out_ is not None:
        out.print(f"Wrote {page(found, out_)}")


@app.command
def assets(*packs: str, share_alike: bool = False) -> None:
    """Fetch more icon packs through npm, pinned, into a cache. Nothing needs them; `--set packs=twemoji,noto` uses them."""
    from eyechart.assets import assets as fetch

    for line in fetch(packs, share_alike):
        out.print(line)


@app.command(name="list")
def list_(what: str = "families", family: str | None = None) -> None:
    """What there is: families, models, metrics, releases, exports, or the settings of a family.

    Parameters
    ----------
    what: families, models, metrics, releases, exports, settings
    family: with settings
    """
    from eyechart.listing import KINDS, listing

    if what not in KINDS:
        raise unknown("list", what, KINDS)
    out.print(listing(what, family))


def main() -> None:
    """Errors of ours are one message and exit code 2; Ctrl-C is 130. What was finished stays."""
    try:
        code = app(exit_on_error=True, result_action="return_value")
    except EyechartError as error:
        notes.print(f"eyechart: {error}", style="red", markup=False, highlight=False, soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        notes.print("eyechart: stopped. What is finished stays; run the same command again to go on.", style="red")
        sys.exit(130)
    except OSError as error:
        notes.print(f"eyechart: {error}", style="red", markup=False, highlight=False, soft_wrap=True)
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)
