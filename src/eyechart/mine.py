"""What Visual Genome holds for others: crops for matrices, and with ConceptNet the facts about what is shown.

Everything that is left out is counted by reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from eyechart.knowledge.carried import Carried
from eyechart.knowledge.conceptnet import Sifted, assertions, check_there
from eyechart.knowledge.facts import TAIL_SIDE
from eyechart.knowledge.genome.cleaning import cleaned
from eyechart.knowledge.genome.mining import Mined, Mining
from eyechart.knowledge.genome.mining import mine as elements_of
from eyechart.knowledge.genome.reading import find, photos, regions
from eyechart.knowledge.phrases import degrees
from eyechart.knowledge.refining import refine
from eyechart.knowledge.tagging import STARTS, Start
from eyechart.store.job import job
from eyechart.store.place import here

ELEMENTS, FACTS = "elements.jsonl", "facts.jsonl"
BINS = ((0, 0), (1, 1), (2, 4), (5, 9), (10, 49), (50, 10**9))  # degrees of Fig. 4


class MineSettings(Mining, frozen=True, kw_only=True):
    """Cleaning, mining, and the ConceptNet file to ask."""

    conceptnet: str = ""  # a conceptnet-assertions-5.x.csv or .csv.gz
    weight: float = 1.0


class Section(Struct, frozen=True):
    """Counts under a heading."""

    title: str
    rows: list[tuple[str, int]]


def mine(root: str | Path, out: str | Path, settings: MineSettings | None = None) -> list[Section]:
    """Write elements.jsonl, and facts.jsonl where ConceptNet is given: both of them, or nothing.

    >>> eyechart.mine("nowhere", "data/mined")
    Traceback (most recent call last):
    eyechart.errors.EyechartError: ...
    """
    source, folder, settings = Path(root), here(out, "mine"), settings or MineSettings()
    if settings.conceptnet:
        check_there(Path(settings.conceptnet))
    sections: list[Section] = []
    with job(folder, "mine") as work:
        work.begin({"root": str(source.resolve()), "settings": settings})
        work.put_together(lambda hidden: sections.extend(_mined(source, hidden, settings)))
    return sections


def _mined(root: Path, out: Path, settings: MineSettings) -> Iterator[Section]:
    tally, kept = cleaned(photos(root), settings)
    names = set(tally.objects)
    mined, writer = Mined(), msgspec.json.Encoder()
    described = regions(root) if find(root, "region_descriptions.json") else iter(())
    with (out / ELEMENTS).open("wb") as file:
        for element in elements_of(kept, described, settings, mined):
            file.write(writer.encode(element) + b"\n")
    yield Section("Scene graphs", tally.rows())
    yield Section("Elements for matrices", mined.rows())
    if settings.conceptnet:
        yield from _facts(Path(settings.conceptnet), names, settings.weight, out / FACTS)


def _facts(path: Path, names: set[str], weight: float, out: Path) -> Iterator[Section]:
    sifted = Sifted()
    refined = refine(assertions(path, names, weight, sifted), names)
    yield Section("ConceptNet rows", sifted.rows_shown())
    counts: Counter[str] = Counter()
    with out.open("wb") as file:
        for item in refined.made.items():
            counts[f"{item.relation}, {'yes' if item.value else 'no'}"] += 1
            file.write(msgspec.json.encode(item) + b"\n")
    dropped = [(f"dropped: {why}", n) for why, n in sorted(refined.dropped.items())]
    yield Section("Facts", [*sorted(counts.items()), *dropped])
    yield from degree_sections(refined.made)


def degree_sections(known: Carried) -> Iterator[Section]:
    """How densely entities are connected, as phrases and as graphs (CRIC, Fig. 4 d and e)."""
    entities: list[tuple[str, Start]] = []
    for item in known.items():
        start = STARTS.get(item.relation, "any")
        phrase, thing = (item.head, item.tail) if item.relation in TAIL_SIDE else (item.tail, item.head)
        entities += [(thing, "noun"), (phrase, start)]
    before, after = degrees(entities)
    for title, counts in (("Degrees of phrases", before), ("Degrees of graphs", after)):
        rows = [(_bin(low, high), sum(n for d, n in counts.items() if low <= d <= high)) for low, high in BINS]
        yield Section(title, rows)


def _bin(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}" if high < 10**9 else f"{low} and more"
