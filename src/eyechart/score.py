"""4  predictions + dataset -> scores: every metric, over everything and over each value of each facet, with intervals.

Intervals hold at 95 % and are clustered by image, since questions about one picture stand or fall together: the
variance of the mean is that of the sums per image, and Wilson's interval is taken at the number of independent
questions that would have that variance. At 0 % and 100 % it counts each image as one observation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct
from numpy.typing import NDArray

from eyechart import predictions, registry
from eyechart.core import Marks, Metric, Sheet
from eyechart.dataset import Dataset
from eyechart.shards import whole

Z = 1.959963984540054  # 95 %
OVERALL = "all"
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
    model: str
    dataset: str
    family: str
    split: str
    questions: int
    images: int
    unparsed: int
    scores: tuple[Score, ...]

    def overall(self, metric: str) -> Score | None:
        return next((s for s in self.scores if s.metric == metric and s.facet == OVERALL), None)

    def facets(self) -> list[str]:
        return list(dict.fromkeys(s.facet for s in self.scores if s.facet != OVERALL))

    def by(self, facet: str, metric: str) -> list[Score]:
        return [s for s in self.scores if s.facet == facet and s.metric == metric]


def score(dataset: Dataset, file: str | Path, model: str = "", metrics: Sequence[str] | None = None) -> Scores:
    """Mark a predictions file."""
    path = Path(file)
    sheet = sheet_for(dataset, path)
    image = pc.dictionary_encode(whole(sheet.questions.column("image")))
    facets = _facets(sheet.questions, image.indices.to_numpy())
    found: list[Score] = []
    for metric in metrics_for(dataset.manifest.family, metrics):
        found += _means(metric.name, metric.mark(sheet), facets)
    return Scores(
        model=model or path.stem,
        dataset=str(dataset.folder),
        family=dataset.manifest.family,
        split=dataset.manifest.split,
        questions=sheet.questions.num_rows,
        images=len(image.dictionary),
        unparsed=sheet.predictions.column("answer").null_count,
        scores=tuple(found),
    )


def metrics_for(family: str, names: Sequence[str] | None = None) -> list[Metric]:
    """Those asked for, or all that are for this family."""
    found: list[Metric] = [registry.get("metrics", name) for name in names or registry.names("metrics")]
    return [m for m in found if names or not m.families or family in m.families]


def sheet_for(dataset: Dataset, path: Path) -> Sheet:
    """Questions and predictions side by side."""
    names = ("id", "form", "answers", "evidence", "labels", "language", "template", "facets", "difficulty")
    questions = dataset.columns(names).combine_chunks()
    said = predictions.read(path)
    aligned = predictions.align(path, said, whole(questions.column("id")))
    return Sheet(questions, aligned, scenes=dataset.scenes)


Codes = NDArray[np.int64]


class Facet(Struct, frozen=True):
    """A facet's values, and the questions of each, image by image.

    A cell holds the questions of one value about one image. Cells are numbered value by value, those of no value last.
    """

    name: str
    values: list[str]
    cell_of: Codes  # the cell of each question
    counts: Codes  # the questions in each cell
    starts: Codes  # the first cell of each value, and of no value


def _facets(questions: pa.Table, image_of: NDArray[np.int32]) -> list[Facet]:
    return [_facet(name, values, codes, image_of) for name, values, codes in _groups(questions)]


def _facet(name: str, values: list[str], codes: Codes, image_of: NDArray[np.int32]) -> Facet:
    last = len(values)
    value_of = np.where(codes < 0, last, codes).astype(np.min_scalar_type(last))  # small numbers are sorted faster
    order = np.lexsort((image_of, value_of))
    value, image = value_of[order], image_of[order]
    first = np.ones(len(order), bool)  # of its cell
    first[1:] = (value[1:] != value[:-1]) | (image[1:] != image[:-1])
    cell_of = np.empty(len(order), np.int64)
    cell_of[order] = np.cumsum(first) - 1
    starts = np.searchsorted(value[first], np.arange(last + 1, dtype=value.dtype))
    return Facet(name, values, cell_of, np.bincount(cell_of), starts)


def _groups(questions: pa.Table) -> Iterator[tuple[str, list[str], Codes]]:
    """Each facet with its values and the value's number in each row, -1 where it has none."""
    yield OVERALL, [OVERALL], np.zeros(questions.num_rows, np.int64)
    columns = {name: whole(questions.column(name)) for name in ("template", "form", "language")}
    facets = whole(questions.column("facets"))
    columns |= {field.name: facets.field(field.name) for field in facets.type}
    for name, column in columns.items():
        encoded = pc.dictionary_encode(column)
        codes = pc.fill_null(encoded.indices, -1).to_numpy().astype(np.int64)
        values = encoded.dictionary.to_pylist()
        order = sorted(range(len(values)), key=lambda i: _natural(values[i]))
        rank = np.full(len(values) + 1, -1, np.int64)  # the last stands for -1
        rank[order] = np.arange(len(order))
        yield name, [values[i] for i in order], rank[codes]
    difficulty = questions.column("difficulty").to_numpy(zero_copy_only=False)
    known = ~np.isnan(difficulty)
    bands = np.full(len(difficulty), -1, np.int64)
    bands[known] = np.minimum(difficulty[known] * 3, 2).astype(np.int64)
    yield "difficulty", list(BANDS), bands


def _natural(value: str) -> tuple[int, float, str]:
    """Numbers in their order, before words in theirs."""
    return (0, float(value), "") if value.isdigit() else (1, 0.0, value)


def _means(metric: str, marks: Marks, facets: Sequence[Facet]) -> Iterator[Score]:
    values: NDArray[np.float64] = np.where(marks.applies, marks.values, 0.0)
    everywhere = marks.applies.all()
    for facet in facets if marks.applies.any() else ():
        sums = np.asarray(np.bincount(facet.cell_of, values), np.float64)
        counts = facet.counts if everywhere else np.bincount(facet.cell_of[marks.applies], minlength=len(sums))
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
    effective = mean * (1 - mean) / variance if variance > 0 else float(clusters)
    effective = max(effective, 1.0)
    middle = (mean + z**2 / (2 * effective)) / (1 + z**2 / effective)
    reach = z * np.sqrt(mean * (1 - mean) / effective + z**2 / (4 * effective**2)) / (1 + z**2 / effective)
    return mean, max(0.0, float(middle - reach)), min(1.0, float(middle + reach))
