"""How a folder stands: what is done, what is left, what is broken, and what to type next. Nothing in it is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from eyechart import registry
from eyechart.errors import EyechartError
from eyechart.models.learning import folder as trained
from eyechart.store import features, filling
from eyechart.store.folder import MANIFEST, Manifest, Shard, read_manifest
from eyechart.store.foreign import TRIPS
from eyechart.store.job import About, Job, about, damaged, made, strangers
from eyechart.store.lock import holder
from eyechart.store.parts import in_parts, parts_of
from eyechart.store.place import Place, Remote, place
from eyechart.store.predictions import read_lines
from eyechart.store.run import ABOUT, PREDICTIONS, SCORES, DatasetGoneError, begun, open_run
from eyechart.talk.converse import REPLIES, read_replies

State = Literal["finished", "running", "stopped", "broken", "nothing"]
SHOWN = 20  # broken things told in words; the rest are counted
DEPTH = 4  # folders below one another that are looked into
REPORT = "report.html"
WORST: tuple[State, ...] = ("broken", "stopped", "running", "finished", "nothing")


class Status(Struct, frozen=True, kw_only=True):
    """Of one folder; an exam, or any folder of folders, has those `within` it."""

    folder: str
    what: str  # a dataset, a run, an export …
    state: State
    done: str = ""  # in words, with their units
    left: str = ""
    broken: tuple[str, ...] = ()
    by: str = ""  # who is at work
    type: str = ""  # what to type next
    within: tuple[Status, ...] = ()


def status(folder: str | Path | Remote, progress: Callable[[str], None] = lambda what: None) -> Status:
    """Look at a folder of any verb, finished or not. Every file that has a checksum is read and held against it.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> found = eyechart.status("data/figures")
    >>> found.state, found.done, found.left
    ('finished', '3 images in 1 shard', '')
    """
    where = place(folder)
    if not where.is_dir():
        raise EyechartError(f"No folder {where}. Name one that a verb writes to: a dataset, a run, an exam, an export.")
    found = _unit(where, progress)
    return found if found is not None else _of_several(where, tuple(_below(where, progress, DEPTH)))


def lines(found: Status) -> Iterator[str]:
    """How a folder stands, for the terminal; and each that is within it, further in."""
    yield f"{found.folder}: {found.state}, {found.what}"
    broken = list(found.broken[:SHOWN])
    if len(found.broken) > SHOWN:
        broken.append(f"and {len(found.broken) - SHOWN:,} more")
    rows = (("at work", found.by), ("done", found.done), ("left", found.left), *(("broken", one) for one in broken))
    for name, value in (*rows, ("type", found.type)):
        if value:
            yield f"  {name:<8} {value}"
    for one in found.within:
        yield from (f"  {line}" for line in lines(one))


def _unit(folder: Place, progress: Callable[[str], None]) -> Status | None:
    """A folder that is one thing; None if it is not, or none of ours."""
    progress(f"looking at {folder}")
    return next((found for kind in UNITS if (found := kind(folder)) is not None), None)


def _below(folder: Place, progress: Callable[[str], None], depth: int) -> Iterator[Status]:
    if depth and not isinstance(folder, Remote):
        for path in sorted(folder.iterdir()):
            if path.is_dir() and not path.name.startswith("."):
                found = _unit(path, progress)
                yield from (found,) if found is not None else _below(path, progress, depth - 1)


# ---- datasets


def _of_dataset(folder: Place) -> Status | None:
    finished, begun_by = (folder / MANIFEST).exists(), about(folder)
    if not finished and (begun_by is None or begun_by.verb not in ("generate", "convert")):
        return None
    try:
        manifest = read_manifest(folder) if finished else None
    except EyechartError as error:
        return Status(
            folder=str(folder), what="a dataset", state="broken", broken=(str(error),), type=_repeat(begun_by)
        )
    if manifest is not None:
        return _finished(folder, manifest, begun_by)
    assert begun_by is not None
    return _in_the_making(folder, begun_by)


def _finished(folder: Place, manifest: Manifest, begun_by: About | None) -> Status:
    broken = [shard for shard in manifest.shards if not filling.is_whole(folder, shard)]
    images = manifest.images - sum(shard.images for shard in broken)
    made = "convert" if manifest.release else "generate"
    return _told(
        folder,
        f"a dataset, {manifest.told()}",
        done=f"{images:,} images in {_many(len(manifest.shards) - len(broken), 'shard')}",
        left=_many(len(broken), "shard") if broken else "",
        broken=[f"{shard.file} is not what {MANIFEST} says" if (folder / shard.file).exists() else f"{shard.file} is missing"
                for shard in broken],
        todo=_repeat(begun_by, made, "only these shards are made anew"),
        finished=not broken,
    )  # fmt: skip


def _in_the_making(folder: Place, begun_by: About) -> Status:
    job = Job(folder, begun_by.verb)
    records = {name: job.recorded(name, Shard) for name in job.parts()}
    whole = [shard for shard in records.values() if shard is not None and filling.is_whole(folder, shard)]
    broken = [f"{shard.file} is not what its record says" for shard in records.values()
              if shard is not None and shard not in whole and (folder / shard.file).exists()]  # fmt: skip
    broken += [f"the record of part {name} cannot be read" for name, shard in records.items() if shard is None]
    images, count = sum(shard.images for shard in whole), begun_by.request.get("count")
    left = (
        f"{count - images:,} images" if isinstance(count, int) else "the rest: how much is not known before it is read"
    )
    parts = f" of {begun_by.parts:,}" if begun_by.parts is not None else ""
    return _told(
        folder,
        f"a dataset in the making by `eyechart {begun_by.verb}`",
        done=f"{images:,} images in {len(whole):,}{parts} shards",
        left=left if images != count else "the manifest",
        broken=[*broken, *_other_version(begun_by)],
        todo=_repeat(begun_by, begun_by.verb, "it goes on where it stopped"),
    )


def _other_version(begun_by: About) -> Iterator[str]:
    """A family whose bytes have changed cannot go on with what an older one began."""
    name, there = begun_by.request.get("family"), begun_by.request.get("family_version")
    if isinstance(name, str) and name in registry.names("families"):
        version = registry.get("families", name).version
        if there != version:
            yield (
                f"it was begun by version {there} of {name}" + (f" (eyechart {begun_by.eyechart})" if begun_by.eyechart else "")
                + f", this is version {version}: go on with that eyechart, or begin anew elsewhere"
            )  # fmt: skip


# ---- runs


def _of_run(folder: Place) -> Status | None:
    if isinstance(folder, Remote) or not (folder / ABOUT).is_file():
        return None
    try:
        run = open_run(folder)
        typed = begun(run).command
    except (EyechartError, ValueError) as error:
        gone = isinstance(error, DatasetGoneError)
        todo = (
            f"`eyechart score {folder} --dataset FOLDER`"
            if gone
            else f"delete {folder / ABOUT} and repeat `eyechart predict`"
        )
        return Status(folder=str(folder), what="a run", state="broken", broken=(str(error),), type=todo)
    broken, wanted = list[str](), 0
    try:
        wanted = run.open_dataset().manifest.questions
    except EyechartError as error:
        broken.append(f"its dataset: {error}")
    here = (folder, *parts_of(folder))
    predicted = sum(_counted(read_lines, one / PREDICTIONS, broken) for one in here)
    said = max(predicted, sum(_counted(read_replies, one / REPLIES, broken) for one in here))
    wanted = predicted if run.some else wanted
    answered, scored = not broken and predicted == wanted and not in_parts(folder), (folder / SCORES).is_file()
    again = (
        f"`{typed}`" if typed.startswith(("eyechart predict", "eyechart exam")) else "the same `eyechart predict` again"
    )
    return _told(
        folder,
        f"a run of {run.model} on {run.dataset}" + (f", pictures {run.altered}" if run.altered else ""),
        done=f"{said:,} of {wanted:,} questions answered" + (", scored" if answered and scored else ""),
        left="" if answered and scored else "scores" if answered else f"{max(wanted - said, 0):,} questions, scores",
        broken=broken,
        todo=f"`eyechart score {folder}`" if answered else f"{again}: it asks only what is missing",
        finished=answered and scored,
    )


def _counted(read: Callable[[Path], Iterator[Any]], path: Path, broken: list[str]) -> int:
    """How many whole lines a file has; what cannot be read is told."""
    try:
        return sum(1 for _ in read(path)) if path.is_file() else 0
    except EyechartError as error:
        broken.append(str(error))
        return 0


# ---- networks, and features of pictures


def _of_model(folder: Place) -> Status | None:
    """What `train` writes; the folder is the network's from its first look at the validation set on."""
    begun_by = about(folder)
    there = not isinstance(folder, Remote) and (folder / trained.ABOUT).is_file()
    if isinstance(folder, Remote) or not (there or (begun_by is not None and begun_by.verb == "train")):
        return None
    broken, found = list[str](), None
    if there:
        try:
            found = trained.read(folder)
            broken = list(_spoilt(folder))
        except EyechartError as error:
            broken = [str(error)]
    name = found.lesson.network if found else str((begun_by.request if begun_by else {}).get("network", ""))
    again = _repeat(begun_by, "train", "it goes on where it stopped")
    return _told(
        folder,
        f"a network, {name}" if name else "a network",
        done=f"{found.steps:,} updates, the best after {found.best:,}" if found else "",
        left="" if found and found.finished else "the rest of its training",
        broken=broken,
        todo=f"delete {folder} and run the same `eyechart train` again" if broken else again,
        finished=found is not None and found.finished,
    )


