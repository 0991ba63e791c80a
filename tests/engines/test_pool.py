"""The processes of this machine: whoever of them ends, at whatever moment, the others end too and the command says so."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from eyechart.engines import pool
from eyechart.engines.pool import Progress, each
from eyechart.errors import EyechartError

KILLED = "One of the processes at work was killed"
SCRIPT = "import sys, eyechart\neyechart.generate('figures', sys.argv[1], count=3, shard=1, jobs=2)\n"


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    yield
    assert multiprocessing.active_children() == []


def square(piece: int, count: Progress) -> int:
    count(1)
    count(2)
    return piece * piece


def same(piece: str, count: Progress) -> str:
    return piece


def killed_at_three(piece: int, count: Progress) -> int:
    if piece == 3:
        os.kill(os.getpid(), signal.SIGTERM)
    return piece


def failing_at_two(piece: int, count: Progress) -> int:
    if piece == 2:
        raise EyechartError("piece 2 is wrong")
    return piece


class FarError(Exception):
    """Cannot be made from what it says, and so not be unpickled."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def failing_oddly(piece: int, count: Progress) -> int:
    raise FarError(1, 2)


def deaf_but_for_zero(piece: int, count: Progress) -> int:
    if piece:
        time.sleep(3600)
    raise EyechartError("over")


def telling(piece: int, count: Progress) -> int:
    for pages in range(1_000_000):
        time.sleep(0.001)
        count(pages)
    return piece


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_piece_comes_once_with_what_came_of_it(jobs: int) -> None:
    told: list[int] = []
    assert sorted(each(square, range(5), jobs, told.append)) == [(n, n * n) for n in range(5)]
    assert told[-1] == 10


def test_pieces_and_results_may_be_larger_than_a_pipe() -> None:
    pieces = [letter * 1_000_000 for letter in "abc"]
    assert dict(each(same, pieces, 2, lambda done: None)) == {piece: piece for piece in pieces}


def test_who_is_killed_at_work_is_told_of() -> None:
    with pytest.raises(EyechartError, match=KILLED):
        list(each(killed_at_three, range(8), 2, lambda done: None))


@pytest.mark.parametrize("which", [0, 1])
def test_who_is_killed_while_others_are_started_holds_up_nobody(which: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own pool hung."""
    begun: list[pool._Worker] = []

    class Killed(pool._Worker):
        def __init__(self, *of: object) -> None:
            super().__init__(*of)  # type: ignore[arg-type]
            if len(begun) == which:
                os.kill(self.process.pid or 0, signal.SIGTERM)
            begun.append(self)

    monkeypatch.setattr(pool, "_Worker", Killed)
    with pytest.raises(EyechartError, match=KILLED):
        list(each(square, range(40), 2, lambda done: None))


def test_who_is_killed_with_nothing_left_to_do_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Tired(pool._Worker):
        def give(self, task: tuple[int, object] | None) -> None:
            super().give(task)
            if task is None:
                self.process.kill()

    monkeypatch.setattr(pool, "_Worker", Tired)
    assert len(dict(each(square, range(4), 2, lambda done: None))) == 4


def test_a_script_that_its_processes_cannot_import_is_told_what_to_change(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text(SCRIPT)
    line = [sys.executable, str(script), str(tmp_path / "d")]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert 'below a line `if __name__ == "__main__":`' in done.stderr.splitlines()[-1]


def test_what_goes_wrong_is_raised_with_where_it_went_wrong() -> None:
    with pytest.raises(EyechartError, match="piece 2 is wrong") as caught:
        list(each(failing_at_two, range(8), 2, lambda done: None))
    assert "in failing_at_two" in str(caught.value.__cause__)


def test_what_cannot_travel_is_told_in_words() -> None:
    with pytest.raises(RuntimeError, match="FarError: 1 and 2"):
        list(each(failing_oddly, range(3), 2, lambda done: None))


def test_who_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PATIENCE", 0.1)
    with pytest.raises(EyechartError, match="over"):
        list(each(deaf_but_for_zero, range(3), 2, lambda done: None))


def test_who_is_told_to_stop_does_so_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[pool._Worker] = []

    class Seen(pool._Worker):
        def __init__(self, *of: object) -> None:
            super().__init__(*of)  # type: ignore[arg-type]
            begun.append(self)

    def interrupt(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr(pool, "_Worker", Seen)
    monkeypatch.setattr(pool, "PATIENCE", 300.0)
    with pytest.raises(KeyboardInterrupt):
        list(each(telling, range(2), 2, interrupt))
    assert [worker.process.exitcode for worker in begun] == [0, 0]
