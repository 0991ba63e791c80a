"""Folders in the making: what is whole is kept, what is damaged made anew, and nothing has its name too early."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest

import eyechart
from eyechart.convert import convert
from eyechart.core import Page
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.models import make
from eyechart.predict import predict
from eyechart.store import shards
from eyechart.store.atomic import atomic, write_atomic
from eyechart.store.folder import Dataset
from eyechart.store.job import job
from eyechart.store.run import start_run
from eyechart.talk.converse import append_line

pytestmark = pytest.mark.slow  # each writes a dataset, breaks it and goes on

COUNT, SHARD = 70, 20


class Stop(Exception):  # noqa: N818
    """In place of a kill."""


def stop_at(page: int) -> Callable[[int], None]:
    def told(done: int) -> None:
        if done == page:
            raise Stop

    return told


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def draw(out: Path, progress: Callable[[int], None] = lambda done: None) -> Dataset:
    return eyechart.generate("figures", out, count=COUNT, seed=4, shard=SHARD, progress=progress)


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return draw(tmp_path_factory.mktemp("whole") / "d").folder


@pytest.fixture
def half(tmp_path: Path) -> Path:
    """Two shards of four, and a third begun."""
    with pytest.raises(Stop):
        draw(tmp_path / "half", stop_at(50))
    return tmp_path / "half"


# ---- files


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    monkeypatch.setattr("os.fsync", no_space)
    with pytest.raises(OSError, match="No space left on device: '.*report.html'"):
        write_atomic(path, b"new")
    assert content(tmp_path) == {"report.html": b"old"}


def test_two_who_write_one_file_do_not_meet(tmp_path: Path) -> None:
    with atomic(tmp_path / "x") as mine:
        mine.write_text("mine")
        write_atomic(tmp_path / "x", b"theirs")
    assert content(tmp_path) == {"x": b"mine"}


def test_a_failed_writer_leaves_no_footer(pages: list[Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a writer closes can be read as a whole file: it must have no name any more."""
    named, close = list[Path](), pq.ParquetWriter.close
    monkeypatch.setattr(pq.ParquetWriter, "close", lambda self: (named.extend(tmp_path.iterdir()), close(self)))

    def some() -> object:
        yield from pages[:3]
        raise Stop

    with pytest.raises(Stop):
        shards.write_shard(tmp_path / "s.parquet", some(), ("figure", "elements"))  # type: ignore[arg-type]
    assert named == []
    assert list(tmp_path.iterdir()) == []


# ---- generate


def test_a_dataset_in_the_making_says_what_is_done_and_what_is_left(half: Path) -> None:
    about = msgspec.json.decode((half / ".eyechart" / "job.json").read_bytes())
    assert (about["verb"], about["parts"], about["request"]["count"]) == ("generate", 4, COUNT)
    assert sorted(path.name for path in (half / ".eyechart" / "done").iterdir()) == ["00000.json", "00001.json"]
    assert sorted(path.name for path in half.iterdir()) == [".eyechart", "data"]


def test_what_was_finished_is_kept(half: Path, whole: Path) -> None:
    before = (half / "data" / "00000.parquet").stat().st_mtime_ns
    draw(half)
    assert (half / "data" / "00000.parquet").stat().st_mtime_ns == before
    assert content(half) == content(whole)


def test_a_damaged_shard_is_made_anew_alone(half: Path, whole: Path) -> None:
    damaged, good = half / "data" / "00000.parquet", half / "data" / "00001.parquet"
    damaged.write_bytes(damaged.read_bytes()[:-100])
    before = good.stat().st_mtime_ns
    draw(half)
    assert good.stat().st_mtime_ns == before
    assert content(half) == content(whole)


def test_a_readable_shard_with_fewer_pages_is_made_anew(half: Path, whole: Path) -> None:
    """This is how 40 of 170 images were lost in silence."""
    path = half / "data" / "00001.parquet"
    with pq.ParquetFile(path) as file:
        rows = file.read().slice(0, 5)
    pq.write_table(rows, path)
    draw(half)
    assert content(half) == content(whole)


