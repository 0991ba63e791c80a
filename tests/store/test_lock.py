"""One writer at a time, whoever it is and however the last one ended."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import eyechart
from eyechart.core import Question
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.models import make
from eyechart.predict import predict
from eyechart.report import report
from eyechart.score import score_run
from eyechart.store.folder import Dataset
from eyechart.store.lock import InUseError, locked
from eyechart.store.run import start_run

HOLD = "import sys, time; from pathlib import Path; from eyechart.store.lock import locked\n"
HOLD += "with locked(Path(sys.argv[1]), 'generate'): print('held', flush=True); time.sleep(600)"


@pytest.fixture
def held(tmp_path: Path) -> Path:
    """A folder that another thread writes to until the test is over."""
    folder, ready, over = tmp_path / "d", threading.Event(), threading.Event()

    def hold() -> None:
        with locked(folder, "predict"):
            ready.set()
            over.wait(600)

    thread = threading.Thread(target=hold)
    thread.start()
    ready.wait(300)
    yield folder
    over.set()
    thread.join()


def test_the_second_is_told_who_is_at_work(held: Path) -> None:
    who = rf"d is being written by `eyechart predict` \(process {os.getpid()} on .+, since 20.+\)\. Wait until .+ --out"
    with pytest.raises(InUseError, match=who):
        eyechart.generate("figures", held, count=1)


def test_predict_does_not_pay_twice(held: Path, few: Dataset) -> None:
    class Asked:
        name, times = "asked", 0

        def answer(self, questions: list[Question]) -> list[object]:
            Asked.times += 1
            return []

    with pytest.raises(InUseError):
        predict(Asked(), few, held / "predictions.jsonl")
    assert Asked.times == 0


@pytest.mark.parametrize("verb", ["start_run", "export", "report", "convert", "mine", "exam"])
def test_every_verb_that_writes_keeps_out(verb: str, held: Path, few: Dataset, tmp_path: Path) -> None:
    from eyechart.convert import convert
    from eyechart.exam import exam
    from eyechart.mine import MineSettings, mine

    writes = {
        "start_run": lambda: start_run(held, "chance", few),
        "export": lambda: export(few, "vlmevalkit", held),
        "report": lambda: report([], held / "report.html"),
        "convert": lambda: convert("figureqa", tmp_path, "train1", held),
        "mine": lambda: mine(tmp_path, held, MineSettings()),
        "exam": lambda: exam(["chance"], held, count=1),
    }
    with pytest.raises(InUseError):
        writes[verb]()


def test_scoring_keeps_out_of_a_run_that_is_being_made(few: Dataset, tmp_path: Path) -> None:
    run = start_run(tmp_path / "run", "chance", few)
    predict(make("chance"), few, run.predictions)
    caught: list[BaseException] = []

    def other() -> None:
        try:
            score_run(run)
        except InUseError as error:
            caught.append(error)

    with locked(run.folder, "predict"):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert len(caught) == 1


def test_the_command_line_says_so_in_one_line_with_exit_code_1(held: Path) -> None:
    words = ["generate", "figures", "--count", "1", "--out", str(held)]
    done = subprocess.run([sys.executable, "-m", "eyechart", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_crash_releases_it(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(InUseError), locked(tmp_path, "generate"):
            pass
        holder.send_signal(signal.SIGKILL)
    with locked(tmp_path, "generate"):
        assert (tmp_path / ".eyechart" / "lock").exists()


def test_nothing_is_left_of_it(tmp_path: Path) -> None:
    with locked(tmp_path / "new" / "folder", "generate"):
        assert (tmp_path / "new" / "folder" / ".eyechart" / "lock").exists()
    assert not (tmp_path / "new" / "folder").exists()


def test_who_holds_it_goes_in_again(tmp_path: Path) -> None:
    with locked(tmp_path, "exam"), locked(tmp_path, "report"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_two_names_of_a_folder_are_one(held: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(held)
    with pytest.raises(InUseError), locked(tmp_path / "alias", "generate"):
        pass


def test_never_two_at_once_though_each_removes_the_lock_file(tmp_path: Path) -> None:
    inside, most, turns = 0, 0, 0

    def come_and_go() -> None:
        nonlocal inside, most, turns
        while turns < 500:
            try:
                with locked(tmp_path / "d", "generate"):
                    inside += 1
                    most, turns = max(most, inside), turns + 1
                    time.sleep(0)
                    inside -= 1
            except InUseError:
                pass

    threads = [threading.Thread(target=come_and_go) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_a_file_system_without_locks_is_named_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(file: int, how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", refuse)
    with pytest.raises(EyechartError, match=r"a file system that has no locks \(No locks available\).+local disk"):
        eyechart.generate("figures", tmp_path / "d", count=1)


def test_a_lock_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    """A run that one was given could empty any file of its reader."""
    precious = tmp_path / "precious"
    precious.write_text("years of work")
    (tmp_path / "d" / ".eyechart").mkdir(parents=True)
    (tmp_path / "d" / ".eyechart" / "lock").symlink_to(precious)
    with pytest.raises(EyechartError, match="lock is a link"), locked(tmp_path / "d", "score"):
        pass
    assert precious.read_text() == "years of work"


@pytest.mark.parametrize("kind", ["a link to nothing", "a link to a folder", "a file", "a pipe"])
def test_a_room_that_is_no_folder_of_ours_is_told_at_once(kind: str, tmp_path: Path) -> None:
    """A link to nothing was waited for, for ever."""
    room = tmp_path / "d" / ".eyechart"
    room.parent.mkdir()
    if kind == "a file":
        room.touch()
    elif kind == "a pipe":
        os.mkfifo(room)
    else:
        room.symlink_to(tmp_path if kind == "a link to a folder" else tmp_path / "nothing")
    with pytest.raises(EyechartError, match="no folder of ours"), locked(tmp_path / "d", "score"):
        pass
    assert not (tmp_path / "lock").exists()