def _spoilt(folder: Path) -> Iterator[str]:
    import pyarrow.parquet as pq

    try:
        with (folder / trained.WEIGHTS).open(
            "rb"
        ) as file:  # eight bytes tell the header's length, the header where all lies
            length = int.from_bytes(file.read(8), "little")
            header = msgspec.json.decode(file.read(min(length, 2**26)), type=dict[str, dict[str, Any]])
        ends = [one["data_offsets"][1] for name, one in header.items() if name != "__metadata__"]
        if 8 + length + max(ends, default=0) != (folder / trained.WEIGHTS).stat().st_size:
            yield f"{trained.WEIGHTS} is cut off"
    except TRIPS:
        yield f"{trained.WEIGHTS} is missing or cannot be read"
    try:
        pq.read_table(folder / trained.CURVE)
    except TRIPS:
        yield f"{trained.CURVE} is missing or cannot be read"


def _of_features(folder: Place) -> Status | None:
    """DATASET/features/NAME, which training fills shard by shard."""
    if isinstance(folder, Remote) or folder.resolve().parent.name != features.FOLDER:
        return None
    try:
        manifest = read_manifest(folder.resolve().parents[1])
    except EyechartError:
        return None
    whole, broken = 0, list[str]()
    for shard in manifest.shards:
        path = folder / Path(shard.file).name
        try:
            fits = features.is_of(path, shard)
        except EyechartError as error:
            broken.append(str(error))
            continue
        whole += fits
        if path.is_file() and not fits:
            broken.append(f"{path.name} was made of another shard")
    return _told(
        folder,
        f"features of a dataset's pictures, {folder.name}",
        done=f"{whole:,} of {_many(len(manifest.shards), 'shard')}",
        left="" if whole == len(manifest.shards) else _many(len(manifest.shards) - whole, "shard"),
        broken=broken,
        todo="the same `eyechart train` again: only these are made",
        finished=whole == len(manifest.shards),
    )


