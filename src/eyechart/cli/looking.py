"""Verbs that show what there is: show, describe, list, status."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from eyechart import registry
from eyechart.cli.words import PEOPLE, Changes, Out, Printed, Source, app
from eyechart.errors import EyechartError
from eyechart.reporting.terminal import notes, out


@app.command
def show(
    *source: str,
    out_: Out = Path("sheet.png"),
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

    Args:
        source: datasets' folders, or families to draw from; `count` pages of each. A trained network's folder: its learning curve.
            A run of a model that runs programs: what each step found, of `count` questions
    """
    from eyechart.reporting.steps import draw_steps, is_run
    from eyechart.settings import parse_changes
    from eyechart.show import pages_of
    from eyechart.show import show as run
    from eyechart.train.curve import is_trained

    if len(source) == 1 and is_trained(source[0]):
        out.print(f"curve: {run(source[0], out_).resolve()}", soft_wrap=True)
        return
    if len(source) == 1 and is_run(source[0]):
        out.print(f"steps: {draw_steps(source[0], out_, count, start).resolve()}", soft_wrap=True)
        return
    changes = parse_changes(set_ or [])
    pages = (page for name in source for page in pages_of(name, start, count, split, seed, preset, changes))
    out.print(f"sheet: {run(pages, out_, columns, questions).resolve()}", soft_wrap=True)


@app.command
def describe(
    *datasets: Source, out_: Annotated[Path | None, Parameter(name="--out")] = None, form: Printed = PEOPLE
) -> None:
    """What is in a dataset: answer forms, facets, lengths, first words, answers; with --out also as one HTML page."""
    from eyechart.describe import as_tables, page
    from eyechart.describe import describe as look
    from eyechart.reporting.tables.forms import Told, say

    found = [look(folder) for folder in datasets]
    told = list[Told]()
    for one in found:
        told += [f"{one.questions:,} questions of {one.words:.1f} words on average", *as_tables(one)]
    say(form, *told, aside=[f"Wrote {page(found, out_)}"] if out_ is not None else ())


@app.command
def status(*folders: Source) -> int:
    """How folders stand: what is done, what is left, what is broken, what to type. Exits with 1 if there is something to type.

    Args:
        folders: of any verb, finished, at work, killed or damaged: datasets, runs, exams, exports
    """
    from eyechart.status import lines
    from eyechart.status import status as look

    if not folders:
        raise EyechartError("Name at least one folder: eyechart status FOLDER")
    with notes.status("looking") as tell:
        found = [look(folder, lambda what: tell.update(Text(what))) for folder in folders]
    for one in found:
        for line in lines(one):
            out.print(line, highlight=False, soft_wrap=True)
    return int(any(one.state in ("stopped", "broken") for one in found))


@app.command(name="list")
def list_(
    what: Annotated[str, Parameter(help=", ".join((*registry.BUILT_IN, "settings")))] = "families",
    family: Annotated[str | None, Parameter(help="with settings: whose")] = None,
) -> None:
    """What there is of a kind, or the settings of a family."""
    from eyechart.reporting.listing import listing

    out.print(listing(what, family))
