"""Datasets elsewhere: on an S3 server of this machine, and on what fsspec knows."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

import eyechart
from eyechart.errors import EyechartError
from eyechart.store import lease
from eyechart.store.lock import InUseError, holder, locked
from eyechart.store.place import Remote, here, place

pytestmark = pytest.mark.slow  # each writes a dataset to a server

COUNT, SHARD = 12, 4


class Stop(Exception):  # noqa: N818
    """In place of a kill."""


def draw(out: object, stop: int = 0, jobs: int = 1) -> eyechart.store.folder.Dataset:
    def told(done: int) -> None:
        if stop and done >= stop:
            raise Stop

    return eyechart.generate("figures", out, split="val1", count=COUNT, shard=SHARD, jobs=jobs, progress=told)


def content(folder: Path | Remote) -> dict[str, bytes]:
    """All that lies below, by name."""
    found = {}
    for path in folder.iterdir():
        below = {f"{path.name}/{name}": data for name, data in content(path).items()} if not path.is_file() else {}
        found |= below or ({path.name: path.read_bytes()} if path.is_file() else {})
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "d"
    draw(folder)
    return folder


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    pytest.importorskip("moto")
    from s3_server import s3

    with s3() as bucket:
        yield bucket


@pytest.fixture
def away(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A name that nobody has used: in memory, by way of fsspec; or on the S3 server."""
    monkeypatch.setattr(lease, "SETTLED", 0.01)
    if getattr(request, "param", "memory") == "s3":
        return f"s3://{request.getfixturevalue('server')}/{uuid4()}"
    pytest.importorskip("fsspec")
    return f"memory://tests/{uuid4()}"


BOTH = pytest.mark.parametrize("away", ["memory", pytest.param("s3", marks=pytest.mark.slow)], indirect=True)


# ---- names


def test_a_folder_is_a_path() -> None:
    assert place("data/figures") == Path("data/figures")
    assert place("file:///data/figures") == Path("/data/figures")


@pytest.mark.parametrize("written", ["s3://bucket/a/b", Path("s3://bucket/a/b"), "s3://bucket//a/b/"])
def test_an_address_is_elsewhere(written: str | Path) -> None:
    assert str(place(written)) == "s3://bucket/a/b"


def test_what_is_below_keeps_the_options_of_the_address() -> None:
    found = place("s3://bucket/a?endpoint_override=localhost:9000&scheme=http") / "data/00000.parquet"
    assert str(found) == "s3://bucket/a/data/00000.parquet?endpoint_override=localhost:9000&scheme=http"


def test_keys_do_not_belong_into_an_address() -> None:
    with pytest.raises(EyechartError, match="keys do not belong into an address") as caught:
        place("s3://AKIA:hunter2@bucket/a")
    assert "hunter2" not in str(caught.value)


def test_no_name_leads_out() -> None:
    with pytest.raises(EyechartError, match="neither . nor .."):
        place("s3://bucket/a/../b")


def test_a_scheme_that_nobody_knows() -> None:
    with pytest.raises(
        EyechartError, match=r"nonsense://x: neither Arrow .+ nor fsspec .+ knows it. Write s3://BUCKET/NAME"
    ):
        eyechart.load("nonsense://x/y")


def test_verbs_that_write_here_only_say_so() -> None:
    with pytest.raises(
        EyechartError, match="`eyechart export` writes to a folder of this machine, not to s3://bucket/x"
    ):
        here("s3://bucket/x", "export")


# ---- datasets


@BOTH
def test_the_same_bytes_as_in_a_folder(away: str, whole: Path) -> None:
    draw(away)
    assert content(place(away)) == content(whole)


@BOTH
def test_what_was_finished_is_kept_and_gone_on_from(away: str, whole: Path) -> None:
    with pytest.raises(Stop):
        draw(away, stop=9)
    found = eyechart.status(away)
    assert (found.state, found.done, found.left) == ("stopped", "8 images in 2 of 3 shards", "4 images")
    with pytest.raises(EyechartError, match="is half written. Run the same `eyechart generate` again"):
        eyechart.load(away)
    first = place(away) / "data/00000.parquet"
    before = first.changed()
    draw(away)
    assert first.changed() == before
    assert content(place(away)) == content(whole)


