"""An official release on disk -> a dataset of ours, so that every verb works on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path

from eyechart import registry, shards
from eyechart.card import card
from eyechart.core import Family, Page, Release
from eyechart.dataset import CARD, SHARD, Dataset, Manifest, Shard, finish, load, versions
from eyechart.errors import EyechartError


def convert(
    release: str, root: str | Path, split: str, out: str | Path, progress: Callable[[int], None] = lambda done: None
) -> Dataset:
    """Read a split of a release and write it as Parquet shards."""
    found: Release = registry.get("releases", release)
    family: Family = registry.get("families", found.family)
    source, folder = Path(root), Path(out)
    if not source.is_dir():
        raise EyechartError(f"No folder {source} to read {release} from.")
    if folder.exists() and any(folder.iterdir()):
        raise EyechartError(f"{folder} is not empty. Choose another --out.")
    pages = iter(found.load(source, split))
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
        settings={},
        images=sum(shard.images for shard in made),
        questions=sum(shard.questions for shard in made),
        licence=found.licence,
        release=release,
        versions=versions(),
        shards=tuple(made),
    )
    finish(folder, manifest, {CARD: card(family, manifest)})
    return load(folder)


def _shards(pages: Iterator[Page], folder: Path, family: Family, progress: Callable[[int], None]) -> Iterator[Shard]:
    number = done = 0
    while some := list(islice(pages, SHARD)):
        name = f"data/{number:05d}.parquet"
        images, questions, digest = shards.write_shard(folder / name, some, family.facets)
        number, done = number + 1, done + images
        progress(done)
        yield Shard(name, images, questions, digest)
