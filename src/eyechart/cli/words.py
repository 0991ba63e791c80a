"""The program that the verbs are commands of, and the kinds of words that several of them take."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from eyechart import registry
from eyechart.reporting.tables.form import Form
from eyechart.reporting.terminal import notes
from eyechart.talk.asking import Asking

ABOUT = "The eye test for vision-language models."
app = App("eyechart", help=ABOUT, suppress_keyboard_interrupt=False, error_console=notes)
ASKING = Asking()
PEOPLE = Form()
CORES = os.cpu_count() or 1


def named(kind: str, *more: str) -> str:
    """The names of a kind for --help, from the registry; what others have installed is in `eyechart list`."""
    return f"{', '.join((*registry.BUILT_IN[kind], *more))} (`eyechart list {kind}`)"


Family = Annotated[str, Parameter(help=named("families"))]
Model = Annotated[str, Parameter(help=named("models"))]
Out = Annotated[Path, Parameter(name="--out")]
Talk = Annotated[Asking, Parameter(name="*", group="Models that are talked to")]
Printed = Annotated[Form, Parameter(name="*", group="How numbers are printed", negative="")]
Words = Annotated[list[str] | None, Parameter(negative="", consume_multiple=True)]
Flag = Annotated[bool, Parameter(negative="")]
Changes = Annotated[list[str] | None, Parameter(name="--set", negative="", consume_multiple=True)]
