"""A sample that is even over facets, and its batches; the same for the same dataset and seed."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pyarrow as pa

from eyechart.errors import unknown
from eyechart.metrics.facets import JOIN
from eyechart.seeding import Rng

Values = Sequence[tuple[str, str]]  # facet and value, as many as a question has
PLAIN = ("template", "form", "language")  # columns that are facets too


def values_of(questions: pa.Table, facets: Sequence[str]) -> list[Values]:
    """What each question counts for: one of counting + geometry counts for both."""
    held: list[dict[str, str | None]] = questions.column("facets").to_pylist()
    plain = {name: questions.column(name).to_pylist() for name in PLAIN}
    known = dict.fromkeys([*PLAIN, *(held[0] if held else ())])
    for facet in facets:
        if facet not in known:
            raise unknown("facet", facet, known)
    found: list[Values] = []
    for row, own in enumerate(held):
        said = [(facet, plain[facet][row] if facet in plain else own.get(facet)) for facet in facets]
        found.append([(facet, one) for facet, value in said if value for one in value.split(JOIN)])
    return found


def even(values: Sequence[Values], rng: Rng, enough: Callable[[list[int]], bool]) -> list[int]:
    """Rows one after the other, until there are enough: each time of the value that was drawn least, in an order drawn once."""
    order = rng.shuffled(range(len(values)))
    waiting: dict[tuple[str, str], deque[int]] = defaultdict(deque)
    for row in order:
        for value in values[row]:
            waiting[value].append(row)
    taken, found, drawn = Counter[tuple[str, str]](), list[int](), set[int]()
    while waiting and not enough(found):
        least = min(waiting, key=lambda value: (taken[value], value))
        row = waiting[least].popleft()
        if not waiting[least]:
            del waiting[least]
        if row not in drawn:
            drawn.add(row)
            found.append(row)
            taken.update(values[row])
    return found


def sampled(questions: pa.Table, facets: Sequence[str], whole: bool, count: int, rng: Rng) -> list[int]:
    """So many questions, in the order of the table; of whole pages as many as reach that number."""
    values, images = values_of(questions, facets), questions.column("image").to_pylist()
    if not whole:
        return sorted(even(values, rng, lambda found: len(found) >= count))
    rows: dict[Any, list[int]] = defaultdict(list)
    for row, image in enumerate(images):
        rows[image].append(row)
    pages = list(rows)
    together = [sorted({one for row in rows[page] for one in values[row]}) for page in pages]
    found = even(together, rng, lambda some: sum(len(rows[pages[i]]) for i in some) >= count)
    return sorted(row for i in found for row in rows[pages[i]])


def batched(rows: Iterable[tuple[int, str]], size: int, rng: Rng) -> list[list[int]]:
    """Rows shuffled into batches of a size, each of one kind; the last of a kind may be smaller, but by as little as can be."""
    kinds: dict[str, list[int]] = defaultdict(list)
    for row, kind in rows:
        kinds[kind].append(row)
    made = []
    for kind in sorted(kinds):
        some = rng.shuffled(kinds[kind])
        count = -(-len(some) // size)
        made += [some[i::count] for i in range(count)]
    return made
