"""A million predictions scored: every metric, with intervals clustered by image, over every value of every facet.

The questions are those of 2,000 real pages, written again and again under new indices, with no pictures: scoring reads
none. The predictions are right and wrong answers, some unparsed, with shapes near the truth, far from it, or none.
"""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from benchmarks.claim import Claim, at_most, middle, print_rows
from benchmarks.process import Timed, fresh, timed
from eyechart.core import Evidence, Prediction, Question, Region, boxed
from eyechart.generate import generate
from eyechart.score import score
from eyechart.seeding import Rng, rng_for
from eyechart.store import shards
from eyechart.store.folder import Dataset, Shard, finish, load
from eyechart.store.parquet import writing
from eyechart.store.predictions import table_of

PREDICTIONS = {False: 1_000_000, True: 100_000}
BARS = {("figures", "parquet"): 5.0, ("figures", "jsonl"): 15.0, ("signs", "parquet"): 5.0}  # seconds for a million
REAL = 2_000  # pages
ROUNDS = 3


def claims(quick: bool) -> list[Claim]:
    wanted = PREDICTIONS[quick]
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        questions = {
            family: fresh(_write, family, folder / family, wanted)
            for family in dict.fromkeys(family for family, _ in BARS)
        }
        spent: dict[tuple[str, str], list[Timed]] = {which: [] for which in BARS}
        for _ in range(ROUNDS):
            for (family, kind), seconds in spent.items():
                said = folder / family / f"said.{kind}"
                seconds.append(fresh(_score, folder / family / "data", said, questions[family]))
    rows = [
        (f"{family}, {kind}", f"{questions[family]:,}", middle(t.wall for t in times), middle(t.cpu for t in times))
        for (family, kind), times in spent.items()
    ]
    head = ("predictions from", "scored", "seconds on the wall, median (least – most)", "of the processor")
    print_rows("predictions scored", head, rows)
    return [
        at_most(f"{wanted:,} predictions on {family} scored from {kind}", median(t.wall for t in times), bar, "s")
        for (((family, kind), times), bar) in zip(spent.items(), BARS.values(), strict=True)
    ]


def _score(folder: Path, said: Path, questions: int) -> Timed:
    def work() -> None:
        scores = score(load(folder), said)
        if scores.questions != questions or len(scores.facets()) < 5:
            raise SystemExit(f"{scores.questions:,} of {questions:,} questions scored, by {scores.facets()}.")

    return timed(work)


# ---- the dataset and what is said about it


def _write(family: str, folder: Path, wanted: int) -> int:
    return write(generate(family, folder / "real", count=REAL, jobs=2), folder, wanted)


