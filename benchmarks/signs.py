"""Scenes with text on one core: how many a second over all kinds of places, where the time goes, how large the JPEGs are.

The rasteriser draws and warps in one pass, so the two are told apart by a second picture: the same plane seen straight on
by a camera that only scales. What the real camera costs more is warping.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from statistics import mean, median

import skia

from benchmarks.claim import Claim, at_least, at_most, print_rows
from benchmarks.process import on_one_core
from eyechart import registry
from eyechart.core import Family
from eyechart.drawing.camera import View, camera
from eyechart.drawing.canvas import canvas
from eyechart.drawing.photo import add_noise, illuminate, jpeg, soften
from eyechart.families.signs.draw import painting
from eyechart.families.signs.kinds import KINDS
from eyechart.families.signs.sample import sample
from eyechart.families.signs.scene import Place
from eyechart.families.signs.settings import SignSettings
from eyechart.families.signs.stage import Stage
from eyechart.page import page
from eyechart.seeding import rng_for

SCENES = {False: 1_200, True: 240}
STAGES = ("drawing", "warping", "light and blur", "noise", "encoding", "the rest")
ENOUGH, LARGEST = 70.5, 150.0  # scenes a second; kB
SETTINGS = SignSettings()


def claims(quick: bool) -> list[Claim]:
    stages, sizes = on_one_core(_measure, SCENES[quick])
    whole = {kind: [sum(row) for row in rows] for kind, rows in stages.items()}
    rows = [(kind, *_shown(stages[kind])) for kind in KINDS]
    everything = [row for kind in KINDS for row in stages[kind]]
    head = ("milliseconds of the processor", *STAGES, "all")
    print_rows(f"{len(everything):,} scenes, 640 × 480, JPEG 90", head, [*rows, ("all kinds", *_shown(everything))])
    total = mean(map(sum, everything))
    share = [f"{100 * mean(row[i] for row in everything) / total:.0f} %" for i in range(len(STAGES))]
    print_rows("shares", STAGES, [share])
    middle = median([median(times) for times in whole.values()])
    return [
        at_least("scenes a second of one core, median over the kinds of places", 1 / middle, ENOUGH, "/s"),
        at_least("scenes a second of one core, on average", 1 / total, ENOUGH, "/s"),
        at_most("the largest JPEG", max(sizes) / 1000, LARGEST, "kB"),
    ]


def _shown(rows: list[list[float]]) -> list[str]:
    return [f"{1000 * mean(row[i] for row in rows):.1f}" for i in range(len(STAGES))] + [
        f"{1000 * mean(map(sum, rows)):.1f}"
    ]


def _measure(count: int) -> tuple[dict[str, list[list[float]]], list[int]]:
    """Seconds of each stage for each scene, by kind of place; and the bytes of each picture."""
    family: Family = registry.get("families", "signs")
    for index in range(5 * len(KINDS)):  # textures, lights and letters are made once
        page(family, SETTINGS, "train", 1, index)
    found, sizes = defaultdict[str, list[list[float]]](list), list[int]()
    for index in range(count):
        start = time.process_time()
        made = page(family, SETTINGS, "train", 0, index)
        whole = time.process_time() - start
        sizes.append(len(made.pictures[0].data))
        place = sample(rng_for("signs", "train", 0, index, "scene"), SETTINGS, "train", index)
        parts = _stages(place)
        found[place.kind].append([*parts, whole - sum(parts)])
    return dict(found), sizes


def _stages(place: Place) -> list[float]:
    """Drawing, warping, light and blur, noise, encoding."""
    content = KINDS[place.kind].paint(Stage(place))
    straight = camera(View(fill=place.view.fill), content, place.width, place.height, place.margin)
    pen, pixels = canvas(place.width, place.height)
    painted = painting(place)
    drawing = _spent(lambda: _shoot(pen, painted.picture, straight))
    both = _spent(lambda: _shoot(pen, painted.picture, painted.camera))
    lit = _spent(lambda: (illuminate(pixels, place.light), soften(pixels, place.blur)))
    noise = _spent(lambda: add_noise(pixels, place.noise, rng_for("noise"))) if place.noise else 0.0
    return [drawing, both - drawing, lit, noise, _spent(lambda: jpeg(pixels, SETTINGS.quality, 1000 * LARGEST))]


def _shoot(pen: skia.Canvas, picture: skia.Picture, matrix: skia.Matrix) -> None:
    pen.save()
    pen.concat(matrix)
    pen.drawPicture(picture)
    pen.restore()


def _spent(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
