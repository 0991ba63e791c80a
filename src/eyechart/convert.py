"""An official release on disk -> a dataset of ours, so that every verb works on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, count, islice
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.compute as pc

from eyechart import registry
from eyechart.core import SHARD, Family, Page, Release, Settings
from eyechart.errors import EyechartError
from eyechart.settings import settings_from
from eyechart.store.filling import complete, fill, kept
from eyechart.store.folder import Dataset, Manifest, Shard, load, pinned, versions
from eyechart.store.foreign import each
from eyechart.store.job import Job, job
from eyechart.store.place import Remote, place


def convert(
    release: str,
    root: str | Path,
    split: str,
    out: str | Path | Remote,
    progress: Callable[[int], None] = lambda done: None,
    changes: Mapping[str, Any] | None = None,
    shard: int = SHARD,
) -> Dataset:
    """Read a split of a release and write it, `shard` pages to a file. `changes` are those of its settings, if it has any.

    Killed, it goes on when called again: what was written is read once more, but not written.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> released = eyechart.export(made, "figureqa", "out/figureqa")
    >>> len(eyechart.convert("figureqa", released, "validation1", "data/converted"))
    3
    """
    found = registry.get("releases", release)
    family = registry.get("families", found.family)
    source, folder = Path(root), place(out)
    if not source.is_dir():
        raise EyechartError(f"No folder {source} to read {release} from.")
    if shard < 1:
        raise EyechartError(f"--shard {shard}: a file holds at least one image.")
    settings = _settings(found, changes or {})
    request = {
        "release": release,
        "root": str(source.resolve()),
        "split": split,
        "shard": shard,
        "settings": msgspec.to_builtins(settings) if settings is not None else {},
        "versions": pinned(versions()),
    }
    with job(folder, "convert") as work:
        pages = each(found.pages(source, split, settings), source)
        first = next(pages, None)
        if first is None:
            raise EyechartError(f"{source} has no images in split '{split}'.")
        work.begin(request)
        made = list(_shards(chain([first], pages), work, family, shard, progress))
        manifest = Manifest(
            family=family.name,
            family_version=family.version,
            split=split,
            seed=0,
            preset="",
            settings=request["settings"],
            images=sum(one.images for one in made),
            questions=sum(one.questions for one in made),
            licence=found.licence,
            release=release,
            versions=versions(),
            shards=tuple(made),
        )
        complete(work, family, manifest)
        work.end()
    return load(folder)


def told(dataset: Dataset) -> str:
    """What was read, in a line; pictures about which nothing is asked are kept, and counted."""
    m = dataset.manifest
    asked = len(pc.unique(dataset.columns(("id",)).column("image")))
    silent = f"; {m.images - asked:,} of the images without any question" if asked < m.images else ""
    return f"{m.images:,} images with {m.questions:,} questions in {dataset.folder}{silent}"


def _settings(release: Release, changes: Mapping[str, Any]) -> Settings | None:
    if release.settings is not None:
        return settings_from(release.settings, release.name, changes)
    if changes:
        raise EyechartError(f"Release {release.name} has no settings; leave out --set {next(iter(changes))}=….")
    return None


def _shards(
    pages: Iterator[Page], work: Job, family: Family[Any], size: int, progress: Callable[[int], None]
) -> Iterator[Shard]:
    done = 0
    for number in count():
        some = list(islice(pages, size))
        if not some:
            return
        there = kept(work, number)
        asked = sum(len(page.questions) for page in some)
        if there is None or (there.images, there.questions) != (len(some), asked):
            there = fill(work, number, some, family.facets)
        done += there.images
        progress(done)
        yield there
