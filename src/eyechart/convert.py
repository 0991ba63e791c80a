"""An official release on disk -> a dataset of ours, so that every verb works on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from eyechart import registry, shards
from eyechart.card import card
from eyechart.core import Family, Page, Release, Settings
from eyechart.dataset import CARD, SHARD, Dataset, Manifest, Shard, finish, load, versions
from eyechart.errors import EyechartError
from eyechart.settings import settings_from


def convert(
    release: str,
    root: str | Path,
    split: str,
    out: str | Path,
    progress: Callable[[int], None] = lambda done: None,
    changes: Mapping[str, Any] | None = None,
) -> Dataset:
    """Read a split of a release and write it as Parquet shards. `changes` are those of the release's settings, if it has any."""
    found: Release = registry.get("releases", release)
    family: Family = registry.get("families", found.family)
    source, folder = Path(root), Path(out)
    if not source.is_dir():
        raise EyechartError(f"No folder {source} to read {release} from.")
    if folder.exists() and any(folder.iterdir()):
        raise EyechartError(f"{folder} is not empty. Choose another --out.")
    settings = _settings(found, changes or {})
    pages = iter(found.pages(source, split, settings))
    first = next(pages, None)
    if first is None:
        raise EyechartError(f"{source} has no images in split '{split}'.")
    (folder / "data").mkdir(parents=True, exist_ok=True)
    made = list(_shards(chain([first], pages), folder, family, progress))
    manifest = Manifest(
        family=family.name,
        family_version=family.version,
        split=split,
        seed=0,
        preset="",
        settings=msgspec.to_builtins(settings) if settings is not None else {},
        images=sum(shard.images for shard in made),
        questions=sum(shard.questions for shard in made),
        licence=found.licence,
        release=release,
        versions=versions(),
        shards=tuple(made),
    )
    finish(folder, manifest, {CARD: card(family, manifest)})
    return load(folder)


def _settings(release: Release, changes: Mapping[str, Any]) -> Settings | None:
    if release.settings is not None:
        return settings_from(release.settings, release.name, changes)
    if changes:
        raise EyechartError(f"Release {release.name} has no settings; leave out --set {next(iter(changes))}=….")
    return None


def _shards(pages: Iterator[Page], folder: Path, family: Family, progress: Callable[[int], None]) -> Iterator[Shard]:
    number = done = 0
    while some := list(islice(pages, SHARD)):
        name = f"data/{number:05d}.parquet"
        images, questions, digest = shards.write_shard(folder / name, some, family.facets)
        number, done = number + 1, done + images
        progress(done)
        yield Shard(name, images, questions, digest)
