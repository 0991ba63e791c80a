"""Figures on one core: with boxes, questions, programs and a shard, against matplotlib, Bokeh and the floor.

All draw the same scenes, all five kinds at the default preset, in turns. Seconds are the processor's, so that
neighbours on the machine do not count; Bokeh's work is the browser's, and is told by the clock on the wall.
"""

from __future__ import annotations

import gc
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks import with_bokeh, with_matplotlib
from benchmarks.claim import Claim, at_least, console, middle, print_rows
from benchmarks.process import on_one_core, timed
from eyechart import registry
from eyechart.core import Drawing, Family, Page, Picture, Settings
from eyechart.drawing.canvas import canvas
from eyechart.drawing.png import png
from eyechart.families.figures.charts import layout
from eyechart.families.figures.draw import paint, where
from eyechart.families.figures.layout import Layout
from eyechart.families.figures.scene import Figure
from eyechart.page import page, question
from eyechart.seeding import rng_for
from eyechart.settings import settings_for
from eyechart.store import shards

SPLIT, SEED = "train", 1
SIZES = {False: (5, 200), True: (3, 50)}  # quick -> rounds, figures of a round
Planned = tuple[Figure, Layout]


def claims(quick: bool) -> list[Claim]:
    rounds, count = SIZES[quick]
    ours, floor, rival, stages = on_one_core(_in_turns, rounds, count)
    rows = [
        ("eyechart: boxes, questions, programs, PNG, shard", ours),
        ("the floor: the same primitives painted and encoded", floor),
        ("matplotlib Agg to PNG", rival),
    ]
    if lacking := with_bokeh.missing():
        console.print(f"Bokeh is left out: {' and '.join(lacking)} not installed.")
    else:
        rows.append(("Bokeh in headless Chromium to PNG (wall clock)", _bokeh(5 if quick else 10)))
    table = [(name, middle(ms), f"{1000 / median(ms):,.1f}", f"{median(ms) / median(ours):,.2f}") for name, ms in rows]
    title = f"{rounds} rounds of {count} figures on one core"
    print_rows(title, ("", "ms a figure, median (least – most)", "a second", "times ours"), table)
    _print_stages(stages)
    return [
        at_least("figures a second against matplotlib", _ratio(rival, ours), 40),
        at_least("figures a second against the floor", _ratio(floor, ours), 1 / 2, "of it"),
    ]


def _ratio(theirs: list[float], ours: list[float]) -> float:
    """The median over the rounds: both drew the same scenes at nearly the same time."""
    return median(a / b for a, b in zip(theirs, ours, strict=True))


def _print_stages(stages: dict[str, float]) -> None:
    total = sum(stages.values())
    rows = [(name, f"{ms:.3f}", f"{100 * ms / total:.1f}") for name, ms in stages.items()]
    rows.append(("all", f"{total:.3f}", "100.0"))
    print_rows("Where the time goes", ("stage", "ms a figure", "%"), rows)


# ---- what is timed, each for the same scenes


def _in_turns(rounds: int, count: int) -> tuple[list[float], list[float], list[float], dict[str, float]]:
    """Milliseconds a figure in each round, and the median of each stage."""
    family: Family = registry.get("families", "figures")
    settings = settings_for(family, None, None)
    with_matplotlib.set_up()
    gc.disable()  # as in eyechart's workers; matplotlib's garbage is collected off the clock as well
    found: dict[str, list[float]] = defaultdict(list)
    stages: dict[str, list[float]] = defaultdict(list)
    with TemporaryDirectory() as folder:
        for number in range(-1, rounds):  # the first warms up
            indices = range(number * count + count, number * count + 2 * count)
            scenes = _scenes(family, settings, indices)
            rivals: dict[str, Callable[[], object]] = {
                "floor": lambda scenes=scenes: _floor(scenes),  # type: ignore[misc]
                "ours": lambda indices=indices: _ours(family, settings, indices, Path(folder)),  # type: ignore[misc]
                "rival": lambda scenes=scenes: _matplotlib(scenes),  # type: ignore[misc]
            }
            for name, work in rivals.items():
                spent = timed(work).cpu * 1000 / count
                gc.collect()
                if number >= 0:
                    found[name].append(spent)
            if number >= 0:
                for name, ms in _stages(family, settings, indices, Path(folder)).items():
                    stages[name].append(ms)
    return found["ours"], found["floor"], found["rival"], {name: median(ms) for name, ms in stages.items()}


