"""Rooms and places with their questions on one core: pictures and questions a second, and where the time goes.

A look of a thing is painted once and kept, so the first pages of a process are slower; they are counted apart.
"""

from __future__ import annotations

import time
from statistics import mean

from benchmarks.claim import Claim, at_least, print_rows
from benchmarks.process import on_one_core
from eyechart import registry
from eyechart.core import Family
from eyechart.families.commonsense.options import CommonsenseSettings
from eyechart.page import page
from eyechart.seeding import rng_for

PAGES = {False: 2_000, True: 400}
WARM = {False: 2_000, True: 300}  # pages before them
IMAGES, QUESTIONS = 60.0, 300.0  # a second
STAGES = ("laying out", "painting and encoding", "asking, and the rest")
SETTINGS = CommonsenseSettings()


def claims(quick: bool) -> list[Claim]:
    first, rows, asked = on_one_core(_measure, WARM[quick], PAGES[quick])
    whole = mean(map(sum, rows))
    shares = [mean(row[i] for row in rows) for i in range(len(STAGES))]
    print_rows(
        f"{len(rows):,} pages after {WARM[quick]:,}, {asked / len(rows):.2f} questions each",
        ("milliseconds of the processor", *STAGES, "all"),
        [("a page", *[f"{1000 * share:.1f}" for share in shares], f"{1000 * whole:.1f}")],
    )
    print(f"the {WARM[quick]:,} pages before: {first:.1f} a second")
    return [
        at_least("pictures a second of one core", 1 / whole, IMAGES, "/s"),
        at_least("questions a second of one core", asked / len(rows) / whole, QUESTIONS, "/s"),
    ]


def _measure(warm: int, count: int) -> tuple[float, list[list[float]], int]:
    """Pages a second before things are warm; then seconds of each stage for each page, and how many questions."""
    family: Family = registry.get("families", "commonsense")
    start = time.process_time()
    for index in range(warm):
        page(family, SETTINGS, "train", 0, index)
    first = warm / (time.process_time() - start)
    rows, asked = list[list[float]](), 0
    for index in range(warm, warm + count):
        start = time.process_time()
        made = page(family, SETTINGS, "train", 0, index)
        whole = time.process_time() - start
        asked += len(made.questions)
        rng = rng_for("commonsense", "train", 0, index, "scene")
        start = time.process_time()
        scene = family.sample(rng, SETTINGS, "train", index)
        laid = time.process_time()
        family.draw(scene, rng, SETTINGS)
        painted = time.process_time()
        rows.append([laid - start, painted - laid, whole - (painted - start)])
    return first, rows, asked
