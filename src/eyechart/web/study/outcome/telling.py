"""What came of a study as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eyechart.errors import unknown
from eyechart.metrics.facets import OVERALL
from eyechart.reporting.numerals import percent
from eyechart.reporting.tables.forms import Told
from eyechart.reporting.tables.table import Entry, Table, entered, heads, mark, numbers
from eyechart.score import Score
from eyechart.web.study.outcome.results import Mean, Results


def told(results: Results, by: Sequence[str]) -> Iterator[Told]:
    """The counts, the share right by age, and by each facet asked for."""
    facets = [facet for facet in results.facets() if facet != OVERALL]
    for facet in by:
        if facet not in facets:
            raise unknown("facet", facet, facets)
    yield f"{results.title}: {results.data}. {results.rule}"
    yield _counts(results)
    if results.means:
        yield _means(
            "Percent right", [one for one in results.means if one.facet == OVERALL], "Age", lambda one: one.age
        )
    for facet in by:
        yield _means(f"Percent right by {facet}", results.by(facet), facet.capitalize(), lambda one: one.value)
    if results.worst:
        yield _worst(results)


def _means(title: str, some: Sequence[Mean], first: str, name: object) -> Table:
    rows = [(name(one), mark(_score(one)), one.answers, one.people) for one in some]  # type: ignore[operator]
    columns = heads(first, *numbers("Right", "Answers", "People"))
    about = "With 95 % intervals that allow for people and pictures that repeat."
    return Table(title=title, columns=columns, rows=entered(rows), about=about)


def _score(one: Mean) -> Score:
    return Score("answer", one.facet, one.value, one.mean, one.low, one.high, one.answers, one.people)


def _counts(r: Results) -> Table:
    rows: list[tuple[Entry, ...]] = [(f"sittings: {state}", count) for state, count in r.states.items()]
    rows += [(f"excluded by {check}", count) for check, count in r.excluded.items()]
    rows += [
        ("people who count", r.people),
        ("answers", r.answers),
        ("questions answered", f"{r.asked:,} of {r.questions:,}"),
        ("unknown, percent", _share(r.unknown)),
        ("skipped, percent", _share(r.skipped)),
        ("Krippendorff's alpha", _number(r.alpha)),
    ]
    rows += [(f"alpha, {age}", _number(value)) for age, value in r.alphas.items() if value is not None]
    rows += [(f"median seconds, {pace.band}", f"{pace.seconds:.1f}") for pace in r.paces]
    rows.append(("rank correlation of difficulty and time", _number(r.slower)))
    if r.evidence.pairs or r.evidence.keyed:
        rows += [
            (f"overlap of two people's boxes ({r.evidence.pairs:,} pairs), percent", _share(r.evidence.overlap)),
            (f"overlap with the key ({r.evidence.keyed:,} answers), percent", _share(r.evidence.with_key)),
            ("middle of the box in the key, percent", _share(r.evidence.pointed)),
        ]
    rows.append(("questions validated", r.validated))
    return Table(columns=heads("What", *numbers("How many")), rows=entered(rows))


def _share(value: float | None) -> str | None:
    return None if value is None else percent(value)


def _number(value: float | None) -> str | None:
    return None if value is None else f"{value:.3f}"


def _worst(r: Results) -> Table:
    rows = [
        (one.question, one.text, one.key, _said(one.said), percent(one.right), one.answers, ", ".join(one.flags))
        for one in r.worst
    ]
    columns = heads("Question", "Text", "Key", "Said", *numbers("Right", "Answers"), "Flags")
    return Table(title="Failed or flagged most", columns=columns, rows=entered(rows), shown=10)


def _said(said: dict[str, int]) -> str:
    return ", ".join(f"{answer} ({count})" for answer, count in said.items())
