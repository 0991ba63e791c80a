"""A row per question, pictures inside, with a card: `load_dataset("FOLDER")` opens it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from eyechart.exports.questions import asked, pictures, question_json, target
from eyechart.predict import vocabulary_of
from eyechart.store.card import card
from eyechart.store.folder import Dataset
from eyechart.store.shards import IMAGE

ROWS = 500  # in a row group: pictures are repeated for each of their questions
TEXTS = (
    "id",
    "question",
    "prompt",
    "form",
    "language",
    "template",
    "answer",
    "target",
    "evidence",
    "facets",
    "question_json",
)
SCHEMA = pa.schema([
    *((name, pa.string()) for name in TEXTS),
    ("choices", pa.list_(pa.string())),
    ("answers", pa.list_(pa.string())),
    ("difficulty", pa.float64()),
    ("images", pa.list_(IMAGE)),
])  # fmt: skip


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    (folder / "data").mkdir()
    split = dataset.manifest.split
    features: dict[str, Any] = {name: {"dtype": "string", "_type": "Value"} for name in TEXTS}
    features |= {n: {"feature": {"dtype": "string", "_type": "Value"}, "_type": "List"} for n in ("choices", "answers")}
    features["difficulty"] = {"dtype": "float64", "_type": "Value"}
    features["images"] = {"feature": {"_type": "Image"}, "_type": "List"}
    schema = SCHEMA.with_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    rows = _rows(dataset, progress)
    with pq.ParquetWriter(folder / "data" / f"{split}.parquet", schema, compression="zstd") as writer:
        while some := list(islice(rows, ROWS)):
            writer.write_table(pa.Table.from_pylist(some, schema))
    text = card(dataset.family, dataset.manifest).replace("data/*.parquet", f"data/{split}.parquet")
    (folder / "README.md").write_text(text, encoding="utf-8")


def _rows(dataset: Dataset, progress: Callable[[int], None]) -> Iterator[dict[str, Any]]:
    vocabulary = vocabulary_of(dataset)
    for done, page in enumerate(dataset, 1):
        for q in page.questions:
            yield {
                "id": q.id,
                "question": q.text,
                "prompt": asked(q, vocabulary),
                "form": q.form,
                "language": q.language,
                "template": q.template,
                "answer": q.answers[0] if q.answers else None,
                "target": target(q),
                "evidence": json.dumps([r.shape for r in q.evidence.regions] if q.evidence else None),
                "facets": json.dumps(q.facets, ensure_ascii=False),
                "question_json": question_json(q),
                "choices": list(q.choices),
                "answers": list(q.answers),
                "difficulty": q.difficulty,
                "images": [{"bytes": p.data, "path": None} for p in pictures(q)],
            }
        progress(done)
