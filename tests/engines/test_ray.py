"""The same bytes on two nodes of a Ray cluster as here, also when a process and a whole node die half-way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import eyechart
from eyechart import registry
from eyechart.engines.engine import Engine, Wanted
from eyechart.engines.pool import Progress
from eyechart.errors import EyechartError
from eyechart.store.folder import Dataset

ray = pytest.importorskip("ray")
pytestmark = [pytest.mark.ray, pytest.mark.slow]
# A node that is gone is looked for more often than Ray does by itself; not so often that a busy machine counts as gone.
SOON = {"health_check_initial_delay_ms": 1000, "health_check_period_ms": 1000, "health_check_failure_threshold": 10}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes of one core each, on this machine."""
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False, "_system_config": SOON}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_worker_niceness", "0")  # unless told, Ray's processes give way to all others
        made = Cluster(initialize_head=True, head_node_args=head)
        try:
            made.add_node(num_cpus=1)
            ray.init(made.address, log_to_driver=False, logging_level="ERROR")
            yield made
        finally:
            ray.shutdown()
            made.shutdown()


@pytest.fixture(scope="module")
def engine(cluster: Any) -> Engine:
    return Wanted(engine="ray").made()


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def workers(cluster: Any) -> list[int]:
    """The processes that are at work on a piece."""
    ours = {node.all_processes["raylet"][0].process.pid for node in cluster.list_all_nodes()}
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "cmdline").read_bytes().startswith(b"ray::Worker.work"):
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                found += [int(entry.name)] if parent in ours else []
        except OSError:  # it has ended
            continue
    return found


# Pages, and pages of a file: of families that are drawn quickly more, so that something is left to do when a node is lost.
SIZES = {"commonsense": (24, 2), "signs": (24, 2), "matrices": (24, 2)}
QUICK = (80, 4)


@pytest.fixture(scope="module", params=registry.names("families"))
def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Some pages of each family, by one process of this machine."""
    split, (count, shard) = next(iter(registry.get("families", request.param).splits)), SIZES.get(request.param, QUICK)
    folder = tmp_path_factory.mktemp("here") / "d"
    return eyechart.generate(request.param, folder, split=split, count=count, shard=shard, seed=3)


def again(made: Dataset, out: Path, engine: Engine, progress: Progress = lambda done: None) -> Dataset:
    told = made.manifest
    count, shard = SIZES.get(told.family, QUICK)
    return eyechart.generate(
        told.family, out, split=told.split, count=count, shard=shard, seed=3, jobs=engine, progress=progress
    )


def test_two_nodes_give_the_bytes_of_one_process(here: Dataset, engine: Engine, tmp_path: Path) -> None:
    assert content(again(here, tmp_path / "there", engine).folder) == content(here.folder)


def test_an_audit_on_two_nodes_finds_what_one_process_finds(engine: Engine, tmp_path: Path) -> None:
    data = eyechart.generate("figures", tmp_path / "d", split="val1", count=80, shard=10, seed=3)
    told: list[str] = []
    alone = eyechart.audit([data], least=40, most=60)
    both = eyechart.audit([data], told.append, least=40, most=60, jobs=engine)
    assert alone.probes
    assert msgspec.json.encode(both) == msgspec.json.encode(alone)
    assert any(one.startswith("looking at page ") for one in told)


def test_both_nodes_work(engine: Engine, tmp_path: Path) -> None:
    def meet(piece: int, progress: Progress) -> str:
        """Each waits for the other, who may take long to start."""
        import time

        node = str(ray.get_runtime_context().get_node_id())
        (tmp_path / node).touch()
        end = time.monotonic() + 120
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < end:
            time.sleep(0.1)
        return node

    assert len({node for _, node in engine.each(meet, range(2), lambda done: None)}) == 2


def test_every_page_is_told_of(engine: Engine) -> None:
    def count(piece: int, progress: Progress) -> None:
        for done in range(1, 6):
            progress(done)

    told: list[int] = []
    assert len(list(engine.each(count, range(3), told.append))) == 3
    assert told[-1] == 15


def test_an_error_comes_back_as_it_was(engine: Engine) -> None:
    def refuse(piece: int, progress: Progress) -> None:
        raise EyechartError("No such thing. Type: another")

    with pytest.raises(EyechartError) as caught:
        list(engine.each(refuse, range(2), lambda done: None))
    assert str(caught.value) == "No such thing. Type: another"


def test_a_piece_that_kills_whoever_has_it_is_given_up(engine: Engine) -> None:
    def die(piece: int, progress: Progress) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(EyechartError, match=r"killed 4 times.+run the same command again"):
        list(engine.each(die, range(1), lambda done: None))


def test_a_node_with_other_versions_is_refused(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eyechart.engines.ray.versions", lambda: {"pyarrow": "1.0.0"})
    with pytest.raises(
        EyechartError, match=r"Node .+ has pyarrow .+ bytes would differ. Type there: pip install pyarrow==1.0.0"
    ):
        list(engine.each(lambda piece, progress: None, range(1), lambda done: None))


def test_more_than_a_node_has_is_refused(cluster: Any) -> None:
    with pytest.raises(EyechartError, match=r"No node .+ has 64 free cores. Found: 1 cores, 0 GPUs; 1 cores"):
        Wanted(engine="ray", cores=64).made()


def test_nobody_is_left_when_it_is_stopped(cluster: Any, engine: Engine, tmp_path: Path) -> None:
    def stop(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        eyechart.generate("figures", tmp_path / "d", count=3000, shard=1000, jobs=engine, progress=stop)
    assert workers(cluster) == []
    assert not list(tmp_path.rglob("*.part"))


def test_a_killed_process_and_a_lost_node_change_nothing(
    here: Dataset, cluster: Any, engine: Engine, tmp_path: Path
) -> None:
    lost: list[object] = []
    pages, shard = SIZES.get(here.manifest.family, QUICK)

    def lose(done: int) -> None:
        if done > shard and not lost and (at_work := workers(cluster)):
            os.kill(at_work[0], signal.SIGKILL)
            lost.append("a process")
        elif done > pages // 4 and len(lost) == 1:
            node = next(node for node in cluster.worker_nodes)
            cluster.remove_node(node, allow_graceful=False)
            lost.append(node)

    try:
        there = again(here, tmp_path / "there", engine, lose)
    finally:
        cluster.add_node(num_cpus=1)  # for the tests that come next
    assert len(lost) == 2
    assert content(there.folder) == content(here.folder)
