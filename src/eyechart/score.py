"""4  predictions + dataset -> scores: every metric, over everything and over each value of each facet, with intervals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial as _partial
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct, structs
from numpy.typing import NDArray

from eyechart import registry
from eyechart.core import Marks, Metric, Sheet
from eyechart.engines.engine import Engine, engine_of
from eyechart.errors import EyechartError
from eyechart.metrics.facets import OVERALL, Codes, Facet, facets
from eyechart.metrics.intervals import interval
from eyechart.store import predictions, results
from eyechart.store.atomic import write_atomic
from eyechart.store.folder import Dataset, load
from eyechart.store.job import job
from eyechart.store.place import Place
from eyechart.store.results.meant import Scenes, meant, strays
from eyechart.store.results.said import Said
from eyechart.store.run import SCORES, Run, open_run, seen_from, settle
from eyechart.store.shards import whole


class Score(Struct, frozen=True):
    """A mean over the questions that share a facet's value."""

    metric: str
    facet: str
    value: str
    mean: float
    low: float
    high: float
    questions: int
    images: int


class Scores(Struct, frozen=True, kw_only=True):
    """What a model scored on a dataset: `overall("answer")`, `by("template", "answer")`."""

    model: str
    dataset: str
    family: str
    split: str
    data: str = ""  # in words: what it was made from or read from, so that a number can be told from another's
    questions: int
    images: int
    unparsed: int
    scores: tuple[Score, ...]
    samples: int = 1  # how often each question was asked; marks are means over these
    best: tuple[Score, ...] = ()  # of all questions, each by the best of its samples; none if there is one
    notes: tuple[str, ...] = ()  # what a reader of the scores should know

    def overall(self, metric: str) -> Score | None:
        return next((s for s in self.scores if s.metric == metric and s.facet == OVERALL), None)

    def facets(self) -> list[str]:
        return list(dict.fromkeys(s.facet for s in self.scores if s.facet != OVERALL))

    def by(self, facet: str, metric: str) -> list[Score]:
        return [s for s in self.scores if s.facet == facet and s.metric == metric]


def score(
    answered: Run | Dataset | str | Path,
    file: str | Path | None = None,
    model: str = "",
    metrics: Sequence[str] | None = None,
    partial: bool = False,
    jobs: int | Engine = 1,
) -> Scores:
    """Mark a run, or a predictions file, ours or a paper's, that answers a dataset: `score(run)`, `score(dataset, file)`.

    With `partial` the questions that are answered, however few. With an engine, or `jobs` above 1, shards are marked side by side.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> run = eyechart.predict("oracle", "data/figures", "runs/oracle")
    >>> scores = eyechart.score("runs/oracle", metrics=["answer"])
    >>> scores.model, scores.images, scores.overall("answer").mean
    ('oracle', 3, 1.0)
    >>> eyechart.score("data/figures", "runs/oracle/predictions.jsonl").overall("answer").mean
    1.0
    """
    if file is None and not isinstance(answered, Dataset):
        answered = open_run(answered)
    dataset, path, model = _to_mark(answered, file, model)
    found = metrics_for(dataset.manifest.family, metrics)
    if isinstance(answered, Run) and answered.some and not partial:
        sheet, notes = _sheet_of_some(dataset, path)
    elif partial or dataset.only is not None:
        sheet, notes = _sheet(dataset, path, partial)
    else:
        sheet, notes = _marked(dataset, path, found, engine_of(jobs)), []
    return structs.replace(marks_of(dataset, [sheet], found, model or path.stem), notes=(*notes, *_strays(sheet)))


