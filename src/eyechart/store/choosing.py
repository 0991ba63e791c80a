"""Some questions of a dataset, for who cannot ask all: evenly over pages and templates, and the same for everybody."""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop, heappush

import pyarrow as pa

from eyechart.seeding import rng_for


def chosen(questions: pa.Table, limit: int, path: tuple[str | int, ...]) -> pa.Array:
    """The ids of so many questions of a table with `image`, `id` and `template`.

    One after the other is taken: of the template that is furthest behind its share in the whole, on a page that has given
    fewest, in an order of pages that is drawn once. Who takes more takes those of who takes fewer as well.
    """
    images, ids, templates = (questions.column(name).to_pylist() for name in ("image", "id", "template"))
    turn = {image: place for place, image in enumerate(rng_for(*path).shuffled(sorted(set(images))))}
    waiting: dict[str, list[tuple[int, int, int]]] = {template: [] for template in sorted(set(templates))}
    for row, (image, template) in enumerate(zip(images, templates, strict=True)):
        waiting[template].append((0, turn[image], row))  # given by its page so far, turn of its page, itself
    for some in waiting.values():
        heapify(some)
    whole, taken, given, found = Counter(templates), Counter[str](), Counter[int](), list[str]()
    while len(found) < limit:
        # Half a question more rounds to the nearest share (Webster's rule), so that rare templates wait for their turn.
        behind = min((t for t in waiting if waiting[t]), key=lambda t: (taken[t] + 0.5) / whole[t])
        row = _next(waiting[behind], given)
        taken[behind] += 1
        given[turn[images[row]]] += 1
        found.append(ids[row])
    return pa.array(found, pa.string())


def _next(waiting: list[tuple[int, int, int]], given: Counter[int]) -> int:
    """The first of those waiting; who waits with an old count of its page is put back with the new one."""
    while True:
        count, turn, row = heappop(waiting)
        if count == given[turn]:
            return row
        heappush(waiting, (given[turn], turn, row))
