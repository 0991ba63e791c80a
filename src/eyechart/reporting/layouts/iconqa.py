"""IconQA's tables: right answers by sub-task and by skill beside people's and the paper's baselines (6, 11), what Patch-TRM is
without its parts (7), and icons that are known (8).

A question that takes several skills counts in the column of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from eyechart.families.icons.skills import SKILLS
from eyechart.metrics.intervals import Z
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
    name_of,
    named,
    names,
    scored,
    sharing,
    spearman,
)
from eyechart.reporting.tables.table import Table, mark
from eyechart.score import Score, Scores
from eyechart.seeding import rng_for
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


# Of our networks, by their names there; others stand under their own. Chance is the paper's random baseline.
ROWS = {
    "chance": "Random", "diagram-q-only": "Q-Only", "diagram-i-only": "I-Only", "diagram-top-down": "Top-Down",
    "diagram-ban": "BAN", "diagram-vilbert": "ViLBERT", "diagram-mcan": "MCAN", "diagram-dfaf": "DFAF",
    "diagram-uniter": "UNITER", "diagram-vit": "ViT", "diagram-vilt": "ViLT", "patch-trm": "Patch-TRM",
}  # fmt: skip
GIANT = (
    "ViLBERT",
    "UNITER",
    "ViT",
    "ViLT",
)  # that the paper pre-trained on far more than IconQA: in no rank correlation
TABLE7 = as_printed("""
Patch-TRM w/o pre | 82.01 72.72 81.67
Patch-TRM w/o att | 80.63 68.00 80.29
Patch-TRM w/o pos | 81.27 64.98 80.68
Patch-TRM V-CLS   | 80.15 63.90 70.27
Pyramid 1+4+9+16  | 82.45 68.76 82.19
Pyramid 1+4+9     | 80.61 67.42 81.36
Full model        | 82.96 75.21 83.10
""")
WITHOUT = {
    "no-attention": "Patch-TRM w/o att", "no-positions": "Patch-TRM w/o pos", "v-cls": "Patch-TRM V-CLS",
    "30-patches": "Pyramid 1+4+9+16", "14-patches": "Pyramid 1+4+9",
}  # fmt: skip
LEARNT = "ours"  # the extractor that was taught icons; any other stands for one of natural images
TABLE8 = as_printed("""
ResNet32 + CB         | 27.91 19.66 36.51 33.53
ResNet32 + Focal Loss | 32.80 51.59 36.51 8.94
ResNet32 + LDAM       | 42.65 55.68 46.42 24.94
ResNet101 + LDAM      | 62.93 70.29 70.50 47.51
""")
CLUSTERS = (
    Column("Total", metric="top-5"),
    *(Column(name.capitalize(), metric="top-5", facet="cluster", value=name) for name in ("head", "medium", "tail")),
)
TIMES = 1000  # draws of a bootstrap
SKEWED = " Top-5 accuracy. Every class is asked about alike, as the paper's totals are means over its classes."


class Pair(NamedTuple):
    """A model in our table and in the paper's: means over the sub-tasks that there are."""

    ours: float
    theirs: float
    spread: float  # the standard deviation of ours


def _pairs(runs: Sequence[Run], paper: Printed) -> list[Pair]:
    """Of models that stand in both tables; runs of one on several sub-tasks count together."""
    marks = defaultdict[str, list[tuple[Score, float]]](list)
    for run, scores in scored(runs):
        row = ROWS.get(Told.of(run.model).network, "")
        if row not in GIANT:
            both = ((column.mark(scores), theirs) for column, theirs in zip(TASKS, paper.get(row, ()), strict=False))
            marks[f"{run.model} {row}"] += [(ours, float(theirs)) for ours, theirs in both if ours is not None]
    return [_mean(both) for both in marks.values() if both]


def _mean(both: Sequence[tuple[Score, float]]) -> Pair:
    variance = sum(((ours.high - ours.low) / (2 * Z)) ** 2 for ours, _ in both)
    many = len(both)
    return Pair(sum(a.mean for a, _ in both) / many, sum(b for _, b in both) / many, variance**0.5 / many)