def _scenes(family: Family, settings: Settings, indices: range) -> list[Planned]:
    scenes = [family.sample(rng_for("figures", SPLIT, SEED, i, "scene"), settings, SPLIT, i) for i in indices]
    return [(scene, layout(scene)) for scene in scenes]


def _ours(family: Family, settings: Settings, indices: range, folder: Path) -> None:
    """All that `eyechart generate` does for a shard."""
    pages = (page(family, settings, SPLIT, SEED, i) for i in indices)
    shards.write_shard(folder / "shard.parquet", pages, family.facets)


def _floor(scenes: list[Planned]) -> None:
    for figure, plan in scenes:
        pen, under = canvas(figure.width, figure.height)
        paint(pen, figure, plan)
        png(under)


def _matplotlib(scenes: list[Planned]) -> None:
    for figure, plan in scenes:
        with_matplotlib.draw(figure, plan)


def _bokeh(count: int) -> list[float]:
    """Milliseconds of each of some figures, after one that warms the browser up."""
    family: Family = registry.get("families", "figures")
    scenes = _scenes(family, settings_for(family, None, None), range(count + 1))
    with with_bokeh.browser() as driver:
        spent = [timed(lambda: with_bokeh.draw(*scene, driver)).wall * 1000 for scene in scenes]  # noqa: B023
    return spent[1:]


# ---- where the time goes


class _Clock:
    """Processor time by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = time.process_time()
        yield
        self.seconds[name] += time.process_time() - start


def _stages(family: Family, settings: Settings, indices: range, folder: Path) -> dict[str, float]:
    """Milliseconds a figure of each stage: `page` and `write_shard` taken apart."""
    clock = _Clock()
    before = layout.cache_info().misses
    made = [_page_by_stages(clock, family, settings, index) for index in indices]
    layouts = (layout.cache_info().misses - before) / len(indices)
    pages = [made_page for made_page, _ in made]
    with clock.stage("one layout"):
        for _, scene in made:
            layout.__wrapped__(scene)
    groups = [pages[i : i + shards.ROW_GROUP] for i in range(0, len(pages), shards.ROW_GROUP)]
    with clock.stage("columns"):
        for group in groups:
            shards.batch(group, family.facets)
    with clock.stage("write_shard"):
        shards.write_shard(folder / "shard.parquet", pages, family.facets)
    ms = {name: seconds * 1000 / len(indices) for name, seconds in clock.seconds.items()}
    # Sampling lays a figure out, often more than once, to see whether it is legible; painting finds the layout made.
    laid_out = layouts * ms.pop("one layout")
    written = ms.pop("write_shard") - ms["columns"]
    return {"sample": ms.pop("sample") - laid_out, "layout": laid_out, **ms, "write": written}


def _page_by_stages(clock: _Clock, family: Family, settings: Settings, index: int) -> tuple[Page, Figure]:
    with clock.stage("sample"):
        scene: Figure = family.sample(rng_for("figures", SPLIT, SEED, index, "scene"), settings, SPLIT, index)
    with clock.stage("paint"):
        plan = layout(scene)
        pen, under = canvas(scene.width, scene.height)
        paint(pen, scene, plan)
    with clock.stage("png"):
        picture = Picture(png(under), scene.width, scene.height)
    with clock.stage("boxes"):
        drawing = Drawing((picture,), where(scene, plan))
    with clock.stage("graph"):
        graph = family.graph(scene)
        world = family.world(graph)
    rng = rng_for("figures", SPLIT, SEED, index, "ask")
    with clock.stage("ask"):
        asks = list(family.ask(scene, world, drawing, rng, settings))
    with clock.stage("questions"):
        questions = tuple([
            question(f"figures/{SPLIT}/{SEED}/{index}/{k}", ask, family, world, graph, drawing, rng)
            for k, ask in enumerate(asks)
        ])  # fmt: skip
    made = Page(
        family="figures",
        split=SPLIT,
        seed=SEED,
        index=index,
        pictures=drawing.pictures,
        scene=graph,
        where=drawing.where,
        questions=questions,
    )
    return made, scene
