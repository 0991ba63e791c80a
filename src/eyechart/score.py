"""4  predictions + dataset -> scores: every metric, over everything and over each value of each facet, with intervals.

Intervals hold at 95 % and are clustered by image, since questions about one picture stand or fall together: the
variance of the mean is that of the sums per image, and Wilson's interval is taken at the number of independent
questions that would have that variance. At 0 % and 100 % it counts each image as one observation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
from eyechart.store import predictions, results
from eyechart.store.atomic import write_atomic
from eyechart.store.folder import Dataset, load
from eyechart.store.job import job
from eyechart.store.place import Place
from eyechart.store.results.meant import meant, strays
from eyechart.store.run import SCORES, Run, open_run, seen_from, settle
from eyechart.store.shards import whole

Z = 1.959963984540054  # 95 %
ROUNDING = 1e-18  # a variance below this is that of sums which differ in their last bits only
OVERALL = "all"
JOIN = " + "  # a facet that holds several values says them so: counting + geometry
BANDS = ("easy", "medium", "hard")  # thirds of the scale of difficulty


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
    some = isinstance(answered, Run) and answered.some and not partial
    sheet, notes = _sheet_of_some(dataset, path) if some else _sheet(dataset, path, partial)
    found = metrics_for(dataset.manifest.family, metrics)
    if not partial and not some:
        mark_apart(dataset, sheet, found, engine_of(jobs))
    return structs.replace(marks_of(dataset, [sheet], found, model or path.stem), notes=(*notes, *_strays(sheet)))


def marks_of(dataset: Dataset, sheets: Sequence[Sheet], metrics: Sequence[Metric], model: str) -> Scores:
    """The scores of a model that has answered everything once on each sheet."""
    questions = sheets[0].questions
    image = pc.dictionary_encode(whole(questions.column("image")))
    missing = np.array([np.zeros(len(image), bool) if sheet.missing is None else sheet.missing for sheet in sheets])
    there = ~missing.all(axis=0)
    facets = _facets(questions, image.indices.to_numpy())
    found, best = list[Score](), list[Score]()
    for metric in metrics:
        marks = [metric.mark(sheet) for sheet in sheets]
        found += _means(metric.name, averaged(marks), facets)
        if len(marks) > 1:
            best += _means(metric.name, best_of(marks), facets[:1])
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


def mark_apart(dataset: Dataset, sheet: Sheet, metrics: Sequence[Metric], engine: Engine) -> None:
    """Have shards marked by whoever is free, and keep the marks on the sheet, where metrics look for them. Pages are never cut."""
    shards = dataset.manifest.shards
    if not engine.apart or len(shards) < 2 or dataset.only is not None:
        return
    ends = np.cumsum([shard.questions for shard in shards])
    pieces = [(number, _packed(sheet.predictions.slice(end - shard.questions, shard.questions)))
              for number, (shard, end) in enumerate(zip(shards, ends, strict=True))]  # fmt: skip
    work = _partial(_mark_shard, dataset.folder, tuple(metric.name for metric in metrics))
    found = {number: marks for (number, _), marks in engine.each(work, pieces, lambda done: None)}
    for place, metric in enumerate(metrics):
        some = [found[number][place] for number in range(len(shards))]
        values, applies = (np.concatenate([getattr(marks, name) for marks in some]) for name in ("values", "applies"))
        sheet.found[metric.columns] = Marks(values, applies)


def _mark_shard(
    folder: Place, metrics: tuple[str, ...], piece: tuple[int, bytes], progress: Callable[[int], None]
) -> list[Marks]:
    number, said = piece
    dataset = load(folder).shard(number)
    sheet = Sheet(dataset.columns(COLUMNS).combine_chunks(), pa.ipc.open_stream(said).read_all(), scenes=dataset.scenes)
    return [registry.get("metrics", name).mark(sheet) for name in metrics]


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
    questions, notes = dataset.columns(COLUMNS).combine_chunks(), list[str]()
    ids, scenes = whole(questions.column("id")), dataset.scenes
    table, said = results.read(path, questions)
    table = table.append_column("place", pa.array(np.arange(table.num_rows)))
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
    ordered = None if said is None else [said[i] for i in aligned.column("place").to_pylist()]
    aligned = meant(aligned.drop_columns("place"), ordered, questions, scenes)
    return Sheet(questions, aligned, scenes=scenes), notes


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


def _strays(sheet: Sheet) -> Iterator[str]:
    """Answers that are none of their choices: as often as not a file of another form, not a bad model."""
    stray = np.nonzero(strays(sheet.predictions, sheet.questions))[0]
    if len(stray):
        first = int(stray[0])
        form, said = (
            table.column(name)[first].as_py()
            for table, name in ((sheet.questions, "form"), (sheet.predictions, "answer"))
        )
        wanted = EXPECTED.get(form, "the words of a choice are expected")
        count = "1 answer is" if len(stray) == 1 else f"{len(stray):,} answers are"
        yield f"{count} not among the choices, e.g. '{said}'; {wanted}"


Codes = NDArray[np.int64]


class Facet(Struct, frozen=True):
    """A facet's values, and the questions of each, image by image.

    A cell holds the questions of one value about one image. Cells are numbered value by value, those of no value last. A
    question may stand in several cells: one of counting + geometry is one of counting, one of geometry, and one of both.
    """

    name: str
    values: list[str]
    rows: Codes | slice  # the questions, each as often as it has a value here
    cell_of: Codes  # the cell of each
    counts: Codes  # how many are in each cell
    starts: Codes  # the first cell of each value, and of no value


def _facets(questions: pa.Table, image_of: NDArray[np.int32]) -> list[Facet]:
    return [_facet(name, values, codes, image_of) for name, values, codes in groups(questions)]


def _singled(values: list[str], codes: Codes) -> tuple[list[str], Codes | slice, Codes]:
    """With each value of a combination on its own, before the combinations: values, questions, and the value of each."""
    joined = [value for value in values if JOIN in value]
    if not joined:
        return values, slice(None), codes
    alone = list(dict.fromkeys(one for value in values for one in value.split(JOIN)))
    alone.sort(key=natural)
    named = [*alone, *joined]
    member = np.zeros((len(values) + 1, len(named)), bool)  # the last row stands for -1
    for i, value in enumerate(values):
        member[i] = [name == value or name in value.split(JOIN) for name in named]
    rows, number = np.nonzero(member[codes])
    return named, rows, number


def _facet(name: str, values: list[str], codes: Codes, image_of: NDArray[np.int32]) -> Facet:
    values, rows, codes = _singled(values, codes)
    image_of = image_of[rows]
    last = len(values)
    value_of = np.where(codes < 0, last, codes).astype(np.min_scalar_type(last))  # small numbers are sorted faster
    order = np.lexsort((image_of, value_of))
    value, image = value_of[order], image_of[order]
    first = np.ones(len(order), bool)  # of its cell
    first[1:] = (value[1:] != value[:-1]) | (image[1:] != image[:-1])
    cell_of = np.empty(len(order), np.int64)
    cell_of[order] = np.cumsum(first) - 1
    starts = np.searchsorted(value[first], np.arange(last + 1, dtype=value.dtype))
    return Facet(name, values, rows, cell_of, np.bincount(cell_of), starts)


def groups(questions: pa.Table) -> Iterator[tuple[str, list[str], Codes]]:
    """Each facet with its values and the value's number in each row, -1 where it has none."""
    yield OVERALL, [OVERALL], np.zeros(questions.num_rows, np.int64)
    columns = {name: whole(questions.column(name)) for name in ("template", "form", "language")}
    facets = whole(questions.column("facets"))
    columns |= {field.name: facets.field(field.name) for field in facets.type}
    for name, column in columns.items():
        encoded = pc.dictionary_encode(column)
        codes = pc.fill_null(encoded.indices, -1).to_numpy().astype(np.int64)
        values = encoded.dictionary.to_pylist()
        order = sorted(range(len(values)), key=lambda i: natural(values[i]))
        rank = np.full(len(values) + 1, -1, np.int64)  # the last stands for -1
        rank[order] = np.arange(len(order))
        yield name, [values[i] for i in order], rank[codes]
    difficulty = questions.column("difficulty").to_numpy(zero_copy_only=False)
    known = ~np.isnan(difficulty)
    bands = np.full(len(difficulty), -1, np.int64)
    bands[known] = np.minimum(difficulty[known] * 3, 2).astype(np.int64)
    yield "difficulty", list(BANDS), bands


