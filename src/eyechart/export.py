"""Datasets in other people's layouts: those of tools, for every family, and each family's own paper's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from eyechart import registry
from eyechart.errors import EyechartError, unknown
from eyechart.store import shards
from eyechart.store.folder import Dataset, load
from eyechart.store.job import job
from eyechart.store.place import here


def export(
    dataset: str | Path | Dataset, format: str, out: str | Path, progress: Callable[[int], None] = lambda done: None
) -> Path:
    """Write the dataset in another format to a new folder: all of it, or nothing.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> folder = eyechart.export("data/figures", "llava", "out/llava")
    >>> sorted(path.name for path in folder.iterdir())
    ['conversations.json', 'images']
    """
    dataset = load(dataset)
    own = dataset.family.exporters
    if format not in own and format not in registry.names("exports"):
        raise unknown(f"export format of {dataset.family.name}", format, [*own, *registry.names("exports")])
    folder = here(out, "export")
    write = own[format] if format in own else registry.get("exports", format)
    if format not in own and (bare := _bare(dataset)):
        raise EyechartError(
            f"{format} needs pictures, and {bare:,} of {len(dataset):,} pages of {dataset.folder} have none: "
            "convert the release again with its pictures in place."
        )
    with job(folder, "export") as work:
        work.begin({"dataset": str(dataset.folder.resolve()), "format": format})
        work.put_together(lambda hidden: write(dataset, hidden, progress))
    return folder


def _bare(dataset: Dataset) -> int:
    """How many pages have no picture: some releases are questions alone."""
    sizes = (rows.column("sizes") for shard in dataset.manifest.shards
             for rows in shards.read_shard(dataset.folder / shard.file, columns=("sizes",)))  # fmt: skip
    return sum(int((column.value_lengths().to_numpy() == 0).sum()) for column in sizes)
