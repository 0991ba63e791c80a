"""The program that the verbs are commands of, and the kinds of words that several of them take."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from eyechart import registry
from eyechart.engines.engine import Wanted
from eyechart.reporting.tables.form import Form
from eyechart.reporting.terminal import notes
from eyechart.talk.asking import Asking

ABOUT = "The eye test for vision-language models."
app = App("eyechart", help=ABOUT, suppress_keyboard_interrupt=False, error_console=notes)
ASKING = Asking()
HERE, ALONE = Wanted(), Wanted(jobs=1)  # all cores of this machine unless something else is asked for; one process
PEOPLE = Form()
CORES = os.cpu_count() or 1


def named(kind: str, *more: str) -> str:
    """The names of a kind for --help, from the registry; what others have installed is in `eyechart list`."""
    return f"{', '.join((*registry.BUILT_IN[kind], *more))} (`eyechart list {kind}`)"


Family = Annotated[str, Parameter(help=named("families"))]
Model = Annotated[str, Parameter(help=named("models"))]
Out = Annotated[Path, Parameter(name="--out")]
Elsewhere = Annotated[str, Parameter(name="--out")]  # a Path would lose a slash of s3://
Source = Annotated[str, Parameter(help="a dataset: its folder, here or elsewhere (s3://bucket/name)")]
Talk = Annotated[Asking, Parameter(name="*", group="Models that are talked to")]
Where = Annotated[Wanted, Parameter(name="*", group="Where the work is done")]
Printed = Annotated[Form, Parameter(name="*", group="How numbers are printed", negative="")]
Words = Annotated[list[str] | None, Parameter(negative="", consume_multiple=True)]
Flag = Annotated[bool, Parameter(negative="")]
Changes = Annotated[list[str] | None, Parameter(name="--set", negative="", consume_multiple=True)]
