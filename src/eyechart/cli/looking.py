"""Verbs that show what there is: show, describe, list."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from eyechart import registry
from eyechart.cli.words import Changes, Out, app
from eyechart.reporting.terminal import out


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
        source: datasets' folders, or families to draw from; `count` pages of each. A trained network's folder: its learning curve
    """
    from eyechart.settings import parse_changes
    from eyechart.show import pages_of
    from eyechart.show import show as run
    from eyechart.train.curve import is_trained

    if len(source) == 1 and is_trained(source[0]):
        out.print(f"curve: {run(source[0], out_).resolve()}", soft_wrap=True)
        return
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


@app.command(name="list")
def list_(
    what: Annotated[str, Parameter(help=", ".join((*registry.BUILT_IN, "settings")))] = "families",
    family: Annotated[str | None, Parameter(help="with settings: whose")] = None,
) -> None:
    """What there is of a kind, or the settings of a family."""
    from eyechart.reporting.listing import listing

    out.print(listing(what, family))
