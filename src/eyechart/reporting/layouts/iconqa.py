"""IconQA's Tables 6 and 11: right answers by sub-task and by skill, beside people's of three ages and the paper's baselines.

A question that takes several skills counts in the column of each.
"""

from __future__ import annotations

from collections.abc import Sequence

from eyechart.families.icons.skills import SKILLS
from eyechart.reporting.layouts.layout import Column, Layout, Official, Printed, as_printed, by_model, named
from eyechart.reporting.tables.table import Table, mark
from eyechart.store.run import Run

TASKS = (
    Column("Img.", facet="form", value="choose-picture"),
    Column("Txt.", facet="form", value="choose-text"),
    Column("Blank", facet="form", value="fill-in"),
)
# In the order of SKILLS; Sen. is commonsense.
SKILL_HEADINGS = (
    "Geo.", "Cou.", "Com.", "Spa.", "Sce.", "Pat.", "Tim.", "Fra.", "Est.", "Alg.", "Mea.", "Sen.", "Pro.",
)  # fmt: skip
COLUMNS = (
    *TASKS,
    *(Column(h, facet="skills", value=skill) for h, skill in zip(SKILL_HEADINGS, SKILLS, strict=True)),
)
TABLE6 = as_printed("""
Human     | 95.69 93.91 93.56 94.63 97.63 94.41 93.31 92.73 95.66 97.94 97.45 87.51 96.29 86.55 97.06 85.67
Random    | 41.70 36.87 0.29 30.30 18.38 41.20 36.49 34.25 34.81 35.82 34.84 3.62 11.12 0.36 45.16 38.81
Q-Only    | 41.64 36.86 28.45 38.03 33.63 48.19 37.14 35.37 33.66 48.09 33.06 40.46 28.02 38.07 45.25 40.76
I-Only    | 41.56 36.02 46.65 38.71 37.64 45.26 37.52 35.47 36.29 47.37 32.48 62.29 31.73 64.02 45.25 37.51
Top-Down  | 75.92 68.51 73.03 80.07 65.01 80.65 45.78 58.22 55.01 68.28 72.43 99.54 50.00 99.46 84.54 83.75
BAN       | 76.33 70.82 75.54 79.99 67.56 82.12 53.20 66.92 55.67 66.50 73.77 97.06 47.46 96.50 82.12 82.45
ViLBERT   | 76.66 70.47 77.08 80.05 71.05 75.60 49.46 58.52 62.78 66.72 74.09 99.22 50.62 99.07 81.78 70.94
MCAN      | 77.36 71.25 74.52 79.86 68.94 82.73 49.70 62.49 54.79 68.00 76.20 99.08 47.32 98.99 83.25 84.87
DFAF      | 77.72 72.17 78.28 81.80 70.68 81.69 51.42 67.01 56.60 67.72 77.60 99.02 50.27 98.83 84.11 85.70
UNITER    | 78.71 72.39 78.53 81.31 71.01 83.67 48.34 61.25 60.81 69.77 78.37 99.41 49.18 99.38 86.10 87.84
ViT       | 79.15 72.34 78.92 82.60 70.84 82.12 54.64 68.80 58.46 68.66 77.41 98.95 51.10 98.76 84.72 86.07
ViLT      | 79.67 72.69 79.27 82.61 71.13 84.95 53.38 66.72 59.22 69.99 75.81 99.02 50.55 98.91 86.10 87.65
Patch-TRM | 82.66 75.19 83.62 81.87 77.81 87.00 55.62 62.39 68.75 77.98 82.13 98.24 56.73 97.98 92.49 95.73
""")
TABLE11 = as_printed("""
Human        | 95.69 93.91 93.56 94.63 97.63 94.41 93.31 92.73 95.66 97.94 97.45 87.51 96.29 86.55 97.06 85.67
Human (3-8)  | 94.58 89.51 89.61 93.02 96.20 91.28 91.24 90.45 95.76 95.32 97.54 78.86 95.33 78.57 93.92 74.76
Human (9-18) | 94.63 90.97 93.71 93.28 97.04 93.46 91.47 90.92 94.55 97.59 96.77 86.79 95.83 86.60 96.51 80.56
Human (19+)  | 97.34 95.83 94.22 96.27 98.44 96.17 96.31 95.85 96.34 98.96 97.95 89.59 96.84 88.00 98.49 90.82
""")


def _table(runs: Sequence[Run], paper: Printed) -> Table:
    ours = [(name, [mark(column.mark(scores)) for column in COLUMNS]) for name, scores in named(runs).items()]
    return by_model([column.heading for column in COLUMNS], ours, paper, stacked=True)


table6 = Layout("icons", "IconQA, Table 6: percent right by sub-task and by skill", lambda runs: _table(runs, TABLE6))
table11 = Layout(
    "icons", "IconQA, Table 11: percent right beside people of three ages", lambda runs: _table(runs, TABLE11)
)
official = Official("IconQA: right answers by sub-task and by skill", "answer", (Column("All"), *COLUMNS))
