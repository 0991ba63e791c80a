"""The command line in this process: starting Python for each command takes longer than what most of them do."""

from __future__ import annotations

import io
import signal
from contextlib import redirect_stderr, redirect_stdout

from msgspec import Struct

from eyechart.cli import app
from eyechart.reporting.ending import ended


class Done(Struct, frozen=True):
    code: int
    out: str
    err: str


def typed(*words: object) -> Done:
    """What a command prints, and its exit code."""
    out, err, before = io.StringIO(), io.StringIO(), signal.getsignal(signal.SIGTERM)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = ended(lambda: app([*map(str, words)], exit_on_error=True, result_action="return_value"))
    finally:
        signal.signal(signal.SIGTERM, before)
    return Done(code, out.getvalue(), err.getvalue())
