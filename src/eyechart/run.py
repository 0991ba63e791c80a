"""A run: a folder with what one model said on one dataset, and what it scored."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from eyechart.dataset import Dataset, load
from eyechart.errors import EyechartError
from eyechart.score import Scores, score

ABOUT, PREDICTIONS, SCORES = "run.json", "predictions.jsonl", "scores.json"


class Run(Struct, frozen=True):
    folder: Path
    model: str
    dataset: Path
    training: str = ""  # the condition a trained model was trained under, such as mono or bi (EST-VQA's Table 3)
    altered: str = ""  # how the pictures were altered; empty: not at all

    @property
    def predictions(self) -> Path:
        return self.folder / PREDICTIONS

    def open_dataset(self) -> Dataset:
        return load(self.dataset)


def start_run(folder: str | Path, model: str, dataset: Dataset, *, training: str = "", altered: str = "") -> Run:
    """Make the folder, or go on with it if it is the same model's on the same dataset."""
    run = Run(Path(folder), model, dataset.folder.resolve(), training, altered)
    about = run.folder / ABOUT
    if about.exists():
        there = open_run(run.folder)
        if (there.model, there.dataset, there.altered) != (run.model, run.dataset, run.altered):
            raise EyechartError(
                f"{folder} holds the run of {there.model} on {there.dataset}, not of {model} on {run.dataset}. Change --out."
            )
        return run
    if run.folder.exists() and any(run.folder.iterdir()):
        raise EyechartError(f"{folder} is not empty and holds no run. Choose another --out.")
    run.folder.mkdir(parents=True, exist_ok=True)
    more = {key: value for key, value in (("training", training), ("altered", altered)) if value}
    said = {"model": model, "dataset": str(run.dataset)} | more
    about.write_bytes(msgspec.json.format(msgspec.json.encode(said)))
    return run


def open_run(folder: str | Path) -> Run:
    path = Path(folder) / ABOUT
    if not path.exists():
        raise EyechartError(
            f"{folder} is not a run: it has no {ABOUT}. Make one with `eyechart predict MODEL DATASET --out {folder}`."
        )
    try:
        about = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
        more = {key: about.get(key, "") for key in ("training", "altered")}
        return Run(Path(folder), about["model"], Path(about["dataset"]), **more)
    except (msgspec.MsgspecError, KeyError) as error:
        raise EyechartError(f"{path} cannot be understood: {error}.") from error


def score_run(run: Run) -> Scores:
    """Mark a run and keep its scores beside it."""
    scores = score(run.open_dataset(), run.predictions, run.model)
    part = run.folder / f"{SCORES}.part"
    part.write_bytes(msgspec.json.format(msgspec.json.encode(scores)))
    part.rename(run.folder / SCORES)
    return scores
