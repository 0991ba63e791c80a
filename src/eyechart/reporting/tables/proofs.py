"""What verify and audit found, as tables and lines."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from eyechart.audit import Audit
from eyechart.reporting.tables.forms import LOUD
from eyechart.reporting.tables.table import Cell, Table, entered, heads, numbers, share, spread
from eyechart.verify import Verdict


def verdict_table(verdict: Verdict) -> Table:
    names = ("images", "questions", "proved", "unproved", "disagreements")
    return Table(columns=numbers(*names), rows=entered([[getattr(verdict, name) for name in names]]))


def audit_table(audit: Audit) -> Table:
    middle = numbers("questions", "prior", "probe", "interval")
    return Table(
        columns=heads("family", "template", "view", *middle, "learner", "verdict"),
        rows=entered(
            (
                p.family,
                p.template,
                p.view,
                p.questions,
                share(p.prior),
                share(p.accuracy),
                spread(p.low, p.high),
                p.learner,
                Cell("leaks", "leaks", loud=True) if p.leaks else "above" if p.above else "ok",
            )
            for p in audit.probes
        ),
        title="Probes that see a part only; of those above their prior, 5 % are expected to be so by accident",
    )


def audit_lines(audit: Audit, least: int) -> Iterator[str | Text]:
    """What the table does not tell: pages made for the purpose, templates with too few or more than enough, almost equal pictures;
    the verdict."""
    for folder, made in audit.made.items():
        yield f"{made:,} pages were made besides those of {folder}, for {least:,} questions of each template"
    for skipped in audit.skipped:
        yield f"not probed, too few: {skipped}"
    for thinned in audit.thinned:
        yield f"probed with a part, which is enough: {thinned}"
    for twins in audit.twins:
        where = twins.first if twins.first == twins.second else f"{twins.first} and {twins.second}"
        example = f", such as {twins.example[0]} and {twins.example[1]}" if twins.example else ""
        yield f"{twins.pairs:,} pairs of almost equal pictures in {where}{example}"
    if not audit.probes:
        yield Text("nothing was probed: every template has too few questions", LOUD)
    else:
        yield "nothing can be guessed" if audit.passes else Text("some templates can be guessed", LOUD)
