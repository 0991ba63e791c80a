"""Several processes that torch's launcher starts train as one does: averaged gradients are the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from eyechart.store.folder import Dataset

# One step of plain descent at rate 1: the weights then differ from the first ones by the gradient, and by nothing else.
SCRIPT = """
import sys, torch
torch.set_num_threads(1)
from eyechart.train import loop, train  # noqa
loop.OPTIMISERS["adam"] = torch.optim.SGD
sizes = {"steps": 1, "every": 1, "batch": 8, "parallel": 2, "hidden": 8, "width": 16, "learning_rate": 1.0, "validation": 8}
train("text-only", sys.argv[1], sys.argv[2], changes=sizes)
"""


@pytest.mark.slow
def test_averaged_gradients_of_two_processes_are_those_of_one(charts: Dataset, tmp_path: Path) -> None:
    from safetensors.torch import load_file

    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    for words, out in (([sys.executable], "one"), (launcher, "two")):
        done = subprocess.run(
            [*words, str(script), str(charts.folder), str(tmp_path / out)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
    one, two = (load_file(tmp_path / out / "weights.safetensors") for out in ("one", "two"))
    assert one.keys() == two.keys()
    assert all(one[name].allclose(two[name], atol=1e-6) for name in one)
