"""EST-VQA's Table 3 and Fig. 9: the challenges by language, length of answer and training condition, and CLC over τ.

Beyond the paper: what becomes of them when fewer words of the test are known from training, and when an engine reads.

CLC is the mean of `eve`, LC of `iou`, TC of `levenshtein`; Δr is CLC over TC. A run says whether its model was trained on one
language or on both; the runs of one model share a row: that of the model which learnt both languages, and one for each that learnt
one of them and sat its questions alone. A model that was not trained stands in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
from msgspec import Struct, structs

from eyechart.errors import EyechartError
from eyechart.metrics import answer
from eyechart.metrics.estvqa import OFFICIAL_TAU, TAU, THETA, at, located, sweep
from eyechart.reporting.differences import resampled
from eyechart.reporting.layouts.layout import (
    CAPTION,
    Column,
    Layout,
    Official,
    Told,
    agreement,
    as_printed,
    by_model,
    name_of,
    sharing,
)
from eyechart.reporting.marked import Floats, samples_of
from eyechart.reporting.tables.table import Entry, Table, mark, printed, share
from eyechart.score import Score, Scores, averaged, marks_of, sheet_of
from eyechart.store.run import Run

CHALLENGES = {"CLC": "eve", "LC": "iou", "TC": "levenshtein"}
TRAININGS = {"mono": "Mo", "bi": "Bi"}
PARTS = {
    "En": ("language", "en"),
    "Ch": ("language", "zh"),
    "S": ("length", "short"),
    "L": ("length", "long"),
    "Acc": ("all", "all"),
}


class Cell(Struct, frozen=True):
    training: str  # mono or bi
    column: Column


def _cell(challenge: str, training: str, part: str) -> Cell:
    heading = f"{challenge}\n{TRAININGS[training]}\n{part}"
    return Cell(training, Column(heading, CHALLENGES[challenge], *PARTS[part]))


CELLS = [
    _cell(challenge, training, part)
    for challenge, training, parts in (
        ("CLC", "mono", ("En", "Ch")),
        ("CLC", "bi", ("En", "Ch", "S", "L", "Acc")),
        ("LC", "bi", ("En", "Ch", "Acc")),
        ("TC", "mono", ("En", "Ch")),
        ("TC", "bi", ("En", "Ch", "Acc")),
    )
    for part in parts
]
# UB: upper bound; SV, LV: small and large vocabulary. All but the first four were trained.
TABLE3 = as_printed("""
SV UB              | - - - - - - - - - - 31.1 7.8 31.3 8.9 20.1 -
LV UB              | - - - - - - - - - - 48.0 16.1 48.3 17.0 32.7 -
OCR UB             | 33.9 24.5 33.9 24.5 44.1 14.3 29.2 50.0 37.8 43.9 38.5 28.2 38.5 28.2 33.3 -
Random             | 4.4 1.1 4.7 1.2 5.1 0.8 3.0 15.1 5.1 10.1 5.8 1.5 5.9 1.5 3.7 0.81
Pythia + SV        | 4.3 0.1 4.5 0.1 4.3 0.2 2.3 17.2 1.8 9.5 8.0 0.7 7.7 0.7 4.2 0.54
Pythia + LV        | 4.7 0.2 4.4 0.2 4.2 0.3 2.3 17.4 2.4 9.9 9.2 0.8 8.2 0.6 4.4 0.52
LoRRA + SV         | 8.2 1.2 8.4 2.0 9.6 0.8 5.2 18.0 5.4 11.7 12.0 2.6 13.2 3.3 8.2 0.63
LoRRA + LV         | 7.7 0.5 6.8 0.7 6.8 0.7 3.8 18.5 3.9 11.2 12.0 1.6 11.2 1.7 6.5 0.58
QA R-CNN           | 7.7 1.4 8.8 3.2 10.8 1.1 6.0 18.3 7.3 12.8 9.6 2.2 10.6 4.0 7.3 0.82
QA R-CNN w/ tricks | 7.4 1.5 8.4 2.9 10.3 1.0 5.7 18.3 7.2 12.8 11.8 7.9 12.7 9.4 11.0 0.52
""")


# The rows of the paper that our networks stand for.
NETWORKS = {
    "pythia-sv": "Pythia + SV",
    "pythia-lv": "Pythia + LV",
    "lorra-sv": "LoRRA + SV",
    "lorra-lv": "LoRRA + LV",
    "qa-rcnn": "QA R-CNN",
    "qa-rcnn-tricks": "QA R-CNN w/ tricks",
}
REASONABLE = "Δr"


class Row(Struct, frozen=True):
    model: str
    marks: list[Score | None]  # in each of CELLS; None where there is no such run or no such question
    reasonable: float | None  # Δr


def rows(runs: Sequence[tuple[str, str, Scores]]) -> list[Row]:
    """Model, training condition and scores of each run -> a row for each model."""
    filled = [(model.removesuffix("-mono"), _filled(training, scores)) for model, training, scores in runs]
    return [_row(model, marks) for model, marks in sharing(filled)]


def _filled(training: str, scores: Scores) -> dict[str, Score]:
    """What a run fills, by heading: of one language it fills that language's columns alone."""
    cells = [cell.column for cell in CELLS if training in ("", cell.training)]
    return {column.heading: found for column in cells if (found := column.mark(scores)) is not None}


