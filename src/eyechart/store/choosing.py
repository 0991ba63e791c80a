"""Some questions of a dataset, for who cannot ask all: evenly over pages and templates, and the same for everybody."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa

from eyechart.seeding import rng_for


def chosen(questions: pa.Table, limit: int, path: tuple[str | int, ...]) -> pa.Array:
    """The ids of so many questions of a table with `image`, `id` and `template`.

    Pages take turns in an order drawn once; each gives the question whose template is furthest behind its share in the whole. The
    first of these are chosen: who takes more takes those of who takes fewer as well.
    """
    left: dict[int, list[tuple[str, str]]] = {}
    rows = (questions.column(name).to_pylist() for name in ("image", "id", "template"))
    for image, id, template in zip(*rows, strict=True):
        left.setdefault(image, []).append((id, template))
    whole = Counter(questions.column("template").to_pylist())
    turns = rng_for(*path).shuffled(list(left))
    taken, found = Counter[str](), list[str]()
    while len(found) < limit:
        for image in turns:
            if left[image] and len(found) < limit:
                best = min(left[image], key=lambda one: taken[one[1]] / whole[one[1]])
                left[image].remove(best)
                taken[best[1]] += 1
                found.append(best[0])
    return pa.array(found, pa.string())
