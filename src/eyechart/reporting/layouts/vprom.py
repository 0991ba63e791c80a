"""V-PROM's Table 2, right answers by regime, and by relation and kind of element.

Of the regimes other than neutral, and of relations and kinds, the paper's text speaks without numbers; those of its supplement
are not in it. People were shown matrices of all four relations alike, and skipped 4.5 % of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    Official,
    Told,
    as_printed,
    by_model,
    name_of,
    named,
    scored,
    sharing,
    spearman,
)
from eyechart.reporting.numerals import NOTHING
from eyechart.reporting.tables.table import Table, mark
from eyechart.score import Score, Scores
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
# Our networks by their names there, with shuffled context or without; others stand under their own.
ROWS = {
    ("panel-relation-network", True): "RN with shuffled inputs",
    ("panel-mlp-sum-6", False): "MLP-sum-6 layers",
    ("panel-gru-shared", False): "GRU-shared",
    ("panel-vqa-like", False): "VQA-like",
    ("panel-relation-network", False): "Relational network (RN)",
}
# Which column an extractor's features stand under, without the auxiliary loss.
SEEN_BY = {"resnet50": 0, "efficientnet-lite0": 0, "ours": 2}
ACCURACY = "accuracy"
SEEN = (
    " Ours under ResNet: ImageNet features of ResNet-50 or EfficientNet-Lite0, not ResNet-101; under B.-up: of a network that "
    "learnt our panels' attributes."
)
HUMAN, GUESSING = "77.8", "12.5"  # in the text, under "Task complexity" and "Data splits"


def neutral(scores: Scores) -> Score | None:
    """On the neutral regime; on all there is, where a release says nothing of regimes."""
    if not scores.by("regime", "answer"):
        return scores.overall("answer")
    return Column("", facet="regime", value="neutral").mark(scores)


def _cell(told: Told) -> str:
    """Where a run's mark stands: under its features, with the auxiliary loss or without; what has none, under accuracy."""
    if told.extractor not in SEEN_BY:
        return ACCURACY
    return FEATURES[SEEN_BY[told.extractor] + ("aux" in told.conditions)]


def _table2(runs: Sequence[Run]) -> Table:
    found = []
    for run, scores in scored(runs):
        short = name_of(run)
        told = Told.of(short)
        row = ROWS.get((told.network, "shuffled" in told.conditions), told.network) if told.extractor else short
        found.append((row, {_cell(told): neutral(scores)}))
    rows = sharing(found)
    columns = (ACCURACY, *FEATURES)
    paper = {"Human evaluation": (HUMAN, *[NOTHING] * 4)} | {
        name: (NOTHING, *numbers) for name, numbers in TABLE2.items()
    }
    made = by_model(columns, [(name, [mark(row.get(c)) for c in columns]) for name, row in rows], paper)
    return structs.replace(made, about=CAPTION + SEEN + _agreements(rows))


def _agreements(rows: Sequence[tuple[str, Mapping[str, Score | None]]]) -> str:
    """Do ours stand in the order of the paper's? By column: what other features gave a network says nothing of its rivals."""
    found = []
    for place, column in enumerate(FEATURES):
        ours = [(name, mark) for name, row in rows if name in TABLE2 and (mark := row.get(column)) is not None]
        rho = spearman([(mark.mean, float(TABLE2[name][place])) for name, mark in ours])
        if rho is not None:
            under = column.replace("\n", " ")
            found.append(f"{under} {rho:.2f} ({len(ours)} models)")
    return f" Spearman's rank correlation of our order with the paper's: {', '.join(found)}." if found else ""


def _regimes(runs: Sequence[Run]) -> Table:
    """A dataset has one regime, so a model has several runs; they share a row."""
    found = []
    for run, scores in scored(runs):
        if not scores.by("regime", "answer"):
            raise EyechartError(
                f"{run.folder} is on matrices that belong to no regime ({scores.dataset}). Type --like vprom-table2 or vprom-types."
            )
        # What a regime tests is what training never asks; the familiar rules beside it only hide it.
        new = Column("", facet="rule", value="held out").mark(scores)
        found.append((name_of(run), {s.value: new or s for s in scores.by("regime", "answer")}))
    ours = [(name, [mark(row.get(regime)) for regime in REGIMES]) for name, row in sharing(found)]
    best = {name: numbers[-1] for name, numbers in TABLE2.items()}
    paper = {name: (number, *[NOTHING] * 6) for name, number in ({"Human evaluation": HUMAN} | best).items()}
    paper["random guessing"] = (GUESSING,) * len(REGIMES)
    made = by_model([regime.replace(" ", "\n") for regime in REGIMES], ours, paper)
    networks = FEATURES[-1].replace("\n", " ")
    about = f"{CAPTION} Its networks: {networks}; of the other regimes its text has no numbers."
    return structs.replace(made, about=about)


TYPES = (
    *(Column(relation, facet="relation", value=relation) for relation in RELATIONS),
    *(Column(kind.replace(" ", "\n"), facet="kind", value=kind) for kind in KINDS),
)


def _types(runs: Sequence[Run]) -> Table:
    ours = [(name, [mark(column.mark(scores)) for column in TYPES]) for name, scores in named(runs).items()]
    return by_model([column.heading for column in TYPES], ours, {})


table2 = Layout("matrices", "V-PROM, Table 2: percent right, neutral regime", _table2)
regimes = Layout("matrices", "V-PROM by regime: percent right", _regimes)
types = Layout("matrices", "V-PROM by relation and kind of element: percent right", _types)
official = Official(
    "V-PROM: right answers by regime, relation and kind of element",
    "answer",
    (
        Column("All"),
        *(Column(regime.replace(" ", "\n"), facet="regime", value=regime) for regime in REGIMES),
        *TYPES,
    ),
)
