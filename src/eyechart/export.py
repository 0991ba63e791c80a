"""Datasets in other people's layouts: those of tools, for every family, and each family's own paper's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from eyechart import registry
from eyechart.dataset import Dataset
from eyechart.errors import EyechartError, unknown


def export(dataset: Dataset, format: str, out: str | Path, progress: Callable[[int], None] = lambda done: None) -> Path:
    """Write the dataset in another format to a new folder."""
    own = dataset.family.exporters
    if format not in own and format not in registry.names("exports"):
        raise unknown(f"export format of {dataset.family.name}", format, [*own, *registry.names("exports")])
    folder = Path(out)
    if folder.exists() and any(folder.iterdir()):
        raise EyechartError(f"{folder} is not empty. Choose another --out.")
    folder.mkdir(parents=True, exist_ok=True)
    write = own[format] if format in own else registry.get("exports", format)
    write(dataset, folder, progress)
    return folder
