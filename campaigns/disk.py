"""A full disk at random byte counts, then room again: one clear line, nothing torn, and the bytes of an undisturbed run.

The disk is a small one in memory (tmpfs), which root may mount, and anybody in a namespace of their own (`unshare -rm`).
"""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from campaigns.rig.commands import Command, Left, Workshop, commands, turns
from campaigns.rig.span import Span
from campaigns.rig.totals import Totals

SIZE = 64 << 20  # bytes; several times what any of the commands writes
BLOCK = 4096  # bytes are given out in so many
BALLAST = "ballast"


def run(span: Span, seed: int, totals: Totals) -> None:
    with small_disk() as disk, tempfile.TemporaryDirectory() as folder:
        shop = Workshop(Path(folder) / "shop", disk / "out")
        attack(shop, commands(), span, random.Random(seed), totals)


@contextmanager
def small_disk() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def attack(shop: Workshop, some: list[Command], span: Span, rng: random.Random, totals: Totals) -> None:
    """With less room than it needs, by lot."""
    expected = dict[str, tuple[Left, int]]()
    for command in turns(some, span, rng):
        if command.name not in expected:
            left, _ = shop.undisturbed(command)
            expected[command.name] = left, _used(shop.out)
        left, needed = expected[command.name]
        shop.clear(command)
        with _full(shop.out.parent, rng.randrange(needed - _used(shop.out))):
            code, problems = shop.typed(command.words), shop.torn(command, left)
        said = shop.said()
        if code and ("Traceback" in said or "space" not in said):
            problems.append(f"not told that the disk is full: {said}")
        if not code and command.left(shop.out) != left:
            problems.append("exit code 0 on a full disk")
        totals.tried(f"{command.verb}: full disk", *problems)
        totals.tried(f"{command.verb}: gone on with", *shop.gone_on(command, left))


def _used(folder: Path) -> int:
    return sum(-(-path.stat().st_size // BLOCK) * BLOCK for path in folder.rglob("*") if path.is_file())


@contextmanager
def _full(disk: Path, free: int) -> Iterator[None]:
    """A file takes all room but for `free` bytes, rounded down to blocks."""
    ballast = disk / BALLAST
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * (1 << 20)):
                pass
        except OSError:
            pass
        file.truncate(max(0, ballast.stat().st_size - free))
    try:
        yield
    finally:
        ballast.unlink()