def _row(model: str, marks: dict[str, Score]) -> Row:
    clc, tc = (marks.get(f"{challenge}\n{TRAININGS['bi']}\nAcc") for challenge in ("CLC", "TC"))
    reasonable = clc.mean / tc.mean if clc is not None and tc is not None and tc.mean else None
    return Row(model, [marks.get(cell.column.heading) for cell in CELLS], reasonable)


def scored_at(tau: float, runs: Sequence[Run]) -> list[tuple[Run, Scores]]:
    """Each run, and samples of one sitting together, marked with this τ."""
    metrics = (answer.metric, located, *at(tau))
    return [
        (some[0], marks_of(some[0].open_dataset(), [sheet_of(run) for run in some], metrics, some[0].model))
        for some in samples_of(runs)
    ]


def _ratio(value: float | None) -> Entry:
    return None if value is None else printed(f"{value:.2f}")


def _table3(tau: float, runs: Sequence[Run]) -> Table:
    found = rows([(name_of(run), run.training, scores) for run, scores in scored_at(tau, runs)])
    ours = [(row.model, [*map(mark, row.marks), _ratio(row.reasonable)]) for row in found]
    headings = [*(cell.column.heading for cell in CELLS), REASONABLE]
    made = by_model(headings, ours, TABLE3, stacked=True)
    about = f"Ours: τ is {tau:g}. The paper's: τ is {TAU}, by section 3.2; the official script's is {OFFICIAL_TAU}. {CAPTION}"
    return structs.replace(made, about=about + _orders(found, headings) + _highest(tau, runs))


def _orders(found: Sequence[Row], headings: Sequence[str]) -> str:
    """Do our networks stand in the order of the paper's, by CLC and by Δr?"""
    of_clc = f"CLC\n{TRAININGS['bi']}\nAcc"
    places = headings.index(of_clc), headings.index(REASONABLE)
    pairs: tuple[list[tuple[float, float]], ...] = ([], [])
    for row in found:
        printed_row = TABLE3[NETWORKS[Told.of(row.model).network]] if _of_paper(row.model) else None
        clc = row.marks[places[0]]
        for value, place, some in zip((clc.mean if clc else None, row.reasonable), places, pairs, strict=True):
            if printed_row is not None and value is not None:
                some.append((value, float(printed_row[place])))
    told = [(name, agreement(some)) for name, some in zip(("CLC", REASONABLE), pairs, strict=True)]
    return "".join(f" By {name}:{sentence}" for name, sentence in told if sentence)


class Reasonable(Struct, frozen=True):
    """Δr of a network, and the same on samples of the pictures."""

    network: str
    mean: float
    draws: Floats


def _highest(tau: float, runs: Sequence[Run]) -> str:
    """Which network that learnt both languages has the highest Δr, and how far above each other, on the same pictures."""
    asked = [some for some in samples_of(runs) if some[0].training != "mono" and _of_paper(name_of(some[0]))]
    found = [_reasonable(tau, some) for some in asked if some[0].sitting == asked[0][0].sitting]
    ordered = sorted((one for one in found if one is not None), key=lambda one: -one.mean)
    if len(ordered) < 2:
        return ""
    first, *others = ordered
    above = [f"{one.network}'s by {_spanned(first.mean - one.mean, first.draws - one.draws)}" for one in others]
    return f" The highest {REASONABLE} is that of {first.network}: above {', '.join(above)}, on the same pictures drawn anew."


def _of_paper(model: str) -> bool:
    told = Told.of(model)
    return told.network in NETWORKS and not told.conditions


def _reasonable(tau: float, samples: Sequence[Run]) -> Reasonable | None:
    sheets = [sheet_of(run) for run in samples]
    images = np.unique(sheets[0].questions.column("image").to_numpy(), return_inverse=True)[1]
    tc, clc = (averaged([metric.mark(sheet) for sheet in sheets]) for metric in at(tau))
    of_tc, of_clc = (
        np.bincount(images, weights=np.where(m.applies, m.values, 0.0)).astype(np.float64) for m in (tc, clc)
    )
    if not of_tc.any():
        return None
    network = Told.of(samples[0].model).network
    return Reasonable(network, float(of_clc.sum() / of_tc.sum()), resampled(of_clc, of_tc))


