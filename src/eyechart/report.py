"""5  runs -> one HTML page that needs nothing else: summary, comparisons, breakdowns, and a browser of what went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

import msgspec

from eyechart import registry
from eyechart.reporting.compare import comparison
from eyechart.reporting.confidence import confidence
from eyechart.reporting.failures import failures
from eyechart.reporting.grounding import grounding, grounding_table
from eyechart.reporting.lettering import font_face
from eyechart.reporting.looking import looking
from eyechart.reporting.marked import BASELINES, Marked, marked
from eyechart.reporting.reading import reading_table
from eyechart.reporting.references import references
from eyechart.run import Run
from eyechart.score import Score, Scores

HERE = Path(__file__).parent
STYLE = (HERE / "report.css").read_text(encoding="utf-8")
SCRIPT = (HERE / "report.js").read_text(encoding="utf-8")
BROKEN_DOWN = ("answer", "evidence", "joint")
ROWS = 40  # of a breakdown that are not folded away: some facets have a value for nearly every question


def report(runs: Sequence[Run], out: str | Path) -> Path:
    """Score the runs and write the page."""
    every = [marked(run) for run in runs]
    plain, altered = [m for m in every if not m.run.altered], [m for m in every if m.run.altered]
    shown = plain or altered
    families = list(dict.fromkeys(m.scores.family for m in shown))
    sections = [
        _family_section(name, _of(name, shown), _of(name, altered if plain else []), 1 / len(families))
        for name in families
    ]
    content = f"{_summary(shown)}\n{''.join(sections)}"
    page = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>eyechart report</title><style>{font_face(content)}{STYLE}</style></head><body><main>
<header><h1>eyechart report</h1>
<p>Marks for the right answer and the right evidence. Bars span the 95&nbsp;% interval, clustered by image; the tick is the mean.
An answer that could not be read counts as wrong.</p></header>
{content}
</main><script>{SCRIPT}</script></body></html>
"""
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(page, encoding="utf-8")
    part.rename(path)
    return path


def _of(family: str, runs: Sequence[Marked]) -> list[Marked]:
    return [m for m in runs if m.scores.family == family]


def _titles() -> dict[str, str]:
    return {name: metric.title for name, metric in registry.each("metrics") if not metric.families}


def _summary(runs: Sequence[Marked]) -> str:
    """Family by family a row for each model, and below them what to hold them against."""
    titles = {n: t for n, t in _titles().items() if any(m.scores.overall(n) for m in runs)}
    head = "".join(f"<th>{escape(t)}</th>" for t in titles.values())
    rows = []
    for family in dict.fromkeys(m.scores.family for m in runs):
        mine = _of(family, runs)
        asked, images = mine[0].scores.questions, mine[0].scores.images
        rows.append(
            f"<tr class='group'><th scope='rowgroup' colspan='{len(titles) + 2}'>{escape(family)} "
            f"<small>{asked:,} questions on {images:,} images</small></th></tr>"
        )
        rows += [_row(m.scores, list(titles)) for m in mine]
        for r in references(mine[0]):
            rest = "<td></td>" * len(titles)
            rows.append(
                f"<tr class='reference' title='{escape(r.about)}'><th scope='row'>{escape(r.name)}</th>"
                f"<td>{_bar(Score('answer', '', '', r.answer, r.answer, r.answer, 0, 0), False)}</td>{rest}</tr>"
            )
    return (
        "<section><h2>Summary</h2><div class='wide'><table class='summary'><thead><tr><th>model</th>"
        f"{head}<th class='n'>unparsed</th></tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
        "<p class='note'>Grey rows are references, not runs: chance and the most frequent answer are computed on this exam; "
        "people's marks are from the family's paper, on its own pictures and questions.</p></section>"
    )


def _row(s: Scores, names: Sequence[str]) -> str:
    marks = "".join(f"<td>{_bar(s.overall(name))}</td>" for name in names)
    return f"<tr><th scope='row'>{escape(s.model)}</th>{marks}<td class='n'>{s.unparsed:,}</td></tr>"


