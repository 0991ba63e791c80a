"""The record that is one layout, and what all of them share: our marks with intervals, the paper's rows as printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, structs

from eyechart.errors import EyechartError
from eyechart.metrics.facets import OVERALL
from eyechart.reporting.marked import marked, samples_of
from eyechart.reporting.numerals import NOTHING
from eyechart.reporting.tables.table import Column as Head
from eyechart.reporting.tables.table import Entry, Table, entered, heads, mark, printed
from eyechart.score import Score, Scores
from eyechart.store.run import Run

T = TypeVar("T")
CAPTION = (
    "Ours with 95 % intervals clustered by image. What begins with “paper:” is as printed, on the paper's own pictures."
)
OURS_ALONE = "With 95 % intervals clustered by image. The paper's text prints no numbers for this."

Printed = Mapping[str, tuple[str, ...]]


class Layout(Struct, frozen=True):
    """A table or figure of a paper that any runs on its family can be shown in."""

    family: str
    title: str
    build: Callable[[Sequence[Run]], Table]
    at: Callable[[float], Layout] | None = (
        None  # the same with another τ, EST-VQA's penalty threshold, where one counts
    )

    def with_tau(self, tau: float) -> Layout:
        if self.at is None:
            raise EyechartError(
                f"--tau is for layouts whose marks have a threshold τ, and this has none: {self.title}."
            )
        if not 0 < tau <= 1:
            raise EyechartError(f"--tau {tau:g}: τ is a normalised distance above 0, and at most 1.")
        return self.at(tau)

    def table(self, runs: Sequence[Run]) -> Table:
        """Refuses runs of another family: their facets may have the same names, and would be shown as if they belonged."""
        for run in runs:
            family = run.open_dataset().manifest.family
            if family != self.family:
                raise EyechartError(
                    f"{run.folder} is a run on {family}, and this layout takes runs on {self.family}: {self.title}."
                )
        return structs.replace(self.build(runs), title=self.title)


class Column(Struct, frozen=True):
    """A mark of ours, and what stands above it."""

    heading: str
    metric: str = "answer"
    facet: str = OVERALL
    value: str = OVERALL

    def mark(self, scores: Scores) -> Score | None:
        """None where there is no such question."""
        wanted = (self.metric, self.facet, self.value)
        return next((s for s in scores.scores if (s.metric, s.facet, s.value) == wanted), None)


class Official(Struct, frozen=True):
    """The columns of a family's leaderboard: those of its paper, whoever enters."""

    title: str
    metric: str  # that entries are ranked by
    columns: tuple[Column, ...]
    conditions: Mapping[str, tuple[Column, ...]] = {}  # columns of those alone that were trained so
    ratios: Mapping[str, tuple[Column, Column]] = {}  # one mark over another, by its heading

    def marks(self, scores: Scores, training: str = "") -> dict[str, Score]:
        """What stands under each heading; nothing where there is no such question, or the entry was trained otherwise."""
        others = {column for name, own in self.conditions.items() if training not in ("", name) for column in own}
        every = (*self.columns, *(column for own in self.conditions.values() for column in own))
        found = {column.heading: column.mark(scores) for column in every if column not in others}
        return {heading: score for heading, score in found.items() if score is not None}

    def headings(self) -> list[str]:
        return [column.heading for own in (self.columns, *self.conditions.values()) for column in own]

    def quotients(self, scores: Scores) -> dict[str, float]:
        """The ratios that there are: none where the second mark is nothing."""
        both = {heading: (one.mark(scores), other.mark(scores)) for heading, (one, other) in self.ratios.items()}
        return {
            heading: a.mean / b.mean for heading, (a, b) in both.items() if a is not None and b is not None and b.mean
        }


def as_printed(text: str) -> dict[str, tuple[str, ...]]:
    """Lines of `name | numbers` with every digit that the paper prints; `-` where it has none."""
    rows = [line.split("|") for line in text.strip().splitlines()]
    return {name.strip(): tuple(n.replace("-", NOTHING) for n in numbers.split()) for name, numbers in rows}


def name_of(run: Run) -> str:
    """Its model, and how its pictures were altered."""
    return f"{run.model}, {run.altered}" if run.altered else run.model


