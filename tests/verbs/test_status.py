"""`eyechart status`: what it says of finished, running, killed and broken folders of every verb that writes one."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import pytest

import eyechart
from eyechart.errors import EyechartError
from eyechart.status import Status, lines, status
from eyechart.store.folder import Dataset
from eyechart.store.job import Job
from eyechart.store.lock import locked

pytestmark = pytest.mark.slow  # each makes folders of several verbs

COUNT, SHARD = 12, 4


class Stop(Exception):  # noqa: N818
    """In place of a kill."""


def stop_at(page: int) -> Callable[..., None]:
    def told(done: int, note: str = "") -> None:
        if done >= page:
            raise Stop

    return told


def draw(out: Path, progress: Callable[[int], None] = lambda done: None) -> Path:
    return Path(
        str(eyechart.generate("figures", out, split="val1", count=COUNT, shard=SHARD, progress=progress).folder)
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return draw(tmp_path_factory.mktemp("whole") / "d")


@pytest.fixture(scope="module")
def release(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return eyechart.export(whole, "figureqa", tmp_path_factory.mktemp("release") / "r")


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "copy"))


# ---- finished


def test_a_finished_dataset(whole: Path) -> None:
    found = status(whole)
    assert (found.state, found.done, found.left, found.type) == ("finished", "12 images in 3 shards", "", "")


def test_a_finished_conversion(release: Path, tmp_path: Path) -> None:
    eyechart.convert("figureqa", release, "validation1", tmp_path / "d")
    assert status(tmp_path / "d").what == "a dataset, figures: figureqa release, validation1, 12 images"


def test_a_run_with_its_scores(whole: Path, tmp_path: Path) -> None:
    run = eyechart.predict("oracle", whole, tmp_path / "run")
    before = status(run)
    assert (before.state, before.left, before.type) == ("stopped", "scores", f"`eyechart score {run}`")
    eyechart.report([run], tmp_path / "r.html")  # which scores it
    after = status(run)
    assert (after.state, after.left) == ("finished", "")
    assert after.done.endswith("questions answered, scored")


def test_a_finished_exam(tmp_path: Path) -> None:
    eyechart.exam(["oracle"], tmp_path / "exam", families=["figures"], count=2)
    found = status(tmp_path / "exam")
    assert (found.what, found.state, found.done) == ("an exam", "finished", "2 of 2 finished, report.html")
    assert [one.state for one in found.within] == ["finished", "finished"]


def test_a_finished_export(release: Path) -> None:
    found = status(release)
    assert found.what.startswith("an export, by eyechart ")
    assert (found.state, found.type) == ("finished", "")


# ---- running


@pytest.mark.parametrize("verb", ["generate", "predict", "export", "report", "exam", "mine"])
def test_who_is_at_work_is_named(verb: str, tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    with locked(tmp_path / "d", verb):
        if verb != "report":
            Job(tmp_path / "d", verb).begin({})
        found = status(tmp_path / "d")
    assert found.state == "running"
    assert found.by.startswith(f"`eyechart {verb}` (process ")


def test_a_lock_that_nobody_holds_is_none(tmp_path: Path) -> None:
    (tmp_path / ".eyechart").mkdir()
    (tmp_path / ".eyechart" / "lock").write_bytes(b"")
    assert status(tmp_path).state == "nothing"


def test_looking_keeps_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at a lock takes it for a moment: a writer that comes then tries once more."""
    (tmp_path / ".eyechart").mkdir()
    look = os.open(tmp_path / ".eyechart" / "lock", os.O_RDONLY | os.O_CREAT)
    fcntl.flock(look, fcntl.LOCK_SH)
    monkeypatch.setattr("time.sleep", lambda seconds: os.close(look))
    with locked(tmp_path, "generate"):
        pass


# ---- killed


@contextmanager
def killed() -> Iterator[None]:
    with pytest.raises(Stop):
        yield


def test_a_dataset_half_made(tmp_path: Path) -> None:
    with killed():
        draw(tmp_path / "d", stop_at(9))
    found = status(tmp_path / "d")
    assert (found.state, found.done, found.left) == ("stopped", "8 images in 2 of 3 shards", "4 images")
    assert found.type == "the same `eyechart generate` again: it goes on where it stopped"


def test_a_conversion_half_made(release: Path, tmp_path: Path) -> None:
    with killed():
        eyechart.convert("figureqa", release, "validation1", tmp_path / "d", stop_at(8), shard=SHARD)
    found = status(tmp_path / "d")
    assert (found.state, found.done) == ("stopped", "8 images in 2 shards")
    assert "eyechart convert" in found.type


@pytest.mark.parametrize("model", ["chance", "mock:oracle"])
def test_a_run_half_answered(model: str, whole: Path, tmp_path: Path) -> None:
    asking = eyechart.Asking(frame="pixels", in_flight=1)
    with suppress(Stop, ExceptionGroup):
        eyechart.predict(model, whole, tmp_path / "run", asking=asking, progress=stop_at(3))
    wanted = eyechart.load(whole).manifest.questions
    if model == "chance":  # answers all of them in one go
        lines_ = (tmp_path / "run" / "predictions.jsonl").read_bytes().splitlines(keepends=True)
        (tmp_path / "run" / "predictions.jsonl").write_bytes(b"".join(lines_[:3]))
    found = status(tmp_path / "run")
    assert (found.state, found.done) == ("stopped", f"3 of {wanted} questions answered")
    assert found.type == "the same `eyechart predict` again: it asks only what is missing"


