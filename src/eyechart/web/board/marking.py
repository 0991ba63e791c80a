"""One submission marked in a process of its own, with so much memory and time: `python -m eyechart.web.board.marking`.

It gets what to mark on its standard input and writes RESULT beside the file; it sees no database.
"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from eyechart.web.board.halves import DATASET, MARKS, PRIVATE, PUBLIC, RESULT, UPLOAD, halves_in

NO_MEMORY = 3  # exit code


class Order(Struct, frozen=True):
    """What is to be marked, and how much may be spent on it."""

    hidden: str  # the benchmark's folder
    folder: str  # the submission's
    file: str  # as its owner calls it
    model: str
    metric: str  # whose marks are kept question by question
    seconds: int
    bytes: int


class Result(Struct, frozen=True):
    """Scores of each half as JSON; or faults, and none."""

    halves: dict[str, msgspec.Raw] = {}
    faults: tuple[str, ...] = ()


def limit(order: Order) -> None:
    """Before anything of the file is read."""
    resource.setrlimit(resource.RLIMIT_AS, (order.bytes, order.bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (order.seconds, order.seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**30, 2**30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def marked(order: Order) -> Result:
    """Errors of the file become faults; none of them tells where it lies here."""
    from eyechart.errors import EyechartError, shown
    from eyechart.store.folder import load

    path = Path(order.folder) / UPLOAD
    dataset = load(Path(order.hidden) / DATASET)
    try:
        return _halves(order, dataset, path)
    except EyechartError as error:
        from eyechart.score import COLUMNS
        from eyechart.web.board.faults import faults

        found = faults(path, dataset.columns(COLUMNS).combine_chunks(), error)
        return Result(faults=tuple(shown(one.replace(str(path), order.file)) for one in found))


def _halves(order: Order, dataset: object, path: Path) -> Result:
    import numpy as np
    import pyarrow as pa

    from eyechart import registry
    from eyechart.core import Sheet
    from eyechart.score import marks_of, metrics_for, partial_scenes, sheet_for
    from eyechart.store.folder import Dataset

    assert isinstance(dataset, Dataset)
    sheet = sheet_for(dataset, path)
    halves = halves_in(Path(order.hidden))
    image = sheet.questions.column("image").to_numpy()
    public = np.isin(image, halves.public)
    found = {}
    for half, rows in ((PUBLIC, np.nonzero(public)[0]), (PRIVATE, np.nonzero(~public)[0])):
        some = pa.array(rows)
        part = Sheet(sheet.questions.take(some), sheet.predictions.take(some), scenes=partial_scenes(dataset, rows))
        scores = marks_of(dataset, [part], metrics_for(dataset.manifest.family), order.model)
        found[half] = msgspec.Raw(msgspec.json.encode(scores))
    marks = registry.get("metrics", order.metric).mark(sheet)
    np.savez_compressed(
        Path(order.folder) / MARKS, values=marks.values, applies=marks.applies, image=image, public=public
    )
    return Result(found)


def write(order: Order) -> None:
    """Mark, and put the result beside the file, whole or not at all."""
    made = msgspec.json.encode(marked(order))
    path = Path(order.folder) / RESULT
    part = path.with_suffix(".part")
    part.write_bytes(made)
    part.replace(path)


def main() -> None:
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    limit(order)
    try:
        write(order)
    except MemoryError:
        os._exit(NO_MEMORY)


if __name__ == "__main__":
    main()