def test_a_shard_that_nobody_recorded_is_made_anew(half: Path, whole: Path) -> None:
    shutil.copy(half / "data" / "00000.parquet", half / "data" / "00003.parquet")
    draw(half)
    assert content(half) == content(whole)


@pytest.mark.parametrize("name", [".eyechart/job.json", ".eyechart/done/00000.json"])
def test_a_record_of_no_bytes_does_not_block(name: str, half: Path, whole: Path) -> None:
    (half / name).write_bytes(b"")
    if name.endswith("job.json"):
        shutil.rmtree(half / "data")
    draw(half)
    assert content(half) == content(whole)


def test_what_kills_left_is_swept_up(half: Path, whole: Path) -> None:
    (half / "data" / ".00002.parquet.4711-0123abcd.part").write_bytes(b"PAR1")
    (half / ".eyechart" / ".job.json.4711-0123abcd.part").write_bytes(b"")
    draw(half)
    assert content(half) == content(whole)


def test_a_folder_with_nothing_but_what_a_kill_left_is_empty(tmp_path: Path, whole: Path) -> None:
    (tmp_path / ".eyechart").mkdir()
    (tmp_path / ".eyechart" / ".job.json.4711-0123abcd.part").write_bytes(b"")
    draw(tmp_path)
    assert content(tmp_path) == content(whole)


def test_a_folder_in_which_nothing_was_done_is_free(tmp_path: Path, whole: Path) -> None:
    with pytest.raises(Stop):
        eyechart.generate("figures", tmp_path / "d", count=COUNT, seed=5, shard=SHARD, progress=stop_at(3))
    assert not (tmp_path / "d").exists()
    draw(tmp_path / "d")
    assert content(tmp_path / "d") == content(whole)


def test_what_a_killed_process_left_is_swept_up_before_the_folder_is_given_up(tmp_path: Path) -> None:
    def left_over(done: int) -> None:
        if done == 3:
            (tmp_path / "d" / "data" / ".00001.parquet.4711-0123abcd.part").write_bytes(b"")
            raise Stop

    with pytest.raises(Stop):
        draw(tmp_path / "d", left_over)
    assert not (tmp_path / "d").exists()


def test_going_on_with_another_seed_is_refused(half: Path) -> None:
    with pytest.raises(EyechartError, match="half was begun otherwise: seed is 4 there and 5 here"):
        eyechart.generate("figures", half, count=COUNT, seed=5, shard=SHARD)


def test_a_damaged_shard_of_a_finished_dataset_is_made_anew(whole: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(whole, tmp_path / "copy"))
    (copy / "notes.txt").write_text("mine")
    (copy / "data" / "00002.parquet").write_bytes(b"PAR1")
    draw(copy)
    assert content(copy) == content(whole) | {"notes.txt": b"mine"}


def test_a_shard_changed_before_the_end_is_noticed(tmp_path: Path) -> None:
    def spoil(done: int) -> None:
        if done == COUNT:
            (tmp_path / "d" / "data" / "00000.parquet").write_bytes(b"PAR1")

    with pytest.raises(EyechartError, match=r"00000.parquet is not what was written.+again: only this shard"):
        draw(tmp_path / "d", spoil)
    assert not (tmp_path / "d" / "dataset.json").exists()


def test_pages_are_found_in_shards_of_any_size(whole: Path) -> None:
    assert [eyechart.load(whole)[index].index for index in (0, 19, 20, 69)] == [0, 19, 20, 69]


# ---- other verbs


def test_a_full_disk_is_told_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", no_space)
    with pytest.raises(EyechartError, match=r"Cannot write to .+: No space left on device.+make room and run the same"):
        draw(tmp_path / "d")


def test_an_export_that_fails_leaves_nothing_that_reads_as_one(few: Dataset, tmp_path: Path) -> None:
    with pytest.raises(Stop):
        export(few, "vlmevalkit", tmp_path / "x", stop_at(30))
    assert not (tmp_path / "x").exists()
    export(few, "vlmevalkit", tmp_path / "x")
    export(few, "vlmevalkit", tmp_path / "y")
    assert content(tmp_path / "x") == content(tmp_path / "y")


