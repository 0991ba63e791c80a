"""What a run said to each question of its dataset, and what became of it: on disk, made once for each state of a run.

CACHE/explorer/RUN-STATE/outcomes     a byte for each question of the dataset: its outcome, 0 if it was not asked
CACHE/explorer/RUN-STATE/rows         the questions that were, in their order, as 32-bit numbers
CACHE/explorer/RUN-STATE/said.arrow   predictions in this order
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import msgspec
import numpy as np
import pyarrow as pa
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Evidence, Prediction, Sheet
from eyechart.metrics import answer, evidence
from eyechart.reporting.questions import outcome
from eyechart.score import COLUMNS, partial_scenes
from eyechart.store import predictions
from eyechart.store.folder import Dataset
from eyechart.store.results.meant import meant
from eyechart.store.run import Run
from eyechart.store.shards import check_labels, regions_of, whole
from eyechart.talk.converse import ASKING
from eyechart.web.explorer.index import Mask
from eyechart.web.explorer.keeping import Told, append, mapped

UNASKED = "not asked"
OUTCOMES = (UNASKED, "right", "wrong evidence", "wrong answer", "unparsed", "no reply")
OUTCOME, ROWS, SAID = "outcomes", "rows", "said.arrow"


class Said(Struct, frozen=True):
    """What a model said to a question, and what became of it."""

    prediction: Prediction
    outcome: str


class Verdicts:
    """Opened; several may read it at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outcomes: NDArray[np.int8] = mapped(folder / OUTCOME, np.int8)
        self.rows: NDArray[np.int32] = mapped(folder / ROWS)
        self.said = pa.ipc.open_file(pa.memory_map(str(folder / SAID))).read_all().to_batches()
        self.starts = np.cumsum([0, *(some.num_rows for some in self.said)])
        self.counts = dict(zip(OUTCOMES, np.bincount(self.outcomes, minlength=len(OUTCOMES)).tolist(), strict=True))

    def having(self, name: str) -> Mask:
        """Which questions had an outcome; none, if there is no such outcome."""
        number = OUTCOMES.index(name) if name in OUTCOMES else -1
        return np.asarray(self.outcomes == number, bool)

    def outcome(self, row: int) -> str:
        return OUTCOMES[int(self.outcomes[row])]

    def of(self, row: int) -> Said | None:
        """What was said to a question; None if it was not asked."""
        at = int(np.searchsorted(self.rows, row))
        if at >= len(self.rows) or self.rows[at] != row:
            return None
        number = int(np.searchsorted(self.starts, at, side="right")) - 1
        one = self.said[number].slice(at - int(self.starts[number]), 1)
        return Said(_prediction(one), self.outcome(row))


def _prediction(one: pa.RecordBatch) -> Prediction:
    row = one.drop_columns(["evidence"]).to_pylist()[0]
    [regions] = regions_of(pa.concat_arrays([one.column("evidence")]))
    labels = msgspec.json.decode(row["labels"], type=dict[str, str]) if row["labels"] else {}
    return Prediction(
        question=row["question"],
        answer=row["answer"],
        evidence=Evidence(regions or (), labels),
        confidence=row["confidence"],
        raw=row["raw"],
    )


def stamp(run: Run) -> str:
    """A name for what a run has said so far: another as soon as it says more."""
    about = run.predictions.stat() if run.predictions.exists() else None
    state = (about.st_mtime_ns, about.st_size) if about else (0, 0)
    which = blake2b(str(run.folder.resolve()).encode(), digest_size=8).hexdigest()
    return f"{which}-{run.fingerprint}-{state[0]:x}-{state[1]:x}"


def make(run: Run, dataset: Dataset, folder: Path, tell: Told = lambda share: None) -> None:
    """Write the verdicts into an empty folder, a shard at a time: `predict` writes in the order of the questions.

    What was written in another order is read whole.
    """
    said = Lines(predictions.read_lines(run.predictions, unended=True) if run.predictions.exists() else iter(()))
    try:
        _write(run, dataset, folder, said, tell)
    except OutOfOrderError:
        for path in folder.iterdir():
            path.unlink()
        _write(run, dataset, folder, Sorted(predictions.read_lines(run.predictions, unended=True)), tell)


class OutOfOrderError(Exception):
    """A prediction that belongs to no shard from here on."""


class Lines:
    """Predictions as they come, handed out as far as they are asked for."""

    def __init__(self, lines: Iterator[Prediction]) -> None:
        self.lines = lines
        self.next = next(lines, None)

    def of(self, ids: frozenset[str]) -> list[Prediction]:
        taken: list[Prediction] = []
        while self.next is not None and self.next.question in ids:
            taken.append(self.next)
            self.next = next(self.lines, None)
        return taken

    def end(self) -> None:
        if self.next is not None:
            raise OutOfOrderError


class Sorted(Lines):
    """All of them by id; those of other datasets' questions are never asked for."""

    def __init__(self, lines: Iterator[Prediction]) -> None:
        self.by_id = {one.question: one for one in lines}

    def of(self, ids: frozenset[str]) -> list[Prediction]:
        return [self.by_id[id] for id in ids if id in self.by_id]

    def end(self) -> None:
        return


def _write(run: Run, dataset: Dataset, folder: Path, said: Lines, tell: Told) -> None:
    talked = (run.folder / ASKING).exists()
    for name in (OUTCOME, ROWS):
        (folder / name).touch()
    first = 0
    with pa.OSFile(str(folder / SAID), "wb") as file, pa.ipc.new_file(file, predictions.SCHEMA) as table:
        for done in range(len(dataset.manifest.shards)):
            tell(done / len(dataset.manifest.shards))
            shard = dataset.part(done, done + 1)
            questions = shard.columns(COLUMNS).combine_chunks()
            mine = said.of(frozenset(questions.column("id").to_pylist()))
            outcomes = np.zeros(questions.num_rows, np.int8)
            if mine:
                held, aligned, found = _marked(run, shard, questions, mine, talked)
                outcomes[held] = found
                table.write_table(aligned.select(predictions.SCHEMA.names))
                append(folder / ROWS, held + first)
            append(folder / OUTCOME, outcomes, np.int8)
            first += questions.num_rows
    said.end()


def _marked(
    run: Run, shard: Dataset, questions: pa.Table, mine: list[Prediction], talked: bool
) -> tuple[NDArray[np.int64], pa.Table, list[int]]:
    """Rows of a shard that were answered, what was said there, and the number of each outcome."""
    path = run.predictions
    table = predictions.within_limits(path, predictions.table_of(mine))
    check_labels(whole(table.column("labels")))
    aligned, held = predictions.answered(path, table, whole(questions.column("id")))
    some, scenes = questions.take(held), partial_scenes(shard, held.to_numpy())
    aligned = meant(aligned, None, some, scenes)
    sheet = Sheet(some, aligned, scenes=scenes)
    right, pointed = answer.metric.mark(sheet), evidence.overlap.mark(sheet)
    answers, raws = aligned.column("answer").to_pylist(), aligned.column("raw").to_pylist()
    found = [
        "no reply" if talked and said is None and raw is None else outcome(said, right, pointed, row)
        for row, (said, raw) in enumerate(zip(answers, raws, strict=True))
    ]
    return held.to_numpy(), aligned, [OUTCOMES.index(one) for one in found]
