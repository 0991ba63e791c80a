"""`eyechart status`, verb by verb: what each writes is told when it is finished, at work, killed half-way, and damaged."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

import eyechart
from eyechart import registry
from eyechart.mine import MineSettings, mine
from eyechart.status import status
from eyechart.store.lock import locked
from miniatures import lay_out_genome
from tiny_networks import tiny

pytestmark = pytest.mark.slow  # folders of ten verbs

SIZES = {"split": "val1", "count": 6, "shard": 3}


class Stop(BaseException):
    """In place of a kill: nothing of ours catches it."""


class Verb(Struct, frozen=True):
    make: Callable[[Path], None]  # all of it, in a folder
    kill: Callable[[Path, pytest.MonkeyPatch], None]  # half of it
    spoil: Callable[[Path], None]  # something of it
    again: str  # what is to be typed half-way
    after: str = "stopped"  # a kill


def stop(*arguments: Any, **options: Any) -> None:
    raise Stop


def _cut(name: str, folder: Path) -> None:
    path = next(folder.glob(name))
    path.write_bytes(path.read_bytes()[:-9])


def _overwrite(name: str, folder: Path) -> None:
    path = next(folder.glob(name))
    path.write_bytes(b"?????????" + path.read_bytes()[9:])


# ---- datasets


def _generate(folder: Path, progress: Callable[[int], None] = lambda done: None) -> None:
    eyechart.generate("figures", folder, **SIZES, progress=progress)


def _convert(folder: Path, progress: Callable[[int], None] = lambda done: None) -> None:
    release = folder.parent / "release"
    if not release.exists():
        _generate(folder.parent / "source")
        eyechart.export(folder.parent / "source", "figureqa", release)
    eyechart.convert("figureqa", release, "validation1", folder, progress, shard=3)


def _late(done: int) -> None:
    if done >= 5:
        raise Stop


def _killed(work: Callable[..., None], folder: Path, patch: pytest.MonkeyPatch) -> None:
    with suppress(Stop):
        work(folder, _late)


# ---- runs, and what is made of them


def _predict(folder: Path) -> None:
    _generate(folder.parent / "data")
    eyechart.predict("oracle", folder.parent / "data", folder)


def _score(folder: Path) -> None:
    _predict(folder)
    eyechart.report([folder], folder.parent / "beside.html")  # scores it


def _half_asked(folder: Path, patch: pytest.MonkeyPatch) -> None:
    _predict(folder)
    lines = (folder / "predictions.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "predictions.jsonl").write_bytes(b"".join(lines[:3]))


def _report(folder: Path) -> None:
    _predict(folder.parent / "run")
    eyechart.report([folder.parent / "run"], folder / "report.html")


def _half_told(folder: Path, patch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    patch.setattr("os.fsync", stop)
    with suppress(Stop):
        _report(folder)
    patch.undo()


def _exam(folder: Path, **options: Any) -> None:
    eyechart.exam(["oracle"], folder, families=["figures"], count=2, **options)


def _half_sat(folder: Path, patch: pytest.MonkeyPatch) -> None:
    def told(what: str, *rest: Any) -> None:
        if what.startswith("oracle"):
            raise Stop

    with suppress(Stop):
        _exam(folder, progress=told)


# ---- what is put together out of sight


def _export(folder: Path) -> None:
    _generate(folder.parent / "data")
    eyechart.export(folder.parent / "data", "llava", folder)


def _mine(folder: Path) -> None:
    mine(lay_out_genome(folder.parent / "vg", range(1, 4)), folder, MineSettings())


def _half_moved(work: Callable[[Path], None], folder: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Path, "rename", stop)
    with suppress(Stop):
        work(folder)
    patch.undo()


# ---- networks


def _train(folder: Path, network: str = "text-only", **options: Any) -> None:
    pytest.importorskip("torch", reason="networks need the train extra: pip install 'eyechart[train]'")
    family = "figures" if network == "text-only" else "matrices"
    if not (folder.parent / "lessons").exists():
        eyechart.generate(family, folder.parent / "lessons", count=12, shard=6, seed=1)
    sizes = {"steps": 6, "batch": 4, "every": 2, "validation": 4, "extractor": "thumbnail:4"}
    changes = tiny(registry.get("networks", network), **sizes)
    eyechart.train(network, folder.parent / "lessons", folder, changes=changes, **options)


def _half_trained(folder: Path, patch: pytest.MonkeyPatch) -> None:
    from eyechart.train import loop, state

    patch.setattr(state, "SECONDS", 0.0)  # a checkpoint after each update, and a word
    patch.setattr(loop, "TELLING", 0.0)

    def told(done: int, note: str = "") -> None:
        if done >= 3:
            raise Stop

    with suppress(Stop):
        _train(folder, progress=told)
    patch.undo()


def _features(folder: Path) -> None:
    """They lie beside a dataset: the folder asked about is a link to them."""
    _train(folder.parent / "network", "panel-gru")
    [made] = (folder.parent / "lessons" / "features").iterdir()
    folder.symlink_to(made)


def _half_seen(folder: Path, patch: pytest.MonkeyPatch) -> None:
    _features(folder)
    (folder / "00001.parquet").unlink()


VERBS = {
    "generate": Verb(_generate, partial(_killed, _generate), partial(_cut, "data/00000.parquet"), "eyechart generate"),
    "convert": Verb(_convert, partial(_killed, _convert), partial(_cut, "data/00000.parquet"), "eyechart convert"),
    "predict": Verb(_score, _half_asked, partial(_overwrite, "predictions.jsonl"), "eyechart predict"),
    "score": Verb(_score, lambda folder, patch: _predict(folder), partial(_cut, "run.json"), "eyechart score"),
    "report": Verb(_report, _half_told, partial(_cut, "report.html"), "", after="nothing"),
    "exam": Verb(_exam, _half_sat, partial(_cut, "datasets/*/data/00000.parquet"), "eyechart exam"),
    "export": Verb(_export, partial(_half_moved, _export), partial(_cut, "images/*"), "eyechart export"),
    "mine": Verb(_mine, partial(_half_moved, _mine), partial(_cut, "elements.jsonl"), "eyechart mine"),
    "train": Verb(_train, _half_trained, partial(_cut, "weights.safetensors"), "eyechart train"),
    "features": Verb(_features, _half_seen, partial(_cut, "00000.parquet"), "eyechart train"),
}


@pytest.mark.parametrize("name", VERBS)
def test_what_is_finished(name: str, tmp_path: Path) -> None:
    VERBS[name].make(tmp_path / "d")
    found = status(tmp_path / "d")
    assert (found.state, found.left, found.broken, found.type) == ("finished", "", (), "")
    assert found.done


@pytest.mark.parametrize("name", VERBS)
def test_who_is_at_work(name: str, tmp_path: Path) -> None:
    VERBS[name].make(tmp_path / "d")
    with locked(tmp_path / "d", name):
        found = status(tmp_path / "d")
    assert found.state == "running"
    assert found.by.startswith(f"`eyechart {name}` (process ")


@pytest.mark.parametrize("name", VERBS)
def test_what_a_kill_leaves(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    VERBS[name].kill(tmp_path / "d", monkeypatch)
    found = status(tmp_path / "d")
    assert (found.state, found.broken) == (VERBS[name].after, ())
    assert VERBS[name].again in found.type


@pytest.mark.parametrize("name", VERBS)
def test_what_is_damaged(name: str, tmp_path: Path) -> None:
    VERBS[name].make(tmp_path / "d")
    VERBS[name].spoil(tmp_path / "d")
    found = status(tmp_path / "d")
    assert found.state == "broken"
    assert [*found.broken, *(line for one in found.within for line in one.broken)]
    assert "eyechart " in found.type


def test_what_lies_beside_an_export_is_not_its_own(tmp_path: Path) -> None:
    _export(tmp_path / "d")
    (tmp_path / "d" / "notes.txt").write_text("mine")
    assert status(tmp_path / "d").state == "finished"


def test_a_lost_part_of_an_export_is_named(tmp_path: Path) -> None:
    _export(tmp_path / "d")
    (tmp_path / "d" / "conversations.json").unlink()
    found = status(tmp_path / "d")
    assert found.broken == ("conversations.json is missing",)
    assert found.type == f"delete {tmp_path / 'd'} and run the same `eyechart export` again"
