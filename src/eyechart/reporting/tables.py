"""Scores and audits as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from eyechart import registry
from eyechart.audit import Audit
from eyechart.reporting.marked import titles
from eyechart.reporting.numerals import chance, interval, percent, points, stacked, thousands, with_interval
from eyechart.score import Scores

if TYPE_CHECKING:
    from eyechart.compare import Compared

LOUD = "bold red"


def summary(all_scores: Sequence[Scores]) -> Table:
    """A row for each model and family, a column for each metric that is for all families."""
    shown = {name: title for name, title in titles().items() if any(scores.overall(name) for scores in all_scores)}
    data = "\n".join(dict.fromkeys(scores.data for scores in all_scores))
    title = "Percent right, 95 % intervals clustered by image"
    table = Table(title=title, title_justify="left", caption=data, caption_justify="left")
    table.add_column("model")
    table.add_column("family")
    for title in shown.values():
        table.add_column(title, justify="right")
    table.add_column("unparsed", justify="right")
    table.add_column("questions", justify="right")
    for scores in all_scores:
        marks = [stacked(scores.overall(name)) for name in shown]
        table.add_row(
            scores.model, named(scores.family), *marks, thousands(scores.unparsed), thousands(scores.questions)
        )
    return table


def named(family: str) -> str:
    """So that nobody takes generated data for the paper's: figures (after FigureQA)."""
    after = registry.get("families", family).after
    return f"{family}\n(after {after})" if after else family


def own_marks(scores: Scores) -> Table | None:
    """What is marked in this family and not in all, if there is any."""
    own = {
        name: m.title for name, m in registry.each("metrics") if scores.family in m.families and scores.overall(name)
    }
    if not own:
        return None
    table = Table(title=f"{scores.model} on {scores.family}, by formulas of its own", title_justify="left")
    for title in own.values():
        table.add_column(title, justify="right")
    table.add_row(*(with_interval(scores.overall(name)) for name in own))
    return table


def breakdown(scores: Scores, facet: str) -> Table:
    shown = {name: metric.title for name, metric in registry.each("metrics") if scores.by(facet, name)}
    table = Table(title=f"{scores.model} on {scores.family}, by {facet}", title_justify="left")
    table.add_column(facet)
    for title in shown.values():
        table.add_column(title, justify="right")
    table.add_column("questions", justify="right")
    first = scores.by(facet, next(iter(shown))) if shown else []
    for row in first:
        marks = [
            with_interval(next((s for s in scores.by(facet, name) if s.value == row.value), None)) for name in shown
        ]
        table.add_row(row.value, *marks, thousands(row.questions))
    return table


def differences(compared: Sequence[Compared]) -> Table:
    """A row for each two models and dataset; what is no accident of looking often is marked."""
    metric = registry.get("metrics", compared[0].metric).title
    table = Table(
        title=f"{metric}: first − second in points, 95 % intervals clustered by image",
        title_justify="left",
        caption="p by Holm, for families and for averages each by themselves; * below 0.05",
        caption_justify="left",
    )
    for name in ("first", "second", "family", "difference", "interval", "p", "questions"):
        table.add_column(name, justify="left" if name in ("first", "second", "family") else "right")
    for one in compared:
        said = one.difference
        table.add_row(
            one.first,
            one.second,
            one.data,
            points(said.mean),
            f"{points(said.low)} to {points(said.high)}",
            f"{chance(one.adjusted)}{'*' if one.adjusted < 0.05 else ' '}",
            thousands(said.questions),
        )
    return table


def audit_table(audit: Audit) -> Table:
    title = "Probes that see a part only; of those above their prior, 5 % are expected to be so by accident"
    table = Table(title=title, title_justify="left")
    for name in ("family", "template", "view", "questions", "prior", "probe", "interval", "learner", ""):
        table.add_column(name, justify="right" if name in ("questions", "prior", "probe", "interval") else "left")
    for p in audit.probes:
        table.add_row(
            p.family,
            p.template,
            p.view,
            thousands(p.questions),
            percent(p.prior),
            percent(p.accuracy),
            interval(p.low, p.high),
            p.learner,
            Text("leaks", LOUD) if p.leaks else "above" if p.above else "ok",
        )
    return table


def audit_lines(audit: Audit, least: int) -> Iterator[str | Text]:
    """What the table does not tell: pages made for the purpose, templates left out, almost equal pictures; the verdict."""
    for folder, made in audit.made.items():
        yield f"{made:,} pages were made besides those of {folder}, for {least:,} questions of each template"
    for skipped in audit.skipped:
        yield f"not probed, too few: {skipped}"
    for twins in audit.twins:
        where = twins.first if twins.first == twins.second else f"{twins.first} and {twins.second}"
        example = f", such as {twins.example[0]} and {twins.example[1]}" if twins.example else ""
        yield f"{twins.pairs:,} pairs of almost equal pictures in {where}{example}"
    if not audit.probes:
        yield Text("nothing was probed: every template has too few questions", LOUD)
    else:
        yield "nothing can be guessed" if audit.passes else Text("some templates can be guessed", LOUD)
