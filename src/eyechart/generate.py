"""1  family + seed -> a dataset on disk: sharded, resumable, the same bytes whoever makes them and however often killed."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from eyechart import registry
from eyechart.core import SHARD, Family, Page
from eyechart.engines.engine import Engine, engine_of, in_order
from eyechart.engines.pool import Progress
from eyechart.errors import EyechartError, unknown
from eyechart.page import page
from eyechart.seeding import integer
from eyechart.settings import settings_for
from eyechart.store.filling import Look, complete, fill, is_whole, keep, recorded
from eyechart.store.folder import MANIFEST, Dataset, Manifest, Shard, load, pinned, read_manifest, versions
from eyechart.store.garbage import uncollected
from eyechart.store.job import Job, difference, job
from eyechart.store.place import Place, Remote, place


class Request(Struct, frozen=True, kw_only=True):
    """All that the bytes of a dataset depend on."""

    family: str
    family_version: int
    split: str
    seed: int
    count: int
    shard: int  # pages of each file but the last
    preset: str
    settings: dict[str, Any]
    versions: dict[str, str]  # of what draws and writes

    def pages(self, number: int) -> range:
        """Which pages the shard of this number holds."""
        start = number * self.shard
        return range(start, min(start + self.shard, self.count))


def generate(
    family: str,
    out: str | Path | Remote,
    *,
    split: str = "train",
    count: int,
    seed: int = 0,
    preset: str | None = None,
    changes: Mapping[str, Any] | None = None,
    shard: int = SHARD,
    jobs: int | Engine = 1,
    progress: Progress = lambda done: None,
) -> Dataset:
    """Write `count` pages to a folder, `shard` of them to a file. Killed, it goes on where it stopped when called again.

    `jobs` are processes of this machine, or an engine (docs/cluster.md). With more than 1 call it under
    `if __name__ == "__main__":`, as for any process pool.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> len(made), made.manifest.seed
    (3, 7)
    """
    found = registry.get("families", family)
    if split not in found.splits:
        raise unknown(f"split of {family}", split, found.splits)
    count, seed, shard = integer("count", count), integer("seed", seed), integer("shard", shard)
    if count < 1:
        raise EyechartError(f"--count {count}: a dataset has at least one image.")
    if shard < 1:
        raise EyechartError(f"--shard {shard}: a file holds at least one image.")
    settings = settings_for(found, preset, changes)
    request = Request(
        family=family,
        family_version=found.version,
        split=split,
        seed=seed,
        count=count,
        shard=min(shard, count),
        preset=preset or next(iter(found.presets)),
        settings=msgspec.to_builtins(settings),
        versions=pinned(versions()),
    )
    folder = place(out)
    with job(folder, "generate") as work:
        numbers = range((count + request.shard - 1) // request.shard)
        look = partial(_whole_by, engine_of(jobs))
        finished = _finished(folder, request, look)
        if finished is None or len(finished) < len(numbers):
            work.begin(request, len(numbers), ours=finished is not None)
            keep(work, finished or ())
            (folder / MANIFEST).unlink(missing_ok=True)
            made = _make_shards(work, request, numbers, engine_of(jobs), progress)
            complete(work, found, _manifest(found, request, made), look)
        work.end()
    return load(folder)


def _manifest(family: Family[Any], request: Request, made: list[Shard]) -> Manifest:
    if any(shard.images != len(request.pages(number)) for number, shard in enumerate(made)):
        raise EyechartError(f"{sum(shard.images for shard in made):,} images came of {request.count:,}.")
    return Manifest(
        family=family.name,
        family_version=family.version,
        split=request.split,
        seed=request.seed,
        preset=request.preset,
        settings=request.settings,
        images=request.count,
        questions=sum(shard.questions for shard in made),
        licence=family.licence,
        versions=versions(),
        shards=tuple(made),
    )


def _finished(folder: Place, request: Request, look: Look) -> list[Shard] | None:
    """The shards of a finished dataset that are whole; None if there is none. Another's is left alone."""
    if not (folder / MANIFEST).exists():
        return None
    m = read_manifest(folder)
    there = Request(
        family=m.family,
        family_version=m.family_version,
        split=m.split,
        seed=m.seed,
        count=m.images,
        shard=m.shards[0].images,
        preset=m.preset,
        settings=m.settings,
        versions=pinned(m.versions),
    )
    if change := difference(msgspec.structs.replace(there, versions=request.versions), request):
        raise EyechartError(f"{folder} holds another dataset: {change}. Choose another --out.")
    found = [shard for shard, whole in zip(m.shards, look(folder, m.shards), strict=True) if whole]
    if len(found) < len(m.shards) and (change := difference(there, request)):
        raise EyechartError(
            f"{folder} lacks shards, and those made here would have other bytes: {change}. Install what it was made with, or "
            "make it anew in another --out."
        )
    return found


# ---- shards, by whatever engine


def _make_shards(work: Job, request: Request, numbers: range, engine: Engine, progress: Progress) -> list[Shard]:
    there = {n: shard for n, shard in recorded(work).items() if n in numbers and shard.images == len(request.pages(n))}
    look = zip(there.items(), _whole_by(engine, work.folder, list(there.values())), strict=True)
    made = {number: shard for (number, shard), whole in look if whole}
    before = sum(shard.images for shard in made.values())
    progress(before)
    todo = [number for number in numbers if number not in made]
    made |= engine.each(partial(make_shard, work, request), todo, lambda done: progress(before + done))
    return [made[number] for number in numbers]


def _whole_by(engine: Engine, folder: Place, some: Sequence[Shard]) -> Iterable[bool]:
    """Which shards are whole. What lies elsewhere is fetched for that: by many, since it takes long."""
    return in_order(engine if isinstance(folder, Remote) else engine_of(1), partial(_is_whole, folder), some)


def _is_whole(folder: Place, shard: Shard, progress: Progress) -> bool:
    return is_whole(folder, shard)


def make_shard(work: Job, request: Request, number: int, progress: Progress) -> Shard:
    """One file of the dataset."""
    family = registry.get("families", request.family)
    pages = _pages(family, request, number, progress)
    with uncollected():
        made = fill(work, number, pages, family.facets)
    gc.collect()
    return made


def _pages(family: Family[Any], request: Request, number: int, progress: Progress) -> Iterator[Page]:
    settings = settings_for(family, request.preset, request.settings)
    for done, index in enumerate(request.pages(number), 1):
        yield page(family, settings, request.split, request.seed, index)
        progress(done)
