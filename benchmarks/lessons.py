"""Batches to learn from, by themselves: how many questions a second are prepared, and how many the networks take."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.claim import Claim, at_least, print_rows

PAGES = {False: 400, True: 100}
NETWORKS = ("text-only", "cnn-lstm", "relation-network")  # text-only takes the least of all


def claims(quick: bool) -> list[Claim]:
    import torch

    from eyechart.generate import generate

    torch.set_num_threads(1)
    rows, ratios = [], {}
    with TemporaryDirectory() as folder:
        data = generate("figures", Path(folder) / "data", count=PAGES[quick], preset="paper")
        for name in NETWORKS:
            fresh, again, taken = _rates(name, data)
            rows.append((name, *(f"{rate:,.0f}" for rate in (fresh, again, taken))))
            ratios[name] = again / taken
    head = ("", "prepared anew", "prepared before", "taken by the network")
    print_rows("questions a second of the processor, one core, preset mini", head, rows)
    return [at_least(f"batches are made faster than {name} takes them", ratio, 2) for name, ratio in ratios.items()]


def _rates(name: str, data: Any) -> tuple[float, float, float]:
    """Questions a second: of the first time through the data, of the second, and of updates on batches that are there."""
    from eyechart import registry
    from eyechart.models.learning.inputs import Reading
    from eyechart.models.learning.reading import Reader, facts_of
    from eyechart.train.lessons import Lessons
    from eyechart.train.loop import OPTIMISERS, Course, learnt, update
    from eyechart.train.machine import machine
    from eyechart.train.state import State

    network = registry.get("networks", name)
    settings = network.settings_of("mini", {})
    reader = Reader(network, Reading(facts_of(network, data, name), getattr(settings, "side", 0)))
    lessons = Lessons(data, range(len(data)), reader, settings, 0, vary=True)
    many = max(2, len(data) // lessons.count)
    passes = []
    for first in (0, many):
        begin = time.process_time()
        made = [lessons[number] for number in range(first, first + many)]
        passes.append(sum(len(batch["target"]) for batch in made) / (time.process_time() - begin))
    with machine() as here:
        module = here.ready(network.build(settings, reader.reading.facts))
        course = Course(settings, module, lessons, lessons, here, 0, lambda: False)
        optimiser, state = OPTIMISERS[settings.optimiser](learnt(module), lr=settings.learning_rate), State()
        update(course, optimiser, state, iter(made[:1]))
        some = made[:8]
        begin = time.process_time()
        for batch in some:
            update(course, optimiser, state, iter([batch]))
        taken = sum(len(batch["target"]) for batch in some) / (time.process_time() - begin)
    return passes[0], passes[1], taken
