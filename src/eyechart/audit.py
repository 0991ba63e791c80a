"""Can it be guessed? Probes are trained on parts of what there is, and expected to reach no more than guessing does.

Each need of a template is taken away in turn; its choices are shown alone; the columns that are published beside an answer
are shown without the question; questions of one page are set against each other; and a family declares partial views of
its own (`Family.views`). Where a template has too few questions, more pages are made for the purpose. And the audit looks
for pictures that are almost the same. `probing` has the probes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.engines.engine import Engine, engine_of
from eyechart.errors import EyechartError, lacking
from eyechart.probing.probes import LEAST, Probe, probes
from eyechart.probing.seen import look, make_more
from eyechart.probing.twins import Twins, all_twins
from eyechart.store.folder import Dataset, load
from eyechart.store.garbage import looked_past, uncollected

WANTED = 1_000  # questions of each template
MOST_MADE = 5_000  # pages


class Audit(Struct, frozen=True):
    probes: tuple[Probe, ...]
    skipped: tuple[str, ...]  # templates with too few questions
    thinned: tuple[str, ...]  # templates with more than enough
    made: dict[str, int]  # pages that were made for the purpose, by dataset
    twins: tuple[Twins, ...]

    @property
    def passes(self) -> bool:
        return bool(self.probes) and not any(probe.leaks for probe in self.probes)


def audit(
    datasets: Sequence[str | Path | Dataset],
    progress: Callable[[str], None] = lambda what: None,
    *,
    least: int = WANTED,
    most: int = MOST_MADE,
    jobs: int | Engine = 1,
) -> Audit:
    """Probe each dataset, with pages made until each template has `least` questions; and compare the pictures of all.

    >>> made = eyechart.generate("matrices", "data/matrices", split="val", count=4)
    >>> found = eyechart.audit(["data/matrices"], least=1, most=1)  # far too few to tell: a thousand are usual
    >>> found.passes, found.skipped
    (False, ('matrix (4 questions)',))
    """
    try:
        import sklearn  # noqa: F401  # what probes learn with
    except ImportError as error:
        raise lacking("An audit", "audit", error) from error
    engine = engine_of(jobs)
    tried, skipped, thinned, made = list[Probe](), list[str](), list[str](), dict[str, int]()
    prints: dict[str, NDArray[np.uint8]] = {}
    for dataset in map(load, datasets):
        folder = str(dataset.folder)
        with uncollected():
            found = look(dataset, engine, progress)
        if not found.asked:
            raise EyechartError(f"{dataset.folder} holds no questions to audit.")
        prints[folder] = np.stack(found.prints)
        made[folder] = make_more(dataset, found, least, most, engine, progress)
        skipped += [f"{name} ({len(asked)} questions)" for name, asked in found.asked.items() if len(asked) < LEAST]
        thinned += [
            f"{name} ({len(found.asked[name]):,} of {len(found.asked[name]) + more:,} questions)"
            for name, more in found.left_out.items()
        ]
        with looked_past():
            tried += probes(found, progress, engine)
    progress("comparing pictures")
    return Audit(tuple(tried), tuple(skipped), tuple(thinned), made, tuple(all_twins(prints)))
