"""CRIC's Tables 2 and 3 and its Figures 11 and 12, for any runs.

Table 2: Verify, Recognize, overall. Table 3: what each function finds; and where models that run programs leave the true path.
Fig. 12: by type of question. Fig. 11: by its size. Beyond the paper: what is lost on facts and on compositions held out.
Ans is the mean of `answer`, Grd of `cric-grd`, Final of `cric-final`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import structs

from eyechart.core import Program
from eyechart.families.commonsense.plan.board import HELD_OUT
from eyechart.families.commonsense.question.query import TYPES
from eyechart.metrics.cric import function_scores, path_of, planned
from eyechart.metrics.intervals import interval
from eyechart.reporting.layouts.layout import (
    OURS_ALONE,
    Column,
    Layout,
    Official,
    Told,
    agreement,
    as_printed,
    by_model,
    name_of,
    named,
    names,
    scored,
    sharing,
)
from eyechart.reporting.numerals import NOTHING
from eyechart.reporting.tables.table import Column as Head
from eyechart.reporting.tables.table import Entry, Table, entered, heads, mark
from eyechart.score import Score, Scores
from eyechart.store.predictions import read_lines
from eyechart.store.run import Run

METRICS = {"Ans": "answer", "Grd": "cric-grd", "Final": "cric-final"}
COLUMNS = (
    *(Column(f"{group}\n{m}", METRICS[m], "group", group) for group in ("Verify", "Recognize") for m in ("Ans", "Grd")),
    *(Column(f"Overall\n{m}", metric) for m, metric in METRICS.items()),
)
# Real photographs, and questions that can be guessed.
TABLE2 = as_printed("""
Q-Only             | 68.79 - 49.57 - 55.18 - -
I-Only             | 48.47 - 00.12 - 14.24 - -
SAN                | 75.19 46.45 59.36 8.38 63.98 19.50 17.07
Bottom-Up          | 75.81 48.50 60.18 8.18 64.71 19.88 18.27
Bottom-Up + l_att  | 73.83 52.90 57.72 32.06 62.39 38.10 29.25
MAC                | 78.71 52.19 64.91 23.00 68.91 31.46 26.19
NMN-CS             | 79.09 48.69 64.82 22.60 68.96 30.17 25.03
Memory-VQA         | 76.93 51.36 62.36 17.99 66.59 27.67 23.17
Memory-VQA + l_att | 77.44 61.39 62.64 44.65 66.93 49.51 38.87
ViLBERT            | 86.15 54.21 71.96 15.97 76.07 27.06 23.67
ViLBERT + l_att    | 87.63 75.43 73.42 57.62 77.54 62.79 53.76
""")
# Our networks by their names there. ViLBERT's is left out of the order: theirs was trained on twelve other datasets before.
ROWS = {"san": "SAN", "bottom-up": "Bottom-Up", "mac": "MAC", "nmn-cs": "NMN-CS", "memory-vqa": "Memory-VQA"}
# The paper prints none for the reverse functions and for Verify.
FUNCTIONS = ("Find", "Relate", "Relate Reverse", "Find Hypernym", "Find KG", "Find KG Reverse", "Recognition", "Verify")
# Beyond the paper but for the first column: the accuracy of program prediction.
STEPS = as_printed(f"NMN-CS | 99.25 {'- ' * (1 + len(FUNCTIONS))}")
TABLE3 = as_printed("NMN-CS-GT | 40.56 18.03 - 47.61 16.72 - 55.34 -")


def _table2(runs: Sequence[Run]) -> Table:
    ours = [(name, [mark(column.mark(scores)) for column in COLUMNS]) for name, scores in _scored(runs)]
    table = by_model([column.heading for column in COLUMNS], ours, TABLE2, stacked=True)
    return structs.replace(table, about=table.about + agreement(_finals(runs)))


def _finals(runs: Sequence[Run]) -> list[tuple[float, float]]:
    """Final of our networks that have a row there, and of theirs."""
    pairs = []
    for run, scores in scored(runs):
        told = Told.of(run.model)
        row = TABLE2.get(f"{ROWS.get(told.network)}{' + l_att' if 'l_att' in told.conditions else ''}")
        mine = COLUMNS[-1].mark(scores)
        if row is not None and row[-1] != NOTHING and mine is not None:
            pairs.append((mine.mean, float(row[-1])))
    return pairs


def _types(runs: Sequence[Run]) -> Table:
    rows = [(name, scores, "template", (type,)) for name, scores in _scored(runs) for type in TYPES]
    return _breakdown(("type",), rows)


def _sizes(runs: Sequence[Run]) -> Table:
    """By the size of the graphs that a question takes, and by its length."""
    rows = [
        (name, scores, facet, (title, row.value))
        for name, scores in _scored(runs)
        for facet, title in (("size", "graphs"), ("words", "words"))
        for row in scores.by(facet, METRICS["Ans"])
    ]
    return _breakdown(("by", "size"), rows)


def _breakdown(headings: Sequence[str], rows: Sequence[tuple[str, Scores, str, tuple[str, ...]]]) -> Table:
    """A row for each model and value of a facet, which is the last of the words under `headings`."""
    found = list[tuple[Entry, ...]]()
    for name, scores, facet, words in rows:
        marks = [Column("", metric, facet, words[-1]).mark(scores) for metric in METRICS.values()]
        found.append((name, *words, *map(mark, marks), marks[0].questions if marks[0] is not None else 0))
    marks_of = (Head(heading, numbers=True, wraps=False) for heading in (*METRICS, "questions"))
    return Table(columns=heads("Model", *headings, *marks_of), rows=entered(found), about=OURS_ALONE, dense=True)


def _scored(runs: Sequence[Run]) -> list[tuple[str, Scores]]:
    return list(named(runs).items())


def _table3(runs: Sequence[Run]) -> Table:
    ours = []
    for name, run in zip(names(runs), runs, strict=True):
        found = {score.value: score for score in by_function(run)}
        ours.append((name, [mark(found.get(function)) for function in FUNCTIONS]))
    return by_model([function.replace(" ", "\n") for function in FUNCTIONS], ours, TABLE3, stacked=True)


def _steps(runs: Sequence[Run]) -> Table:
    ours = []
    for name, run in zip(names(runs), runs, strict=True):
        found = {score.value: score for score in by_path(run)}
        ours.append((name, [mark(found.get(column)) for column in ("program", "path", *FUNCTIONS)]))
    heading = ["program\nright", "path\nfollowed", *(function.replace(" ", "\n") for function in FUNCTIONS)]
    table = by_model(heading, ours, STEPS, stacked=True)
    return structs.replace(
        table,
        about=table.about + " Left at a function: of the steps of that function that were on the true path so far.",
    )


SEEN, FACTS, COMPOSED = "seen", "facts", "compositions"


def _held_out(runs: Sequence[Run]) -> Table:
    """Final where facts and compositions are those of training, where the facts are others, and where the compositions are."""
    rows = sharing((name_of(run), {_new_in(run): scores}) for run, scores in scored(runs))
    ours = []
    for name, row in rows:
        cells = [mark(COLUMNS[-1].mark(row[SEEN]) if SEEN in row else None)]
        for new in (FACTS, COMPOSED):
            cells.append(mark(COLUMNS[-1].mark(row[new]) if new in row else None))
            cells.append(mark(lost(row[SEEN], row[new]) if SEEN in row and new in row else None))
        ours.append((name, cells))
    headings = ["Final", *(f"{word}\n{new}" for new in (FACTS, COMPOSED) for word in ("other", "lost by other"))]
    table = by_model(headings, ours, {}, stacked=True)
    types = " What is lost is the mean over the types of question, by their shares in the first column."
    return structs.replace(table, about=table.about + types)


def _new_in(run: Run) -> str:
    made = run.open_dataset().manifest
    if made.settings.get("compositions") == "unseen":
        return COMPOSED
    return FACTS if made.split == HELD_OUT else SEEN


def lost(seen: Scores, other: Scores) -> Score | None:
    """How much lower Final is, type by type of question, by their shares in the first; the pages of the two are different ones."""
    found = [
        (a, b)
        for type in TYPES
        for a, b in [[Column("", METRICS["Final"], "template", type).mark(some) for some in (seen, other)]]
        if a is not None and b is not None
    ]
    if not found:
        return None
    total = sum(a.questions for a, _ in found)
    drop = sum(a.questions / total * (a.mean - b.mean) for a, b in found)
    reach = sum((a.questions / total / 2) ** 2 * ((a.high - a.low) ** 2 + (b.high - b.low) ** 2) for a, b in found)
    low, high = drop - reach**0.5, drop + reach**0.5
    return Score("lost", "overall", "overall", drop, low, high, total, min(a.images for a, _ in found))


Found = dict[str, dict[int, list[float]]]  # by what is counted, by page


def by_function(run: Run) -> Iterator[Score]:
    """Eq. 3 for models that run programs: the objects that each function found, given the true ones."""
    found: Found = defaultdict(lambda: defaultdict(list))
    for page, truth, said in _replies(run):
        for function, value in function_scores(truth, said):
            found[function][page].append(value)
    yield from _means("eq. 3", found)


def by_path(run: Run) -> Iterator[Score]:
    """How often the program was right, how often all of its steps were, and of the questions on the true path so far how many
    left it at a step of each function."""
    found: Found = defaultdict(lambda: defaultdict(list))
    for page, truth, said in _replies(run):
        followed, whole = path_of(truth, said)
        found["program"][page].append(float(planned(truth, said)))
        found["path"][page].append(float(whole))
        for function in followed[:-1]:
            found[function][page].append(0.0)
        found[followed[-1]][page].append(float(not whole))
    yield from _means("steps", found)


def _replies(run: Run) -> Iterator[tuple[int, Program, str]]:
    """The programs of a run's questions with the replies that tell of them, and the pages that they are on."""
    said = {p.question: p.raw for p in read_lines(run.predictions)}
    for page in run.open_dataset():
        for q in page.questions:
            reply = said.get(q.id)
            if q.program is not None and reply is not None:
                yield page.index, q.program, reply


def _means(metric: str, found: Found) -> Iterator[Score]:
    for value, pages in found.items():
        counts = np.array([len(values) for values in pages.values()])
        mean, low, high = interval(np.array([sum(values) for values in pages.values()]), counts)
        yield Score(metric, "function", value, mean, low, high, int(counts.sum()), len(counts))


table2 = Layout("commonsense", "CRIC, Table 2: percent by type of answer", _table2)
table3 = Layout("commonsense", "CRIC, Table 3: IoU of the objects that each function found, percent", _table3)
steps = Layout(
    "commonsense",
    "CRIC: programs right, true paths followed, and left at each function, percent",
    _steps,
)
types = Layout("commonsense", "CRIC, Fig. 12: percent by type of question", _types)
sizes = Layout("commonsense", "CRIC, Fig. 11: percent by size of question", _sizes)
held_out = Layout("commonsense", "CRIC: Final on facts and on compositions that training lacks, percent", _held_out)
official = Official(
    "CRIC: Ans, Grd and Final, and by type of answer",
    METRICS["Final"],
    (*(Column(heading, metric) for heading, metric in METRICS.items()), *COLUMNS[:4]),
)
