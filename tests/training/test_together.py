"""Several processes that torch's launcher or Ray Train starts train as one does: averaged gradients are the same."""

from __future__ import annotations

import json
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
# One process has Ray Train start others, three times: for the same; for what is typed; for what cannot be done. Each of the
# first leaves a note of who it is.
RAY = """
import contextlib, io, json, os, sys
from functools import partial
from eyechart.cli import main
from eyechart.engines.engine import Wanted

def work(script, data, out):
    open(f"{out}-{os.environ['RANK']}-of-{os.environ['WORLD_SIZE']}", "w").close()
    sys.argv[1:] = data, out
    exec(open(script).read(), {})

def typed(*words):
    sys.argv[1:] = words
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        try:
            main()
        except SystemExit as end:
            return end.code or 0, told.getvalue()

script, data, out, *sizes = sys.argv[1:]
where = ["--engine", "ray", "--address", "local", "--jobs", "2"]
Wanted(engine="ray", address="local", jobs=2).made().together(partial(work, script, data, out))
train = ["train", "panel-gru", data, *where]
found = typed(*train, "--out", out + "-typed", "--set", *sizes), typed(*train, "--out", out + "-refused", "--set", sizes[0])
print(json.dumps(found))
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


@pytest.fixture(scope="module")
def alone(matrices: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The weights that one process comes to."""
    return learnt([sys.executable], matrices, tmp_path_factory.mktemp("alone") / "one")


@pytest.mark.slow
def test_averaged_gradients_of_two_processes_are_those_of_one(alone: Any, matrices: Dataset, tmp_path: Path) -> None:
    assert are_alike(alone, learnt(LAUNCHER, matrices, tmp_path / "two"))


SIZES = ["extractor=thumbnail:5", "steps=2", "every=1", "batch=4", "parallel=2", "width=8", "spread=0.0"]


@pytest.fixture(scope="module")
def on_ray(matrices: Dataset, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[tuple[int, str]]]:
    """The folder of what Ray Train's processes learnt, and what two commands said, each with its exit code."""
    pytest.importorskip("ray")
    folder = tmp_path_factory.mktemp("ray")
    (folder / "script.py").write_text(SCRIPT)
    (folder / "launcher.py").write_text(RAY)
    words = [folder / "launcher.py", folder / "script.py", matrices.folder, folder / "two", *SIZES]
    done = ran([sys.executable, *map(str, words)])
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
@pytest.mark.ray
def test_averaged_gradients_of_two_processes_of_ray_train_are_those_of_one(
    alone: Any, on_ray: tuple[Path, list[tuple[int, str]]]
) -> None:
    folder, _ = on_ray
    assert {path.name for path in folder.glob("two-*-of-*")} == {"two-0-of-2", "two-1-of-2"}
    assert are_alike(alone, weights(folder / "two"))


@pytest.mark.slow
@pytest.mark.ray
def test_eyechart_train_on_ray_gives_the_weights_of_one_process(
    on_ray: tuple[Path, list[tuple[int, str]]], matrices: Dataset, tmp_path: Path
) -> None:
    folder, [(code, told), _] = on_ray
    assert code == 0, told
    assert f"in {folder / 'two-typed'}" in told.replace("\n", "")
    one = train("panel-gru", matrices.folder, tmp_path / "one", changes=dict(word.split("=") for word in SIZES))
    assert are_alike(weights(one), weights(folder / "two-typed"))


@pytest.mark.slow
@pytest.mark.ray
def test_what_is_wrong_in_a_process_of_ray_is_told_here(on_ray: tuple[Path, list[tuple[int, str]]]) -> None:
    _, [_, (code, told)] = on_ray  # of one batch there is no half
    assert code == 2
    assert "parallel=1 batches cannot be shared by 2 processes." in told.replace("\n", " ")


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
