"""A dataset in the making: shards that are whole are kept, others made anew, and all of them checked at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from eyechart.core import Family, Page
from eyechart.errors import EyechartError
from eyechart.store import shards
from eyechart.store.card import card
from eyechart.store.folder import CARD, Manifest, Shard, finish
from eyechart.store.job import Job
from eyechart.store.place import Place

Look = Callable[[Place, Sequence[Shard]], Iterable[bool]]  # which of these shards of a folder are whole


def fill(job: Job, number: int, pages: Iterable[Page], facets: Sequence[str]) -> Shard:
    """Write a shard; its record is there before it is."""
    name = _name(number)
    (job.folder / name).parent.mkdir(exist_ok=True)

    def record(written: shards.Written) -> None:
        job.record(Path(name).stem, Shard(name, *written))

    return Shard(name, *shards.write_shard(job.folder / name, pages, facets, record))


def kept(job: Job, number: int) -> Shard | None:
    """A shard that is there already, to the byte as it was recorded."""
    name = _name(number)
    shard = job.recorded(Path(name).stem, Shard)
    return shard if shard is not None and shard.file == name and is_whole(job.folder, shard) else None


def recorded(job: Job) -> dict[int, Shard]:
    """The shards that were recorded, by their numbers; whether they are there, and whole, is another question."""
    found = {int(part): job.recorded(part, Shard) for part in job.parts() if part.isdigit()}
    return {number: shard for number, shard in found.items() if shard is not None}


def keep(job: Job, made: Iterable[Shard]) -> None:
    """Record the shards of a finished dataset, of which others are to be made anew."""
    for shard in made:
        job.record(Path(shard.file).stem, shard)


def is_whole(folder: Place, shard: Shard) -> bool:
    path = folder / shard.file
    return path.is_file() and shards.file_digest(path) == shard.sha256


def all_whole(folder: Place, some: Iterable[Shard]) -> Iterable[bool]:
    return (is_whole(folder, shard) for shard in some)


def complete(job: Job, family: Family[Any], manifest: Manifest, look: Look = all_whole) -> None:
    """Look at every shard once more, then write the manifest that says that all is there."""
    for shard, whole in zip(manifest.shards, look(job.folder, manifest.shards), strict=True):
        if not whole and not (job.folder / shard.file).exists():
            raise EyechartError(
                f"{job.folder / shard.file} was written and is not here: by a machine that does not see this folder, perhaps. "
                "Choose an --out that all of them see: a shared folder, or s3://BUCKET/NAME."
            )
        if not whole:
            raise EyechartError(
                f"{job.folder / shard.file} is not what was written: somebody else changed it, or the disk did. "
                f"Run the same `eyechart {job.verb}` again: only this shard is made anew."
            )
    finish(job.folder, manifest, {CARD: card(family, manifest)})


def _name(number: int) -> str:
    return f"data/{number:05d}.parquet"