# ---- what is put together out of sight, reports, and folders of folders


def _of_job(folder: Place) -> Status | None:
    """An export or what was mined: put together out of sight, so that all of it is there or nothing."""
    begun_by = about(folder)
    if begun_by is None:
        return _of_made(folder)
    return _told(
        folder,
        f"in the making by `eyechart {begun_by.verb}`",
        done=_many(len(strangers(folder)), "entry", "entries") + " in place",
        left="the rest",
        broken=[],
        todo=_repeat(begun_by, begun_by.verb, "it goes on, or begins again"),
    )


def _of_made(folder: Place) -> Status | None:
    there = made(folder)
    if there is None or isinstance(folder, Remote):
        return None
    broken = list(damaged(folder, there))
    kind = {"export": "an export", "mine": "what was mined"}.get(there.verb, f"made by `eyechart {there.verb}`")
    return _told(
        folder,
        f"{kind}, by eyechart {there.eyechart}",
        done=_many(len(there.entries) - len(broken), "entry", "entries"),
        left=_many(len(broken), "entry", "entries") if broken else "",
        broken=broken,
        todo=f"delete {folder} and run the same `eyechart {there.verb}` again",
        finished=not broken,
    )


def _of_report(folder: Place) -> Status | None:
    """A folder with no more than a report that we know by its name."""
    if isinstance(folder, Remote) or [path.name for path in strangers(folder)] != [REPORT]:
        return None
    whole = (folder / REPORT).read_bytes().rstrip().endswith(b"</html>")
    return _told(
        folder,
        "a report",
        done=REPORT if whole else "",
        left="" if whole else REPORT,
        broken=[] if whole else [f"{REPORT} is cut off"],
        todo="the same `eyechart report` again",
        finished=whole,
    )