def test_a_damaged_shard_is_found_and_made_anew_alone(away: str, whole: Path) -> None:
    draw(away)
    (place(away) / "data/00001.parquet").write_bytes(b"PAR1")
    assert eyechart.status(away).broken == ("data/00001.parquet is not what dataset.json says",)
    with pytest.raises(EyechartError, match="its checksum is not the one in dataset.json"):
        eyechart.verify(away)
    draw(away)
    assert content(place(away)) == content(whole)


def test_a_lost_shard_is_named(away: str) -> None:
    draw(away)
    (place(away) / "data/00001.parquet").unlink()
    with pytest.raises(EyechartError, match="lacks data/00001.parquet"):
        eyechart.load(away)


def test_another_dataset_is_refused(away: str) -> None:
    draw(away)
    with pytest.raises(EyechartError, match="holds another dataset: seed is 0 there and 1 here"):
        eyechart.generate("figures", away, split="val1", count=COUNT, shard=SHARD, seed=1)


@BOTH
def test_every_verb_that_reads_reads_from_there(away: str, tmp_path: Path) -> None:
    data = draw(away)
    assert eyechart.verify(away).holds
    run = eyechart.predict("oracle", away, tmp_path / "run")
    assert eyechart.score(run).overall("answer").mean == 1.0
    assert eyechart.describe(away).images == COUNT
    assert eyechart.status(run).done.startswith(f"{data.manifest.questions} of")
    assert (eyechart.export(away, "llava", tmp_path / "x") / "conversations.json").exists()
    assert eyechart.report([run], tmp_path / "report.html").exists()


@pytest.mark.slow
def test_two_processes_write_to_the_server(server: str, whole: Path) -> None:
    away = f"s3://{server}/{uuid4()}"
    words = [
        "generate",
        "figures",
        "--split",
        "val1",
        "--count",
        str(COUNT),
        "--shard",
        str(SHARD),
        "--out",
        away,
        "--jobs",
        "2",
    ]
    done = subprocess.run([sys.executable, "-m", "eyechart", *words], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith(f"questions in {away}")
    assert content(place(away)) == content(whole)


@pytest.mark.slow
def test_a_bucket_that_is_not_there_is_told_in_one_line(server: str) -> None:
    with pytest.raises(EyechartError, match=r"s3://nobody/d/.+ cannot be reached: .+NO_SUCH_BUCKET.+AWS_ACCESS_KEY_ID"):
        draw("s3://nobody/d")


# ---- one writer at a time


def test_the_second_is_told_who_holds_it(away: str) -> None:
    with locked(place(away), "generate"):
        assert f"(process {os.getpid()} on" in str(holder(place(away)))
        with (
            pytest.raises(
                InUseError, match=r"is being written by `eyechart generate` \(process .+its claim ends 90 s after"
            ),
            lease.leased(place(away) / ".eyechart/lock", "another", InUseError),
        ):
            pass
    assert holder(place(away)) is None


def test_of_two_who_come_at_once_the_later_one_has_it(away: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = place(away) / ".eyechart" / "lock"

    def meanwhile(seconds: float) -> None:
        lock.write_bytes(b'{"holder": "the other", "token": "x"}')

    monkeypatch.setattr("time.sleep", meanwhile)
    with pytest.raises(InUseError, match="being written by the other"), locked(place(away), "generate"):
        pass
    assert b"the other" in lock.read_bytes()


def test_a_holder_that_has_been_silent_is_dead(away: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = place(away) / ".eyechart" / "lock"
    lock.write_bytes(b'{"holder": "who was killed", "token": "x"}')
    assert holder(place(away)) == "who was killed"
    monkeypatch.setattr(lease, "SILENT", -1.0)
    with locked(place(away), "generate"):
        assert b"eyechart generate" in lock.read_bytes()


def test_a_holder_gives_signs_of_life(away: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    monkeypatch.setattr(lease, "RENEWED", 0.01)
    renewed, put = threading.Event(), Remote.write_bytes

    def write(self: Remote, content: bytes) -> None:
        put(self, content)
        if self.name == "lock" and threading.current_thread() is not threading.main_thread():
            renewed.set()

    monkeypatch.setattr(Remote, "write_bytes", write)
    with locked(place(away), "generate"):
        assert renewed.wait(30)
