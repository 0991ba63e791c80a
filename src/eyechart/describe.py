"""What is in a dataset: how many questions of each answer form, how long, how they begin, what they are about and what is
answered. The tables and figures of IconQA's section 3.2, for any family, as text and as one HTML page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pyarrow.compute as pc
from msgspec import Struct
from rich.table import Table

from eyechart.dataset import load

LONGEST = 35  # Figure 2 (a) counts what is longer as this
TOP = 40  # Figure 2 (b)
JOIN = " + "  # facets that hold several values say them so
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


class Description(Struct, frozen=True):
    family: str
    split: str
    images: int
    questions: int
    words: float  # of a question, on average
    tables: tuple[Shares, ...]


def describe(folder: str | Path) -> Description:
    """Read the questions of a dataset; its pictures are not looked at."""
    dataset = load(folder)
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
    return Description(m.family, m.split, m.images, total, sum(map(len, split)) / max(total, 1), tuple(tables))


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


def _content(words: Sequence[str]) -> set[str]:
    """Each word once a question, so that a long question does not count twice."""
    kept = {word.lower() for word in words}
    return {word for word in kept if word not in COMMON and not re.fullmatch(r"[\W\d_]+", word)}


def words_of(text: str, language: str) -> list[str]:
    """English by spaces; Chinese by jieba if it is installed, otherwise by characters."""
    if language != "zh":
        return re.findall(r"[^\s?.,!;()]+", text)
    if _has_jieba():
        return [word for word in import_module("jieba").cut(text) if re.search(r"\w", word)]
    return re.findall(r"[\u4e00-\u9fff]|\w+", text)


@cache
def _has_jieba() -> bool:
    return find_spec("jieba") is not None


def as_tables(found: Description) -> list[Table]:
    """For the terminal; long ones cut short."""
    made = []
    for shares in found.tables:
        table = Table(title=f"{found.family}, {found.split}: {shares.title}", title_justify="left")
        for name in (shares.title, "questions", "per cent"):
            table.add_column(name, justify="left" if name == shares.title else "right")
        for name, count in shares.rows[:15]:
            table.add_row(name, f"{count:,}", f"{100 * count / shares.total:.1f}")
        made.append(table)
    return made


# ---- the page


def page(descriptions: Sequence[Description], out: str | Path) -> Path:
    """One HTML page with all tables as bars."""
    body = "".join(_section(found) for found in descriptions)
    path = Path(out)
    path.write_text(
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>eyechart describe</title><style>{STYLE}</style>"
        f"</head><body><h1>What is in the data</h1>{body}</body></html>\n",
        encoding="utf-8",
    )
    return path


STYLE = """body{font:15px/1.4 system-ui,sans-serif;max-width:1100px;margin:2rem auto;padding:0 1rem;color:#24303a}
.tables{display:grid;grid-template-columns:repeat(auto-fit,minmax(320px,1fr));gap:1.5rem}
table{border-collapse:collapse;width:100%}td{padding:1px 6px}td:last-child{text-align:right;white-space:nowrap}
.bar{display:block;height:10px;background:#3e8eea;border-radius:2px;min-width:1px}"""


def _section(found: Description) -> str:
    tables = "".join(_table(shares) for shares in found.tables)
    return (
        f"<h2>{escape(found.family)}, {escape(found.split)}</h2><p>{found.images:,} images, {found.questions:,} questions, "
        f"{found.words:.1f} words each on average.</p><div class='tables'>{tables}</div>"
    )


def _table(shares: Shares) -> str:
    most = max((count for _, count in shares.rows), default=1)
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td width='40%'><span class='bar' style='width:{100 * count / most:.1f}%'></span></td>"
        f"<td>{count:,} · {100 * count / shares.total:.1f} %</td></tr>"
        for name, count in shares.rows
    )
    return f"<div><h3>{escape(shares.title)}</h3><table>{rows}</table></div>"