def _order(pairs: Sequence[Pair]) -> str:
    """How far the orders agree, and between what that lies if our marks are drawn anew, as their intervals say."""
    said = agreement([(pair.ours, pair.theirs) for pair in pairs])
    if not said:
        return ""
    rng = rng_for("iconqa-table6", "bootstrap")
    drawn = [spearman([(p.ours + p.spread * rng.normal(), p.theirs) for p in pairs]) for _ in range(TIMES)]
    found = sorted(rho for rho in drawn if rho is not None)
    low, high = found[round(0.025 * (len(found) - 1))], found[round(0.975 * (len(found) - 1))]
    return (
        f"{said} Drawn anew within our intervals, it lies between {low:.2f} and {high:.2f} in 95 % of {TIMES:,} draws."
    )


def _ablated(run: Run) -> str:
    told = Told.of(run.model)
    if told.network != "patch-trm":
        return name_of(run)
    without = [WITHOUT[word] for word in told.conditions if word in WITHOUT]
    return without[0] if without else "Full model" if told.extractor == LEARNT else "Patch-TRM w/o pre"


def _table7(runs: Sequence[Run]) -> Table:
    found = [(_ablated(run), {c.heading: c.mark(scores) for c in TASKS}) for run, scores in scored(runs)]
    rows = sharing([(name, {k: v for k, v in row.items() if v is not None}) for name, row in found])
    ours = [(name, [mark(row.get(column.heading)) for column in TASKS]) for name, row in rows]
    made = by_model([column.heading for column in TASKS], ours, TABLE7)
    return structs.replace(made, about=CAPTION + _held(dict(rows)))


def _held(rows: Mapping[str, Mapping[str, Score]]) -> str:
    """Is the full model above each of its ablations?"""
    full = rows.get("Full model", {})
    less = [
        full[task].mean > score.mean
        for name in TABLE7
        if name != "Full model"
        for task, score in rows.get(name, {}).items()
        if task in full
    ]
    return f" The full model is above its ablations in {sum(less)} of {len(less)} cells." if less else ""


def _table8(runs: Sequence[Run]) -> Table:
    ours = [(name, [mark(column.mark(scores)) for column in CLUSTERS]) for name, scores in named(runs).items()]
    made = by_model([column.heading for column in CLUSTERS], ours, TABLE8)
    return structs.replace(made, about=CAPTION + SKEWED)


def _filled(scores: Scores) -> dict[str, Score]:
    """What a run has to say. Of one sub-task alone nothing by skill: a skill counts over all three."""
    found = {column.heading: score for column in COLUMNS if (score := column.mark(scores)) is not None}
    told = [column.heading for column in TASKS if column.heading in found]
    return found if len(told) != 1 else {heading: found[heading] for heading in told}


def _table(runs: Sequence[Run], paper: Printed) -> Table:
    """Runs of one model on different sub-tasks share a row; of several on the same, each has its own."""
    found = scored(runs)
    filled = [_filled(scores) for _, scores in found]
    rows = sharing(zip([name_of(run) for run, _ in found], filled, strict=True))
    if len({name for name, _ in rows}) < len(rows):
        rows = list(zip(names([run for run, _ in found]), filled, strict=True))
    ours = [(name, [mark(row.get(column.heading)) for column in COLUMNS]) for name, row in rows]
    made = by_model([column.heading for column in COLUMNS], ours, paper, stacked=True)
    return structs.replace(made, about=CAPTION + _order(_pairs(runs, paper)))


table6 = Layout("icons", "IconQA, Table 6: percent right by sub-task and by skill", lambda runs: _table(runs, TABLE6))
table7 = Layout("icons", "IconQA, Table 7: Patch-TRM without its parts, percent right by sub-task", _table7)
table8 = Layout("icon-corpus", "IconQA, Table 8: icons known among five, percent", _table8)
table11 = Layout(
    "icons", "IconQA, Table 11: percent right beside people of three ages", lambda runs: _table(runs, TABLE11)
)
official = Official("IconQA: right answers by sub-task and by skill", "answer", (Column("All"), *COLUMNS))
