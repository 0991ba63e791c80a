"""Several processes that torch's launcher or Ray Train starts train as one does: averaged gradients are the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from eyechart.engines.engine import Wanted
from eyechart.errors import EyechartError
from eyechart.store.folder import Dataset
from eyechart.train import train
from tiny_networks import same_weights

# One step of plain descent at rate 1: the weights then differ from the first ones by the gradient, and by nothing else.
SCRIPT = """
import sys, torch
torch.set_num_threads(1)
from eyechart.train import loop, train
loop.OPTIMISERS["adam"] = torch.optim.SGD
sizes = {"steps": 1, "every": 1, "batch": 4, "parallel": 2, "width": 8, "learning_rate": 1.0, "extractor": "thumbnail:5"}
sizes["spread"] = 0.0  # no running means, which are those of a process's own batches
train("panel-gru", sys.argv[1], sys.argv[2], changes=sizes | {"optimiser": "adam"})
"""
# The same in processes that Ray Train starts; each leaves a note of who it is.
RAY = """
import os, sys
from functools import partial
from eyechart.engines.engine import Wanted

def work(script, data, out):
    open(f"{out}-{os.environ['RANK']}-of-{os.environ['WORLD_SIZE']}", "w").close()
    sys.argv[1:] = data, out
    exec(open(script).read(), {})

Wanted(engine="ray", address="local", jobs=2).made().together(partial(work, *sys.argv[1:]))
"""
# Another training in the same processes, and the first one again, which is finished.
AGAIN = """
train("panel-gru", sys.argv[1], sys.argv[2] + "-again", changes=sizes | {"optimiser": "adam"})
train("panel-gru", sys.argv[1], sys.argv[2], changes=sizes | {"optimiser": "adam"})
"""
LAUNCHER = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]


def ran(words: list[str]) -> subprocess.CompletedProcess[str]:
    """To its end. A process that dies of a signal tells where it was, and the launcher's own words come after."""
    told = os.environ | {"PYTHONFAULTHANDLER": "1"}
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=240, env=told)


def weights(folder: Path) -> Any:
    from safetensors.torch import load_file

    return load_file(folder / "weights.safetensors")


def learnt(words: list[str], matrices: Dataset, out: Path) -> Any:
    """The weights after one step, by these words and a script."""
    script = out.with_name("script.py")
    script.write_text(SCRIPT)
    given = [*words, str(script), str(matrices.folder), str(out)]
    done = ran(given)
    assert done.returncode == 0, done.stderr
    shutil.rmtree(matrices.folder / "features")  # the first process computes them alone
    return weights(out)


def are_alike(one: Any, two: Any) -> bool:
    return one.keys() == two.keys() and all(one[name].allclose(two[name], atol=1e-6) for name in one)


@pytest.mark.slow
def test_averaged_gradients_of_two_processes_are_those_of_one(matrices: Dataset, tmp_path: Path) -> None:
    one = learnt([sys.executable], matrices, tmp_path / "one")
    assert are_alike(one, learnt(LAUNCHER, matrices, tmp_path / "two"))


@pytest.mark.slow
@pytest.mark.ray
def test_averaged_gradients_of_two_processes_of_ray_train_are_those_of_one(matrices: Dataset, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    (tmp_path / "launcher.py").write_text(RAY)
    one = learnt([sys.executable], matrices, tmp_path / "one")
    two = learnt([sys.executable, str(tmp_path / "launcher.py")], matrices, tmp_path / "two")
    assert {path.name for path in tmp_path.glob("two-*")} == {"two-0-of-2", "two-1-of-2"}
    assert are_alike(one, two)


@pytest.mark.slow
@pytest.mark.ray
def test_eyechart_train_on_ray_gives_the_weights_of_one_process(matrices: Dataset, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    sizes = ["steps=2", "every=1", "batch=4", "parallel=2", "width=8", "extractor=thumbnail:5", "spread=0.0"]
    for out, where in (("one", []), ("two", ["--engine", "ray", "--address", "local", "--jobs", "2"])):
        given = ["train", "panel-gru", str(matrices.folder), "--out", str(tmp_path / out), "--set", *sizes, *where]
        done = ran([sys.executable, "-m", "eyechart", *given])
        assert done.returncode == 0, done.stderr
        assert f"in {tmp_path / out}" in done.stdout
    one, two = (weights(tmp_path / out) for out in ("one", "two"))
    assert are_alike(one, two)


@pytest.mark.slow
@pytest.mark.ray
def test_what_is_wrong_in_a_process_of_ray_is_told_here(matrices: Dataset, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    given = ["train", "panel-gru", str(matrices.folder), "--out", str(tmp_path / "m"), "--set", "extractor=thumbnail:5"]
    where = ["--engine", "ray", "--address", "local", "--jobs", "2"]  # of one batch there is no half
    done = ran([sys.executable, "-m", "eyechart", *given, *where])
    assert done.returncode == 2
    assert "parallel=1 batches cannot be shared by 2 processes." in done.stderr.replace("\n", " ")


def test_several_processes_of_this_machine_are_told_what_to_type(matrices: Dataset, tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="Engine local trains in one process. Add --engine ray, or type: torchrun"):
        train("panel-gru", matrices.folder, tmp_path / "m", engine=Wanted(jobs=2).made())


@pytest.mark.slow
def test_two_processes_train_one_network_after_the_other(matrices: Dataset, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT + AGAIN)
    given = [str(script), str(matrices.folder), str(tmp_path / "m")]
    done = ran([*LAUNCHER, *given])
    assert done.returncode == 0, done.stderr
    assert same_weights(tmp_path / "m", tmp_path / "m-again")
