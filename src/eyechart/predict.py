"""3b  model + dataset -> predictions, one line each, resumable: what is on disk is never asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from eyechart import registry
from eyechart.calibrate import calibrate
from eyechart.core import Model, Page, Progress
from eyechart.dataset import endless
from eyechart.engines.engine import Engine, engine_of
from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.store.folder import Dataset, load
from eyechart.store.job import job
from eyechart.store.parts import forget, in_parts, join, part_of
from eyechart.store.place import Place, here
from eyechart.store.predictions import append, read_lines
from eyechart.store.run import PREDICTIONS, start_run
from eyechart.talk.alter import altered, in_original
from eyechart.talk.asking import Asking, Speaker
from eyechart.talk.converse import ASKING, BEFOREHAND, REPLIES, converse
from eyechart.talk.knock import knock
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
    sample: int = 1,
    jobs: int | Engine = 1,
    progress: Progress = lambda done, note="": None,
) -> Path:
    """Let the model answer every question of a dataset. A model that learns does so from `train`, or from generated pages.

    `out` is a run's folder; or, if its name ends in .jsonl, a file of predictions and nothing else. It is given back.
    `alter` names an alteration of the pictures (see talk/alter.py). A model that is talked to converses, as `asking`
    says: its replies are kept, and predictions are read from them; `sample` tells the first time that the same is asked from a
    further one, so that it is asked anew. With an engine, or `jobs` above 1, each process has its own
    model and answers the questions of a shard at a time; what comes out is the same.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> run = eyechart.predict("oracle", "data/figures", "runs/oracle")
    >>> eyechart.score(run).overall("answer").mean
    1.0
    """
    spec, engine = model, engine_of(jobs)
    model, dataset, out = make(model, asking), load(dataset), here(out, "predict")
    path = out if out.suffix == ".jsonl" else out / PREDICTIONS
    knock_before(model, [path])
    if path != out:
        training = getattr(model, "training", "")
        path = start_run(out, model.name, dataset, training=training, altered=alter or "", sample=sample).predictions
    with job(path.parent, "predict"):
        if in_parts(path.parent) or (engine.apart and not path.exists() and not (path.parent / REPLIES).exists()):
            _answer_in_parts(spec, asking, dataset, path, train, alter, engine, progress)
        elif isinstance(model, Speaker):
            converse(model, dataset, path, vocabulary_of(dataset), calibrate, alter, progress, sample)
        else:
            _answer(model, dataset, path, partial(_learn, model, dataset, train), alter, progress)
    return out


def knock_before(model: Model, files: Iterable[Path]) -> None:
    """One request to a model that is talked to, before any of these predictions is begun; none if they are all there."""
    if isinstance(model, Speaker) and (model.asking.retry_failed or not all(file.exists() for file in files)):
        knock(model)


def _learn(model: Model, dataset: Dataset, train: str | Path | Iterable[Page] | None) -> None:
    fit = getattr(model, "fit", None)
    if fit is not None:
        lessons = load(train) if isinstance(train, str | Path) else train
        fit(lessons if lessons is not None else training_pages(dataset))


def _answer(
    model: Model, dataset: Dataset, path: Path, learn: Callable[[], None], alter: str | None, progress: Progress
) -> None:
    done = _resume(path)
    progress(len(done))
    if len(done) < dataset.manifest.questions:
        getattr(model, "prepare", lambda dataset: None)(dataset)
        learn()
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


# ---- in parts, each by whoever has it


class _Sitting(Struct, frozen=True):
    """All that a process needs to answer the questions of any shard."""

    model: Any  # its name, or itself
    asking: Asking | None
    dataset: Place
    run: Path
    file: str  # of predictions
    train: str | Path | None
    alter: str | None
    vocabulary: Vocabulary = {}
    calibration: Any = None


def _answer_in_parts(
    model: str | Model,
    asking: Asking | None,
    dataset: Dataset,
    path: Path,
    train: str | Path | Iterable[Page] | None,
    alter: str | None,
    engine: Engine,
    progress: Progress,
) -> None:
    """Each shard's questions in a folder of its own; then all of them in one, as if one process had answered them."""
    if not isinstance(train, str | Path | None):
        raise EyechartError(
            "With an engine, or several jobs, `train` is a dataset's folder: each process reads it itself."
        )
    if dataset.only is not None:
        raise EyechartError("A --limit is for one process: leave out --engine and --jobs.")
    if asking is not None and asking.budget is not None:
        raise EyechartError("A --budget is kept by one process: leave out --engine and --jobs.")
    sitting = _Sitting(model, asking, dataset.folder, path.parent, path.name, train, alter)
    numbers = range(len(dataset.manifest.shards))
    if isinstance(make(model, asking), Speaker):
        [(_, calibration)] = engine.each(partial(_calibrated, sitting), numbers[:1], lambda done: None)
        sitting = structs.replace(sitting, vocabulary=vocabulary_of(dataset), calibration=calibration)
    for _ in engine.each(partial(_answer_part, sitting), numbers, progress):
        pass
    for number in numbers:
        if not (part_of(path.parent, number) / path.name).exists():
            raise EyechartError(
                f"{part_of(path.parent, number)} was written and is not here: by a machine that does not see this folder, perhaps. "
                "Choose an --out that all of them see."
            )
    for name in (REPLIES, BEFOREHAND, path.name):
        join(path.parent, name, numbers)
    settled = part_of(path.parent, 0) / ASKING
    if settled.exists():
        settled.replace(path.parent / ASKING)
    forget(path.parent)


