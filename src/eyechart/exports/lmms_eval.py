"""A task for lmms-eval: `lmms_eval --include_path FOLDER --tasks eyechart_FAMILY`.

Marks come from eyechart.reward.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from eyechart.exports import huggingface
from eyechart.store.folder import Dataset

TASKS = Path(__file__).parent / "tasks"


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    huggingface.write(dataset, folder, progress)
    m = dataset.manifest
    name = f"eyechart_{m.family}"
    # A JSON text is a YAML scalar: whatever a name holds, it stays a name.
    said = {"task": json.dumps(name), "split": json.dumps(m.split)}
    task = (TASKS / "lmms_eval_task.yaml").read_text(encoding="utf-8").format(**said)
    (folder / f"{name}.yaml").write_text(task, "utf-8")
    shutil.copyfile(TASKS / "lmms_eval_utils.py.txt", folder / "utils.py")
