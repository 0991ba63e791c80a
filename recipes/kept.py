"""Datasets that stay in memory, for recipes that train many networks in one process; and how far they are, told on one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import overload

from eyechart.core import Page
from eyechart.store.folder import Dataset, load


class Kept(Dataset):
    """A dataset whose pages stay in memory."""

    def __init__(self, folder: Path) -> None:
        there = load(folder)
        super().__init__(there.folder, there.manifest)
        self.pages = list(there)

    def __iter__(self) -> Iterator[Page]:
        return iter(self.pages)

    @overload
    def __getitem__(self, index: int) -> Page: ...
    @overload
    def __getitem__(self, index: slice) -> list[Page]: ...
    def __getitem__(self, index: int | slice) -> Page | list[Page]:
        return self.pages[index]


def told(done: int, note: str = "") -> None:
    print(f"\r{done:6} {note:60}", end="", file=sys.stderr, flush=True)
