"""V-PROM's Table 2, right answers by regime, and by relation and kind of element.

Of the regimes other than neutral, and of relations and kinds, the paper's text speaks without numbers; those of its supplement
are not in it. People were shown matrices of all four relations alike, and skipped 4.5 % of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from msgspec import structs

from eyechart.errors import EyechartError
from eyechart.families.matrices.elements import KINDS
from eyechart.families.matrices.regimes import Regime
from eyechart.families.matrices.rules import RELATIONS
from eyechart.reporting.layouts.layout import (
    CAPTION,
    Column,
    Layout,
    as_printed,
    by_model,
    name_of,
    names,
    sharing,
)
from eyechart.reporting.numerals import NOTHING
from eyechart.reporting.tables.table import Table, mark
from eyechart.score import Score, Scores, score_run
from eyechart.store.run import Run

REGIMES: tuple[Regime, ...] = get_args(Regime)
FEATURES = ("ResNet", "ResNet\n+aux.loss", "B.-up", "B.-up\n+aux.loss")
TABLE2 = as_printed("""
RN with shuffled inputs | 12.5 12.5 12.5 12.5
MLP-sum-6 layers        | 40.7 44.5 50.4 55.7
GRU-shared              | 43.4 48.2 46.7 52.7
VQA-like                | 36.7 39.7 37.9 41.0
Relational network (RN) | 51.2 55.8 55.4 61.3
""")
HUMAN, GUESSING = "77.8", "12.5"  # in the text, under "Task complexity" and "Data splits"


def neutral(scores: Scores) -> Score | None:
    """On the neutral regime; on all there is, where a release says nothing of regimes."""
    if not scores.by("regime", "answer"):
        return scores.overall("answer")
    return Column("", facet="regime", value="neutral").mark(scores)


def _table2(runs: Sequence[Run]) -> Table:
    ours = [(name, [mark(neutral(score_run(run))), *[None] * 4]) for name, run in zip(names(runs), runs, strict=True)]
    paper = {"Human evaluation": (HUMAN, *[NOTHING] * 4)} | {
        name: (NOTHING, *numbers) for name, numbers in TABLE2.items()
    }
    return by_model(["accuracy", *FEATURES], ours, paper)


def _regimes(runs: Sequence[Run]) -> Table:
    """A dataset has one regime, so a model has several runs; they share a row."""
    scored = []
    for run in runs:
        scores = score_run(run)
        if not scores.by("regime", "answer"):
            raise EyechartError(
                f"{run.folder} is on matrices that belong to no regime ({scores.dataset}). Type --like vprom-table2 or vprom-types."
            )
        # What a regime tests is what training never asks; the familiar rules beside it only hide it.
        new = Column("", facet="rule", value="held out").mark(scores)
        scored.append((name_of(run), {s.value: new or s for s in scores.by("regime", "answer")}))
    ours = [(name, [mark(row.get(regime)) for regime in REGIMES]) for name, row in sharing(scored)]
    best = {name: numbers[-1] for name, numbers in TABLE2.items()}
    paper = {name: (number, *[NOTHING] * 6) for name, number in ({"Human evaluation": HUMAN} | best).items()}
    paper["random guessing"] = (GUESSING,) * len(REGIMES)
    made = by_model([regime.replace(" ", "\n") for regime in REGIMES], ours, paper)
    networks = FEATURES[-1].replace("\n", " ")
    about = f"{CAPTION} Its networks: {networks}; of the other regimes its text has no numbers."
    return structs.replace(made, about=about)


def _types(runs: Sequence[Run]) -> Table:
    columns = [
        *(Column(relation, facet="relation", value=relation) for relation in RELATIONS),
        *(Column(kind.replace(" ", "\n"), facet="kind", value=kind) for kind in KINDS),
    ]
    ours = [
        (name, [mark(column.mark(scores)) for column in columns])
        for name, scores in zip(names(runs), map(score_run, runs), strict=True)
    ]
    return by_model([column.heading for column in columns], ours, {})


table2 = Layout("matrices", "V-PROM, Table 2: percent right, neutral regime", _table2)
regimes = Layout("matrices", "V-PROM by regime: percent right", _regimes)
types = Layout("matrices", "V-PROM by relation and kind of element: percent right", _types)
