"""Some questions of a dataset as one of their own. They keep their ids: what models said of the whole can be marked on it."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from itertools import count, islice
from pathlib import Path

from msgspec import structs

from eyechart.core import SHARD, Page
from eyechart.errors import EyechartError
from eyechart.store import shards
from eyechart.store.folder import Dataset, Manifest, Shard, finish, load


def write_subset(source: Dataset, ids: Collection[str], folder: Path, name: str, card: str) -> Dataset:
    """Pages that hold any of these questions, numbered anew, with these alone; in their order."""
    wanted, made = frozenset(ids), list[Shard]()
    (folder / "data").mkdir(parents=True)
    stream = _pages(source, wanted)
    for number in count():
        if not (some := list(islice(stream, SHARD))):
            break
        file = f"data/{number:05d}.parquet"
        made.append(Shard(file, *shards.write_shard(folder / file, some, source.family.facets)))
    if sum(one.questions for one in made) != len(wanted):
        shutil.rmtree(folder)
        raise EyechartError(f"{source.folder} does not hold all of the {len(wanted):,} questions.")
    m = source.manifest
    manifest: Manifest = structs.replace(
        m,
        images=sum(one.images for one in made),
        questions=len(wanted),
        release=name,  # what was chosen cannot be made anew from a seed
        shards=tuple(made),
    )
    finish(folder, manifest, {"README.md": card})
    return load(folder)


def _pages(source: Dataset, wanted: frozenset[str]) -> Iterator[Page]:
    index = 0
    for page in source:
        held = tuple(q for q in page.questions if q.id in wanted)
        if held:
            yield structs.replace(page, index=index, questions=held)
            index += 1