def test_an_export_half_moved_in(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(self: Path, target: Path) -> Path:
        raise Stop

    monkeypatch.setattr(Path, "rename", stops)
    with killed():
        eyechart.export(whole, "llava", tmp_path / "x")
    found = status(tmp_path / "x")
    assert (found.what, found.state, found.done) == (
        "in the making by `eyechart export`",
        "stopped",
        "0 entries in place",
    )


def test_an_exam_half_sat(tmp_path: Path) -> None:
    def stop(what: str, done: int, total: int, note: str = "") -> None:
        if what.startswith("oracle"):
            raise Stop

    with killed():
        eyechart.exam(["oracle"], tmp_path / "exam", families=["figures"], count=2, progress=stop)
    found = status(tmp_path / "exam")
    assert (found.state, found.done) == ("stopped", "1 of 2 finished")
    assert found.type == "the same `eyechart exam` again: what is finished is used again"


def test_the_command_that_was_typed_is_the_one_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/bin/eyechart", "generate", "figures", "--count", "12", "--out", "my data"])
    with killed():
        draw(tmp_path / "d", stop_at(9))
    assert status(tmp_path / "d").type.startswith("`eyechart generate figures --count 12 --out 'my data'`:")


# ---- broken


def test_a_damaged_shard_is_named_and_the_others_are_not(copy: Path) -> None:
    (copy / "data" / "00001.parquet").write_bytes(b"PAR1")
    found = status(copy)
    assert (found.state, found.broken) == ("broken", ("data/00001.parquet is not what dataset.json says",))
    assert (found.done, found.left) == ("8 images in 2 shards", "1 shard")
    assert found.type == "the same `eyechart generate` again: only these shards are made anew"


def test_a_lost_shard(copy: Path) -> None:
    (copy / "data" / "00002.parquet").unlink()
    assert status(copy).broken == ("data/00002.parquet is missing",)


def test_a_manifest_that_cannot_be_read(copy: Path) -> None:
    (copy / "dataset.json").write_text("{")
    found = status(copy)
    assert found.state == "broken"
    assert "cannot be understood" in found.broken[0]


def test_a_damaged_shard_of_a_dataset_in_the_making(tmp_path: Path) -> None:
    with killed():
        draw(tmp_path / "d", stop_at(9))
    (tmp_path / "d" / "data" / "00000.parquet").write_bytes(b"PAR1")
    (tmp_path / "d" / ".eyechart" / "done" / "00001.json").write_bytes(b"")
    found = status(tmp_path / "d")
    assert found.broken == (
        "data/00000.parquet is not what its record says",
        "the record of part 00001 cannot be read",
    )
    assert (found.state, found.left) == ("broken", "12 images")


def test_a_run_with_a_line_that_is_none(whole: Path, tmp_path: Path) -> None:
    run = eyechart.predict("oracle", whole, tmp_path / "run")
    with (run / "predictions.jsonl").open("a") as file:
        file.write("?\n")
    found = status(run)
    assert found.state == "broken"
    assert "predictions.jsonl, line" in found.broken[0]


def test_a_run_without_its_dataset(copy: Path, tmp_path: Path) -> None:
    run = eyechart.predict("oracle", copy, tmp_path / "run")
    shutil.rmtree(copy)
    found = status(run)
    assert (found.state, found.broken[0][:15]) == ("broken", "The dataset of ")
    assert found.type == f"`eyechart score {run} --dataset FOLDER`"


def test_a_run_of_some_questions_is_finished_with_these(whole: Path, tmp_path: Path) -> None:
    run = eyechart.predict("oracle", eyechart.load(whole).limited(3), tmp_path / "run")
    assert status(run).done == "3 of 3 questions answered"


def test_what_another_version_of_a_family_began(tmp_path: Path) -> None:
    with killed():
        draw(tmp_path / "d", stop_at(9))
    path = tmp_path / "d" / ".eyechart" / "job.json"
    said = msgspec.json.decode(path.read_bytes())
    said["request"]["family_version"], said["eyechart"] = 1, "0.0.1"
    path.write_bytes(msgspec.json.encode(said))
    assert "begun by version 1 of figures (eyechart 0.0.1)" in status(tmp_path / "d").broken[0]
    with pytest.raises(EyechartError, match=r"was begun otherwise by eyechart 0.0.1: family_version is 1 there and"):
        draw(tmp_path / "d")


# ---- and besides


def test_nothing_is_changed(copy: Path) -> None:
    (copy / "data" / "00001.parquet").write_bytes(b"PAR1")
    before = sorted((str(path), path.stat().st_mtime_ns) for path in copy.rglob("*"))
    status(copy)
    assert sorted((str(path), path.stat().st_mtime_ns) for path in copy.rglob("*")) == before


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="No folder .+nowhere. Name one"):
        status(tmp_path / "nowhere")


def test_the_lines_of_very_many_broken_shards() -> None:
    found = Status(folder="d", what="a dataset", state="broken", broken=tuple(map(str, range(30))))
    assert list(lines(found))[-1] == "  broken   and 10 more"


def test_the_command_ends_with_1_if_there_is_something_to_type(
    few: Dataset, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from eyechart.cli import app

    (copy / "data" / "00001.parquet").unlink()
    assert app(["status", str(few.folder)], result_action="return_value") == 0
    assert app(["status", str(few.folder), str(copy)], result_action="return_value") == 1
    assert "  type     the same `eyechart generate` again" in capsys.readouterr().out
