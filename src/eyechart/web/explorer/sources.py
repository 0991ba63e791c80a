"""What there is to look at below the folders that the site was given: datasets, runs on them, trained networks, work under way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.models.learning.folder import ABOUT as TRAINED
from eyechart.models.learning.folder import CURVE
from eyechart.store.folder import MANIFEST, read_manifest
from eyechart.store.job import about
from eyechart.store.lock import holder
from eyechart.store.run import ABOUT as RUN
from eyechart.store.run import DatasetGoneError, Run, open_run

DEPTH = 4  # folders below one another that are looked into, as `status` does
TEACHING = "train"  # the verb whose folders have a learning curve


class Source(Struct, frozen=True):
    """A folder by the word that addresses name it with."""

    key: str
    name: str  # as people are shown it
    path: Path


class Shelf(Struct, frozen=True):
    """All that was found, by key."""

    datasets: dict[str, Source]
    runs: dict[str, Source]
    networks: dict[str, Source]  # trained, or being taught
    begun: dict[str, Source]  # somebody is at work there, or stopped before the end


def found(folders: Sequence[str], hidden: Path | None = None) -> Shelf:
    """Look through the folders, but for one; nothing but names and small files is read."""
    shelf = Shelf({}, {}, {}, {})
    for root in dict.fromkeys(Path(folder).resolve() for folder in folders):
        for path in _units(root, DEPTH):
            if hidden is not None and path.resolve().is_relative_to(hidden.resolve()):
                continue
            source = _named(root, path, shelf)
            for kind in _kinds(path, shelf):
                kind[source.key] = source
    return shelf


def _units(folder: Path, depth: int) -> Iterator[Path]:
    """Folders that are one thing, or hold work of their own; those in between are gone through."""
    if not folder.is_dir():
        return
    if _is_unit(folder) or about(folder) is not None or holder(folder) is not None:
        yield folder
    if not _is_unit(folder) and depth:
        for path in sorted(folder.iterdir()):
            if path.is_dir() and not path.name.startswith("."):
                yield from _units(path, depth - 1)


def _is_unit(folder: Path) -> bool:
    return any((folder / name).is_file() for name in (MANIFEST, RUN)) or _is_trained(folder)


def _is_trained(folder: Path) -> bool:
    """Others call their files model.json too."""
    return (folder / TRAINED).is_file() and (folder / CURVE).is_file()


def _kinds(path: Path, shelf: Shelf) -> Iterator[dict[str, Source]]:
    begun = about(path)
    if (path / MANIFEST).is_file():
        yield shelf.datasets
    if (path / RUN).is_file():
        yield shelf.runs
    if _is_trained(path) or (begun is not None and begun.verb == TEACHING):
        yield shelf.networks
    if begun is not None or holder(path) is not None:
        yield shelf.begun


def _named(root: Path, path: Path, shelf: Shelf) -> Source:
    """`exams/datasets/figures` goes by exams-datasets-figures, the same as long as it stays where it is."""
    name = "/".join((root.name, *path.relative_to(root).parts))
    key = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "folder"
    taken = (some.get(key) for some in (shelf.datasets, shelf.runs, shelf.networks, shelf.begun))
    if any(one is not None and one.path != path for one in taken):
        key = f"{key}-{blake2b(str(path).encode(), digest_size=3).hexdigest()}"
    return Source(key, name, path)


class Sitting(Struct, frozen=True):
    """A run as the pages name it: one of a dataset's models."""

    source: Source
    run: Run

    @property
    def name(self) -> str:
        run = self.run
        more = [run.altered, f"sample {run.sample}" if run.sample > 1 else "", run.training]
        told = ", ".join(filter(None, more))
        return f"{run.model} ({told})" if told else run.model


def sittings(shelf: Shelf) -> dict[str, list[Sitting]]:
    """Runs by the key of their dataset, as far as that is among what is shown. Runs that cannot be read are left out."""
    by_print: dict[str, str] = {}
    for key, source in shelf.datasets.items():
        try:
            by_print[read_manifest(source.path).fingerprint] = key
        except EyechartError:
            continue  # its own page says what is wrong with it
    made: dict[str, list[Sitting]] = {}
    for source in shelf.runs.values():
        run = _opened(source, shelf)
        if run is not None and run.fingerprint in by_print:
            made.setdefault(by_print[run.fingerprint], []).append(Sitting(source, run))
    return made


def _opened(source: Source, shelf: Shelf) -> Run | None:
    """A run with its dataset, where it was or among what is shown; None if it cannot be read, as the page of work says."""
    try:
        return open_run(source.path)
    except DatasetGoneError:  # one that moved: only now is every dataset's manifest read
        try:
            return open_run(source.path, [one.path for one in shelf.datasets.values()])
        except EyechartError:
            return None
    except EyechartError:
        return None
