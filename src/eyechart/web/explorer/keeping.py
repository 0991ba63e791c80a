"""What is made once and kept in the cache: out of sight until it is whole, one at a time, in the background.

Numbers are kept as they are and mapped into memory, so that a million of them need none.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as LateError
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from threading import Event, Lock
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.errors import EyechartError

Told = Callable[[float], None]
"""How much of it is done, 0 to 1."""
PATIENCE = 1.0  # seconds that a page waits for what is made, before it says that it is being made
KEPT = 200  # things; the oldest go


class Making(Struct, frozen=True):
    """Not there yet."""

    share: float


class StoppedError(Exception):
    """The site closes."""


class Workshop:
    """Makes folders of the cache by name. Who asks gets the folder, or is told how much of it is done."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.hands = ThreadPoolExecutor(1, "explorer")
        self.lock, self.closing = Lock(), Event()
        self.work: dict[str, Future[None]] = {}
        self.shares: dict[str, float] = {}

    def folder(self, name: str, make: Callable[[Path, Told], None], patience: float = PATIENCE) -> Path | Making:
        """What `make` writes into an empty folder; what goes wrong in it is raised for who asks, and tried again for the next."""
        place = self.home / name
        if place.is_dir():
            return place
        with self.lock:
            future = self.work.get(name)
            if future is None:
                self.shares[name] = 0.0
                future = self.work[name] = self.hands.submit(self._make, name, make)
        try:
            future.result(patience)
        except LateError:
            if not future.done():
                return Making(self.shares.get(name, 0.0))
            raise
        finally:
            if future.done():
                with self.lock:
                    self.work.pop(name, None)
        return place

    def _make(self, name: str, make: Callable[[Path, Told], None]) -> None:
        place = self.home / name
        if place.is_dir():
            return

        def tell(share: float) -> None:
            self.shares[name] = share
            if self.closing.is_set():
                raise StoppedError

        part = self.home / f".{token_hex(8)}.part"
        try:
            part.mkdir(parents=True)
            make(part, tell)
            with suppress(OSError):  # another site made the same just now
                part.rename(place)
        except OSError as error:
            raise EyechartError(
                f"{self.home} cannot be written ({error.strerror}), and what questions are found by is kept there. "
                "Make room, or open the site with EYECHART_CACHE=FOLDER of another."
            ) from error
        finally:
            shutil.rmtree(part, ignore_errors=True)
            self.shares.pop(name, None)
        self._forget()

    def _forget(self) -> None:
        aged = sorted((path for path in self.home.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
        for path in aged[:-KEPT]:
            shutil.rmtree(path, ignore_errors=True)

    def close(self) -> None:
        self.closing.set()
        self.hands.shutdown(wait=True, cancel_futures=True)


def append(path: Path, values: NDArray[Any], kind: Any = np.int32) -> None:
    with path.open("ab") as file:
        file.write(np.ascontiguousarray(values, kind).tobytes())


def mapped(path: Path, kind: Any = np.int32) -> NDArray[Any]:
    """Numbers of a file, where they lie; a file of no bytes cannot be mapped."""
    return np.memmap(path, kind, "r") if path.stat().st_size else np.zeros(0, kind)