def names(runs: Sequence[Run]) -> list[str]:
    """What to call each run where each has a row of its own: its folder too, if the name alone does not tell."""
    short = [name_of(run) for run in runs]
    often = Counter(short)
    return [f"{name} ({run.folder})" if often[name] > 1 else name for name, run in zip(short, runs, strict=True)]


def scored(runs: Sequence[Run]) -> list[tuple[Run, Scores]]:
    """The scores of each, and of samples of one sitting together: people's, or what was asked several times."""
    return [(some[0], marked(*some).scores) for some in samples_of(runs)]


def named(runs: Sequence[Run]) -> dict[str, Scores]:
    """The same by what to call them."""
    found = scored(runs)
    return dict(zip(names([run for run, _ in found]), [scores for _, scores in found], strict=True))


def sharing(runs: Iterable[tuple[str, Mapping[str, T]]]) -> list[tuple[str, dict[str, T]]]:
    """What the run of each name fills -> rows: runs of one name share a row, as long as none fills what another has."""
    rows: list[tuple[str, dict[str, T]]] = []
    for name, filled in runs:
        free = (row for other, row in rows if other == name and not row.keys() & filled.keys())
        row = next(free, None)
        if row is None:
            rows.append((name, dict(filled)))
        else:
            row.update(filled)
    return rows


class Told(Struct, frozen=True):
    """What the name of a trained network tells: `panel-gru@resnet50+aux` is the network, its features, its conditions."""

    network: str
    extractor: str = ""
    conditions: tuple[str, ...] = ()

    @classmethod
    def of(cls, model: str) -> Told:
        name, *conditions = model.split("+")
        network, _, extractor = name.partition("@")
        return cls(network, extractor, tuple(conditions))


def agreement(pairs: Sequence[tuple[float, float]]) -> str:
    """Do ours stand in the order of the paper's? A sentence for the caption; empty for fewer than three."""
    rho = spearman(pairs)
    if rho is None:
        return ""
    return f" Spearman's rank correlation of our order with the paper's, over {len(pairs)} models: {rho:.2f}."


def spearman(pairs: Sequence[tuple[float, float]]) -> float | None:
    """None for fewer than three, and where all on a side are the same."""
    if len(pairs) < 3:
        return None
    ours, theirs = (_ranks(values) for values in zip(*pairs, strict=True))
    middle = (len(pairs) + 1) / 2
    spread = [sum((rank - middle) ** 2 for rank in ranks) for ranks in (ours, theirs)]
    if not all(spread):
        return None
    together = sum((a - middle) * (b - middle) for a, b in zip(ours, theirs, strict=True))
    return float(together / (spread[0] * spread[1]) ** 0.5)


def _ranks(values: Sequence[float]) -> list[float]:
    """From 1; equal values share the mean of their ranks."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) + 1) / 2 for value in values]


def by_model(
    headings: Sequence[str], ours: Sequence[tuple[str, Sequence[Entry]]], paper: Printed, stacked: bool = False
) -> Table:
    """A row for each of our models, and below them the paper's."""
    theirs: list[tuple[Entry, ...]] = [(f"paper: {name}", *map(printed, cells)) for name, cells in paper.items()]
    return Table(
        columns=heads("Model", *(Head(heading, numbers=True, wraps=False) for heading in headings)),
        rows=entered([*((name, *cells) for name, cells in ours), *theirs]),
        about=CAPTION if paper else OURS_ALONE,
        dense=True,
        stacked=stacked,
        rule=len(ours),
    )


def by_value(
    first: str, facet: str, values: Mapping[str, str], paper: tuple[Sequence[str], Printed], ours: Mapping[str, Scores]
) -> Table:
    """A row for each value of a facet, the paper's models across and ours after them; what only we ask comes last."""
    headings, numbers = paper
    asked = [s.value for scores in ours.values() for s in scores.by(facet, "answer")]
    rows = list[tuple[Entry, ...]]()
    for value in dict.fromkeys([*values, *asked]):
        shown = values.get(value, value)
        marks = [mark(Column("", facet=facet, value=value).mark(scores)) for scores in ours.values()]
        rows.append((shown, *map(printed, numbers.get(shown, [NOTHING] * len(headings))), *marks))
    theirs = [Head(f"paper:\n{heading}", numbers=True, wraps=False) for heading in headings]
    columns = heads(first, *theirs, *(Head(name, numbers=True) for name in ours))
    return Table(columns=columns, rows=entered(rows), about=CAPTION, dense=True)