def marks_of(dataset: Dataset, sheets: Sequence[Sheet], metrics: Sequence[Metric], model: str) -> Scores:
    """The scores of a model that has answered everything once on each sheet."""
    questions = sheets[0].questions
    image = pc.dictionary_encode(whole(questions.column("image")))
    missing = np.array([np.zeros(len(image), bool) if sheet.missing is None else sheet.missing for sheet in sheets])
    there = ~missing.all(axis=0)
    cells = facets(questions, image.indices.to_numpy())
    found, best = list[Score](), list[Score]()
    for metric in metrics:
        marks = [metric.mark(sheet) for sheet in sheets]
        found += _means(metric.name, averaged(marks), cells)
        if len(marks) > 1:
            best += _means(metric.name, best_of(marks), cells[:1])
    return Scores(
        model=model,
        dataset=str(dataset.folder),
        family=dataset.manifest.family,
        split=dataset.manifest.split,
        data=dataset.told(),
        questions=int(there.sum()),
        images=len(np.unique(image.indices.to_numpy()[there])),
        unparsed=sum(sheet.predictions.column("answer").null_count for sheet in sheets) - int(missing.sum()),
        scores=tuple(found),
        samples=len(sheets),
        best=tuple(best),
    )


def averaged(samples: Sequence[Marks]) -> Marks:
    """Of each question the mean of its samples, over those that the metric applies to."""
    if len(samples) == 1:
        return samples[0]
    applies = np.array([marks.applies for marks in samples])
    values = np.where(applies, [marks.values for marks in samples], 0.0)
    return Marks(values.sum(axis=0) / np.maximum(applies.sum(axis=0), 1), applies.any(axis=0))


def best_of(samples: Sequence[Marks]) -> Marks:
    """Of each question the best of its samples."""
    applies = np.array([marks.applies for marks in samples])
    values = np.where(applies, [marks.values for marks in samples], 0.0)
    return Marks(values.max(axis=0), applies.any(axis=0))


def _to_mark(answered: Run | Dataset | str | Path, file: str | Path | None, model: str) -> tuple[Dataset, Path, str]:
    """Which dataset is answered, by which file, of which model."""
    if isinstance(answered, Dataset) and file is None:
        raise EyechartError(f"Say which predictions answer {answered.folder}: score(dataset, file).")
    if file is not None and not isinstance(answered, Run):
        return load(answered), Path(file), model
    run = open_run(answered)  # type: ignore[arg-type]
    return run.open_dataset(), run.predictions, model or run.model


def metrics_for(family: str, names: Sequence[str] | None = None) -> list[Metric]:
    """Those asked for, or all that are for this family."""
    found = [registry.get("metrics", name) for name in names or registry.names("metrics")]
    return [m for m in found if names or not m.families or family in m.families]


PIECE = 20_000  # questions that are marked at a time: no more are in memory, and a processor's cache holds them
LIGHT, HEAVY = (
    ("id", "form", "language", "template", "facets", "difficulty"),
    ("answers", "choices", "evidence", "labels"),
)