def natural(value: str) -> tuple[int, float, str]:
    """Numbers in their order, before words in theirs."""
    return (0, float(value), "") if value.isdigit() else (1, 0.0, value)


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


def interval(sums: NDArray[np.float64], counts: NDArray[np.int64], z: float = Z) -> tuple[float, float, float]:
    """Mean and interval (95 % unless z says otherwise) from the sum and the number of questions of each image."""
    n, clusters = counts.sum(), len(counts)
    mean = float(sums.sum() / n)
    spread = sums - mean * counts  # how far each image is from the mean, in questions
    variance = float((spread**2).sum()) / n**2 * (clusters / max(clusters - 1, 1))
    effective = mean * (1 - mean) / variance if variance > ROUNDING else float(clusters)
    return mean, *wilson(mean, max(effective, 1.0), z)


def wilson(mean: float, effective: float, z: float = Z) -> tuple[float, float]:
    """Wilson's interval of a share at a number of independent questions, which need not be whole."""
    middle = (mean + z**2 / (2 * effective)) / (1 + z**2 / effective)
    reach = z * np.sqrt(mean * (1 - mean) / effective + z**2 / (4 * effective**2)) / (1 + z**2 / effective)
    return max(0.0, float(middle - reach)), min(1.0, float(middle + reach))


def score_run(run: Run, partial: bool = False, jobs: int | Engine = 1) -> Scores:
    """Mark a run and keep its scores beside it."""
    with job(run.folder, "score"):
        scores = score(run, partial=partial, jobs=jobs)
        settle(run)
        kept = structs.replace(scores, dataset=seen_from(run.folder, run.dataset))
        write_atomic(run.folder / SCORES, msgspec.json.format(msgspec.json.encode(kept)))
    return scores