def _bar(score: Score | None, interval: bool = True) -> str:
    if score is None:
        return "<span class='none'>–</span>"
    low, high, mean = (100 * v for v in (score.low, score.high, score.mean))
    spread = f"<s style='left:{low:.2f}%;width:{max(high - low, 0.8):.2f}%'></s>" if interval else ""
    said = f"<small>{low:.1f}–{f'{high:.1f}' if high < 99.95 else 100}</small>" if interval else ""
    return f"<span class='mark'><b>{mean:.1f}</b><i>{spread}<u style='left:{mean:.2f}%'></u></i>{said}</span>"


def _family_section(name: str, runs: Sequence[Marked], altered: Sequence[Marked], share: float) -> str:
    facets = list(dict.fromkeys(facet for m in runs for facet in m.scores.facets()))
    tables = "".join(_breakdown(facet, [m.scores for m in runs]) for facet in facets)
    frames = [(m, found) for m in runs if (found := grounding(m.run)) is not None]
    wrong_frames = {m.name: found.frame_errors for m, found in frames}
    plots = "".join(confidence(m) for m in runs if m.name not in BASELINES)
    return (
        f"<section><h2>{escape(registry.get('families', name).title)}</h2>{_browser(runs, wrong_frames, share)}"
        f"{comparison(runs)}{looking(runs, altered)}{reading_table(runs)}{grounding_table(frames)}"
        f"{f'<details open><summary>confidence</summary><div class=plots>{plots}</div></details>' if plots else ''}"
        f"{tables}</section>"
    )


def _browser(runs: Sequence[Marked], wrong_frames: dict[str, frozenset[str]], share: float) -> str:
    data = failures(runs, wrong_frames, share)
    if not data["items"]:
        return "<p class='note'>Nothing went wrong.</p>"
    told = [m.name for m in runs if m.name not in BASELINES] or [m.name for m in runs]
    text = msgspec.json.encode(data | {"told": told}).decode().replace("<", "\\u003c")
    kept = "all" if len(data["items"]) == data["total"] else f"{len(data['items']):,}"
    return (
        f"<p class='note'>{data['total']:,} of {data['asked']:,} questions went wrong in answer or evidence; {kept} of them can "
        "be looked at here, chosen by lot evenly over templates. Green is the truth, dashed what a model pointed at. "
        "Arrow keys turn the pages.</p>"
        f"<div class='browser'><div class='controls'></div><div class='card'></div><svg width='0' height='0' hidden></svg>"
        f"<script type='application/json'>{text}</script></div>"
    )


def _breakdown(facet: str, all_scores: Sequence[Scores]) -> str:
    """Values of the facet down, models across, marks in each cell; what is asked least often folded away, if there are many.

    Facets with one value say nothing.
    """
    values = list(dict.fromkeys(s.value for scores in all_scores for s in scores.by(facet, "answer")))
    if len(values) < 2:
        return ""
    marks = [n for n in BROKEN_DOWN if any(scores.by(facet, n) for scores in all_scores)]
    titles = _titles()
    head = "".join(f"<th>{escape(s.model)}<br><small>{titles[n]}</small></th>" for s in all_scores for n in marks)
    rows, asked = {}, {}
    for value in values:
        cells = [next((x for x in s.by(facet, n) if x.value == value), None) for s in all_scores for n in marks]
        asked[value] = max(cell.questions for cell in cells if cell is not None)
        bars = "".join(f"<td>{_bar(cell)}</td>" for cell in cells)
        rows[value] = f"<tr><th scope='row'>{escape(value)}</th>{bars}<td class='n'>{asked[value]:,}</td></tr>"
    often = set(sorted(values, key=lambda value: -asked[value])[:ROWS])
    head = f"<th>{escape(facet)}</th>{head}<th class='n'>questions</th>"
    shown = _table(head, [row for value, row in rows.items() if value in often])
    if rest := [value for value in values if value not in often]:
        most = max(asked[value] for value in rest)
        times = "once each" if most == 1 else f"{most:,} times at most"
        table = _table(head, [rows[value] for value in rest])
        shown += f"<details><summary>{len(rest):,} more, asked {times}</summary>{table}</details>"
    return f"<details open><summary>by {escape(facet)}</summary>{shown}</details>"


def _table(head: str, rows: Sequence[str]) -> str:
    return f"<div class='wide'><table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
