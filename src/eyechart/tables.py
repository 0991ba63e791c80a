"""Scores and audits as tables on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from eyechart import registry
from eyechart.audit import Audit
from eyechart.score import Score, Scores


def percent(score: Score | None) -> str:
    """73.4 ±2.1, or a dash where the metric does not apply."""
    if score is None:
        return "–"
    reach = max(score.high - score.mean, score.mean - score.low)
    return f"{100 * score.mean:.1f} ±{100 * reach:.1f}"


def summary(all_scores: Sequence[Scores]) -> Table:
    """A row for each model and family, a column for each metric that is for all families."""
    titles = {name: metric.title for name, metric in registry.each("metrics") if not metric.families}
    shown = [name for name in titles if any(scores.overall(name) for scores in all_scores)]
    table = Table(title="Percent right, 95 % intervals clustered by image", title_justify="left")
    table.add_column("model")
    table.add_column("family")
    for name in shown:
        table.add_column(titles[name], justify="right")
    table.add_column("unparsed", justify="right")
    table.add_column("questions", justify="right")
    for scores in all_scores:
        marks = [percent(scores.overall(name)) for name in shown]
        table.add_row(scores.model, scores.family, *marks, f"{scores.unparsed:,}", f"{scores.questions:,}")
    return table


def own_marks(scores: Scores) -> Table | None:
    """The formulas of the family's own paper, if it has any."""
    own = {
        name: m.title for name, m in registry.each("metrics") if scores.family in m.families and scores.overall(name)
    }
    if not own:
        return None
    table = Table(title=f"{scores.model} on {scores.family}, by its paper's own formulas", title_justify="left")
    for title in own.values():
        table.add_column(title, justify="right")
    table.add_row(*(percent(scores.overall(name)) for name in own))
    return table


def breakdown(scores: Scores, facet: str) -> Table:
    titles = {name: metric.title for name, metric in registry.each("metrics")}
    shown = [name for name in titles if scores.by(facet, name)]
    table = Table(title=f"{scores.model} on {scores.family}, by {facet}", title_justify="left")
    table.add_column(facet)
    for name in shown:
        table.add_column(titles[name], justify="right")
    table.add_column("questions", justify="right")
    first = scores.by(facet, shown[0]) if shown else []
    for row in first:
        marks = [percent(next((s for s in scores.by(facet, name) if s.value == row.value), None)) for name in shown]
        table.add_row(row.value, *marks, f"{row.questions:,}")
    return table


def audit_table(audit: Audit) -> Table:
    table = Table(title="Probes that lack what the template needs", title_justify="left")
    for name in ("family", "template", "without", "questions", "prior", "probe", "interval", ""):
        table.add_column(name, justify="right" if name in ("questions", "prior", "probe", "interval") else "left")
    for p in audit.probes:
        table.add_row(
            p.family,
            p.template,
            p.without,
            f"{p.questions:,}",
            f"{100 * p.prior:.1f}",
            f"{100 * p.accuracy:.1f}",
            f"{100 * p.low:.1f} – {100 * p.high:.1f}",
            "[bold red]leaks[/]" if p.leaks else "ok",
        )
    return table
