"""Features of a dataset's pictures beside it, DATASET/features/NAME/00000.parquet: a file for each shard, made once.

A row is a picture or a part of one: `digest`, by which it is found wherever it is seen again, and `values` in half precision.
NAME tells the extractor with its fingerprint, or the engine that read texts, with its version; a file tells the checksum of the
shard that it was made of, and is made anew for another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from eyechart.core import Page
from eyechart.errors import EyechartError
from eyechart.store import shards
from eyechart.store.atomic import atomic
from eyechart.store.folder import Dataset, Shard
from eyechart.store.foreign import reading
from eyechart.store.job import job
from eyechart.store.place import here

FOLDER = "features"
Digest = Callable[[Any], bytes]
Compute = Callable[[Sequence[Any]], Any]  # pictures, or parts of them -> an array with a row for each
OfPage = Callable[[Page], Sequence[Any]]  # what of a page is looked at
AT_ONCE = 64  # pictures


def pictures_of(page: Page) -> Sequence[Any]:
    return page.pictures


def features(
    dataset: Dataset,
    name: str,
    digest: Digest,
    compute: Compute,
    progress: Callable[[int], None] = lambda pages: None,
    of_page: OfPage = pictures_of,
) -> Iterator[tuple[list[bytes], Any]]:
    """The digests and values of each shard's pictures; computed where they are not there yet."""
    for table in tables(dataset, name, lambda pages: _seen(pages, digest, compute, of_page), progress):
        with reading(dataset.folder / FOLDER / name):
            found = _values(table)
        yield found


def tables(
    dataset: Dataset,
    name: str,
    make: Callable[[Iterator[Page]], Any],
    progress: Callable[[int], None] = lambda pages: None,
) -> Iterator[Any]:
    """What is known of each shard's pictures, as a table; made of its pages where it is not there yet. None is no file: of these
    pictures nothing is looked at."""
    folder = here(dataset.folder / FOLDER / name, "train")
    done = 0
    for shard in dataset.manifest.shards:
        path = folder / Path(shard.file).name
        if not is_of(path, shard):
            with job(folder, "train"):  # others wait for nothing: who comes second is told
                _write(path, dataset, shard, make)
        done += shard.images
        progress(done)
        if path.is_file():
            with reading(path):
                table = pq.read_table(path).combine_chunks()
            yield table


def is_of(path: Path, shard: Shard) -> bool:
    """Is it there, and made of the shard as it is now?"""
    if not path.is_file():
        return False
    with reading(path):
        said = pq.read_schema(path).metadata or {}
    return bool(said.get(b"shard") == shard.sha256.encode())


def _write(path: Path, dataset: Dataset, shard: Shard, make: Callable[[Iterator[Page]], Any]) -> None:
    rows = shards.read_shard(dataset.folder / shard.file)
    table = make(page for some in rows for page in dataset.pages_of(some))
    if table is None:
        return
    if not len(table):
        raise EyechartError(
            f"{dataset.folder} has nothing to look at in {shard.file}: it was read from a release without pictures or boxes."
        )
    said = {**(table.schema.metadata or {}), b"shard": shard.sha256.encode()}
    with atomic(path) as part:
        pq.write_table(table.replace_schema_metadata(said), part)


def _seen(pages: Iterator[Page], digest: Digest, compute: Compute, of_page: OfPage) -> Any:
    digests: list[bytes] = []
    values: list[Any] = []
    waiting: dict[bytes, Any] = {}
    seen: set[bytes] = set()
    pictured = False

    def flush() -> None:
        if waiting:
            digests.extend(waiting)
            values.append(np.asarray(compute(list(waiting.values())), np.float16))
            waiting.clear()

    for page in pages:
        pictured = pictured or bool(page.pictures)
        for picture in of_page(page):
            key = digest(picture)
            if key not in seen:
                seen.add(key)
                waiting[key] = picture
            if len(waiting) == AT_ONCE:
                flush()
    flush()
    if not digests:
        return None if pictured else pa.table({"digest": [], "values": []})
    table = np.concatenate(values)
    flat = pa.FixedSizeListArray.from_arrays(pa.array(table.reshape(-1)), int(np.prod(table.shape[1:])))
    made = pa.table({"digest": pa.array(digests, pa.binary(len(digests[0]))), "values": flat})
    return made.replace_schema_metadata({"shape": ",".join(map(str, table.shape[1:]))})


def _values(table: Any) -> tuple[list[bytes], Any]:
    shape = tuple(map(int, table.schema.metadata[b"shape"].decode().split(",")))
    column = table.column("values").combine_chunks()
    values = column.flatten().to_numpy(zero_copy_only=False).reshape(len(table), *shape)
    return table.column("digest").to_pylist(), values
