"""What is under way below the folders, or was left half done: `eyechart status` of each such folder, not too often."""

from __future__ import annotations

import time

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.status import Status, status
from eyechart.store.folder import MANIFEST
from eyechart.store.lock import holder
from eyechart.store.run import PREDICTIONS, SCORES
from eyechart.talk.converse import REPLIES
from eyechart.web.explorer.recent import Recent
from eyechart.web.explorer.sources import Shelf, Source

OFTEN = 3.0  # seconds between two looks at the same folder


class Work(Struct, frozen=True):
    """A folder that is not finished, or in which somebody is at work."""

    source: Source
    status: Status
    network: bool  # it has a learning curve


class Watch:
    """What is finished has checksums, which are not read for a page: only folders that change are looked at."""

    def __init__(self) -> None:
        self.looks: Recent[Status] = Recent(256)

    def works(self, shelf: Shelf) -> list[Work]:
        open_runs = {key: one for key, one in shelf.runs.items() if not (one.path / SCORES).is_file()}
        todo = {**shelf.begun, **open_runs}
        made = [Work(source, self._look(source), key in shelf.networks) for key, source in sorted(todo.items())]
        return [work for work in made if work.status.state != "finished"]

    def _look(self, source: Source) -> Status:
        at_work = holder(source.path)
        if (source.path / MANIFEST).is_file() or (at_work and _is_several(source)):
            return Status(folder=source.name, what="", state="running" if at_work else "finished", by=at_work or "")
        sizes = tuple(_size(source, name) for name in (PREDICTIONS, REPLIES))
        key = (source.path, sizes, at_work, int(time.monotonic() / OFTEN))
        return self.looks.get_or(key, lambda: _status(source))


def _status(source: Source) -> Status:
    try:
        return status(source.path)
    except EyechartError as error:
        return Status(folder=source.name, what="", state="broken", broken=(str(error),))


def _is_several(source: Source) -> bool:
    """An exam: the runs and datasets within it are looked at by themselves."""
    return (source.path / "datasets").is_dir() and (source.path / "runs").is_dir()


def _size(source: Source, name: str) -> int:
    path = source.path / name
    return path.stat().st_size if path.is_file() else 0
