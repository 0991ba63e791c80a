"""Paint the sixteen panels; place, size, mirror, backdrop and dress are by lot, so that no two are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

import skia

from eyechart.core import Drawing, Picture
from eyechart.drawing.canvas import canvas
from eyechart.drawing.png import png
from eyechart.families.matrices.elements import Subject
from eyechart.families.matrices.panels import backdrops
from eyechart.families.matrices.panels.counted import icons
from eyechart.families.matrices.panels.cutouts import cut_out
from eyechart.families.matrices.panels.dogs import dog
from eyechart.families.matrices.panels.pens import SIDE
from eyechart.families.matrices.panels.people import person
from eyechart.families.matrices.panels.plants import plant
from eyechart.families.matrices.panels.wares import ware
from eyechart.families.matrices.scene import Matrix, MatrixSettings
from eyechart.seeding import Rng, rng_for

KEPT = 2**16  # looks, of 4 to 12 kB
Shown = tuple[tuple[str, str], ...]  # properties with their values

PAINT: dict[Subject, Callable[[skia.Canvas, dict[str, str], Rng], None]] = {
    "cut-out": cut_out, "ware": ware, "plant": plant, "dog": dog, "icons": icons, "person": person,
}  # fmt: skip


def draw(matrix: Matrix, rng: Rng, settings: MatrixSettings) -> Drawing:
    """The context row by row, then the candidates. Evidence is a rule, so that no place needs to be known."""
    panels = (*matrix.context, *matrix.candidates)
    if settings.looks:
        return Drawing(tuple(_taken(matrix.subject, panels, rng, settings)), {})
    return Drawing(tuple([panel(matrix.subject, shown, rng, settings.size) for shown in panels]), {})


def _taken(subject: Subject, panels: Sequence[dict[str, str]], rng: Rng, settings: MatrixSettings) -> list[Picture]:
    """From the pictures that the dataset has of what they show; none twice in a matrix."""
    dataset, keys = rng.shared(2).path, [tuple(shown.items()) for shown in panels]
    count = Counter(keys)
    numbers = {key: rng.sample(range(max(settings.looks, often)), often) for key, often in count.items()}
    return [_look(dataset, subject, key, numbers[key].pop(), settings.size) for key in keys]


@lru_cache(maxsize=KEPT)
def _look(dataset: tuple[str | int, ...], subject: Subject, shown: Shown, number: int, size: int) -> Picture:
    rng = rng_for(*dataset, "looks", subject, *(part for pair in shown for part in pair), number)
    return panel(subject, dict(shown), rng, size)


def panel(subject: Subject, shown: dict[str, str], rng: Rng, size: int) -> Picture:
    pen, pixels = canvas(size, size)
    pen.scale(size / SIDE, size / SIDE)
    backdrops.SCENERY.get(shown.get("scene", ""), backdrops.plain)(pen, rng)
    PAINT[subject](pen, shown, rng)
    return Picture(png(pixels), size, size)
