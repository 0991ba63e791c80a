"""5  runs -> one HTML page that needs nothing else: summary, comparisons, breakdowns, every question, where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct, structs

from eyechart import registry
from eyechart.compare import MACRO, Compared, compared, with_baseline
from eyechart.reporting.album import Book
from eyechart.reporting.breakdowns import Breakdown, breakdowns
from eyechart.reporting.changes import Change, changes
from eyechart.reporting.confidence import Confidence, confidence
from eyechart.reporting.differences import DRAWS
from eyechart.reporting.grounding import Grounding, grounding
from eyechart.reporting.marked import BASELINES, Marked, sat_by, titles
from eyechart.reporting.pages import packed, write_page
from eyechart.reporting.provenance import data, origins
from eyechart.reporting.questions import Sitting, shortened, sittings
from eyechart.reporting.reading import KINDS, Reading, reading
from eyechart.reporting.references import Reference, references
from eyechart.score import Score, Scores
from eyechart.store.job import job
from eyechart.store.place import here
from eyechart.store.run import Run, open_run

T = TypeVar("T")
S = TypeVar("S", bound=Struct)
COMPARED = ("answer", "evidence", "joint")
MOST = 6  # models compared with each other
WORDS = 1_300_000  # characters of a page for questions, replies and scores, packed
REPLIES = (4000, 2000, 1000, 600, 300, 150)  # characters of a reply, as long as all have room


class Pair(Struct, frozen=True):
    """Two models, and what they differ by in each of the marks compared; None where one applies to neither."""

    first: str
    second: str
    differences: list[Compared | None]


class Section(Struct, frozen=True):
    """What the page tells of one dataset."""

    name: str
    called: str  # so that nobody takes generated data for the paper's: figures (after FigureQA)
    title: str
    sitting: Sitting
    asked: str  # how many questions, and of how many if not of all
    runs: list[Scores]
    references: list[Reference]
    pairs: list[Pair]
    changes: list[Change]
    readings: list[Reading]
    groundings: list[Grounding]
    confidences: list[Confidence]
    breakdowns: list[Breakdown]


class Row(Struct, frozen=True, array_like=True):
    """A score as a line of a table, for who takes it home."""

    model: str
    family: str
    data: str
    metric: str
    facet: str
    value: str
    mean: float
    low: float
    high: float
    questions: int
    images: int


class Inside(Struct, frozen=True):
    """What the page's script works on."""

    sittings: list[Sitting]
    columns: tuple[str, ...]
    scores: list[Row]


def report(runs: Sequence[Run | str | Path], out: str | Path, baseline: str | Path | None = None) -> Path:
    """Score the runs and write the page; with a baseline, models are compared with that. Until it is whole, an older one stays.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> run = eyechart.predict("chance", "data/figures", "runs/chance")
    >>> eyechart.report([run], "report.html").name
    'report.html'
    """
    path = here(out, "report")
    with job(path.parent, "report"):
        return write(*with_baseline([open_run(run) for run in runs], baseline), path)


def write(every: Sequence[Marked], baseline: Collection[str], out: Path) -> Path:
    """The page of runs that are marked."""
    plain, altered = [m for m in every if not m.run.altered], [m for m in every if m.run.altered]
    shown = plain or altered
    sat = {name: list(models.values()) for name, models in sat_by(shown).items()}
    differences = {metric: compared(_contestants(shown, baseline), metric, baseline) for metric in COMPARED}
    book = Book()
    sections = _sections(sat, altered if plain else [], differences, book)
    inside, length = _fitted(sections)
    return write_page(
        "report.html",
        out,
        metrics={name: t for name, t in titles().items() if any(m.scores.overall(name) for m in shown)},
        compared=[titles()[metric] for metric in COMPARED],
        sections=sections,
        macro=_pairs(MACRO, differences),
        origins=origins(every),
        datasets=[data(name, some[0]) for name, some in sat.items()],
        readings=KINDS,
        draws=DRAWS,
        inside=packed(inside),
        letters=msgspec.json.encode(inside).decode(),
        pictures=book.pictures,
        cut=length,
    )


