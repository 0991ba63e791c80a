"""3b  model + dataset -> predictions, one line each, resumable: what is on disk is never asked again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar

from eyechart.calibrate import calibrate
from eyechart.core import Model, Page, Progress
from eyechart.dataset import endless
from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.store.folder import Dataset, load
from eyechart.store.job import job
from eyechart.store.predictions import append, read_lines
from eyechart.store.run import start_run
from eyechart.talk.alter import altered, in_original
from eyechart.talk.asking import Asking, Speaker
from eyechart.talk.converse import converse
from eyechart.talk.prompts import Vocabulary

T = TypeVar("T")
BATCH = 256  # questions
TRAINING_PAGES = 500  # enough for a prior over templates
TRAINING_SEED = 0
LABELLED_PAGES = 200  # looked at to learn which labels there are


def predict(
    model: str | Model,
    dataset: str | Path | Dataset,
    out: str | Path,
    *,
    train: str | Path | Iterable[Page] | None = None,
    alter: str | None = None,
    asking: Asking | None = None,
    progress: Progress = lambda done, note="": None,
) -> Path:
    """Let the model answer every question of a dataset. A model that learns does so from `train`, or from generated pages.

    `out` is a run's folder; or, if its name ends in .jsonl, a file of predictions and nothing else. It is given back.
    `alter` names an alteration of the pictures (see talk/alter.py). A model that is talked to converses, as `asking`
    says: its replies are kept, and predictions are read from them.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> run = eyechart.predict("oracle", "data/figures", "runs/oracle")
    >>> eyechart.score(run).overall("answer").mean
    1.0
    """
    model, dataset, out = make(model, asking), load(dataset), Path(out)
    path = out
    if out.suffix != ".jsonl":
        training = getattr(model, "training", "")
        path = start_run(out, model.name, dataset, training=training, altered=alter or "").predictions
    with job(path.parent, "predict"):
        if isinstance(model, Speaker):
            converse(model, dataset, path, vocabulary_of(dataset), calibrate, alter, progress)
        else:
            lessons = load(train) if isinstance(train, str | Path) else train
            _answer(model, dataset, path, lessons, alter, progress)
    return out


def _answer(
    model: Model, dataset: Dataset, path: Path, train: Iterable[Page] | None, alter: str | None, progress: Progress
) -> None:
    done = _resume(path)
    progress(len(done))
    prepare = getattr(model, "prepare", None)
    if prepare is not None and len(done) < dataset.manifest.questions:
        prepare(dataset)
    fit = getattr(model, "fit", None)
    if fit is not None and len(done) < dataset.manifest.questions:
        fit(train if train is not None else training_pages(dataset))
    count = len(done)
    with path.open("a", encoding="utf-8") as file:
        left = ((q, altered(q, alter, page.where)) for page in dataset for q in page.questions if q.id not in done)
        for batch in _batches(left):
            predictions = model.answer([shown for _, shown in batch])
            if [p.question for p in predictions] != [q.id for q, _ in batch]:
                raise EyechartError(f"Model {model.name} must give one prediction for each question, in their order.")
            append(file, [in_original(p, q, alter) for p, (q, _) in zip(predictions, batch, strict=True)])
            count += len(batch)
            progress(count)


def _resume(path: Path) -> set[str]:
    """Ids already answered. A line cut off by a kill is removed, so that the next one starts clean."""
    if not path.exists():
        return set()
    done = {p.question for p in read_lines(path)}
    with path.open("rb+") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)
    return done


def _batches(questions: Iterator[T]) -> Iterator[list[T]]:
    while batch := list(islice(questions, BATCH)):
        yield batch


def training_pages(dataset: Dataset) -> Iterator[Page]:
    """Pages of the training split with the settings of the dataset; never those of the dataset itself."""
    m = dataset.manifest
    first = next(iter(dataset.family.splits))
    seed = TRAINING_SEED if m.split != first or m.seed != TRAINING_SEED else TRAINING_SEED + 1
    return iter(endless(dataset.family, dataset.settings, first, seed, TRAINING_PAGES))


def vocabulary_of(dataset: Dataset) -> Vocabulary:
    """Which labels evidence carries, from generated training pages; empty where evidence is regions."""
    first = next(iter(dataset.questions()), None)
    if first is None or first.evidence is None or not first.evidence.labels:
        return {}
    values: dict[str, dict[str, None]] = {}
    pages = islice(dataset if dataset.manifest.release else training_pages(dataset), LABELLED_PAGES)
    for page in pages:
        for q in page.questions:
            for key, value in q.evidence.labels.items() if q.evidence else ():
                values.setdefault(key, {})[value] = None
    return {key: sorted(some) for key, some in values.items()}
