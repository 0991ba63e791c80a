"""A task folder for lmms-eval: `lmms_eval --include_path FOLDER --tasks eyechart_FAMILY`. Marks come from eyechart.reward."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from eyechart.dataset import Dataset
from eyechart.exports import huggingface

TASK = """task: eyechart_{family}
dataset_path: parquet
dataset_kwargs:
  data_files:
    {split}: {data}
test_split: {split}
output_type: generate_until
doc_to_visual: !function utils.doc_to_visual
doc_to_text: !function utils.doc_to_text
doc_to_target: answer
generation_kwargs:
  max_new_tokens: 1024
  temperature: 0
  do_sample: false
process_results: !function utils.process_results
metric_list:
  - metric: answer
    aggregation: mean
    higher_is_better: true
  - metric: evidence
    aggregation: mean
    higher_is_better: true
metadata:
  - version: 1
"""
UTILS = '''"""What lmms-eval calls: pictures, prompt, and marks by eyechart's own code."""

from eyechart.reward import marks


def doc_to_visual(doc):
    return [image.convert("RGB") for image in doc["images"]]


def doc_to_text(doc, lmms_eval_specific_kwargs=None):
    return doc["prompt"]


def process_results(doc, results):
    scored = marks(doc["question_json"], results[0])
    return {"answer": scored.answer or 0.0, "evidence": scored.evidence or 0.0}
'''


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    huggingface.write(dataset, folder, progress)
    m = dataset.manifest
    data = (folder / "data" / f"{m.split}.parquet").resolve()
    (folder / f"eyechart_{m.family}.yaml").write_text(TASK.format(family=m.family, split=m.split, data=data))
    (folder / "utils.py").write_text(UTILS)