def _contestants(runs: Sequence[Marked], baseline: Collection[str]) -> list[Marked]:
    """Runs of as many models as are compared; guessers and the like only where there is room for them."""
    names = sorted(dict.fromkeys(m.name for m in runs), key=lambda name: (name not in baseline, name in BASELINES))[
        :MOST
    ]
    return [m for m in runs if m.name in names]


def _sections(
    sat: Mapping[str, Sequence[Marked]],
    altered: Sequence[Marked],
    differences: Mapping[str, Sequence[Compared]],
    book: Book,
) -> list[Section]:
    groundings = {name: _told(grounding, runs) for name, runs in sat.items()}
    errors = {name: {g.model: g.frame_errors for g in found} for name, found in groundings.items()}
    return [
        _section(sitting, sat[sitting.name], altered, groundings[sitting.name], _pairs(sitting.name, differences))
        for sitting in sittings(sat, errors, book)
    ]


def _section(
    sitting: Sitting,
    runs: Sequence[Marked],
    altered: Sequence[Marked],
    groundings: list[Grounding],
    pairs: list[Pair],
) -> Section:
    subjects = [m for m in runs if m.name not in BASELINES]
    return Section(
        name=sitting.name,
        called=_called(sitting, runs[0]),
        title=registry.get("families", sitting.family).title,
        sitting=sitting,
        asked=_asked(runs[0]),
        runs=[m.scores for m in runs],
        references=references(runs),
        pairs=pairs,
        changes=changes(runs, altered),
        readings=_told(reading, runs),
        groundings=groundings,
        confidences=_found(confidence(m) for m in subjects),
        breakdowns=breakdowns([m.scores for m in runs]),
    )


def _called(sitting: Sitting, m: Marked) -> str:
    after = registry.get("families", sitting.family).after
    generated = m.run.open_dataset().manifest.release is None
    return f"{sitting.name} (after {after})" if after and generated else sitting.name


def _asked(m: Marked) -> str:
    about = data(m.name, m)
    some = (
        f"{about.about.questions:,} of {about.whole:,}" if about.about.questions < about.whole else f"{about.whole:,}"
    )
    return f"{some} questions"


def _pairs(name: str, differences: Mapping[str, Sequence[Compared]]) -> list[Pair]:
    """Differences on the dataset of this name, or on the average of all."""
    found = {(c.first, c.second, c.metric): c for some in differences.values() for c in some if c.data == name}
    both = dict.fromkeys((first, second) for first, second, _ in found)
    return [Pair(first, second, [found.get((first, second, m)) for m in COMPARED]) for first, second in both]


def _fitted(sections: Sequence[Section]) -> tuple[Inside, int]:
    """All that the script works on, with replies as long as there is room for; and how long these are."""
    whole = [section.sitting for section in sections]
    scores = [_row(s, one) for section in sections for s in section.runs for one in s.scores]
    for length in REPLIES:
        inside = Inside(shortened(whole, length), Row.__struct_fields__, scores)
        if len(packed(inside)) <= WORDS:
            break
    return inside, length


def _row(of: Scores, one: Score) -> Row:
    mean, low, high = (round(share, 5) for share in (one.mean, one.low, one.high))
    which = (of.model, of.family, of.data, one.metric, one.facet, one.value)
    return Row(*which, mean, low, high, one.questions, one.images)


def _told(tell: Callable[[Run], S | None], runs: Sequence[Marked]) -> list[S]:
    """What is told of each run, by the name that it has on this page."""
    told = [(m.name, tell(m.run)) for m in runs]
    return [structs.replace(one, model=name) for name, one in told if one is not None]


def _found(some: Iterable[T | None]) -> list[T]:
    """Those that have anything to tell."""
    return [one for one in some if one is not None]
