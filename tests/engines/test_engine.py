"""Verbs on an engine that works apart from them give what they give by themselves."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import eyechart
import eyechart.predict
from eyechart import registry
from eyechart.engines.engine import Engine, Wanted, engine_of
from eyechart.errors import EyechartError
from eyechart.score import score
from eyechart.status import status
from eyechart.store.folder import Dataset


class Stop(Exception):  # noqa: N818
    """In place of a kill."""


@pytest.fixture
def apart() -> Engine:
    """Like one whose processes are elsewhere: work, pieces and results travel, and pieces come back in any order."""

    def each(work: Any, pieces: Sequence[Any], progress: Any) -> Iterator[tuple[Any, Any]]:
        for piece in reversed(pieces):
            there = pickle.loads(pickle.dumps((work, piece)))
            yield piece, pickle.loads(pickle.dumps(there[0](there[1], lambda done: None)))
        progress(0)

    return Engine("elsewhere", each, apart=True)


def content(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "run.json"  # it says when
    }


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("figures", tmp_path_factory.mktemp("d") / "d", split="val1", count=12, shard=4)


def test_engines_are_registered() -> None:
    assert registry.names("engines")[:2] == ["local", "ray"]


def test_an_engine_that_is_not_there_is_told_of() -> None:
    with pytest.raises(EyechartError, match="No engine 'rya'. Did you mean 'ray'?"):
        Wanted(engine="rya").made()


def test_an_address_is_that_of_a_cluster() -> None:
    with pytest.raises(EyechartError, match="--address 10.0.0.1:6379 is that of a cluster: add --engine ray"):
        Wanted(address="10.0.0.1:6379").made()


def test_one_process_of_this_machine_is_not_apart() -> None:
    assert not engine_of(1).apart
    assert engine_of(2).apart


def test_ray_without_the_extra_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(EyechartError, match=r"Type: pip install 'eyechart\[ray\]'"):
        Wanted(engine="ray").made()


def test_a_cluster_out_of_reach_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    with pytest.raises(
        EyechartError,
        match=r"No Ray cluster can be reached at 127.0.0.1:1 \(.+refused\). Start one with .+RAY_AUTH_MODE",
    ):
        Wanted(engine="ray", address="127.0.0.1:1").made()


def test_generate(apart: Engine, data: Dataset, tmp_path: Path) -> None:
    eyechart.generate("figures", tmp_path / "d", split="val1", count=12, shard=4, jobs=apart)
    assert content(tmp_path / "d") == content(data.folder)


def test_verify(apart: Engine, data: Dataset) -> None:
    assert eyechart.verify(data, jobs=apart) == eyechart.verify(data)


@pytest.mark.parametrize("model", ["oracle", "prior", "mock:oracle"])
def test_predict(model: str, apart: Engine, data: Dataset, few_lessons: None, tmp_path: Path) -> None:
    for name, jobs in (("here", 1), ("there", apart)):
        eyechart.predict(model, data, tmp_path / name, jobs=jobs)
    here, there = content(tmp_path / "here"), content(tmp_path / "there")
    assert there.keys() == here.keys()
    assert there["predictions.jsonl"] == here["predictions.jsonl"]
    if "asking.json" in here:
        assert there["asking.json"] == here["asking.json"]


def test_a_run_in_parts_is_gone_on_with(
    apart: Engine, data: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"

    def each(work: Any, pieces: Sequence[Any], progress: Any) -> Iterator[tuple[Any, Any]]:
        yield pieces[1], work(pieces[1], progress)
        raise Stop

    with pytest.raises(Stop):
        eyechart.predict("oracle", data, run, jobs=Engine("dies", each, apart=True))
    answered = data.manifest.shards[1].questions
    found = status(run)
    assert (found.state, found.done) == ("stopped", f"{answered} of {data.manifest.questions} questions answered")
    eyechart.predict("oracle", data, run)
    assert score(run).overall("answer").mean == 1.0
    assert sorted(path.name for path in run.iterdir()) == ["predictions.jsonl", "run.json"]


def test_a_part_that_another_machine_wrote_to_its_own_disk_is_missed(data: Dataset, tmp_path: Path) -> None:
    def each(work: Any, pieces: Sequence[Any], progress: Any) -> Iterator[tuple[Any, Any]]:
        return ((piece, None) for piece in pieces)

    with pytest.raises(EyechartError, match="was written and is not here"):
        eyechart.predict("oracle", data, tmp_path / "run", jobs=Engine("elsewhere", each, apart=True))


def test_a_budget_is_kept_by_one_process(apart: Engine, data: Dataset, tmp_path: Path) -> None:
    asking = eyechart.Asking(budget=1.0, price=(1.0, 1.0))
    with pytest.raises(EyechartError, match="A --budget is kept by one process"):
        eyechart.predict("mock:oracle", data, tmp_path / "run", asking=asking, jobs=apart)


@pytest.mark.slow
@pytest.mark.parametrize("family", registry.names("families"))
def test_score(family: str, apart: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["eyechart.predict"], "TRAINING_PAGES", 5)
    split = next(iter(registry.get("families", family).splits))
    data = eyechart.generate(family, tmp_path / "d", split=split, count=6, shard=2)
    run = eyechart.predict("chance", data, tmp_path / "run")
    assert msgspec.json.encode(score(run, jobs=apart)) == msgspec.json.encode(score(run))


@pytest.mark.slow
def test_audit(apart: Engine, tmp_path: Path) -> None:
    data = eyechart.generate("matrices", tmp_path / "d", split="val", count=12, shard=4)
    told: list[str] = []
    here = eyechart.audit([data], least=80, most=100)
    there = eyechart.audit([data], told.append, least=80, most=100, jobs=apart)
    assert here.probes
    assert msgspec.json.encode(there) == msgspec.json.encode(here)
