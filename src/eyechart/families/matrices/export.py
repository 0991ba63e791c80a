"""Our datasets in the official V-PROM layout: JPEG pictures, and labels as pickled numpy dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import skia

from eyechart.core import Page, Picture
from eyechart.drawing.decoding import decode
from eyechart.families.matrices.official import FOLDER, LABELS, PER_FOLDER
from eyechart.families.matrices.rules import RELATIONS
from eyechart.families.matrices.scene import LETTERS

if TYPE_CHECKING:
    from eyechart.store.folder import Dataset

QUALITY = 95


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    """A page's index is its pid."""
    import numpy as np

    tables: dict[str, dict[str, Any]] = {file: {relation: {} for relation in RELATIONS} for file, _ in LABELS.values()}
    for done, page in enumerate(dataset, 1):
        _write_pictures(page, folder)
        q = page.questions[0]
        file, below = LABELS[q.facets["kind"]]
        entries = tables[file][q.facets["relation"]]
        if below:
            entries = entries.setdefault(below, {})
        place = f"{FOLDER}/{page.index // PER_FOLDER}/{page.index}"
        entries[page.index] = {
            "label": 9 + LETTERS.index(q.answers[0]),
            "im_path": [f"{place}/{i}.jpg" for i in range(1, 17)],
        }
        progress(done)
    for file, table in tables.items():
        holder = np.empty((), dtype=object)  # as numpy saves a dictionary
        holder[()] = table
        np.save(folder / file, holder, allow_pickle=True)


def _write_pictures(page: Page, folder: Path) -> None:
    place = folder / FOLDER / str(page.index // PER_FOLDER) / str(page.index)
    place.mkdir(parents=True)
    for number, picture in enumerate(page.pictures, 1):
        (place / f"{number}.jpg").write_bytes(jpeg_bytes(picture))


def jpeg_bytes(picture: Picture) -> bytes:
    if picture.format == "jpeg":
        return picture.data
    return bytes(decode(picture).encodeToData(skia.EncodedImageFormat.kJPEG, QUALITY))
