"""IconQA's networks trained and examined, all in one process that reads each problem once: what recipes/iconqa-table6.sh calls.

python recipes/iconqa_networks.py mini|paper FOLDER SEED EXTRACTOR [key=value …]

FOLDER has picture, text and blank, each with train, val and test; it gets models/NAME-TASK and, by what they are for, runs/test
(Table 6), runs/taught (with l_att) and runs/val (Table 7). EXTRACTOR has learnt icons. What is there already is left as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kept import Kept, told

import eyechart
from eyechart.settings import parse_changes

TASKS = ("picture", "text", "blank")
# What is pre-trained in Table 6 comes in the paper's recipe alone.
BLIND = ("q-only", "i-only")
RIVALS: dict[str, tuple[str, ...]] = {"mini": ("top-down", "ban", "dfaf", "mcan")}
RIVALS["paper"] = (*RIVALS["mini"], "vilbert", "uniter", "vit", "vilt")
ABLATIONS = ("no-attention", "no-positions", "v-cls", "30-patches", "14-patches")
NATURAL = {
    "mini": "efficientnet-lite0:32",
    "paper": "efficientnet-lite0:224",
}  # in place of icons, for the row "w/o pre"
# Section 6.1: the rates of the sub-tasks; an epoch of updates is between two looks at the validation set.
RATES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "mini": {"blank": {"steps": 600, "every": 100}},
    "paper": {
        "picture": {"learning_rate": 0.0007, "every": 540, "steps": 27_000},
        "text": {"learning_rate": 0.0008, "every": 296, "steps": 14_800},
        "blank": {"learning_rate": 0.002, "every": 170, "steps": 8_500},
    },
}


class Recipe:
    def __init__(self, size: str, out: Path, seed: int, more: Mapping[str, Any]) -> None:
        self.size, self.out, self.seed, self.more = size, out, seed, more
        splits = ("train", "val", "test")
        self.data = {(task, split): Kept(out / task / split) for task in TASKS for split in splits}

    def learn(self, task: str, name: str, network: str, **changes: Any) -> Path:
        return eyechart.train(
            network,
            self.data[task, "train"],
            self.out / "models" / f"{name}-{task}",
            validate=self.data[task, "val"],
            preset=self.size,
            changes={**RATES[self.size].get(task, {}), **changes, **self.more},
            seed=self.seed,
            progress=told,
        )

    def rivals(self, task: str, names: Sequence[str], extractor: str) -> None:
        for name in names:
            folder = self.learn(task, name, f"diagram-{name}", extractor=extractor)
            self.examine(task, "test", "test", name, f"trained:{folder}")

    def examine(self, task: str, split: str, room: str, name: str, model: str) -> None:
        eyechart.predict(model, self.data[task, split], self.out / "runs" / room / f"{name}-{task}")
        print(f"\n{name}: {task} {split}", flush=True)


def main(size: str, out: Path, seed: int, learnt: str, more: Mapping[str, Any]) -> None:
    recipe = Recipe(size, out, seed, more)
    for task in TASKS:
        recipe.examine(task, "test", "test", "chance", "chance")
        full = recipe.learn(task, "patch-trm", "patch-trm", extractor=learnt)
        recipe.examine(task, "test", "test", "patch-trm", f"trained:{full}")
        recipe.examine(task, "val", "val", "patch-trm", f"trained:{full}")
        recipe.rivals(task, BLIND, learnt)
    for task in TASKS:
        taught = recipe.learn(task, "patch-trm-l-att", "patch-trm", extractor=learnt, attention=1.0)
        recipe.examine(task, "test", "taught", "patch-trm-l-att", f"trained:{taught}")
    for task in TASKS:
        recipe.rivals(task, RIVALS[size], learnt)
    for task in TASKS:
        for ablation in ABLATIONS:
            name = f"patch-trm-{ablation}"
            folder = recipe.learn(task, name, "patch-trm", extractor=learnt, ablation=ablation)
            recipe.examine(task, "val", "val", name, f"trained:{folder}")
        folder = recipe.learn(task, "patch-trm-natural", "patch-trm", extractor=NATURAL[size])
        recipe.examine(task, "val", "val", "patch-trm-natural", f"trained:{folder}")


if __name__ == "__main__":
    size, out, seed, learnt, *more = sys.argv[1:]
    main(size, Path(out), int(seed), learnt, dict(parse_changes(more)))
