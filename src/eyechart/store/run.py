"""A run: a folder with what one model said on one dataset, and what it scored."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from eyechart.errors import EyechartError
from eyechart.store.atomic import write_atomic
from eyechart.store.folder import Dataset, load
from eyechart.store.foreign import decoded
from eyechart.store.job import job, strangers, typed
from eyechart.store.place import Place, place

Words = Annotated[str, Meta(max_length=4096, pattern=r"\A[^\x00]*\Z")]

ABOUT, PREDICTIONS, SCORES = "run.json", "predictions.jsonl", "scores.json"


class _About(Struct, frozen=True):
    """What run.json says."""

    model: Words
    dataset: Words
    training: Words = ""
    altered: Words = ""


class Run(Struct, frozen=True):
    """What one model said on one dataset."""

    folder: Path
    model: str
    dataset: Place
    training: str = ""  # the condition a trained model was trained under, such as mono or bi (EST-VQA's Table 3)
    altered: str = ""  # how the pictures were altered; empty: not at all

    @property
    def predictions(self) -> Path:
        return self.folder / PREDICTIONS

    def open_dataset(self) -> Dataset:
        return load(self.dataset)


class Begun(Struct, frozen=True):
    """When and by what a run was begun; empty where its run.json does not say."""

    started: str = ""  # UTC, to the second
    eyechart: str = ""  # its version
    command: str = ""  # as it was typed; empty: from Python


def start_run(folder: str | Path, model: str, dataset: Dataset, *, training: str = "", altered: str = "") -> Run:
    """Make the folder, or go on with it if it is the same model's on the same dataset."""
    run = Run(Path(folder), model, dataset.folder.resolve(), training, altered)
    with job(run.folder, "predict"):
        if _is_there(run.folder / ABOUT):
            there = open_run(run.folder)
            if (there.model, there.dataset, there.altered) != (run.model, run.dataset, run.altered):
                raise EyechartError(
                    f"{folder} holds the run of {there.model} on {there.dataset}, not of {model} on {run.dataset}. Change --out."
                )
            return run
        if any(path.name != ABOUT for path in strangers(run.folder)):
            raise EyechartError(f"{folder} is not empty and holds no run. Choose another --out.")
        more = {key: value for key, value in (("training", training), ("altered", altered)) if value}
        said = {"model": model, "dataset": str(run.dataset)} | more | msgspec.to_builtins(_begun_now())
        write_atomic(run.folder / ABOUT, msgspec.json.format(msgspec.json.encode(said)))
    return run


def begun(run: Run) -> Begun:
    return msgspec.json.decode((run.folder / ABOUT).read_bytes(), type=Begun)


def _begun_now() -> Begun:
    return Begun(datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), version("eyechart"), typed())


def _is_there(path: Path) -> bool:
    """A full disk has left some of no bytes at all: these say nothing."""
    return path.exists() and path.stat().st_size > 0


def runs_in(folder: str | Path) -> list[Run]:
    """The run that a folder is, or all that it holds, such as those of an exam."""
    if _is_there(Path(folder) / ABOUT):
        return [open_run(folder)]
    found = sorted(path.parent for path in Path(folder).rglob(ABOUT))
    if not found:
        raise EyechartError(f"{folder} is no run and holds none: there is no {ABOUT} in it.")
    return [open_run(path) for path in found]


def open_run(folder: str | Path | Run) -> Run:
    """Open a run's folder; a run that is open already stays so."""
    if isinstance(folder, Run):
        return folder
    path = Path(folder) / ABOUT
    if not _is_there(path):
        raise EyechartError(
            f"{folder} is not a run: it has no {ABOUT}. Make one with `eyechart predict MODEL DATASET --out {folder}`."
        )
    about: _About = decoded(path, _About)
    return Run(Path(folder), about.model, place(about.dataset), about.training, about.altered)
