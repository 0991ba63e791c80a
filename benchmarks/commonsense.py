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
from eyechart.families.commonsense.settings import CommonsenseSettings
from eyechart.page import page
from eyechart.seeding import rng_for

PAGES = {False: 2_000, True: 400}
WARM = {False: 2_000, True: 300}  # pages before them
SPLIT = {False: 400, True: 100}  # of them are made again, stage by stage
IMAGES, QUESTIONS = 81.0, 379.5  # a second
STAGES = ("laying out", "painting and encoding", "asking, and the rest")
SETTINGS = CommonsenseSettings()


def claims(quick: bool) -> list[Claim]:
    first, seconds, asked, shares = on_one_core(_measure, WARM[quick], PAGES[quick], SPLIT[quick])
    pages = PAGES[quick]
    whole = seconds / pages
    stages = [*shares, whole - sum(shares)]
    print_rows(
        f"{pages:,} pages after {WARM[quick]:,}, {asked / pages:.2f} questions each",
        ("milliseconds of the processor", *STAGES, "all"),
        [("a page", *[f"{1000 * share:.1f}" for share in stages], f"{1000 * whole:.1f}")],
    )
    print(f"the {WARM[quick]:,} pages before: {first:.1f} a second")
    return [
        at_least("pictures a second of one core", 1 / whole, IMAGES, "/s"),
        at_least("questions a second of one core", asked / seconds, QUESTIONS, "/s"),
    ]


def _measure(warm: int, count: int, split: int) -> tuple[float, float, int, list[float]]:
    """Pages a second before things are warm; then seconds and questions of all pages, and seconds a page of two stages."""
    family: Family = registry.get("families", "commonsense")
    start = time.process_time()
    for index in range(warm):
        page(family, SETTINGS, "train", 0, index)
    first = warm / (time.process_time() - start)
    start = time.process_time()
    asked = sum(len(page(family, SETTINGS, "train", 0, index).questions) for index in range(warm, warm + count))
    seconds = time.process_time() - start
    rows = list[tuple[float, float]]()
    for index in range(warm, warm + split):
        rng = rng_for("commonsense", "train", 0, index, "scene")
        start = time.process_time()
        scene = family.sample(rng, SETTINGS, "train", index)
        laid = time.process_time()
        family.draw(scene, rng, SETTINGS)
        rows.append((laid - start, time.process_time() - laid))
    return first, seconds, asked, [mean(row[stage] for row in rows) for stage in (0, 1)]
