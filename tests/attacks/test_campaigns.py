"""The campaigns in small: every reader gets some spoilt files, every family some misbehaving endpoints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from campaigns import endpoint, fuzz
from campaigns.rig.modes import MODES
from campaigns.rig.readers import Reader, readers
from campaigns.rig.totals import Totals
from hypothesis import strategies as st

from eyechart.registry import names
from eyechart.store.folder import Dataset

pytestmark = pytest.mark.slow  # quick forms of long campaigns


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> list[Reader]:
    return list(readers(tmp_path_factory.mktemp("readers")))


def tried(some: Iterator[Reader] | list[Reader], inputs: int) -> Totals:
    totals = Totals()
    for reader in some:
        fuzz.attack(reader, totals, 0, inputs)
    return totals


def test_spoilt_files_are_told_and_never_traced(every: list[Reader]) -> None:
    totals = tried(every, 4)
    assert totals.holds, str(totals)


@pytest.mark.slow
def test_many_spoilt_files_are_told_and_never_traced(every: list[Reader]) -> None:
    totals = tried(every, 30)
    assert totals.holds, str(totals)


def test_a_reader_that_trips_is_seen_and_its_input_shrunk(
    every: list[Reader], capsys: pytest.CaptureFixture[str]
) -> None:
    def trip(one: object, folder: Path) -> None:
        if one != "whole":
            raise KeyError("planted")

    totals = tried([Reader("planted", every[0].files, trip, "whole")], 3)
    assert len(totals.failures) == sum(totals.tries.values())
    assert "smallest" in capsys.readouterr().out


@pytest.mark.parametrize(("slow", "told"), [(1, None), (2, None), (3, "over 1 s")])
def test_slow_is_what_is_slow_each_time(slow: int, told: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([at for n in range(3) for at in (10.0 * n, 10.0 * n + (9.0 if n < slow else 0.1))])
    monkeypatch.setattr(fuzz, "time", SimpleNamespace(process_time=lambda: next(clock)))
    assert fuzz.outcome(Reader("slow at first", st.none(), lambda one, folder: None, None), None) == told


def test_there_are_sixty_modes() -> None:
    assert len(MODES) >= 60


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> list[Dataset]:
    home = tmp_path_factory.mktemp("endpoint")
    return [endpoint.dataset(home, family, 0) for family in names("families") if family != "matrices"]


def test_some_endpoints_misbehave(small: list[Dataset]) -> None:
    totals = Totals()
    for number, mode in enumerate(list(MODES)[::6]):
        endpoint.attack(mode, small[number % len(small)], number, totals)
    assert totals.holds, str(totals)


@pytest.mark.slow
def test_every_mode_of_misbehaviour(small: list[Dataset]) -> None:
    totals = Totals()
    for number, mode in enumerate(MODES):
        endpoint.attack(mode, small[number % len(small)], number, totals)
    assert totals.holds, str(totals)


def test_a_key_that_is_left_is_seen(small: list[Dataset], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eyechart.talk.transport.Secret.scrubbed", lambda self, text: text)
    totals = Totals()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(endpoint, "_leaks", lambda folder: _raw(folder))
        endpoint.attack("key as the reply", small[0], 0, totals)
    assert totals.failures


def _raw(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*.jsonl"):
        if endpoint.KEY in path.read_text():
            yield path.name
