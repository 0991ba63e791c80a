"""Which questions about photographs to keep, so that answers and knowledge items are in balance.

A verification keeps as many yes as no of each knowledge item; of a recognition's knowledge item no answer is kept oftener
than all others together; no item of a type stands out. Which ones stay is a lot that hangs on their ids alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from hashlib import blake2b
from statistics import median

from msgspec import Struct

STANDS_OUT = 3.0  # times as many questions as the median item of its type


class Candidate(Struct, frozen=True):
    id: str
    type: str
    item: str  # what must be known
    answer: str


def balanced(candidates: Iterable[Candidate]) -> set[str]:
    """The ids of those to keep."""
    groups: dict[tuple[str, str], list[Candidate]] = defaultdict(list)
    for candidate in sorted(candidates, key=_lot):
        groups[candidate.type, candidate.item].append(candidate)
    even = {key: _even(key[0], group) for key, group in groups.items()}
    by_type: dict[str, list[int]] = defaultdict(list)
    for (type, _), group in even.items():
        if group:
            by_type[type].append(len(group))
    kept: set[str] = set()
    for (type, _), group in even.items():
        if group:
            most = max(int(STANDS_OUT * median(by_type[type])), 2)
            kept.update(c.id for c in _even(type, group[:most]))
    return kept


def _lot(candidate: Candidate) -> bytes:
    return blake2b(candidate.id.encode(), digest_size=8).digest()


def _even(type: str, group: list[Candidate]) -> list[Candidate]:
    """As many yes as no; or no answer oftener than all others together. The lot's order decides who stays."""
    counts = Counter(c.answer for c in group)
    if type.startswith("Verify"):
        each = min(counts["yes"], counts["no"])
        allowed = {"yes": each, "no": each}
    else:
        common, most = min(counts.items(), key=lambda item: (-item[1], item[0]))
        allowed = {**counts, common: min(most, len(group) - most)}
    kept: list[Candidate] = []
    taken: Counter[str] = Counter()
    for candidate in group:
        if taken[candidate.answer] < allowed.get(candidate.answer, 0):
            taken[candidate.answer] += 1
            kept.append(candidate)
    return kept
