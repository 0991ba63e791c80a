"""3a  network + dataset -> a trained network in a folder: resumable to the bit, stopped at will, the best so far kept."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from eyechart import registry
from eyechart.core import Progress
from eyechart.dataset import Endless, endless
from eyechart.engines.engine import Engine
from eyechart.errors import EyechartError
from eyechart.models.learning import folder as trained
from eyechart.models.learning import ocr_tokens
from eyechart.models.learning.features import known, sight_of
from eyechart.models.learning.inputs import Reading
from eyechart.models.learning.knowledge import shelf_at
from eyechart.models.learning.network import Facts, Network
from eyechart.models.learning.reading import Reader, facts_of
from eyechart.models.learning.regions import finder_of
from eyechart.seeding import rng_for
from eyechart.settings import settings_for
from eyechart.store import place
from eyechart.store.folder import Dataset, load
from eyechart.store.job import Job, difference, job
from eyechart.train.lessons import Lessons, Source

HELD_OUT = 0.1  # of the training pages, where nothing else is named to validate on
FAR = 10**9  # pages of an endless dataset from there on are validated on
ENDLESS_PAGES = 200  # of an endless dataset: so many to learn facts from, and to validate on
VERSIONS = ("eyechart", "torch", "numpy", "safetensors")


def train(
    network: str | Network,
    dataset: str | Path | Source,
    out: str | Path,
    *,
    validate: str | Path | Source | None = None,
    preset: str = "mini",
    changes: Mapping[str, Any] | None = None,
    seed: int = 0,
    minutes: float | None = None,
    engine: Engine | None = None,
    progress: Progress = lambda done, note="": None,
) -> Path:
    """Train a network on a dataset's folder, or on a family's endless pages. Killed, it goes on where it stopped.

    Without `validate` a tenth of the pages is held out. After `minutes`, or by Ctrl-C, the best so far is kept, and the
    same call goes on from there. The folder is a model: `eyechart.predict("trained:FOLDER", …)`. With an engine that can
    (`Wanted(engine="ray", jobs=2).made()`) several processes of a cluster train together; how it goes is then not told.

    >>> made = eyechart.generate("figures", "data/train", count=4)
    >>> eyechart.train("text-only", "data/train", "models/text-only", changes={"steps": 2}).name  # doctest: +SKIP
    'text-only'
    """
    found: Network = registry.get("networks", network) if isinstance(network, str) else network
    settings = found.settings_of(preset, changes or {})
    source = opened(dataset)
    others = opened(validate) if validate is not None else source
    lesson = trained.Lesson(
        network=found.name,
        preset=preset,
        settings=msgspec.to_builtins(settings),
        seed=seed,
        data=data_of(source),
        validated=data_of(others),
    )
    folder = place.here(out, "train")
    if _is_finished(folder, lesson):
        return folder
    if engine is not None and engine.apart:
        if engine.together is None:
            raise EyechartError(
                f"Engine {engine.name} trains in one process. Add --engine ray, or type: torchrun (docs/train.md)."
            )
        given = {"validate": _named(validate), "preset": preset, "changes": changes, "seed": seed, "minutes": minutes}
        engine.together(partial(train, network, _named(dataset), folder, **given))
        return folder
    from eyechart.train.machine import machine

    with machine() as here, _at_work(folder, lesson, here.is_first) as work, stopped(minutes) as enough:
        if settings.parallel % here.world:
            raise EyechartError(f"parallel={settings.parallel} batches cannot be shared by {here.world} processes.")
        shelf = shelf_at(getattr(settings, "knowledge", ""))
        facts = facts_of(found, islice(_some(source), found.survey), lesson.data.told, shelf)
        sight = sight_of(found, settings)
        if sight is not None:
            with here.first():
                for one in (source, others):
                    _have_features(sight, one, lambda pages: progress(0, f"features of {pages:,} pages"))
            facts = msgspec.structs.replace(facts, features=sight.shape)
        texts = ocr_tokens.texts_of(settings)
        if texts is not None:
            with here.first():
                for one in (source, others):
                    _have_texts(texts, one, lambda pages: progress(0, f"texts of {pages:,} pages"))
        finder = finder_of(getattr(settings, "boxes", ""))
        reader = Reader(found, Reading(facts, getattr(settings, "side", 0), sight, texts, finder, shelf))
        course = course_of(lesson, reader, settings, (source, others), here, enough)
        return _taught(course, lesson, facts, work, progress)


def opened(data: str | Path | Source) -> Source:
    """A folder; or a family's name, for pages of its first split without end."""
    if isinstance(data, Endless | Dataset):
        return data
    if str(data) in registry.names("families") and not Path(data).is_dir():
        family = registry.get("families", str(data))
        return endless(family, settings_for(family), next(iter(family.splits)), 0)
    return load(data)


def _named(data: Any) -> Any:
    """For a process elsewhere, which opens a folder itself."""
    return data.folder if isinstance(data, Dataset) else data


