"""Predictions on disk: JSONL, one line per question, or Parquet. Read as Arrow columns in the order of the questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from eyechart.core import Prediction
from eyechart.errors import EyechartError
from eyechart.store.columns import confident, few_regions, short_texts, sound_regions
from eyechart.store.foreign import TRIPS, reading, told
from eyechart.store.garbage import uncollected
from eyechart.store.shards import REGION, check_labels, encode, region_column, whole

_decode = msgspec.json.Decoder(Prediction).decode
SCHEMA = pa.schema([
    ("question", pa.string()),
    ("answer", pa.string()),
    ("evidence", pa.list_(REGION)),
    ("labels", pa.string()),
    ("confidence", pa.float64()),
    ("raw", pa.string()),
])  # fmt: skip
BLOCK = 50_000  # lines turned into columns at a time


def append(file: TextIO, predictions: list[Prediction]) -> None:
    """One line each, on disk before anything else is asked."""
    file.write("".join(encode(p).decode() + "\n" for p in predictions))
    file.flush()


def read_lines(path: Path, unended: bool = False) -> Iterator[Prediction]:
    """The predictions of a JSONL file. A last line without its end was cut off by a kill and is not there.

    With `unended` it is, if all of it is: people's files often lack the last newline.
    """
    with reading(path), path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n") and not (unended and _is_whole(line)):
                return
            if line.strip():
                yield _parse(path, number, line)


def _is_whole(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except TRIPS:
        return False
    return True


def _parse(path: Path, number: int, line: bytes) -> Prediction:
    try:
        return _decode(line)
    except TRIPS as error:
        raise EyechartError(
            f'{path}, line {number}: {told(error)}. Expected {{"question": "family/split/seed/index/k", "answer": "yes", '
            f'"evidence": {{"regions": [{{"shape": [left, top, right, bottom]}}]}}}}; found {line[:80].decode(errors="replace")!r}.'
        ) from error


def table_of(predictions: list[Prediction]) -> pa.Table:
    return pa.table(
        [
            pa.array([p.question for p in predictions], pa.string()),
            pa.array([p.answer for p in predictions], pa.string()),
            region_column([p.evidence.regions for p in predictions]),
            pa.array([encode(p.evidence.labels) if p.evidence.labels else None for p in predictions], pa.string()),
            pa.array([p.confidence for p in predictions], pa.float64()),
            pa.array([p.raw for p in predictions], pa.string()),
        ],
        schema=SCHEMA,
    )


def within_limits(path: Path, table: pa.Table) -> pa.Table:
    """The table, if nothing in it is more than anybody marks; otherwise an error that names the row."""
    ids = whole(table.column("question"))
    if not len(ids):
        raise EyechartError(f"{path} holds no predictions.")

    def place(row: int) -> str:
        return f"{path}, row {row + 1} ('{str(ids[row])[:80]}')"

    if ids.null_count:
        raise EyechartError(f"{path}, row {pc.index(ids.is_null(), True).as_py() + 1}: answers no question.")
    for name in ("question", "answer", "raw"):
        short_texts(whole(table.column(name)), place)
    confident(whole(table.column("confidence")), place)
    evidence = whole(table.column("evidence"))
    few_regions(evidence, place)
    sound_regions(evidence, place)
    return table


def read(path: Path) -> pa.Table:
    """All predictions of a file of ours as columns."""
    if not path.exists():
        raise EyechartError(f"No predictions at {path}. Make them with `eyechart predict MODEL DATASET --out {path}`.")
    if is_parquet(path):
        try:
            with pq.ParquetFile(path, pre_buffer=False) as file:
                table = file.read()
        except (*TRIPS, pa.ArrowException) as error:
            raise EyechartError(f"{path} cannot be read as Parquet: {told(error)}.") from error
        return _conform(path, table)
    blocks, block = [], list[Prediction]()
    with uncollected(), reading(path):
        for prediction in read_lines(path, unended=True):
            block.append(prediction)
            if len(block) == BLOCK:
                blocks.append(table_of(block))
                block = []
        return within_limits(path, pa.concat_tables([*blocks, table_of(block)]).combine_chunks())


def is_parquet(path: Path) -> bool:
    """By its first bytes; a file that says so by its name is held to it."""
    with path.open("rb") as file:
        return path.suffix == ".parquet" or file.read(4) == b"PAR1"


def _conform(path: Path, table: pa.Table) -> pa.Table:
    for name in ("question", "answer"):
        if name not in table.column_names:
            raise EyechartError(f"{path} has no column '{name}'. Found: {', '.join(table.column_names)}.")
    columns: list[Any] = []
    for field in SCHEMA:
        if field.name in table.column_names:
            try:
                column = whole(table.column(field.name)).cast(field.type)
                column.validate(full=True)  # a text of any bytes passes for a string until somebody reads it
                columns.append(column)
            except (*TRIPS, pa.ArrowException) as error:
                raise EyechartError(f"{path}, column '{field.name}': {told(error)}. Expected {field.type}.") from error
        else:
            columns.append(pa.nulls(table.num_rows, field.type))
    made = pa.table(columns, schema=SCHEMA)
    with reading(f"{path}, labels"):
        check_labels(whole(made.column("labels")))
    return within_limits(path, made)


def answered(path: Path, table: pa.Table, ids: pa.Array) -> tuple[pa.Table, pa.Array]:
    """The predictions for questions of the dataset, whatever is missing or answers others; and their questions' rows."""
    rows = pc.index_in(ids, value_set=pc.unique(whole(table.column("question"))))
    held = pa.array(np.nonzero(rows.is_valid().to_numpy(zero_copy_only=False))[0])
    kept = table.filter(pc.is_in(whole(table.column("question")), value_set=ids))
    if not kept.num_rows:
        raise EyechartError(
            f"{path}: none of its {table.num_rows:,} rows answers a question of the dataset, such as '{ids[0]}'. "
            f"The first answers '{table.column('question')[0]}'."
        )
    return align(path, kept, ids.take(held)), held


