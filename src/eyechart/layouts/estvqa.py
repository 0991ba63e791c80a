"""EST-VQA's Table 3: the three challenges by language, by length of answer and by training condition.

CLC is the mean of `eve`, LC of `iou`, TC of `levenshtein`; Δr is CLC over TC. A run says whether its model was trained on one
language or on both; the two runs of one model share a row. A model that was not trained stands in both.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from rich.table import Table

from eyechart.run import Run, score_run
from eyechart.score import OVERALL, Scores

CHALLENGES = {"CLC": "eve", "LC": "iou", "TC": "levenshtein"}


class Column(Struct, frozen=True):
    challenge: str
    training: str  # mono or bi
    title: str
    facet: str = OVERALL
    value: str = OVERALL


def _columns() -> list[Column]:
    def by_language(challenge: str, training: str) -> list[Column]:
        return [Column(challenge, training, t, "language", v) for t, v in (("En", "en"), ("Ch", "zh"))]

    return [
        *by_language("CLC", "mono"),
        *by_language("CLC", "bi"),
        Column("CLC", "bi", "S", "length", "short"),
        Column("CLC", "bi", "L", "length", "long"),
        Column("CLC", "bi", "Acc"),
        *by_language("LC", "bi"),
        Column("LC", "bi", "Acc"),
        *by_language("TC", "mono"),
        *by_language("TC", "bi"),
        Column("TC", "bi", "Acc"),
    ]


COLUMNS = _columns()


def cell(scores: Scores | None, column: Column) -> float | None:
    """A mean in percent, None where there is no such run or no such question."""
    if scores is None:
        return None
    metric = CHALLENGES[column.challenge]
    found = [s for s in scores.scores if (s.metric, s.facet, s.value) == (metric, column.facet, column.value)]
    return 100 * found[0].mean if found else None


def rows(runs: Sequence[tuple[str, str, Scores]]) -> list[tuple[str, list[float | None]]]:
    """Model, training condition and scores of each run -> a row for each model, Δr last."""
    models: dict[str, dict[str, Scores]] = {}
    for model, training, scores in runs:
        conditions = models.setdefault(model.removesuffix("-mono"), {})
        conditions.update(dict.fromkeys([training] if training else ["mono", "bi"], scores))
    made = []
    for model, conditions in models.items():
        cells = [cell(conditions.get(column.training), column) for column in COLUMNS]
        clc, tc = (cell(conditions.get("bi"), Column(challenge, "bi", "Acc")) for challenge in ("CLC", "TC"))
        made.append((model, [*cells, clc / tc if clc is not None and tc else None]))
    return made


def table(runs: Sequence[Run]) -> Table:
    made = Table(title="EST-VQA, Table 3: percent", title_justify="left", padding=(0, 0))
    made.add_column("Model", overflow="fold", min_width=10)
    for column in COLUMNS:
        training = {"mono": "Mo", "bi": "Bi"}[column.training]
        made.add_column(f"{column.challenge}\n{training}\n{column.title}", justify="right", no_wrap=True)
    made.add_column("Δr", justify="right", no_wrap=True)
    for model, cells in rows([(run.model, run.training, score_run(run)) for run in runs]):
        shown = ["–" if value is None else f"{value:.1f}" for value in cells[:-1]]
        made.add_row(model, *shown, "–" if cells[-1] is None else f"{cells[-1]:.2f}")
    return made
