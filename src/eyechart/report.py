"""5  runs -> one HTML page that needs nothing else: summary, breakdowns, and pictures with what was said and what is true."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice
from pathlib import Path

from eyechart import registry
from eyechart.core import Prediction, Question, Region, outline
from eyechart.predictions import read_lines
from eyechart.run import Run, score_run
from eyechart.score import Score, Scores

EXAMPLES = 9  # questions shown per family
STYLE = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")


def report(runs: Sequence[Run], out: str | Path) -> Path:
    """Score the runs and write the page."""
    marked = [(run, score_run(run)) for run in runs]
    families = list(dict.fromkeys(scores.family for _, scores in marked))
    sections = [_family_section(name, [(r, s) for r, s in marked if s.family == name]) for name in families]
    page = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>eyechart report</title><style>{STYLE}</style></head><body><main>
<header><h1>eyechart report</h1>
<p>Marks for the right answer and the right evidence. Bars span the 95&nbsp;% interval, clustered by image; the tick is the mean.
An answer that could not be read counts as wrong.</p></header>
{_summary([s for _, s in marked])}
{"".join(sections)}
</main></body></html>
"""
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(page, encoding="utf-8")
    part.rename(path)
    return path


def _titles() -> dict[str, str]:
    return {name: metric.title for name, metric in registry.each("metrics") if not metric.families}


def _summary(all_scores: Sequence[Scores]) -> str:
    titles = {n: t for n, t in _titles().items() if any(s.overall(n) for s in all_scores)}
    head = "".join(f"<th>{escape(t)}</th>" for t in titles.values())
    rows = "".join(
        f"<tr><th scope='row'>{escape(s.model)}</th><td>{escape(s.family)}</td>"
        + "".join(f"<td>{_bar(s.overall(name))}</td>" for name in titles)
        + f"<td class='n'>{s.unparsed:,}</td><td class='n'>{s.questions:,}</td><td class='n'>{s.images:,}</td></tr>"
        for s in all_scores
    )
    return (
        "<section><h2>Summary</h2><div class='wide'><table><thead><tr><th>model</th><th>family</th>"
        f"{head}<th>unparsed</th><th>questions</th><th>images</th></tr></thead><tbody>{rows}</tbody></table></div></section>"
    )


def _bar(score: Score | None) -> str:
    if score is None:
        return "<span class='none'>–</span>"
    low, high, mean = (100 * v for v in (score.low, score.high, score.mean))
    return (
        f"<span class='mark'><b>{mean:.1f}</b><i><s style='left:{low:.2f}%;width:{max(high - low, 0.8):.2f}%'></s>"
        f"<u style='left:{mean:.2f}%'></u></i><small>{low:.1f}–{high:.1f}</small></span>"
    )


def _family_section(name: str, marked: Sequence[tuple[Run, Scores]]) -> str:
    facets = list(dict.fromkeys(facet for _, scores in marked for facet in scores.facets()))
    tables = "".join(_breakdown(facet, [scores for _, scores in marked]) for facet in facets)
    title = registry.get("families", name).title
    return f"<section><h2>{escape(title)}</h2>{_examples(marked)}{tables}</section>"


def _breakdown(facet: str, all_scores: Sequence[Scores]) -> str:
    """One table: values of the facet down, models across, answer and joint in each cell. Facets with one value say nothing."""
    values = list(dict.fromkeys(s.value for scores in all_scores for s in scores.by(facet, "answer")))
    if len(values) < 2:
        return ""
    shown = [n for n in ("answer", "joint") if any(scores.by(facet, n) for scores in all_scores)]
    titles = _titles()
    head = "".join(f"<th>{escape(s.model)}<br><small>{titles[n]}</small></th>" for s in all_scores for n in shown)
    rows = []
    for value in values:
        cells = [next((x for x in s.by(facet, n) if x.value == value), None) for s in all_scores for n in shown]
        count = max(cell.questions for cell in cells if cell is not None)
        bars = "".join(f"<td>{_bar(cell)}</td>" for cell in cells)
        rows.append(f"<tr><th scope='row'>{escape(value)}</th>{bars}<td class='n'>{count:,}</td></tr>")
    return (
        f"<details open><summary>by {escape(facet)}</summary><div class='wide'><table><thead><tr><th>{escape(facet)}</th>"
        f"{head}<th>questions</th></tr></thead><tbody>{''.join(rows)}</tbody></table></div></details>"
    )


# ---- examples


def _examples(marked: Sequence[tuple[Run, Scores]]) -> str:
    """Questions of different pages, with what each model said. The first run's dataset is shown."""
    dataset = marked[0][0].open_dataset()
    runs = [run for run, _ in marked if run.dataset == marked[0][0].dataset]
    asked = list(
        islice((page.questions[page.index % len(page.questions)] for page in dataset if page.questions), EXAMPLES)
    )
    wanted = {q.id for q in asked}
    said = [(run.model, {p.question: p for p in read_lines(run.predictions) if p.question in wanted}) for run in runs]
    return f"<div class='cards'>{''.join(_card(q, said) for q in asked)}</div>"


MODEL_INKS = ("#c2185b", "#1565c0", "#ef6c00", "#6a1b9a", "#00838f")


def _card(q: Question, said: Sequence[tuple[str, dict[str, Prediction]]]) -> str:
    marks = [_overlay(q, q.evidence.regions if q.evidence else (), "truth")]
    lines = []
    accepted = {answer.lower() for answer in q.answers}
    for (model, predictions), ink in zip(said, MODEL_INKS * 9, strict=False):
        p = predictions[q.id]
        marks.append(_overlay(q, p.evidence.regions, "said", ink))
        right = p.answer is not None and p.answer.lower() in accepted
        answer = escape(p.answer) if p.answer is not None else "unparsed"
        dot = f"<i class='dot' style='background:{ink}'></i>"
        lines.append(f"<li>{dot}{escape(model)}: <b class='{'right' if right else 'wrong'}'>{answer}</b></li>")
    picture = q.pictures[0]
    data = base64.b64encode(picture.data).decode()
    return (
        f"<figure><div class='picture'><img alt='' width='{picture.width}' height='{picture.height}' loading='lazy' "
        f"src='data:image/{picture.format};base64,{data}'>"
        f"<svg viewBox='0 0 {picture.width} {picture.height}'>{''.join(marks)}</svg></div>"
        f"<figcaption><p>{escape(q.text)} <b class='truth'>{escape(q.answers[0] if q.answers else '?')}</b></p>"
        f"<ul>{''.join(lines)}</ul><small>{escape(q.id)} · {escape(q.template)}</small></figcaption></figure>"
    )


def _overlay(q: Question, regions: Iterable[Region], kind: str, ink: str = "") -> str:
    style = f" style='stroke:{ink}'" if ink else ""
    return "".join(
        f"<polygon class='{kind}'{style} points='{' '.join(f'{x:g},{y:g}' for x, y in outline(r.shape))}'/>"
        for r in regions
        if r.picture == 0
    )