def test_an_export_killed_while_it_is_moved_in_is_gone_on_with(
    few: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(few, "llava", tmp_path / "y")
    rename = Path.rename

    def stops(self: Path, target: Path) -> Path:
        if self.name == "conversations.json":
            raise Stop
        return rename(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", stops)
        with pytest.raises(Stop):
            export(few, "llava", tmp_path / "x")
    assert sorted(path.name for path in (tmp_path / "x").iterdir()) == [".eyechart", "images"]
    export(few, "llava", tmp_path / "x")
    assert content(tmp_path / "x") == content(tmp_path / "y")


def test_an_export_killed_while_it_ended_is_gone_on_with(few: Dataset, tmp_path: Path) -> None:
    export(few, "llava", tmp_path / "x")
    before = content(tmp_path / "x")
    about = {"verb": "export", "request": {"dataset": str(few.folder.resolve()), "format": "llava"}}
    (tmp_path / "x" / ".eyechart" / "job.json").write_bytes(msgspec.json.encode(about))
    export(few, "llava", tmp_path / "x")
    assert content(tmp_path / "x") == before


def test_what_a_record_says_to_move_in_is_a_name(tmp_path: Path) -> None:
    """A record that somebody else wrote could have any folder removed."""
    precious = tmp_path / "precious"
    precious.mkdir()
    with job(tmp_path / "e", "export") as work:
        work.begin({})
        (work.room / "whole" / "x").mkdir(parents=True)
        work.record("moving", ["../precious", ".."])
        work.put_together(lambda hidden: (hidden / "ours").write_bytes(b"1"))
    assert precious.is_dir()
    assert sorted(path.name for path in (tmp_path / "e").iterdir()) == [".eyechart", "ours"]


def test_a_record_of_another_file_is_none_of_this_shard(half: Path, whole: Path) -> None:
    record = half / ".eyechart" / "done" / "00000.json"
    record.write_bytes(record.read_bytes().replace(b"data/00000.parquet", b"data/../data/00000.parquet"))
    draw(half)
    assert content(half) == content(whole)


def test_convert_goes_on_where_it_stopped(few: Dataset, tmp_path: Path) -> None:
    export(few, "figureqa", tmp_path / "release")
    out = tmp_path / "d"
    with pytest.raises(Stop):
        convert("figureqa", tmp_path / "release", "test2", out, stop_at(30), shard=15)
    before = (out / "data" / "00000.parquet").stat().st_mtime_ns
    convert("figureqa", tmp_path / "release", "test2", out, shard=15)
    assert (out / "data" / "00000.parquet").stat().st_mtime_ns == before
    convert("figureqa", tmp_path / "release", "test2", tmp_path / "e", shard=15)
    assert content(out) == content(tmp_path / "e")


def test_a_run_json_of_no_bytes_does_not_block(few: Dataset, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.json").write_bytes(b"")
    run = start_run(tmp_path / "run", "chance", few)
    predict(make("chance"), few, run.predictions)
    assert sorted(path.name for path in run.folder.iterdir()) == ["predictions.jsonl", "run.json"]


def test_a_line_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    """On a nearly full disk a write takes some of the bytes and says how many."""

    class Nearly:
        def __init__(self, file: object) -> None:
            self.file = file

        def write(self, line: bytes) -> int:
            return int(self.file.write(line[:10]))  # type: ignore[attr-defined]

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

    path = tmp_path / "replies.jsonl"
    with path.open("ab", buffering=0) as file:
        append_line(file, b'{"question": "a"}')
        with pytest.raises(OSError, match="No space"):
            append_line(Nearly(file), b'{"question": "b"}')
        append_line(file, b'{"question": "c"}')
    assert path.read_bytes() == b'{"question": "a"}\n{"question": "c"}\n'


def test_a_contact_sheet_that_cannot_be_written_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from eyechart.show import pages_of, show

    monkeypatch.setattr("os.fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        show(pages_of("figures", 0, 1, None, 0, None, {}), tmp_path / "sheet.png")
    assert list(tmp_path.iterdir()) == []


# ---- faults that a folder meets


def test_a_shard_that_another_machine_wrote_to_its_own_disk_is_missed(tmp_path: Path) -> None:
    def lose(done: int) -> None:
        if done == COUNT:
            (tmp_path / "d" / "data" / "00001.parquet").unlink()

    with pytest.raises(EyechartError, match=r"00001.parquet was written and is not here.+ that all of them see.+s3://"):
        draw(tmp_path / "d", lose)


@pytest.mark.parametrize("place", [0.1, 0.5, 0.99])
def test_one_wrong_byte_is_found_by_the_checksum_and_that_shard_is_made_alone(
    place: float, whole: Path, tmp_path: Path
) -> None:
    """As a disk loses it: size and time are as they were."""
    copy = Path(shutil.copytree(whole, tmp_path / "copy"))
    spoilt, others = copy / "data" / "00001.parquet", sorted((copy / "data").glob("0000[02].parquet"))
    data, kept = bytearray(spoilt.read_bytes()), [path.stat().st_mtime_ns for path in others]
    stat = spoilt.stat()
    data[int(place * len(data))] ^= 0x40
    spoilt.write_bytes(data)
    os.utime(spoilt, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    found = eyechart.status(copy)
    assert found.broken == ("data/00001.parquet is not what dataset.json says",)
    assert "only these shards are made anew" in found.type
    draw(copy)
    assert content(copy) == content(whole)
    assert [path.stat().st_mtime_ns for path in others] == kept


@pytest.mark.skipif(os.getuid() == 0, reason="root writes anywhere")
def test_a_folder_that_may_not_be_written_to_is_told_plainly(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(EyechartError, match=r"Cannot write to .+: Permission denied.+run the same command again"):
        draw(tmp_path / "d")


@pytest.mark.parametrize("code", [errno.EROFS, errno.EDQUOT, errno.EACCES])
def test_a_disk_that_takes_nothing_is_told_plainly(
    code: int, half: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", refuse)
        with pytest.raises(
            EyechartError, match=rf"Cannot write to .+: {os.strerror(code)}.+run the same command again"
        ):
            draw(half)
    draw(half)
    assert content(half) == content(whole)


@pytest.mark.parametrize("way", [-1, 1], ids=["back", "forth"])
def test_a_clock_that_jumps_changes_nothing(way: int, half: Path, whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A year at once, and on by an hour with every look at it."""
    import time
    from itertools import count

    jumping = count(time.time() + way * 365 * 86400, way * 3600)
    monkeypatch.setattr("time.time", lambda: next(jumping))
    os.utime(half / "data" / "00000.parquet", (0, 0))
    os.utime(half / ".eyechart" / "job.json", (2**33, 2**33))
    before = (half / "data" / "00001.parquet").stat().st_mtime_ns
    draw(half)
    assert (half / "data" / "00001.parquet").stat().st_mtime_ns == before
    assert content(half) == content(whole)


def test_time_left_does_not_ask_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    from eyechart.reporting.terminal import notes

    before = notes.get_time()
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert notes.get_time() >= before


def with_other_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from eyechart.store.folder import versions

    other = versions() | {"pyarrow": "0.1"}
    monkeypatch.setattr(sys.modules["eyechart.generate"], "versions", lambda: other)


def test_a_folder_begun_with_another_writer_is_not_gone_on_with(half: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bytes would be those of two versions."""
    with_other_pyarrow(monkeypatch)
    with pytest.raises(
        EyechartError, match=r"was begun otherwise: version of pyarrow is .+ there and 0.1 here. Repeat"
    ):
        draw(half)


def test_a_dataset_made_with_another_writer_is_not_mended_but_stays(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Path(shutil.copytree(whole, tmp_path / "copy"))
    with_other_pyarrow(monkeypatch)
    draw(copy)  # all of it is there: nothing to make
    (copy / "data" / "00002.parquet").unlink()
    with pytest.raises(
        EyechartError, match=r"lacks shards, and those made here would have other bytes: version of pyarrow"
    ):
        draw(copy)
    assert (copy / "dataset.json").exists()
