"""1  family + seed -> a dataset on disk: sharded, resumable, the same bytes whoever makes them and however often killed."""

from __future__ import annotations

import gc
import multiprocessing
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from eyechart import registry, shards
from eyechart.card import card
from eyechart.core import Family, Page
from eyechart.dataset import CARD, MANIFEST, REQUEST, SHARD, Dataset, Manifest, Shard, finish, load, versions
from eyechart.errors import EyechartError, unknown
from eyechart.garbage import uncollected
from eyechart.page import page
from eyechart.settings import settings_for

Progress = Callable[[int], None]  # told how many pages are done


class Request(Struct, frozen=True, kw_only=True):
    """All that the bytes of a dataset depend on, as it stands in generate.json until the dataset is finished."""

    family: str
    family_version: int
    split: str
    seed: int
    count: int
    preset: str
    settings: dict[str, Any]


def generate(
    family: str,
    out: str | Path,
    *,
    split: str = "train",
    count: int,
    seed: int = 0,
    preset: str | None = None,
    changes: Mapping[str, Any] | None = None,
    jobs: int = 1,
    progress: Progress = lambda done: None,
) -> Dataset:
    """Write `count` pages to a folder. Killed, it goes on where it stopped when called again with the same arguments.

    With `jobs` above 1 call it under `if __name__ == "__main__":`, as for any process pool.
    """
    found: Family = registry.get("families", family)
    if split not in found.splits:
        raise unknown(f"split of {family}", split, found.splits)
    if count < 1:
        raise EyechartError(f"--count {count}: a dataset has at least one image.")
    settings = settings_for(found, preset, changes)
    request = Request(
        family=family,
        family_version=found.version,
        split=split,
        seed=seed,
        count=count,
        preset=preset or next(iter(found.presets)),
        settings=msgspec.to_builtins(settings),
    )
    folder = Path(out)
    if _claim(folder, request):
        return load(folder)
    try:
        made = _make_shards(folder, request, jobs, progress)
    except OSError as error:
        raise _disk_error(folder, error) from error
    manifest = Manifest(
        family=family,
        family_version=found.version,
        split=split,
        seed=seed,
        preset=request.preset,
        settings=request.settings,
        images=sum(shard.images for shard in made),
        questions=sum(shard.questions for shard in made),
        licence=found.licence,
        versions=versions(),
        shards=tuple(made),
    )
    finish(folder, manifest, {CARD: card(found, manifest)})
    (folder / REQUEST).unlink(missing_ok=True)
    return load(folder)


def _claim(folder: Path, request: Request) -> bool:
    """True if the folder holds this dataset already. Otherwise it is ours to fill; another's is left alone."""
    mark = folder / REQUEST
    if (folder / MANIFEST).exists():
        there = load_request(folder)
        _same(folder, there, request)
        if all((folder / shard.file).exists() for shard in _manifest(folder).shards):
            return True
        (folder / MANIFEST).unlink()  # a shard was deleted, to be made anew
    elif mark.exists():
        _same(folder, msgspec.json.decode(mark.read_bytes(), type=Request), request)
    elif folder.exists() and any(folder.iterdir()):
        raise EyechartError(f"{folder} is not empty and holds no dataset of ours. Choose another --out.")
    try:
        (folder / "data").mkdir(parents=True, exist_ok=True)
        part = mark.with_name(mark.name + ".part")
        part.write_bytes(msgspec.json.encode(request))
        part.rename(mark)
        for stray in (folder / "data").glob("*.part"):
            stray.unlink()
    except OSError as error:
        raise _disk_error(folder, error) from error
    return False


def _manifest(folder: Path) -> Manifest:
    return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)


def load_request(folder: Path) -> Request:
    """What the dataset in this folder was asked for with."""
    m = _manifest(folder)
    return Request(
        family=m.family,
        family_version=m.family_version,
        split=m.split,
        seed=m.seed,
        count=m.images,
        preset=m.preset,
        settings=m.settings,
    )


def _same(folder: Path, there: Request, here: Request) -> None:
    there, here = (msgspec.json.decode(msgspec.json.encode(r), type=Request) for r in (there, here))
    for name in Request.__struct_fields__:
        a, b = getattr(there, name), getattr(here, name)
        if a != b:
            if isinstance(a, dict):
                name, a, b = next((f"setting {k}", a.get(k), b.get(k)) for k in {**a, **b} if a.get(k) != b.get(k))
            raise EyechartError(
                f"{folder} holds another dataset: {name} is {a} there and {b} here. Choose another --out."
            )