def data_of(source: Source) -> trained.Data:
    if isinstance(source, Endless):
        return trained.Data(source.about, source.fingerprint)
    return trained.Data(source.manifest.told(), source.manifest.fingerprint)


def _some(source: Source) -> Iterator[Any]:
    """Pages to learn facts from; of what has no end, some hundred."""
    return islice(source, ENDLESS_PAGES) if _is_without_end(source) else iter(source)


def _is_without_end(source: Source) -> bool:
    return isinstance(source, Endless) and source.count is None


def _have_features(sight: Any, source: Source, progress: Callable[[int], None]) -> None:
    if isinstance(source, Dataset):  # those of pages that are made on the spot are computed on the spot too
        known(sight, source, progress)


def _have_texts(texts: ocr_tokens.Texts, source: Source, progress: Callable[[int], None]) -> None:
    if isinstance(source, Dataset):
        ocr_tokens.known(texts, source, progress)


def divided(source: Source, others: Source) -> tuple[range | None, range]:
    """Which pages are learnt from, and which are validated on."""
    if others is not source:
        end = range(ENDLESS_PAGES) if _is_without_end(others) else range(len(others))
        return (None if _is_without_end(source) else range(len(source))), end
    if _is_without_end(source):
        return None, range(FAR, FAR + ENDLESS_PAGES)
    held_out = max(1, round(HELD_OUT * len(source)))
    if held_out == len(source):
        raise EyechartError("One page cannot be learnt from and validated on. Name another dataset with --validate.")
    return range(len(source) - held_out), range(len(source) - held_out, len(source))


def course_of(
    lesson: trained.Lesson,
    reader: Reader,
    settings: Any,
    sources: tuple[Source, Source],
    here: Any,
    enough: Callable[[], bool],
) -> Any:
    import torch

    from eyechart.train.loop import Course

    pages, held_out = divided(*sources)
    torch.manual_seed(rng_for("weights", lesson.seed).bits())
    module = here.ready(reader.network.build(settings, reader.reading.facts))
    lessons = Lessons(sources[0], pages, reader, settings, lesson.seed, vary=True)
    looks = Lessons(sources[1], held_out, reader, settings, lesson.seed, vary=False)
    return Course(settings, module, lessons, looks, here, lesson.seed, enough)


def _taught(course: Any, lesson: trained.Lesson, facts: Facts, work: Job, progress: Progress) -> Path:
    """Run the loop, and write what came of it."""
    from importlib.metadata import version

    from eyechart.models.learning.layers import parameters
    from eyechart.train.loop import loop, validate
    from eyechart.train.state import Checkpoint

    folder, checkpoint = place.here(work.folder, work.verb), Checkpoint(work)
    state = loop(course, checkpoint, progress)
    finished = state.step >= course.settings.steps or 0 < course.settings.patience <= state.waited
    if course.machine.is_first:
        about = trained.Trained(
            lesson=lesson,
            facts=facts,
            steps=state.step,
            best=state.best_step if state.best_weights else state.step,
            accuracy=state.best if state.best_weights else validate(course, state.step),
            parameters=parameters(course.module),
            finished=finished,
            versions={name: version(name) for name in VERSIONS},
        )
        trained.write(folder, about, state.best_weights or course.module.state_dict(), state.table())
        if finished:
            checkpoint.remove()
            work.end()
    course.machine.wait()  # so that all find the same in the folder when they are called again
    return folder


@contextmanager
def _at_work(folder: Path, lesson: trained.Lesson, is_first: bool) -> Iterator[Job]:
    """The first of several processes holds the lock and writes; the others read what it wrote before."""
    if not is_first:
        yield Job(folder, "train")
        return
    with job(folder, "train") as work:
        work.begin(lesson, ours=(folder / trained.ABOUT).exists())
        yield work


def _is_finished(folder: Path, lesson: trained.Lesson) -> bool:
    """Another's is left alone."""
    if not (folder / trained.ABOUT).exists():
        return False
    there = trained.read(folder)
    if change := difference(there.lesson, lesson):
        raise EyechartError(f"{folder} holds another network: {change}. Choose another --out.")
    return there.finished


@contextmanager
def stopped(minutes: float | None) -> Iterator[Callable[[], bool]]:
    """Is it enough? After so many minutes, or by Ctrl-C, which is heeded between two updates; a second one ends at once."""
    end = None if minutes is None else time.monotonic() + 60 * minutes
    pressed = threading.Event()

    def press(number: int, frame: object) -> None:
        pressed.set()
        signal.signal(signal.SIGINT, before)

    def enough() -> bool:
        return pressed.is_set() or (end is not None and time.monotonic() >= end)

    if threading.current_thread() is not threading.main_thread():  # only there can it be heeded
        yield enough
        return
    before = signal.signal(signal.SIGINT, press)
    try:
        yield enough
    finally:
        signal.signal(signal.SIGINT, before)
