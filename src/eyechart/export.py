"""Datasets in other people's layouts. Each family brings the format of its paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from eyechart.dataset import Dataset
from eyechart.errors import EyechartError, unknown


def export(dataset: Dataset, format: str, out: str | Path, progress: Callable[[int], None] = lambda done: None) -> Path:
    """Write the dataset in another format to a new folder."""
    formats = dataset.family.exporters
    if format not in formats:
        raise unknown(f"export format of {dataset.family.name}", format, formats)
    folder = Path(out)
    if folder.exists() and any(folder.iterdir()):
        raise EyechartError(f"{folder} is not empty. Choose another --out.")
    folder.mkdir(parents=True, exist_ok=True)
    formats[format](dataset, folder, progress)
    return folder