UNITS = (_of_dataset, _of_run, _of_model, _of_features, _of_job, _of_report)


def _of_several(folder: Place, within: tuple[Status, ...]) -> Status:
    """An exam, or a folder of folders; or, if nothing is in it, a folder that is none of ours, or finished and left to others."""
    at_work, names = holder(folder), {path.name for path in folder.iterdir()}
    states = [one.state for one in within]
    state: State = "running" if at_work else min(states, key=WORST.index, default="nothing")
    is_exam, report = {"datasets", "runs"} <= names, REPORT in names
    lacks_report = is_exam and not report and state == "finished"
    finished = f"{states.count('finished'):,} of {len(within):,} finished" if within else ""
    return Status(
        folder=str(folder),
        what="an exam"
        if is_exam
        else "a folder of several"
        if within
        else "no work under way, and none that can be told",
        state="stopped" if lacks_report else state,
        done=", ".join(filter(None, (finished, REPORT if report else ""))),
        left=REPORT if lacks_report else "",
        by=at_work or "",
        type=f"{_exam(folder)}: what is finished is used again"
        if is_exam and state != "running" and (lacks_report or state != "finished")
        else "",
        within=within,
    )


def _exam(folder: Place) -> str:
    """The command that an exam was begun with, as its runs remember it."""
    for path in sorted(Path(str(folder)).glob(f"runs/*/*/{ABOUT}")):
        if (typed := begun(open_run(path.parent)).command).startswith("eyechart exam"):
            return f"`{typed}`"
    return "the same `eyechart exam` again"


def _told(
    folder: Place, what: str, *, done: str, left: str, broken: list[str], todo: str, finished: bool = False
) -> Status:
    at_work = holder(folder)
    state: State = "running" if at_work else "broken" if broken else "finished" if finished else "stopped"
    return Status(
        folder=str(folder),
        what=what,
        state=state,
        done=done,
        left=left,
        broken=tuple(broken),
        by=at_work or "",
        type={"running": "nothing: wait", "finished": ""}.get(state, todo),
    )


def _repeat(begun_by: About | None, verb: str = "generate", then: str = "") -> str:
    command = begun_by.command if begun_by is not None else ""
    again = f"`{command}`" if command else f"the same `eyechart {verb}` again"
    return f"{again}: {then}" if then else again


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or one + 's'}"
