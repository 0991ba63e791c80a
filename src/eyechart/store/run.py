"""A run: a folder with what one model said on one dataset, and what it scored."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs

from eyechart.errors import EyechartError
from eyechart.store.atomic import write_atomic
from eyechart.store.folder import MANIFEST, Dataset, load, read_manifest
from eyechart.store.foreign import decoded, is_file
from eyechart.store.job import job, strangers, typed
from eyechart.store.place import Place, Remote, place

Words = Annotated[str, Meta(max_length=4096, pattern=r"\A[^\x00]*\Z")]
Number = Annotated[int, Meta(ge=1, le=10**12)]

ABOUT, PREDICTIONS, SCORES = "run.json", "predictions.jsonl", "scores.json"


class DatasetGoneError(EyechartError):
    """A run's dataset is not where it was, or another one is."""


class _About(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What run.json says."""

    model: Words
    dataset: Words  # as seen from the run's folder; from the root in those of earlier versions
    fingerprint: Words | None = None  # of the dataset; None in those of earlier versions
    at: Words | None = None  # where the dataset stood, from the root, when the run was last marked or gone on with
    training: Words = ""
    altered: Words = ""
    limit: Number | None = None
    sample: Number = 1
    some: bool = False

    def stood(self) -> Place:
        return place(self.at or self.dataset)

    def told(self) -> str:
        """What must be the same to go on with a run, in words."""
        pictures = f" with pictures {self.altered}" if self.altered else ""
        limit = f", {self.limit:,} questions" if self.limit is not None else ""
        sample = f", sample {self.sample}" if self.sample > 1 else ""
        return f"{self.model} on {self.stood()}{pictures}{limit}{sample}"


class Run(Struct, frozen=True):
    """What one model said on one dataset."""

    folder: Path
    model: str
    dataset: Place  # where it was found
    fingerprint: str  # of the dataset
    training: str = ""  # the condition a trained model was trained under, such as mono or bi (EST-VQA's Table 3)
    altered: str = ""  # how the pictures were altered; empty: not at all
    limit: int | None = None  # how many of the dataset's questions were asked; None: all
    sample: int = 1  # which of several times that the same was asked
    moved: str | None = None  # that the dataset is not where it was, in words; None: it is
    some: bool = False  # not every question was answered, and need not be: people are asked some each

    @property
    def predictions(self) -> Path:
        return self.folder / PREDICTIONS

    @property
    def sitting(self) -> tuple[str, int | None, str]:
        """What was asked: runs that agree in this have answered the same questions about the same pictures."""
        return self.fingerprint, self.limit, self.altered

    def open_dataset(self) -> Dataset:
        return load(self.dataset).limited(self.limit)


class Begun(Struct, frozen=True):
    """When and by what a run was begun; empty where its run.json does not say."""

    started: str = ""  # UTC, to the second
    eyechart: str = ""  # its version
    command: str = ""  # as it was typed; empty: from Python


def start_run(
    folder: str | Path,
    model: str,
    dataset: Dataset,
    *,
    training: str = "",
    altered: str = "",
    sample: int = 1,
    some: bool = False,
) -> Run:
    """Make the folder, or go on with it if it is the same model's on the same questions of the same dataset."""
    home = Path(folder)
    limit = None if dataset.only is None else dataset.manifest.questions
    about = _About(
        model=model,
        dataset=seen_from(home, dataset.folder),
        fingerprint=dataset.manifest.fingerprint,
        at=str(dataset.folder.resolve()),
        training=training,
        altered=altered,
        limit=limit,
        sample=sample,
        some=some,
    )
    with job(home, "predict"):
        if _is_there(home / ABOUT):
            there: _About = decoded(home / ABOUT, _About)
            if not _same(there, about):
                raise EyechartError(f"{folder} holds the run of {there.told()}, not of {about.told()}. Change --out.")
            run = open_run(home, [dataset.folder])
            settle(run)
            return run
        if any(path.name != ABOUT for path in strangers(home)):
            raise EyechartError(f"{folder} is not empty and holds no run. Choose another --out.")
        said = msgspec.to_builtins(about) | msgspec.to_builtins(_begun_now())
        write_atomic(home / ABOUT, msgspec.json.format(msgspec.json.encode(said)))
    return open_run(home)


def _same(there: _About, here: _About) -> bool:
    if there.fingerprint is None:
        there = structs.replace(there, fingerprint=here.fingerprint if there.stood() == here.stood() else "another")
    wanted = ("model", "fingerprint", "altered", "limit", "sample")
    return all(getattr(there, name) == getattr(here, name) for name in wanted)


def seen_from(home: Path, dataset: Place) -> str:
    """From the run's folder, so that both can be moved together; what lies elsewhere has an address."""
    return str(dataset) if isinstance(dataset, Remote) else os.path.relpath(dataset.resolve(), home.resolve())


def settle(run: Run) -> None:
    """Write down where the dataset is now, if it was elsewhere: that it moved is told once."""
    if run.moved is not None:
        path = run.folder / ABOUT
        now = {
            "dataset": seen_from(run.folder, run.dataset),
            "fingerprint": run.fingerprint,
            "at": str(run.dataset.resolve()),
        }
        write_atomic(path, msgspec.json.format(msgspec.json.encode(decoded(path, dict[str, Any]) | now)))


def begun(run: Run) -> Begun:
    return msgspec.json.decode((run.folder / ABOUT).read_bytes(), type=Begun)


def _begun_now() -> Begun:
    return Begun(datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), version("eyechart"), typed())


