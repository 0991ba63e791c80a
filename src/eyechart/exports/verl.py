"""verl: Parquet in the form of its RLHFDataset, and the score that it calls: `pkg://eyechart.exports.verl`, compute_score.

data.train_files=DIR/train.parquet data.image_key=images
reward.custom_reward_function.path=pkg://eyechart.exports.verl reward.custom_reward_function.name=compute_score
+reward.custom_reward_function.reward_kwargs.frame=0-1000        boxes in another frame than pixels
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from eyechart.core import Picture
from eyechart.exports.huggingface import ROWS
from eyechart.exports.questions import pictures, question_json
from eyechart.exports.training import prompted
from eyechart.reward import marks
from eyechart.store.folder import Dataset
from eyechart.store.shards import IMAGE

PICTURE = "<image>"  # where verl puts the next picture
SCHEMA = pa.schema([
    ("data_source", pa.string()),
    ("prompt", pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())]))),
    ("images", pa.list_(IMAGE)),
    ("ability", pa.string()),
    ("reward_model", pa.struct([("style", pa.string()), ("ground_truth", pa.string())])),
    ("extra_info", pa.struct([("split", pa.string()), ("index", pa.int64()), ("id", pa.string())])),
])  # fmt: skip


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    rows = _rows(dataset, progress)
    with pq.ParquetWriter(folder / f"{dataset.manifest.split}.parquet", _schema(), compression="zstd") as writer:
        while some := list(islice(rows, ROWS)):
            writer.write_table(pa.Table.from_pylist(some, _schema()))


def _schema() -> pa.Schema:
    """With what `datasets`, through which verl reads, must be told: that these are pictures."""

    def text(*names: str) -> dict[str, Any]:
        return {name: {"dtype": "string", "_type": "Value"} for name in names}

    number = {"index": {"dtype": "int64", "_type": "Value"}}
    features = {
        **text("data_source"),
        "prompt": {"feature": text("role", "content"), "_type": "List"},
        "images": {"feature": {"_type": "Image"}, "_type": "List"},
        **text("ability"),
        "reward_model": text("style", "ground_truth"),
        "extra_info": text("split") | number | text("id"),
    }
    return SCHEMA.with_metadata({"huggingface": json.dumps({"info": {"features": features}})})


def _rows(dataset: Dataset, progress: Callable[[int], None]) -> Iterator[dict[str, Any]]:
    m = dataset.manifest
    for index, (q, parts) in enumerate(prompted(dataset, progress)):
        yield {
            "data_source": f"eyechart/{m.family}",
            "prompt": [{"role": "user", "content": "\n".join(PICTURE if isinstance(p, Picture) else p for p in parts)}],
            "images": [{"bytes": p.data, "path": None} for p in pictures(q)],
            "ability": q.template or q.form,
            "reward_model": {"style": "rule", "ground_truth": question_json(q)},
            "extra_info": {"split": m.split, "index": index, "id": q.id},
        }


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: str,
    extra_info: dict[str, Any] | None = None,
    frame: str = "pixels",
    **more: Any,
) -> dict[str, float]:
    """`eyechart.reward` as `score`; `acc`, which verl's validation shows first, is the answer alone."""
    scored = marks(ground_truth, solution_str, frame)
    return {"score": scored.reward, "acc": scored.answer or 0.0}
