"""A leaderboard as CSV."""

from __future__ import annotations

from eyechart.web.board.standing import Entry, Leaderboard
from eyechart.web.spreadsheet import as_csv


def leaderboard_csv(board: Leaderboard) -> str:
    """Marks in per cent, each with its interval."""
    names = [heading.replace("\n", " ") for heading in board.headings]
    head = ["rank", "team", "method", "training", "submitted"]
    head += [f"{name}{end}" for name in names for end in ("", " low", " high")] + [*board.ratios]
    return as_csv([[*head, "clearly below the one above"], *(_row(board, entry) for entry in board.entries)])


def _row(board: Leaderboard, entry: Entry) -> list[str | float | None]:
    row: list[str | float | None] = [
        entry.rank,
        entry.team,
        entry.method,
        entry.training,
        f"{entry.submitted:%Y-%m-%d}",
    ]
    for heading in board.headings:
        mark = entry.marks.get(heading)
        row += [None] * 3 if mark is None else [round(100 * n, 4) for n in (mark.mean, mark.low, mark.high)]
    row += [entry.ratios.get(heading) for heading in board.ratios]
    return [*row, None if entry.above is None else "yes" if entry.above.clear else "no"]
