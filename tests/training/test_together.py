"""Several processes that torch's launcher starts train as one does: averaged gradients are the same."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from eyechart.store.folder import Dataset
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
# Another training in the same processes, and the first one again, which is finished.
AGAIN = """
train("panel-gru", sys.argv[1], sys.argv[2] + "-again", changes=sizes | {"optimiser": "adam"})
train("panel-gru", sys.argv[1], sys.argv[2], changes=sizes | {"optimiser": "adam"})
"""
LAUNCHER = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]


@pytest.mark.slow
def test_averaged_gradients_of_two_processes_are_those_of_one(matrices: Dataset, tmp_path: Path) -> None:
    from safetensors.torch import load_file

    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    for words, out in (([sys.executable], "one"), (LAUNCHER, "two")):
        given = [str(script), str(matrices.folder), str(tmp_path / out)]
        done = subprocess.run([*words, *given], capture_output=True, text=True, check=False, timeout=240)
        assert done.returncode == 0, done.stderr[-2000:]
        shutil.rmtree(matrices.folder / "features")  # the first process computes them alone
    one, two = (load_file(tmp_path / out / "weights.safetensors") for out in ("one", "two"))
    assert one.keys() == two.keys()
    assert all(one[name].allclose(two[name], atol=1e-6) for name in one)


@pytest.mark.slow
def test_two_processes_train_one_network_after_the_other(matrices: Dataset, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT + AGAIN)
    given = [str(script), str(matrices.folder), str(tmp_path / "m")]
    done = subprocess.run([*LAUNCHER, *given], capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr[-2000:]
    assert same_weights(tmp_path / "m", tmp_path / "m-again")