def _spanned(mean: float, draws: Floats) -> str:
    low, high = np.quantile(draws, (0.025, 0.975))
    return f"{mean:.3f} ({low:.3f} to {high:.3f})"


# ---- Fig. 9

TAUS = tuple(n / 10 for n in range(1, 11))


def _figure9(runs: Sequence[Run]) -> Table:
    """Of models that were trained on both languages, or not at all."""
    ours = [
        (name_of(run), [share(value) for value in sweep(sheet_of(run), TAUS)]) for run in runs if run.training != "mono"
    ]
    return structs.replace(
        by_model([f"τ\n{tau:g}" for tau in TAUS], ours, {}), about="The paper's figure comes without numbers."
    )


# ---- what generality is

MARKS = {"right": "answer", "CLC": CHALLENGES["CLC"], "TC": CHALLENGES["TC"]}


def _side_by_side(cases: Sequence[str], found: Sequence[tuple[str, str, Scores]]) -> Table:
    """Model, case and scores of each run -> right answers, CLC, TC and Δr of a model in each case, in one row."""
    headings = [f"{case}\n{name}" for case in cases for name in (*MARKS, REASONABLE)]
    filled = [(model, _entries(case, scores)) for model, case, scores in found]
    ours = [(model, [row.get(heading) for heading in headings]) for model, row in sharing(filled)]
    return by_model(headings, ours, {}, stacked=True)


def _entries(case: str, scores: Scores) -> dict[str, Entry]:
    marks = {name: scores.overall(metric) for name, metric in MARKS.items()}
    clc, tc = marks["CLC"], marks["TC"]
    entries: dict[str, Entry] = {f"{case}\n{name}": mark(score) for name, score in marks.items()}
    reasonable = clc.mean / tc.mean if clc is not None and tc is not None and tc.mean else None
    return {**entries, f"{case}\n{REASONABLE}": _ratio(reasonable)}


def _words_shared(run: Run) -> float:
    """How much of the test's words training may have had, the same in every language."""
    told = run.open_dataset().manifest.settings.get("overlap")
    shares = set(told.values()) if isinstance(told, Mapping) else set()
    if len(shares) != 1:
        raise EyechartError(
            f"{run.folder} is on signs whose overlap differs by language, or which have none. Generate some with one overlap: "
            """--set 'overlap={"en":0.5,"zh":0.5}'"""
        )
    return float(shares.pop())


def _overlap(tau: float, runs: Sequence[Run]) -> Table:
    """A dataset has one overlap, so a model has several runs; they share a row."""
    found = [(run, _words_shared(run), scores) for run, scores in scored_at(tau, runs)]
    cases = [f"overlap {value:g}" for value in sorted({shared for _, shared, _ in found}, reverse=True)]
    made = _side_by_side(cases, [(name_of(run), f"overlap {shared:g}", scores) for run, shared, scores in found])
    return structs.replace(made, about=BESIDE.format(tau=tau))


def _reading(tau: float, runs: Sequence[Run]) -> Table:
    """Runs of one trained model, each with texts read in another way; the way that it learnt with comes first."""
    found = []
    for run, scores in scored_at(tau, runs):
        told = Told.of(name_of(run))
        way = next((one for one in told.conditions if one.startswith(READ)), "")
        found.append((name_of(run).replace(f"+{way}", ""), way.removeprefix(READ) or LEARNT, scores))
    cases = list(dict.fromkeys(way for _, way, _ in found))
    return structs.replace(_side_by_side(cases, found), about=BESIDE.format(tau=tau))


BESIDE = (
    "right: the answer is the accepted one, letter by letter. τ is {tau:g}. With 95 % intervals clustered by image."
)
READ, LEARNT = "ocr=", "as learnt"


# ---- by name


def _layout(title: str, build: Callable[[float, Sequence[Run]], Table], tau: float = TAU) -> Layout:
    return Layout("signs", f"{title}; τ = {tau:g}, θ = {THETA}", partial(build, tau), partial(_layout, title, build))


table3 = _layout("EST-VQA, Table 3: percent by challenge, language and length of answer", _table3)
figure9 = Layout("signs", f"EST-VQA, Fig. 9: CLC by τ, percent; θ = {THETA}", _figure9)
overlap = _layout("EST-VQA's models by how many of the test's words training had, percent", _overlap)
reading = _layout("EST-VQA's models by how texts are read, percent", _reading)
official = Official(
    "EST-VQA: CLC, LC and TC by language, length of answer and training condition",
    CHALLENGES["CLC"],
    tuple(Column(challenge, metric) for challenge, metric in CHALLENGES.items()),
    {training: tuple(cell.column for cell in CELLS if cell.training == training) for training in TRAININGS},
    {"Δr": (Column("", CHALLENGES["CLC"]), Column("", CHALLENGES["TC"]))},
)
