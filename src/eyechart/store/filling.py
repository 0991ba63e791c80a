"""A dataset in the making: shards that are whole are kept, others made anew, and all of them checked at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from eyechart.core import Family, Page
from eyechart.errors import EyechartError
from eyechart.store import shards
from eyechart.store.card import card
from eyechart.store.folder import CARD, Manifest, Shard, finish
from eyechart.store.job import Job
from eyechart.store.place import Place


def fill(job: Job, number: int, pages: Iterable[Page], facets: Sequence[str]) -> Shard:
    """Write a shard; its record is there before it is."""
    name = _name(number)
    (job.folder / name).parent.mkdir(exist_ok=True)

    def record(written: shards.Written) -> None:
        job.record(Path(name).stem, Shard(name, *written))

    return Shard(name, *shards.write_shard(job.folder / name, pages, facets, record))


def kept(job: Job, number: int) -> Shard | None:
    """A shard that is there already, to the byte as it was recorded."""
    shard = job.recorded(Path(_name(number)).stem, Shard)
    return shard if shard is not None and is_whole(job.folder, shard) else None


def keep(job: Job, made: Iterable[Shard]) -> None:
    """Record the shards of a finished dataset, of which others are to be made anew."""
    for shard in made:
        job.record(Path(shard.file).stem, shard)


def is_whole(folder: Place, shard: Shard) -> bool:
    path = folder / shard.file
    return path.is_file() and shards.file_digest(path) == shard.sha256


def complete(job: Job, family: Family[Any], manifest: Manifest) -> None:
    """Look at every shard once more, then write the manifest that says that all is there."""
    for shard in manifest.shards:
        if not is_whole(job.folder, shard):
            raise EyechartError(
                f"{job.folder / shard.file} is not what was written: somebody else changed it, or the disk did. "
                f"Run the same `eyechart {job.verb}` again: only this shard is made anew."
            )
    finish(job.folder, manifest, {CARD: card(family, manifest)})


def _name(number: int) -> str:
    return f"data/{number:05d}.parquet"
