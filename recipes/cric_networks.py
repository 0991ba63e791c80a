"""CRIC's networks trained and examined, all in one process that reads each page once: what recipes/cric-table2.sh calls.

python recipes/cric_networks.py mini|paper FOLDER SEED EXTRACTOR [key=value …]

FOLDER has train, val and the test splits; it gets models/NAME and runs/SPLIT/NAME. What is there already is left as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from kept import Kept, told

import eyechart
from eyechart.settings import parse_changes

EXAMINED = ("test_seen", "test", "composed")
NETWORKS = (
    "bottom-up", "bottom-up+l_att", "nmn-cs", "nmn-cs-gt", "memory-vqa+l_att", "memory-vqa", "q-only", "i-only", "mac", "san",
    "vilbert+l_att", "vilbert",
)  # fmt: skip


def sit(name: str, split: str, data: dict[str, Kept], out: Path) -> None:
    model = name if name == "prior" else f"trained:{out / 'models' / name}"
    eyechart.predict(model, data[split], out / "runs" / split / name, train=data["train"])


def main(size: str, out: Path, seed: int, extractor: str, more: dict[str, Any]) -> None:
    data = {name: Kept(out / name) for name in ("train", "val", EXAMINED[0])}
    for name in NETWORKS:
        network, _, condition = name.partition("+")
        changes = more | ({} if network == "q-only" else {"extractor": extractor})
        changes |= {"attention": 1.0} if condition else {}
        eyechart.train(
            network,
            data["train"],
            out / "models" / name,
            validate=data["val"],
            preset=size,
            changes=changes,
            seed=seed,
            progress=told,
        )
        sit(name, EXAMINED[0], data, out)
        print(f"\n{name} is trained and examined", flush=True)
    for split in EXAMINED:
        data[split] = Kept(out / split)
        for name in (*NETWORKS, "prior"):
            sit(name, split, data, out)
        print(f"{split} is examined", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4], dict(parse_changes(sys.argv[5:])))
