"""FigureQA's Tables 3 to 7: right answers in all, by type of figure, by type of question, and by colour scheme.

Tables 4 to 6 of the paper are on 16,876 questions about 1,275 figures of its test set with the alternated colour scheme (our
`test2`), beside people's; Table 3 is on the whole of validation and test set in that scheme (`val2`, `test2`).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from eyechart.errors import EyechartError
from eyechart.families.figures.templates import ROWS
from eyechart.reporting.layouts.layout import (
    CAPTION,
    Column,
    Layout,
    Official,
    Printed,
    Told,
    agreement,
    as_printed,
    by_model,
    by_value,
    name_of,
    named,
    scored,
    sharing,
)
from eyechart.reporting.tables.table import Table, mark
from eyechart.score import Scores
from eyechart.store.run import Run

MODELS = ("CNN+LSTM", "RN", "Human")
TABLE3 = as_printed("""
Text only                     | 50.01 50.01
CNN+LSTM                      | 56.16 56.00
CNN+LSTM on VGG-16 features   | 52.31 52.47
RN                            | 72.54 72.40
""")
# What our networks are called there; PReFIL came later.
NETWORKS = dict(zip(("text-only", "cnn-lstm", "cnn-lstm-frozen", "relation-network"), TABLE3, strict=True))
TABLE7 = as_printed("""
RN (val1) | 67.74 60.35
RN (val2) | 76.52 72.40
""")
TABLE4 = as_printed("""
CNN+LSTM | 56.04
RN       | 72.18
Human    | 91.21
""")
TABLE5 = as_printed("""
Vertical Bar   | 59.63 77.13 95.90
Horizontal Bar | 57.69 77.02 96.03
Line           | 54.46 66.69 90.55
Dot Line       | 54.19 69.22 87.20
Pie            | 55.32 73.26 88.26
""")
TABLE6 = as_printed("""
1 Is X the minimum?                             | 56.63 76.78 97.06
2 Is X the maximum?                             | 58.54 83.47 97.18
3 Is X the low median?                          | 53.66 66.69 86.39
4 Is X the high median?                         | 53.53 66.50 86.91
5 Is X less than Y?                             | 61.36 80.49 96.15
6 Is X greater than Y?                          | 61.23 81.00 96.15
7 Does X have the minimum area under the curve? | 56.60 69.57 94.22
8 Does X have the maximum area under the curve? | 55.69 78.45 95.36
9 Is X the smoothest?                           | 55.49 58.57 78.02
10 Is X the roughest?                           | 54.52 56.28 79.52
11 Does X have the lowest value?                | 55.08 69.65 90.33
12 Does X have the highest value?               | 58.90 76.23 93.11
13 Is X less than Y?                            | 50.62 67.75 90.12
14 Is X greater than Y?                         | 51.00 67.12 89.88
15 Does X intersect Y?                          | 49.88 68.75 89.62
""")
KINDS = dict(zip(("vbar", "hbar", "line", "dot_line", "pie"), TABLE5, strict=True))
TEMPLATES = dict(zip((row.template.name for row in ROWS), TABLE6, strict=True))  # both are in the order of Table 2


def _by_split(runs: Sequence[Run], splits: Sequence[str]) -> list[tuple[str, dict[str, Scores]]]:
    """Runs of one model on several splits share a row."""
    found = []
    for run, scores in scored(runs):
        split = run.open_dataset().manifest.split
        if split not in splits:
            raise EyechartError(f"{run.folder} is on {split}, and this table is about {' and '.join(splits)}.")
        found.append((name_of(run), {split: scores}))
    return sharing(found)


def _in_columns(
    headings: Sequence[str], splits: Sequence[str], rows: Sequence[tuple[str, dict[str, Scores]]], paper: Printed
) -> Table:
    column = Column("")
    ours = [(name, [mark(column.mark(row[split]) if split in row else None) for split in splits]) for name, row in rows]
    return by_model(headings, ours, paper)


def _table3(runs: Sequence[Run]) -> Table:
    rows = _by_split(runs, ("val2", "test2"))
    made = _in_columns(("Validation Accuracy (%)", "Test Accuracy (%)"), ("val2", "test2"), rows, TABLE3)
    named = [(Told.of(name).network, row["test2"].overall("answer")) for name, row in rows if "test2" in row]
    pairs = [(found.mean, float(TABLE3[NETWORKS[name]][1])) for name, found in named if found and name in NETWORKS]
    return structs.replace(made, about=CAPTION + agreement(pairs))


def _table7(runs: Sequence[Run]) -> Table:
    rows = _by_split(runs, ("test1", "test2"))
    return _in_columns(("test1 Accuracy (%)", "test2 Accuracy (%)"), ("test1", "test2"), rows, TABLE7)


def _table4(runs: Sequence[Run]) -> Table:
    column = Column("Test Accuracy (%)")
    ours = [(name, [mark(column.mark(scores))]) for name, scores in named(runs).items()]
    return by_model([column.heading], ours, TABLE4)


def _table5(runs: Sequence[Run]) -> Table:
    return by_value("Figure Type", "figure", KINDS, (MODELS, TABLE5), named(runs))


def _table6(runs: Sequence[Run]) -> Table:
    return by_value("Template", "template", TEMPLATES, (MODELS, TABLE6), named(runs))


table3 = Layout("figures", "FigureQA, Table 3: percent right, alternated colour scheme", _table3)
table7 = Layout("figures", "FigureQA, Table 7: percent right by colour scheme", _table7)
table4 = Layout("figures", "FigureQA, Table 4: percent right", _table4)
table5 = Layout("figures", "FigureQA, Table 5: percent right by type of figure", _table5)
table6 = Layout("figures", "FigureQA, Table 6: percent right by type of question", _table6)
official = Official(
    "FigureQA: right answers by type of figure and by template",
    "answer",
    (
        Column("All"),
        *(Column(shown, facet="figure", value=kind) for kind, shown in KINDS.items()),
        *(Column(shown, facet="template", value=name) for name, shown in TEMPLATES.items()),
    ),
)
