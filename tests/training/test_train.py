"""`eyechart train`: stopped at any moment it ends with the same weights; its folder is a model; its data may have no end."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import eyechart
from eyechart import registry
from eyechart.core import Page
from eyechart.errors import EyechartError
from eyechart.models import make
from eyechart.models.learning.folder import CURVE, module_of, read
from eyechart.store.folder import Dataset
from tiny_networks import home_of, same_weights, tiny

STEPS = 12


def settings(name: str = "text-only", **more: Any) -> dict[str, Any]:
    sizes = {"steps": STEPS, "batch": 8, "every": 3, "validation": 8, "first_stop": 3, "dropout": 0.5}
    return tiny(registry.get("networks", name), **(sizes | more))


class Killed(BaseException):
    """As if the process had ended there: nothing of ours catches it."""


def killed_at(step: int) -> Any:
    def progress(done: int, note: str = "") -> None:
        if done >= step:
            raise Killed

    return progress


@pytest.fixture
def always_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint after each update, and a word."""
    from eyechart.train import loop, state

    monkeypatch.setattr(state, "SECONDS", 0.0)
    monkeypatch.setattr(loop, "TELLING", 0.0)


@pytest.fixture
def now_and_then(always_kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint after every fifth update."""
    from eyechart.train.state import Checkpoint

    calls = iter(range(10**6))
    monkeypatch.setattr(Checkpoint, "is_due", lambda self: next(calls) % 5 == 4)


@pytest.fixture(scope="module")
def whole(charts: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return eyechart.train("text-only", charts, tmp_path_factory.mktemp("whole") / "m", changes=settings())


def test_killed_at_ten_moments_it_ends_with_the_same_weights(
    charts: Dataset, whole: Path, tmp_path: Path, now_and_then: None
) -> None:
    out = tmp_path / "m"
    for step in (1, 2, 4, 5, 6, 7, 8, 9, 10, 11):
        with pytest.raises(Killed):
            eyechart.train("text-only", charts, out, changes=settings(), progress=killed_at(step))
    eyechart.train("text-only", charts, out, changes=settings())
    assert same_weights(out, whole)
    assert pq.read_table(out / "curve.parquet").equals(pq.read_table(whole / "curve.parquet"))
    assert not (out / ".eyechart").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names("networks"))
def test_any_network_goes_on_as_if_it_had_not_been_killed(
    name: str, learnt_from: Callable[[str], list[Page]], tmp_path: Path, now_and_then: None
) -> None:
    network = registry.get("networks", name)
    family = home_of(network)
    pages = learnt_from(family)
    source = eyechart.dataset(family, seed=5, count=len(pages))
    source.make = pages.__getitem__  # those that are made already
    changes = tiny(network, steps=8, every=4, batch=8, validation=8, first_stop=8, dropout=0.5, auxiliary=True)
    whole = eyechart.train(name, source, tmp_path / "whole", changes=changes)
    for step in (3, 7):
        with pytest.raises(Killed):
            eyechart.train(name, source, tmp_path / "killed", changes=changes, progress=killed_at(step))
    killed = eyechart.train(name, source, tmp_path / "killed", changes=changes)
    assert same_weights(whole, killed)
    assert weights_of(module_of(whole, read(whole))) == weights_of(module_of(killed, read(killed)))


def weights_of(module: Any) -> dict[str, bytes]:
    return {name: value.numpy().tobytes() for name, value in module.state_dict().items()}


@pytest.mark.parametrize("moment", ["save", "replace", "record"])
def test_killed_while_it_writes_a_checkpoint_it_ends_with_the_same_weights(
    moment: str, charts: Dataset, whole: Path, tmp_path: Path, always_kept: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from eyechart.store.job import Job

    places = {"save": (torch, "save"), "replace": (Path, "replace"), "record": (Job, "record")}
    where, name = places[moment]
    real, calls = getattr(where, name), iter(range(10**6))

    def dying(*args: Any, **more: Any) -> Any:
        if next(calls) == 7:
            raise Killed
        return real(*args, **more)

    with monkeypatch.context() as patched:
        patched.setattr(where, name, dying)
        with pytest.raises(Killed):
            eyechart.train("text-only", charts, tmp_path / "m", changes=settings())
    eyechart.train("text-only", charts, tmp_path / "m", changes=settings())
    assert same_weights(tmp_path / "m", whole)


@pytest.mark.slow
def test_killed_by_the_system_it_ends_with_the_same_weights(charts: Dataset, whole: Path, tmp_path: Path) -> None:
    words = [
        "train",
        "text-only",
        charts.folder,
        "--out",
        tmp_path / "m",
        "--set",
        *(f"{k}={v}" for k, v in settings().items()),
    ]
    code = (
        "import os, signal, torch; torch.set_num_threads(1)\n"
        "from eyechart.train import loop, state; state.SECONDS = 0.0\n"
        "real, n = loop.look, 0\n"
        "def look(*a):\n"
        "    real(*a)\n"
        "    a[1].step == 6 and os.kill(os.getpid(), signal.SIGKILL)\n"
        "loop.look = look\n"
        "from eyechart.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code, *map(str, words)], capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL
    eyechart.train("text-only", charts, tmp_path / "m", changes=settings())
    assert same_weights(tmp_path / "m", whole)


def test_ctrl_c_keeps_the_best_so_far_and_the_same_call_goes_on(
    charts: Dataset, whole: Path, tmp_path: Path, always_kept: None
) -> None:
    presses = [7]

    def press(done: int, note: str = "") -> None:
        if done in presses:
            presses.remove(done)
            os.kill(os.getpid(), signal.SIGINT)

    out = eyechart.train("text-only", charts, tmp_path / "m", changes=settings(), progress=press)
    assert (read(out).steps, read(out).finished) == (7, False)
    assert make(f"trained:{out}").answer(charts[0].questions)
    eyechart.train("text-only", charts, out, changes=settings())
    assert read(out).finished
    assert same_weights(out, whole)


def test_after_its_minutes_it_stops_before_the_next_update(charts: Dataset, tmp_path: Path) -> None:
    out = eyechart.train("text-only", charts, tmp_path / "m", changes=settings(), minutes=0)
    assert (read(out).steps, read(out).finished) == (0, False)


def test_the_curve_can_be_looked_at_while_it_trains(
    charts: Dataset, whole: Path, tmp_path: Path, always_kept: None
) -> None:
    seen: list[int] = []
    shown = tmp_path / "m" / ".eyechart" / CURVE

    def look(done: int, note: str = "") -> None:
        seen.append(pq.read_table(shown).num_rows if shown.exists() else 0)

    eyechart.train("text-only", charts, tmp_path / "m", changes=settings(), progress=look)
    looks = pq.read_table(whole / CURVE).num_rows
    assert sorted(set(seen)) == list(range(looks + 1))
    assert not shown.exists()


def test_what_is_finished_is_not_trained_again(charts: Dataset, whole: Path) -> None:
    before = (whole / "model.json").stat().st_mtime_ns
    assert eyechart.train("text-only", charts, whole, changes=settings()) == whole
    assert (whole / "model.json").stat().st_mtime_ns == before


def test_another_networks_folder_is_left_alone(charts: Dataset, whole: Path) -> None:
    with pytest.raises(EyechartError, match="holds another network: setting batch is 8 there and 9 here"):
        eyechart.train("text-only", charts, whole, changes=settings(batch=9))


def test_the_best_look_decides_which_weights_are_kept(whole: Path) -> None:
    curve = pq.read_table(whole / "curve.parquet").to_pylist()
    about = read(whole)
    assert [row["step"] for row in curve] == [3, 6, 9, 12]
    assert about.best == max(curve, key=lambda row: (row["average"], -row["step"]))["step"]


def test_moving_average_and_patience_are_as_the_settings_say(charts: Dataset, tmp_path: Path) -> None:
    changes = settings(average=0.9, patience=2, steps=100, learning_rate=1e-9)
    out = eyechart.train("text-only", charts, tmp_path / "m", changes=changes)
    curve = pq.read_table(out / "curve.parquet").to_pylist()
    for one, two in pairwise(curve):
        assert two["average"] == pytest.approx(0.9 * one["average"] + 0.1 * two["validation"])
    assert read(out).steps < 100
    assert read(out).steps == read(out).best + 2 * 3  # two looks, three updates apart


@pytest.mark.slow
def test_processes_that_help_give_the_same_weights(charts: Dataset, whole: Path, tmp_path: Path) -> None:
    changes = settings(workers=1)
    out = eyechart.train("text-only", charts, tmp_path / "m", changes=changes)
    assert same_weights(out, whole)


def test_a_mixture_can_be_handed_to_processes_that_help() -> None:
    mixed = eyechart.dataset("figures", "icons", seed=3, weights=(1, 1))
    make = pickle.loads(pickle.dumps(mixed.make))
    assert [make(i).family for i in range(4)] == [page.family for page in mixed[:4]]


@pytest.mark.slow
def test_processes_that_help_prepare_a_mixture_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("eyechart.train"), "ENDLESS_PAGES", 6)
    source = eyechart.dataset("figures", "icons", seed=3)
    alone, helped = (
        eyechart.train("text-only", source, tmp_path / str(workers), changes=settings(workers=workers, steps=3))
        for workers in (0, 1)
    )
    assert same_weights(alone, helped)


def test_an_endless_dataset_is_made_while_it_trains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("eyechart.train"), "ENDLESS_PAGES", 6)
    source = eyechart.dataset("matrices", seed=4)
    changes = settings("panel-mlp-sum-2", steps=3, every=3, batch=4, extractor="thumbnail:4")
    first = eyechart.train("panel-mlp-sum-2", source, tmp_path / "a", changes=changes)
    again = eyechart.train("panel-mlp-sum-2", eyechart.dataset("matrices", seed=4), tmp_path / "b", changes=changes)
    assert read(first).lesson.data.told == "matrices train, seed 4"
    assert same_weights(first, again)


def test_features_are_computed_once_and_shared(
    matrices: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from eyechart.models.extractors.extractor import Sight

    changes = settings("panel-gru", steps=2, extractor="thumbnail:6")
    eyechart.train("panel-gru", matrices, tmp_path / "gru", changes=changes)
    files = sorted((matrices.folder / "features").rglob("*.parquet"))
    assert [path.name for path in files if "thumbnail" in str(path)][:2] == ["00000.parquet", "00001.parquet"]
    monkeypatch.setattr(Sight, "compute", lambda self, pictures: pytest.fail("computed again"))
    changes = settings("panel-mlp-cat-2", steps=2, extractor="thumbnail:6")
    out = eyechart.train("panel-mlp-cat-2", matrices, tmp_path / "mlp", changes=changes)
    eyechart.predict(f"trained:{out}", matrices, tmp_path / "run")


def test_the_command_line_trains_and_the_folder_is_a_model(
    charts: Dataset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from eyechart.cli import app

    words = ["train", "text-only", charts.folder, "--out", tmp_path / "m", "--set", "steps=2", "hidden=8"]
    app([str(word) for word in words], result_action="return_value")
    assert "text-only with " in capsys.readouterr().out
    run = eyechart.predict(f"trained:{tmp_path / 'm'}", charts, tmp_path / "run")
    assert eyechart.score(run).model == "text-only"


def test_show_draws_the_learning_curve(whole: Path, tmp_path: Path) -> None:
    import numpy as np

    from eyechart.core import Picture

    made = eyechart.show(whole, tmp_path / "curve.png")
    pixels = np.asarray(Picture(made.read_bytes(), 0, 0))
    blue = (pixels == (0x15, 0x65, 0xC0)).all(2)
    assert blue.any(0).sum() > 200  # the moving average goes from the first look to the last


def test_a_folder_that_holds_no_network_says_so(tmp_path: Path) -> None:
    with pytest.raises(
        EyechartError, match="is no trained network: it has no model.json. Make one with `eyechart train"
    ):
        make(f"trained:{tmp_path}")


def test_weights_of_another_network_are_refused(charts: Dataset, whole: Path, tmp_path: Path) -> None:
    import shutil

    shutil.copytree(whole, tmp_path / "m")
    other = eyechart.train("text-only", charts, tmp_path / "o", changes=settings(steps=1, width=16))
    shutil.copy(other / "weights.safetensors", tmp_path / "m" / "weights.safetensors")
    with pytest.raises(EyechartError, match="does not hold the weights of text-only, or is damaged"):
        make(f"trained:{tmp_path / 'm'}").answer(charts[0].questions)


def test_pages_without_room_are_read_again_and_batches_stay_the_same(
    charts: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    from eyechart.models.learning.inputs import Reading
    from eyechart.models.learning.reading import Reader, facts_of
    from eyechart.train import lessons as module

    monkeypatch.setattr(module, "GROUP", 4)
    network = registry.get("networks", "cnn-lstm")
    told = network.settings_of("mini", {"side": 8, "batch": 8})
    reader = Reader(network, Reading(facts_of(network, charts, "charts"), 8))
    roomy, narrow = (module.Lessons(charts, range(len(charts)), reader, told, 0, vary=False) for _ in range(2))
    narrow.room = 1
    for number in range(6):
        one, two = roomy[number], narrow[number]
        assert all((one[name] == two[name]).all() for name in one)
    assert len(narrow.kept) == 1 < len(roomy.kept)
    assert narrow.held < roomy.held
