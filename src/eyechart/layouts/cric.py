"""CRIC's tables and figures for any runs: Table 2 (Verify, Recognize, overall), Table 3 (what each function finds),
Fig. 12 (by type of question) and Fig. 11 (by its size).

Ans is the mean of `answer`, Grd of `cric-grd`, Final of `cric-final`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from rich.table import Table

from eyechart.core import Program
from eyechart.metrics.cric import by_function
from eyechart.predictions import read_lines
from eyechart.run import Run, score_run
from eyechart.score import OVERALL, Scores

METRICS = {"Ans": "answer", "Grd": "cric-grd", "Final": "cric-final"}


class Column(Struct, frozen=True):
    title: str
    facet: str
    value: str
    metric: str


TABLE2 = (
    *(Column(group, "group", group, metric) for group in ("Verify", "Recognize") for metric in ("Ans", "Grd")),
    *(Column("Overall", OVERALL, OVERALL, metric) for metric in METRICS),
)
# Rows of the paper's Table 2, to stand below ours: real photographs, and questions that can be guessed.
PAPER: dict[str, tuple[float | None, ...]] = {
    "paper: Q-Only": (68.79, None, 49.57, None, 55.18, None, None),
    "paper: ViLBERT + l_att": (87.63, 75.43, 73.42, 57.62, 77.54, 62.79, 53.76),
}


def cell(scores: Scores, column: Column) -> float | None:
    """A mean in percent, None where there is no such question."""
    for s in scores.scores:
        if (s.metric, s.facet, s.value) == (METRICS[column.metric], column.facet, column.value):
            return 100 * s.mean
    return None


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _table(title: str, columns: Sequence[Column]) -> Table:
    made = Table(title=title, title_justify="left", padding=(0, 0))
    made.add_column("Model", overflow="fold", min_width=12)
    for column in columns:
        made.add_column(f"{column.title}\n{column.metric}", justify="right", no_wrap=True)
    return made


def table2(runs: Sequence[Run]) -> Table:
    made = _table("CRIC, Table 2: percent", TABLE2)
    for run in runs:
        scores = score_run(run)
        made.add_row(run.model, *[_shown(cell(scores, column)) for column in TABLE2])
    made.add_section()
    for name, values in PAPER.items():
        made.add_row(name, *[_shown(value) for value in values])
    return made


def types(runs: Sequence[Run]) -> Table:
    """Fig. 12: by type of question."""
    kinds = ("QueryObjKG", "QueryObjSG", "QueryAtt", "VerifyKG", "VerifyAtt")
    columns = [Column(kind, "template", kind, metric) for kind in kinds for metric in METRICS]
    made = _table("CRIC, Fig. 12: percent by type of question", columns)
    for run in runs:
        scores = score_run(run)
        made.add_row(run.model, *[_shown(cell(scores, column)) for column in columns])
    return made


def sizes(runs: Sequence[Run]) -> Table:
    """Fig. 11: by the size of the graphs that a question takes, and by its length."""
    made = Table(title="CRIC, Fig. 11: percent by size of question", title_justify="left", padding=(0, 0))
    for name in ("Model", "by", "size", *METRICS, "questions"):
        made.add_column(name, justify="left" if name in ("Model", "by") else "right")
    for run in runs:
        scores = score_run(run)
        for facet, title in (("size", "graphs"), ("words", "words")):
            for row in scores.by(facet, METRICS["Ans"]):
                cells = [_shown(cell(scores, Column("", facet, row.value, metric))) for metric in METRICS]
                made.add_row(run.model, title, row.value, *cells, f"{row.questions:,}")
    return made


def table3(runs: Sequence[Run]) -> Table:
    """Eq. 3 for models that run programs: the objects that each function found, given the true ones."""
    names = ("Find", "Relate", "Relate Reverse", "Find Hypernym", "Find KG", "Find KG Reverse", "Recognition", "Verify")
    made = Table(title="CRIC, Table 3: IoU of the objects found, percent", title_justify="left", padding=(0, 0))
    made.add_column("Model", overflow="fold", min_width=12)
    for name in names:
        made.add_column(name.replace(" ", "\n"), justify="right")
    for run in runs:
        found = by_function(_programs(run))
        made.add_row(run.model, *[_shown(100 * found[name][0] if name in found else None) for name in names])
    return made


def _programs(run: Run) -> Iterator[tuple[Program, str | None]]:
    said = {p.question: p.raw for p in read_lines(run.predictions)}
    for q in run.open_dataset().questions():
        if q.program is not None:
            yield q.program, said.get(q.id)
