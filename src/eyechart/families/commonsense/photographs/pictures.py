"""The picture files of photographs, where Visual Genome or a copy of CRIC keeps them."""

from __future__ import annotations

from pathlib import Path

from eyechart.store.foreign import inside

FOLDERS, SUFFIXES = ("images", "VG_100K", "VG_100K_2", ""), ("jpg", "jpeg", "png")


def picture_path(root: Path, image: int) -> Path | None:
    """None where the folder holds no pictures: they come with Visual Genome."""
    names = ((folder, f"{image}.{ending}") for folder in FOLDERS for ending in SUFFIXES)
    found = next((name for name in names if root.joinpath(*name).exists()), None)
    return inside(root, *found) if found else None
