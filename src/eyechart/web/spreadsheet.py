"""Tables for spreadsheets: CSV whose cells none of them takes for formulas."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")  # what spreadsheets begin to calculate at


def safe(text: str) -> str:
    """An apostrophe before what would be a formula: spreadsheets show the rest as it is."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text


def as_csv(rows: Iterable[Iterable[str | float | None]]) -> str:
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    for row in rows:
        writer.writerow([safe(one) if isinstance(one, str) else one for one in row])
    return file.getvalue()