def filled(table: pa.Table, ids: pa.Array) -> tuple[pa.Table, pa.Array]:
    """With a row that says nothing for each question that has none; and which questions these are."""
    there = pc.is_in(ids, value_set=pc.unique(whole(table.column("question"))))
    lacking = ids.filter(pc.invert(there))
    silent = table_of([Prediction(question=id, answer=None) for id in lacking.to_pylist()])
    return pa.concat_tables([table, silent]).combine_chunks(), lacking


def align(path: Path, table: pa.Table, ids: pa.Array) -> pa.Table:
    """The predictions in the order of the questions: exactly one each, or an error that says which are not."""
    said = whole(table.column("question"))
    if said.equals(ids):
        return table  # as `predict` writes them
    place = pc.index_in(said, value_set=ids)
    if place.null_count:
        strange = said.filter(pc.is_null(place))
        raise EyechartError(
            f"{path}: {place.null_count:,} of {len(said):,} rows answer questions that are not in the dataset, "
            f"such as '{strange[0]}'. Was it made for another dataset?"
        )
    places = place.to_numpy()
    counts = np.bincount(places, minlength=len(ids))
    if (counts > 1).any():
        first = ids[int(np.argmax(counts > 1))]
        raise EyechartError(
            f"{path}: {int((counts > 1).sum()):,} questions are answered more than once, such as '{first}'."
        )
    if (counts == 0).any():
        first = ids[int(np.argmax(counts == 0))]
        raise EyechartError(
            f"{path}: {int((counts == 0).sum()):,} of {len(ids):,} questions have no prediction, such as '{first}'. "
            "Run the same `eyechart predict` again: it asks only what is missing. Or score what is there with --partial."
        )
    order = np.empty(len(ids), np.int64)
    order[places] = np.arange(len(places))
    return table.take(pa.array(order))
