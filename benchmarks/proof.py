"""Proof on one core: every program of 10,000 figures run again from the files; then every pixel drawn again."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.claim import Claim, at_most, middle, print_rows
from benchmarks.process import Timed, fresh, on_one_core, timed
from eyechart.generate import generate
from eyechart.verify import verify

FIGURES = 10_000
ROUNDS = {False: 3, True: 1}


def claims(quick: bool) -> list[Claim]:
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "data"
        fresh(_generate, folder)
        spent: dict[bool, list[Timed]] = {False: [], True: []}
        for _ in range(ROUNDS[quick]):
            for redraw, seconds in spent.items():
                seconds.append(on_one_core(_verify, folder, redraw))
    names = {False: "verify", True: "verify --redraw"}
    rows = [
        (names[redraw], middle(t.wall for t in seconds), middle(t.cpu for t in seconds))
        for redraw, seconds in spent.items()
    ]
    head = ("", "seconds on the wall, median (least – most)", "of the processor")
    print_rows(f"{FIGURES:,} figures on one core", head, rows)
    return [
        at_most(f"{names[redraw]} of {FIGURES:,} figures", median(t.wall for t in spent[redraw]), bar, "s")
        for redraw, bar in ((False, 10), (True, 60))
    ]


def _generate(folder: Path) -> None:
    generate("figures", folder, count=FIGURES, jobs=2)


def _verify(folder: Path, redraw: bool) -> Timed:
    def work() -> None:
        verdict = verify(folder, redraw=redraw, jobs=1)
        if not verdict.holds or verdict.images != FIGURES:
            raise SystemExit(
                f"{verdict.disagreements:,} disagreements in {verdict.images:,} figures: {verdict.examples}"
            )

    return timed(work)
