"""3b  model + dataset -> predictions, one line each, resumable: what is on disk is never asked again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Protocol

from eyechart.asking import Speaker
from eyechart.core import Model, Page, Question
from eyechart.dataset import Dataset, Endless
from eyechart.errors import EyechartError
from eyechart.predictions import append, read_lines

BATCH = 256  # questions
TRAINING_PAGES = 500  # enough for a prior over templates
TRAINING_SEED = 0


class Progress(Protocol):
    def __call__(self, done: int, note: str = "") -> None: ...


def predict(
    model: Model,
    dataset: Dataset,
    out: str | Path,
    *,
    train: Iterable[Page] | None = None,
    alter: str = "",
    progress: Progress = lambda done, note="": None,
) -> Path:
    """Let the model answer every question of a dataset. A model that learns does so from `train`, or from generated pages.

    `alter` names an alteration of the pictures (see alter.py). A model that is talked to converses: its replies are
    kept, and predictions are read from them.
    """
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    if alter:
        from eyechart.alter import altered, in_original
    if isinstance(model, Speaker):
        from eyechart.converse import converse

        converse(model, dataset, path, alter, progress)
        return path
    done = _resume(path)
    progress(len(done))
    fit = getattr(model, "fit", None)
    if fit is not None and len(done) < dataset.manifest.questions:
        fit(train if train is not None else training_pages(dataset))
    count = len(done)
    with path.open("a", encoding="utf-8") as file:
        for batch in _batches(q for q in dataset.questions() if q.id not in done):
            predictions = model.answer([altered(q, alter) for q in batch] if alter else batch)
            if [p.question for p in predictions] != [q.id for q in batch]:
                raise EyechartError(f"Model {model.name} must give one prediction for each question, in their order.")
            append(
                file,
                [in_original(p, q, alter) for p, q in zip(predictions, batch, strict=True)] if alter else predictions,
            )
            count += len(batch)
            progress(count)
    return path


def _resume(path: Path) -> set[str]:
    """Ids already answered. A line cut off by a kill is removed, so that the next one starts clean."""
    if not path.exists():
        return set()
    done = {p.question for p in read_lines(path)}
    with path.open("rb+") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)
    return done


def _batches(questions: Iterator[Question]) -> Iterator[list[Question]]:
    while batch := list(islice(questions, BATCH)):
        yield batch


def training_pages(dataset: Dataset) -> Iterator[Page]:
    """Pages of the training split with the settings of the dataset; never those of the dataset itself."""
    m = dataset.manifest
    first = next(iter(dataset.family.splits))
    seed = TRAINING_SEED if m.split != first or m.seed != TRAINING_SEED else TRAINING_SEED + 1
    return islice(iter(Endless(dataset.family, dataset.settings, first, seed)), TRAINING_PAGES)
