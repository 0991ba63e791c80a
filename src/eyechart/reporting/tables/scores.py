"""Scores and comparisons as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from eyechart import registry
from eyechart.errors import unknown
from eyechart.reporting.marked import titles
from eyechart.reporting.tables.table import Cell, Entry, Table, accident, change, entered, heads, mark, numbers
from eyechart.score import Scores

if TYPE_CHECKING:
    from eyechart.compare import Compared


def told(all_scores: Sequence[Scores], by: Sequence[str]) -> Iterator[Table | str]:
    """All there is to tell of scores: the summary, what to know of it, a family's own marks, and each by these facets."""
    yield summary(all_scores)
    yield from dict.fromkeys(note for scores in all_scores for note in scores.notes)
    for family in dict.fromkeys(scores.family for scores in all_scores):
        if (own := own_marks([scores for scores in all_scores if scores.family == family])) is not None:
            yield own
    for facet in by:
        yield breakdown(all_scores, facet)


def summary(all_scores: Sequence[Scores]) -> Table:
    """A row for each model and family, a column for each metric that is for all families, and the best of several samples."""
    shown = {name: title for name, title in titles().items() if any(scores.overall(name) for scores in all_scores)}
    several = sorted({scores.samples for scores in all_scores} - {1})
    best = f"Answer, best of {' or '.join(map(str, several))}"
    names = [*shown.values(), *([best] if several else []), "unparsed", "questions"]
    return Table(
        columns=heads("model", "family", *numbers(*names)),
        rows=entered(
            (
                scores.model,
                named(scores.family),
                *(mark(scores.overall(name)) for name in shown),
                *([mark(next((s for s in scores.best if s.metric == "answer"), None))] if several else []),
                scores.unparsed,
                scores.questions,
            )
            for scores in all_scores
        ),
        title="Percent right, 95 % intervals clustered by image" + ("; means over samples" if several else ""),
        about="\n".join(dict.fromkeys(scores.data for scores in all_scores)),
        stacked=True,
    )


def named(family: str) -> Cell:
    """So that nobody takes generated data for the paper's: figures (after FigureQA)."""
    after = registry.get("families", family).after
    return Cell(f"{family}\n(after {after})" if after else family, family)


def own_marks(all_scores: Sequence[Scores]) -> Table | None:
    """What is marked in this family and not in all, if there is any."""
    family = all_scores[0].family
    own = {n: m.title for n, m in registry.each("metrics") if family in m.families and all_scores[0].overall(n)}
    if not own:
        return None
    return Table(
        columns=heads(*_whose(all_scores), *numbers(*own.values())),
        rows=entered([*_whose([s], all_scores), *(mark(s.overall(name)) for name in own)] for s in all_scores),
        title=f"{_of(all_scores)}, by formulas of its own",
    )


def breakdown(all_scores: Sequence[Scores], facet: str) -> Table:
    """A row for each value, of each model and family."""
    known = list(dict.fromkeys(name for scores in all_scores for name in scores.facets()))
    if facet not in known:
        raise unknown("facet", facet, known)
    metrics = registry.each("metrics")
    shown = {name: m.title for name, m in metrics if any(scores.by(facet, name) for scores in all_scores)}
    rows = list[list[Entry]]()
    for scores in all_scores:
        found = {(s.value, s.metric): s for s in scores.scores if s.facet == facet}
        for value in dict.fromkeys(value for value, _ in found):
            marks = [found.get((value, name)) for name in shown]
            questions = next(s.questions for s in marks if s is not None)
            rows.append([*_whose([scores], all_scores), value, *map(mark, marks), questions])
    return Table(
        columns=heads(*_whose(all_scores), facet, *numbers(*shown.values(), "questions")),
        rows=entered(rows),
        title=f"{_of(all_scores)}, by {facet}",
    )


def _of(all_scores: Sequence[Scores]) -> str:
    """Whose these are, if they are one model's; and of which families."""
    models, families = (list(dict.fromkeys(getattr(s, key) for s in all_scores)) for key in ("model", "family"))
    return f"{models[0]} on {', '.join(families)}" if len(models) == 1 else ", ".join(families)


def _whose(some: Sequence[Scores], among: Sequence[Scores] | None = None) -> list[str]:
    """Names of the columns that tell whose a row is, where there are several; or, given among whom, what stands in them."""
    keys = [key for key in ("model", "family") if len({getattr(s, key) for s in among or some}) > 1]
    return [getattr(some[0], key) for key in keys] if among else [*keys]


def differences(compared: Sequence[Compared]) -> Table:
    """A row for each two models and dataset; what is no accident of looking often is marked."""
    metric = registry.get("metrics", compared[0].metric).title
    return Table(
        columns=heads("first", "second", "family", *numbers("difference", "interval", "p", "questions")),
        rows=entered(
            (
                one.first,
                one.second,
                one.data,
                *change(one.difference.mean, one.difference.low, one.difference.high),
                accident(one.adjusted),
                one.difference.questions,
            )
            for one in compared
        ),
        title=f"{metric}: first − second in points, 95 % intervals clustered by image",
        about="p by Holm, for families and for averages each by themselves; * below 0.05",
    )