def score_of(real: Path, wanted: int) -> Timed:
    """What scoring so many predictions takes, on the questions of a dataset, many times over."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        questions = fresh(_write_again, real, folder, wanted)
        return fresh(_score, folder / "data", folder / "said.parquet", questions)


def _write_again(real: Path, folder: Path, wanted: int) -> int:
    return write(load(real), folder, wanted)


def write(real: Dataset, folder: Path, wanted: int) -> int:
    """A dataset as large as is wanted, and the predictions in both forms. The number of questions."""
    tables = [pq.read_table(real.folder / shard.file) for shard in real.manifest.shards]
    bare = [_without_pictures(table).combine_chunks() for table in tables]
    rng = rng_for("benchmarks", "scoring")
    pages = list(real)
    ends = list(accumulate(shard.images for shard in real.manifest.shards))
    said = [
        [_said(q, rng) for page in pages[end - shard.images : end] for q in page.questions]
        for end, shard in zip(ends, real.manifest.shards, strict=True)
    ]
    said_columns = [table_of(some) for some in said]
    said_rests = [[_rest(p) for p in some] for some in said]
    (folder / "data" / "data").mkdir(parents=True)
    made, total = list[Shard](), 0
    with (
        (folder / "said.jsonl").open("wb") as lines,
        pq.ParquetWriter(folder / "said.parquet", said_columns[0].schema) as columns,
    ):
        while total < wanted:
            which = len(made) % len(bare)
            table, ids = renumbered(bare[which], sum(shard.images for shard in made))
            made.append(write_shard(folder / "data", table, len(made)))
            columns.write_table(said_columns[which].set_column(0, "question", ids))
            for id, rest in zip(ids.to_pylist(), said_rests[which], strict=True):
                lines.write(b'{"question":"' + id.encode() + rest)
            total += len(ids)
    finished(folder / "data", real, made, total)
    return total


def _without_pictures(table: pa.Table) -> pa.Table:
    field = table.schema.field("images")
    none = pa.array([[]] * table.num_rows, field.type)
    return table.set_column(table.schema.get_field_index("images"), field, none)


def renumbered(table: pa.Table, start: int) -> tuple[pa.Table, pa.Array]:
    """The same pages under indices from `start` on, and the new ids of their questions."""
    questions = table.column("questions").chunk(0)
    flat = questions.flatten()
    index = pa.array(range(start, start + table.num_rows), pa.int64())
    page_of = pc.cast(index.take(pc.list_parent_indices(questions)), pa.string())
    before = "/".join(flat.field("id")[0].as_py().split("/")[:3])
    number = pc.list_element(pc.split_pattern(flat.field("id"), "/", max_splits=1, reverse=True), 1)
    ids = pc.binary_join_element_wise(before, page_of, number, "/")
    leaves = [ids if field.name == "id" else flat.field(field.name) for field in flat.type]
    again = pa.ListArray.from_arrays(
        questions.offsets, pa.StructArray.from_arrays(leaves, fields=list(flat.type)), type=questions.type
    )
    names = table.column_names
    table = table.set_column(names.index("index"), table.schema.field("index"), index)
    return table.set_column(names.index("questions"), table.schema.field("questions"), again), ids


def write_shard(folder: Path, table: pa.Table, number: int) -> Shard:
    path = folder / f"data/{number:05d}.parquet"
    with writing(path, table.schema) as writer:
        writer.write_table(table, row_group_size=shards.ROW_GROUP)
    questions = len(table.column("questions").chunk(0).values)
    return Shard(f"data/{number:05d}.parquet", table.num_rows, questions, shards.file_digest(path))


def finished(folder: Path, real: Dataset, made: list[Shard], questions: int) -> None:
    images = sum(shard.images for shard in made)
    finish(
        folder,
        msgspec.structs.replace(real.manifest, images=images, questions=questions, shards=tuple(made)),
        {"README.md": "The questions of a few real pages, many times over, to time scoring with.\n"},
    )


def _said(question: Question, rng: Rng) -> Prediction:
    """Right seven times in ten, unparsed once in fifty; shapes a few pixels off, somewhere else, or none."""
    right = rng.coin(0.7)
    options = question.choices or (question.answers[0], question.answers[0] + "x")
    answer = next(choice for choice in options if (choice in question.answers) == right)
    return Prediction(
        question=question.id,
        answer=None if rng.coin(0.02) else answer,
        evidence=Evidence(() if rng.coin(0.1) else _near(question, rng)),
        confidence=round(rng.random(), 3),
    )


def _near(question: Question, rng: Rng) -> tuple[Region, ...]:
    assert question.evidence is not None
    off = 60.0 if rng.coin(0.2) else 6.0
    found = []
    for region in question.evidence.regions:
        shape = region.shape if len(region.shape) == 8 else boxed(region.shape)
        by = rng.uniform(-off, off), rng.uniform(-off, off)
        found.append(Region(tuple([round(v + by[i % 2], 1) for i, v in enumerate(shape)])))
    return tuple(found)


def _rest(said: Prediction) -> bytes:
    """The line that `predict` would write, from behind the question's id on."""
    line = shards.encode(said) + b"\n"
    return line[line.index(b'",') :]
