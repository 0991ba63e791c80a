"""One verb per stage. Here words are parsed, the stage is called, and its result printed; nothing else."""

from __future__ import annotations

import sys

from eyechart.cli import examining, looking, making, proving, serving, studying, teaching
from eyechart.cli.words import app
from eyechart.reporting.ending import ended

__all__ = [
    "app",
    "examining",
    "looking",
    "main",
    "making",
    "proving",
    "serving",
    "studying",
    "teaching",
]  # seven hold the verbs


def main() -> None:
    sys.exit(ended(lambda: app(exit_on_error=True, result_action="return_value")))
