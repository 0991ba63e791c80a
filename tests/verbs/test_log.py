"""Progress in the log of a job: whole lines, often enough to see that it lives, seldom enough to be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import typed
from eyechart.engines import log as logging
from eyechart.engines.log import Log, logged


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def told(clock: Clock, ticks: Iterator[tuple[float, int]], total: int = 600, note: str = "") -> list[str]:
    lines: list[str] = []
    log = Log(lines.append, clock)
    for clock.now, done in ticks:
        log.tell("toy sits figures", done, total, note)
    log.end()
    return lines


def test_a_line_tells_done_total_rate_and_time_left(clock: Clock) -> None:
    lines = told(clock, iter([(0, 0), (40, 120)]), note="8 in flight")
    assert lines[0] == "toy sits figures: 120 of 600 (20 %), 3.0/s, 2 min 40 s left · 8 in flight"


def test_the_last_line_tells_how_long_it_took(clock: Clock) -> None:
    lines = told(clock, iter([(0, 0), (40, 120), (200, 600)]))
    assert lines[-1] == "toy sits figures: 600 of 600 (100 %) in 3 min 20 s, 3.0/s"
    assert len(lines) == 2


def test_what_was_done_before_does_not_make_it_fast(clock: Clock) -> None:
    lines = told(clock, iter([(0, 400), (10, 410)]))
    assert lines[0] == "toy sits figures: 410 of 600 (68 %), 1.0/s, 3 min 10 s left"


def test_a_slow_job_has_a_line_every_half_minute(clock: Clock) -> None:
    lines = told(clock, ((second, second // 60) for second in range(3600)), total=60_000)
    assert 3600 / 30 - 2 <= len(lines) <= 3600 / 30 + 2


def test_a_steady_job_has_a_line_every_twentieth(clock: Clock) -> None:
    lines = told(clock, ((second, 2 * second) for second in range(301)))
    assert 20 <= len(lines) <= 22


def test_a_fast_job_has_no_line_sooner_than_five_seconds_after_another(clock: Clock) -> None:
    lines = told(clock, ((tick / 100, tick) for tick in range(2001)), total=2000)
    assert len(lines) == 4  # at 5, 10, 15 and 20 s, which is the end


def test_what_takes_a_moment_is_not_told(clock: Clock) -> None:
    assert told(clock, ((tick / 100, tick) for tick in range(401)), total=400) == []


def test_a_job_that_hangs_is_seen_to(clock: Clock) -> None:
    lines: list[str] = []
    log = Log(lines.append, clock)
    log.tell("toy sits figures", 0, 600)
    for clock.now in range(100):
        log.look()
    assert lines[-1] == "toy sits figures: 0 of 600 (0 %), nothing new for 1 min 35 s"
    assert len(lines) == 4  # after 5 s, and every half minute


def test_what_is_stopped_has_a_last_line(clock: Clock) -> None:
    lines = told(clock, iter([(0, 0), (31, 10), (40, 12)]))
    assert lines[-1].startswith("toy sits figures: 12 of 600 (2 %)")


def test_the_clock_is_looked_at_while_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    monkeypatch.setattr(logging, "BEAT", 0.001)
    monkeypatch.setattr(logging, "AT_MOST", 0.0)
    written = threading.Event()
    with logged(lambda line: written.set()) as tell:
        tell("x", 0, 10)
        written.clear()
        monkeypatch.setattr(logging, "AT_LEAST", 0.0)
        assert written.wait(60)


def test_a_log_has_neither_carriage_returns_nor_escape_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AT_MOST", "AT_LEAST"):
        monkeypatch.setattr(logging, name, 0.0)
    done = typed("exam", "mock:oracle", "--families", "figures", "--count", 3, "--jobs", 1, "--out", tmp_path / "e")
    assert "\r" not in done.err
    assert "\x1b" not in done.err
    lines = done.err.splitlines()
    assert any(one.startswith("drawing figures: 3 of 3 (100 %)") for one in lines)
    assert any(one.startswith("mock-oracle sits figures: 0 of ") and "calibration" in one for one in lines)
    assert lines[-1].startswith("mock-oracle sits figures:")
    assert "(100 %) in" in lines[-1]