def _is_there(path: Path) -> bool:
    """A full disk has left some of no bytes at all: these say nothing."""
    return path.exists() and path.stat().st_size > 0


def runs_in(folder: str | Path, datasets: Sequence[str | Place] = ()) -> list[Run]:
    """The run that a folder is, or all that it holds, such as those of an exam."""
    if _is_there(Path(folder) / ABOUT):
        return [open_run(folder, datasets)]
    found = sorted(path.parent for path in Path(folder).rglob(ABOUT) if _is_there(path))
    if not found:
        raise EyechartError(
            f"{folder} is not a run and holds none: there is no {ABOUT} in it. "
            f"Make one with `eyechart predict MODEL DATASET --out {folder}`."
        )
    return [open_run(path, datasets) for path in found]


def named_runs(folders: Sequence[Path], datasets: Sequence[str | Place]) -> list[Run]:
    """All runs of some folders. Each dataset that is named is that of at least one of them."""
    runs = [run for folder in folders for run in runs_in(folder, datasets)]
    for one in map(load, datasets):
        if one.folder.resolve() not in {run.dataset.resolve() for run in runs}:
            theirs = ", ".join(dict.fromkeys(run.fingerprint for run in runs))
            raise EyechartError(
                f"--dataset {one.folder}: no run is on it. Its fingerprint is {one.manifest.fingerprint}, and theirs {theirs}."
            )
    return runs


def open_run(folder: str | Path | Run, datasets: Sequence[str | Place] = ()) -> Run:
    """Open a run's folder and find its dataset, among `datasets` first; a run that is open already stays so."""
    if isinstance(folder, Run):
        return folder
    path = Path(folder) / ABOUT
    if not _is_there(path):
        raise EyechartError(
            f"{folder} is not a run: it has no {ABOUT}. Make one with `eyechart predict MODEL DATASET --out {folder}`."
        )
    about: _About = decoded(path, _About)
    dataset, fingerprint = _found(Path(folder), about, datasets)
    moved = None
    if dataset.resolve() != about.stood().resolve():
        known = "same fingerprint" if about.fingerprint else "and nothing to tell by whether it is the same"
        moved = f"the dataset moved: found at {dataset}, {known}"
    return Run(
        folder=Path(folder),
        model=about.model,
        dataset=dataset,
        fingerprint=fingerprint,
        training=about.training,
        altered=about.altered,
        limit=about.limit,
        sample=about.sample,
        moved=moved,
        some=about.some,
    )


def _is_dataset(folder: Place) -> bool:
    """Also where a run names what no folder can be called."""
    return (folder / MANIFEST).exists() if isinstance(folder, Remote) else is_file(folder / MANIFEST)


def _found(folder: Path, about: _About, datasets: Sequence[str | Place]) -> tuple[Place, str]:
    """Where the run's dataset is, and its fingerprint: among those named, where it was as seen from the run, where it was."""
    own = place(about.dataset)
    seen = own if isinstance(own, Remote) else folder.resolve() / own
    named = datasets if about.fingerprint or len(datasets) == 1 else ()  # of several, only a fingerprint tells which
    places = list(dict.fromkeys(one.resolve() for one in (*map(place, named), seen, about.stood())))
    there = {one: read_manifest(one).fingerprint for one in places if _is_dataset(one)}
    for one, fingerprint in there.items():
        if about.fingerprint in (None, fingerprint):
            return one, fingerprint
    if there:
        one, fingerprint = next(iter(there.items()))
        raise DatasetGoneError(
            f"{folder} is a run on another dataset than {one}: the fingerprint of its own is {about.fingerprint}, and this one "
            f"has {fingerprint}. Say where its own is: --dataset FOLDER"
        )
    looked = " nor ".join(map(str, places))
    raise DatasetGoneError(
        f"The dataset of {folder} is neither at {looked}. Say where it is: --dataset FOLDER"
        if len(places) > 1
        else f"The dataset of {folder} is not at {looked}. Say where it is: --dataset FOLDER"
    )