def _marked(dataset: Dataset, path: Path, metrics: Sequence[Metric], engine: Engine) -> Sheet:
    """What is light of all questions, the predictions, and the marks, given to whole shards by whoever was free."""
    table, said = _read(path, lambda: dataset.columns(COLUMNS))
    questions = dataset.columns(LIGHT if said is None else COLUMNS)
    aligned = predictions.align(path, table, whole(questions.column("id")))
    if said is None:  # in our own form: what little is open in it, pieces settle
        sheet = Sheet(questions, aligned.drop_columns(PLACE))
    else:
        sheet = Sheet(questions, _meant(aligned, said, questions, dataset.scenes))
    ends = np.cumsum([0, *(shard.questions for shard in dataset.manifest.shards)])
    if engine.apart:
        pieces = [(i, _packed(sheet.predictions.slice(a, b - a))) for i, (a, b) in enumerate(pairwise(ends))]
        work = _partial(_mark_shard, dataset.folder, tuple(metric.name for metric in metrics))
        by_shard = {number: marks for (number, _), marks in engine.each(work, pieces, lambda done: None)}
        found = [by_shard[number] for number in range(len(pieces))]
    else:
        firsts = np.unique(ends[:-1] // PIECE, return_index=True)[1].tolist()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            work_here = _partial(_mark_here, dataset, sheet, metrics, ends)
            found = list(pool.map(work_here, firsts, [*firsts[1:], len(ends) - 1]))
    for place, metric in enumerate(metrics):
        some = [marks[place] for marks, _ in found]
        values, applies = (np.concatenate([getattr(marks, name) for marks in some]) for name in ("values", "applies"))
        sheet.found[metric.columns] = Marks(values, applies)
    sheet.found[_stray] = np.concatenate([stray for _, stray in found])
    return sheet


def _mark_here(
    dataset: Dataset, sheet: Sheet, metrics: Sequence[Metric], ends: Codes, first: int, last: int
) -> tuple[list[Marks], NDArray[np.bool_]]:
    """The shards from the first to before the last, of which only what is heavy has to be read."""
    part, start, count = dataset.part(first, last), ends[first], ends[last] - ends[first]
    questions = part.columns(HEAVY)
    for name in LIGHT:
        questions = questions.append_column(name, sheet.questions.column(name).slice(start, count))
    said = sheet.predictions.slice(start, count).combine_chunks()
    return _marks(Sheet(questions.combine_chunks(), said, scenes=part.scenes), metrics)


def _mark_shard(
    folder: Place, metrics: tuple[str, ...], piece: tuple[int, bytes], progress: Callable[[int], None]
) -> tuple[list[Marks], NDArray[np.bool_]]:
    number, said = piece
    part = load(folder).part(number, number + 1)
    sheet = Sheet(part.columns(COLUMNS).combine_chunks(), pa.ipc.open_stream(said).read_all(), scenes=part.scenes)
    return _marks(sheet, [registry.get("metrics", name) for name in metrics])


def _marks(sheet: Sheet, metrics: Sequence[Metric]) -> tuple[list[Marks], NDArray[np.bool_]]:
    """By each metric, and which answers are none of their choices."""
    assert sheet.scenes is not None
    said = meant(sheet.predictions, None, sheet.questions, sheet.scenes)
    sheet = structs.replace(sheet, predictions=said)
    return [metric.mark(sheet) for metric in metrics], sheet.once(_stray)


def _packed(table: pa.Table) -> bytes:
    """These rows and no others: Arrow pickles a slice with all that it was cut from."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return bytes(sink.getvalue())


def sheet_for(dataset: Dataset, path: Path) -> Sheet:
    """Questions and predictions side by side."""
    return _sheet(dataset, path, partial=False)[0]


def sheet_of(run: Run) -> Sheet:
    """The same of a run, which may have left questions out if people's are such."""
    dataset = run.open_dataset()
    return _sheet_of_some(dataset, run.predictions)[0] if run.some else sheet_for(dataset, run.predictions)


COLUMNS = (
    "id", "text", "form", "answers", "choices", "evidence", "labels", "language", "template", "facets", "difficulty",
)  # fmt: skip


def _sheet(dataset: Dataset, path: Path, partial: bool) -> tuple[Sheet, list[str]]:
    """Questions and predictions side by side, and how many of the questions these are if not all."""
    questions, notes, scenes = dataset.columns(COLUMNS).combine_chunks(), list[str](), dataset.scenes
    ids = whole(questions.column("id"))
    table, said = _read(path, lambda: questions)
    if partial:
        aligned, held = predictions.answered(path, table, ids)
        others = table.num_rows - aligned.num_rows
        notes.append(
            f"{len(held):,} of {len(ids):,} questions are answered ({100 * len(held) / len(ids):.1f} %), and only these are scored"
            + (f"; {others:,} rows answer questions that are not in the dataset" if others else "")
        )
        questions, scenes = questions.take(held), partial_scenes(dataset, held.to_numpy())
    else:
        aligned = predictions.align(path, table, ids)
    return Sheet(questions, _meant(aligned, said, questions, scenes), scenes=scenes), notes


PLACE = "place"  # of a prediction in its file


def _read(path: Path, questions: Callable[[], pa.Table]) -> tuple[pa.Table, Sequence[Said] | None]:
    table, said = results.read(path, questions)
    return table.append_column(PLACE, pa.array(np.arange(table.num_rows))), said


def _meant(aligned: pa.Table, said: Sequence[Said] | None, questions: pa.Table, scenes: Scenes) -> pa.Table:
    """Predictions, each beside its question, as they are meant."""
    ordered = None if said is None else [said[i] for i in aligned.column(PLACE).to_pylist()]
    return meant(aligned.drop_columns(PLACE), ordered, questions, scenes)


def _sheet_of_some(dataset: Dataset, path: Path) -> tuple[Sheet, list[str]]:
    """All questions of the dataset, whoever answered them: those that nobody did are there, and no metric applies to them."""
    questions = dataset.columns(COLUMNS).combine_chunks()
    ids = whole(questions.column("id"))
    table, lacking = predictions.filled(predictions.read(path), ids)
    aligned = meant(predictions.align(path, table, ids), None, questions, dataset.scenes)
    missing = pc.is_in(ids, value_set=lacking).to_numpy(zero_copy_only=False)
    told = len(ids) - len(lacking)
    notes = [f"{told:,} of {len(ids):,} questions were answered, and only these count"] if len(lacking) else []
    return Sheet(questions, aligned, scenes=dataset.scenes, missing=missing), notes


def partial_scenes(dataset: Dataset, held: NDArray[np.int64]) -> Callable[[], list[tuple[int, str]]]:
    """The scenes of a dataset, each with how many of its questions are held."""

    def scenes() -> list[tuple[int, str]]:
        found = dataset.scenes()
        ends = np.cumsum([count for count, _ in found])
        counts = np.diff(np.searchsorted(held, ends), prepend=0)
        return [(int(count), scene) for count, (_, scene) in zip(counts, found, strict=True)]

    return scenes


EXPECTED = {"choose-picture": "letters are expected", "yes/no": "yes and no are expected"}


def _stray(sheet: Sheet) -> NDArray[np.bool_]:
    return strays(sheet.predictions, sheet.questions)


def _strays(sheet: Sheet) -> Iterator[str]:
    """Answers that are none of their choices: as often as not a file of another form, not a bad model."""
    stray = np.nonzero(sheet.once(_stray))[0]
    if len(stray):
        first = int(stray[0])
        form, said = (
            table.column(name)[first].as_py()
            for table, name in ((sheet.questions, "form"), (sheet.predictions, "answer"))
        )
        wanted = EXPECTED.get(form, "the words of a choice are expected")
        count = "1 answer is" if len(stray) == 1 else f"{len(stray):,} answers are"
        yield f"{count} not among the choices, e.g. '{said}'; {wanted}"


def _means(metric: str, marks: Marks, facets: Sequence[Facet]) -> Iterator[Score]:
    values: NDArray[np.float64] = np.where(marks.applies, marks.values, 0.0)
    everywhere = marks.applies.all()
    for facet in facets if marks.applies.any() else ():
        sums = np.asarray(np.bincount(facet.cell_of, values[facet.rows]), np.float64)
        some = marks.applies[facet.rows]
        counts = facet.counts if everywhere else np.bincount(facet.cell_of[some], minlength=len(sums))
        for value, (start, end) in zip(facet.values, pairwise(facet.starts), strict=True):
            held = counts[start:end] > 0
            if held.any():
                mine = counts[start:end][held]
                mean, low, high = interval(sums[start:end][held], mine)
                yield Score(metric, facet.name, value, mean, low, high, int(mine.sum()), len(mine))


def score_run(run: Run, partial: bool = False, jobs: int | Engine = 1) -> Scores:
    """Mark a run and keep its scores beside it."""
    with job(run.folder, "score"):
        scores = score(run, partial=partial, jobs=jobs)
        settle(run)
        kept = structs.replace(scores, dataset=seen_from(run.folder, run.dataset))
        write_atomic(run.folder / SCORES, msgspec.json.format(msgspec.json.encode(kept)))
    return scores
