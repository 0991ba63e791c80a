"""A run in parts: each shard's questions answered in a folder of its own, and in the end put together as if by one.

RUN/.eyechart/parts/00007/     what `predict` writes, for the questions of shard 7
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from eyechart.store.atomic import atomic
from eyechart.store.lock import ROOM

PARTS = "parts"


def parts_of(run: Path) -> list[Path]:
    return sorted((run / ROOM / PARTS).iterdir()) if in_parts(run) else []


def part_of(run: Path, number: int) -> Path:
    return run / ROOM / PARTS / f"{number:05d}"


def in_parts(run: Path) -> bool:
    """Was it begun so?"""
    return (run / ROOM / PARTS).is_dir()


def join(run: Path, name: str, numbers: Iterable[int]) -> None:
    """The lines of a file of all parts in one; nothing if no part has it."""
    files = [file for number in numbers if (file := part_of(run, number) / name).is_file()]
    if files:
        with atomic(run / name) as made, made.open("wb") as out:
            for file in files:
                with file.open("rb") as source:
                    shutil.copyfileobj(source, out)


def forget(run: Path) -> None:
    """The parts are in the whole."""
    shutil.rmtree(run / ROOM / PARTS, ignore_errors=True)