def _disk_error(folder: Path, error: OSError) -> EyechartError:
    free = ""
    if folder.exists():
        free = f" ({shutil.disk_usage(folder).free / 1e9:.1f} GB free)"
    return EyechartError(
        f"Cannot write to {folder}: {error.strerror or error}{free}. What is finished stays; "
        "make room and run the same command again."
    )


# ---- shards, here or in a pool


def _make_shards(folder: Path, request: Request, jobs: int, progress: Progress) -> list[Shard]:
    numbers = range((request.count + SHARD - 1) // SHARD)
    todo = [n for n in numbers if not (folder / _name(n)).exists()]
    made = {n: _existing(folder, n) for n in numbers if n not in set(todo)}
    done = sum(shard.images for shard in made.values())
    progress(done)
    if min(jobs, len(todo)) <= 1:
        for n in todo:
            made[n] = make_shard(folder, request, n, _beyond(done, progress))
            done += made[n].images
    else:
        made |= _in_pool(folder, request, todo, jobs, _beyond(done, progress))
    return [made[n] for n in numbers]


def _beyond(before: int, progress: Progress) -> Progress:
    """Told of more images, it tells of them with those that were there before."""
    return lambda images: progress(before + images)


def _name(number: int) -> str:
    return f"data/{number:05d}.parquet"


def _existing(folder: Path, number: int) -> Shard:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / _name(number)
    try:
        with pq.ParquetFile(path) as file:
            column = file.read(columns=["questions.list.element.id"]).column("questions")
            questions = sum(len(chunk.flatten()) for chunk in column.chunks)
            images = file.metadata.num_rows
    except (pa.ArrowException, OSError) as error:
        raise shards.broken(path, error) from error
    return Shard(_name(number), images, questions, shards.file_digest(path))


def make_shard(folder: Path, request: Request, number: int, progress: Progress) -> Shard:
    """One file of at most 1,000 pages."""
    family: Family = registry.get("families", request.family)
    pages = _pages(family, request, number, progress)
    with uncollected():
        images, questions, digest = shards.write_shard(folder / _name(number), pages, family.facets)
    gc.collect()
    return Shard(_name(number), images, questions, digest)


def _pages(family: Family, request: Request, number: int, progress: Progress) -> Iterator[Page]:
    settings = settings_for(family, request.preset, request.settings)
    start = number * SHARD
    for index in range(start, min(start + SHARD, request.count)):
        yield page(family, settings, request.split, request.seed, index)
        progress(index - start + 1)


_shared: dict[str, Any] = {}  # of the pool's processes: pages drawn so far, and whether to stop


def _set_up_worker(counter: Any, stop: Any) -> None:
    _shared.update(counter=counter, stop=stop)


def _work(folder: Path, request: Request, number: int) -> Shard:
    counter, stop = _shared["counter"], _shared["stop"]

    def count(_: int) -> None:
        with counter.get_lock():
            counter.value += 1
        if stop.is_set():
            raise CancelledError

    return make_shard(folder, request, number, count)


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Processes inherit what their parent ignores, from their first moment on."""
    if threading.current_thread() is not threading.main_thread():  # only there can it be set
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _in_pool(folder: Path, request: Request, todo: list[int], jobs: int, progress: Progress) -> dict[int, Shard]:
    context = multiprocessing.get_context("spawn")  # a forked Skia or Arrow may hang
    counter, stop = context.Value("q", 0), context.Event()
    made: dict[int, Shard] = {}
    with ProcessPoolExecutor(min(jobs, len(todo)), context, _set_up_worker, (counter, stop)) as pool:
        with _ctrl_c_ignored():  # by the processes that start here: it reaches the parent, which tells them by `stop`
            waiting: dict[Future[Shard], int] = {pool.submit(_work, folder, request, n): n for n in todo}
        try:
            while waiting:
                finished, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in finished:
                    made[waiting.pop(future)] = future.result()
                progress(counter.value)
        except BrokenProcessPool as error:
            raise EyechartError(
                f"A process that wrote to {folder} was killed, perhaps for want of memory. What is finished stays; "
                "run the same command again, with fewer --jobs if it happens again."
            ) from error
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
    return made
