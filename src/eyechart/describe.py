"""What is in a dataset: answer forms, facets, lengths, first words, answers and repeats, as tables and as one HTML page.

The tables and figures of IconQA's section 3.2, for any family.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow.compute as pc
from msgspec import Struct

from eyechart.metrics.facets import JOIN
from eyechart.reporting.pages import write_page
from eyechart.reporting.tables.table import Table, entered, heads, numbers, share
from eyechart.store.folder import Dataset, load
from eyechart.store.shards import read_shard
from eyechart.text.segment import words_in

LONGEST = 35  # Figure 2 (a) counts what is longer as this
TOP = 40  # Figure 2 (b)
# Words that every question has: they say nothing of what it is about.
COMMON = frozenset(
    re.findall(
        r"\w+",
        """a an the is are was were be do does did have has there this that these those it its of in on at to for from by
        with and or than as not no yes which what who where when how many much would you your can will if one other""",
    )
)


class Shares(Struct, frozen=True):
    """A table of counts: a title, what it counts, and rows in the order to show."""

    title: str
    total: int
    rows: tuple[tuple[str, int], ...]

    def share(self, name: str) -> float:
        return dict(self.rows).get(name, 0) / self.total if self.total else 0.0


class Pool(Struct, frozen=True):
    """Out of how many problems those of a template are drawn, by how often the same one was met again."""

    template: str
    questions: int
    different: int
    pool: int  # estimate of Chao, from what was met once and twice: at least so many
    again: float  # of as many questions of another seed, the share that is here already (Good and Turing)


class Description(Struct, frozen=True):
    family: str
    split: str
    images: int
    questions: int
    words: float  # of a question, on average
    tables: tuple[Shares, ...]
    pools: tuple[Pool, ...] = ()  # of each template, those first that repeat most; none if the family has no key for it


def describe(dataset: str | Path | Dataset) -> Description:
    """Read the questions of a dataset; its pictures are not looked at.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> about = eyechart.describe("data/figures")
    >>> about.images, about.tables[0].title, about.tables[0].share("yes/no")
    (3, 'answer form', 1.0)
    """
    dataset = load(dataset)
    table = dataset.columns(["text", "form", "answers", "language", "facets"])
    texts, languages = table.column("text").to_pylist(), table.column("language").to_pylist()
    split = [words_of(text, language) for text, language in zip(texts, languages, strict=True)]
    answers = [said[0] if said else "(hidden)" for said in table.column("answers").to_pylist()]
    total = len(texts)
    tables = [_shares("answer form", total, table.column("form").to_pylist())]
    for facet in dataset.family.facets:
        values = pc.struct_field(table.column("facets").combine_chunks(), facet).to_pylist()
        tables += _facet_shares(facet, [value or "(none)" for value in values])
    lengths = Counter(min(len(words), LONGEST) for words in split)
    tables += [
        Shares("words in a question", total, tuple((str(n), lengths[n]) for n in sorted(lengths))),
        _shares("first words", total, [" ".join(words[:2]).lower() for words in split], TOP),
        _shares("words asked about", total, (w for words in split for w in _content(words)), TOP),
        _shares("answers", total, answers, TOP),
    ]
    m = dataset.manifest
    words = sum(map(len, split)) / max(total, 1)
    return Description(m.family, m.split, m.images, total, words, tuple(tables), tuple(_pools(dataset)))


def _pools(dataset: Dataset) -> list[Pool]:
    """Of each template, those first that repeat most, and of all."""
    substance = dataset.family.substance
    if substance is None:
        return []
    met: dict[str, Counter[str]] = defaultdict(Counter)
    for shard in dataset.manifest.shards:
        for rows in read_shard(dataset.folder / shard.file, columns=("index", "sizes", "scene", "where", "questions")):
            for q in (q for page in dataset.pages_of(rows) for q in page.questions):
                if (key := substance(q)) is not None:
                    met[q.template][key] += 1
    if not met:
        return []
    pools = sorted((pool(name, counts) for name, counts in met.items()), key=lambda p: (-p.again, p.template))
    everything = sum(met.values(), Counter[str]())
    return [pool("(all)", everything), *pools]


def pool(template: str, met: Counter[str]) -> Pool:
    """What the number of problems that were met once, and twice, says of those that were not met."""
    once, twice = (sum(n == k for n in met.values()) for k in (1, 2))
    unseen = once * (once - 1) // (2 * (twice + 1))
    return Pool(template, met.total(), len(met), len(met) + unseen, 1 - once / met.total())


def _shares(title: str, total: int, values: Iterable[str], top: int | None = None) -> Shares:
    return Shares(title, total, tuple(Counter(values).most_common(top)))


def _facet_shares(facet: str, values: Sequence[str]) -> list[Shares]:
    """A facet's values; where one holds several, each for itself, and how many there are at a time (Table 2)."""
    if not any(JOIN in value for value in values):
        return [_shares(facet, len(values), values)]
    single = _shares(facet, len(values), (one for value in values for one in value.split(JOIN)))
    several = Counter(value.count(JOIN) + 1 for value in values)
    at_a_time = Shares(f"{facet} in a question", len(values), tuple((str(n), several[n]) for n in sorted(several)))
    return [single, at_a_time]


def _content(words: Sequence[str]) -> list[str]:
    """Each word once a question, so that a long question does not count twice."""
    kept = dict.fromkeys(word.lower() for word in words)
    return [word for word in kept if word not in COMMON and not re.fullmatch(r"[\W\d_]+", word)]


def words_of(text: str, language: str) -> list[str]:
    """English by spaces and without its punctuation; Chinese as jieba cuts it."""
    if language != "zh":
        return re.findall(r"[^\s?.,!;()]+", text)
    return [word for word in words_in(text) if re.search(r"\w", word)]


def as_tables(found: Description) -> list[Table]:
    """One for each count; on a terminal the long ones are cut short."""
    about = f"{found.family}, {found.split}"
    made = [
        Table(
            columns=heads(shares.title, *numbers("questions", "per cent")),
            rows=entered((name, count, share(count / shares.total)) for name, count in shares.rows),
            title=f"{about}: {shares.title}",
            shown=15,
        )
        for shares in found.tables
    ]
    if found.pools:
        columns = heads("template", *numbers("questions", "different", "of about", "per cent again in another seed"))
        rows = entered((p.template, p.questions, p.different, p.pool, share(p.again)) for p in found.pools)
        made.append(Table(columns=columns, rows=rows, title=f"{about}: the same problems again", shown=16))
    return made


def page(descriptions: Sequence[Description], out: str | Path) -> Path:
    """One HTML page with all tables as bars."""
    return write_page("describe.html", out, descriptions=descriptions)