def _calibrated(sitting: _Sitting, number: int, tell: Callable[[int], None]) -> Any:
    """The frame of a model's boxes; None if it is known, from what was asked for or from what has been answered."""
    asking = sitting.asking or Asking()
    if asking.frame != "auto" or (part_of(sitting.run, number) / ASKING).exists():
        return None
    return calibrate(_replica(sitting.model, sitting.asking, sitting.dataset, sitting.train))  # type: ignore[arg-type]


def _answer_part(sitting: _Sitting, number: int, tell: Callable[[int], None]) -> None:
    folder = part_of(sitting.run, number)
    folder.mkdir(parents=True, exist_ok=True)
    model = _replica(sitting.model, sitting.asking, sitting.dataset, sitting.train)
    dataset, path = load(sitting.dataset).part(number, number + 1), folder / sitting.file

    def progress(done: int, note: str = "") -> None:
        tell(done)

    if isinstance(model, Speaker):
        found = lambda model, **how: sitting.calibration  # noqa: E731 - found out once, for all parts
        converse(model, dataset, path, sitting.vocabulary, found, sitting.alter, progress)
    else:
        _answer(model, dataset, path, lambda: None, sitting.alter, progress)


@lru_cache(maxsize=1)
def _replica(model: Any, asking: Asking | None, dataset: Place, train: str | Path | None) -> Model:
    """The model of this process, made and taught once, however many shards it answers."""
    made = make(model, asking)
    _learn(made, load(dataset), train)
    return made


def training_pages(dataset: Dataset) -> Iterator[Page]:
    """Pages of the training split with the settings of the dataset; never those of the dataset itself."""
    return iter(endless(dataset.family, dataset.settings, *_training(dataset), TRAINING_PAGES))


def _training(dataset: Dataset) -> tuple[str, int]:
    """The split and the seed of training pages."""
    m = dataset.manifest
    first = next(iter(dataset.family.splits))
    return first, TRAINING_SEED if m.split != first or m.seed != TRAINING_SEED else TRAINING_SEED + 1


def vocabulary_of(dataset: Dataset) -> Vocabulary:
    """Which labels evidence carries, from generated training pages; empty where evidence is regions."""
    first = next(iter(dataset.questions()), None)
    if first is None or first.evidence is None or not first.evidence.labels:
        return {}
    if dataset.manifest.release:
        return _labels(dataset)
    return vocabulary_for(dataset.family.name, msgspec.json.encode(dataset.settings), *_training(dataset))


@cache
def vocabulary_for(family: str, settings: bytes, split: str, seed: int) -> Vocabulary:
    """The labels of a family's pages with these settings, as JSON. Pages are drawn for it: once is enough."""
    made = registry.get("families", family)
    return _labels(endless(made, msgspec.json.decode(settings, type=made.settings), split, seed))


def _labels(pages: Iterable[Page]) -> Vocabulary:
    values: dict[str, dict[str, None]] = {}
    for page in islice(pages, LABELLED_PAGES):
        for q in page.questions:
            for key, value in q.evidence.labels.items() if q.evidence else ():
                values.setdefault(key, {})[value] = None
    return {key: sorted(some) for key, some in values.items()}
