"""A task for inspect_ai: `inspect eval FOLDER/task.py --model …`. Marks come from eyechart.reward."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from eyechart.core import Picture, Question
from eyechart.exports.questions import names, parts_of, question_json, target, write_pictures
from eyechart.predict import vocabulary_of
from eyechart.store.folder import Dataset
from eyechart.talk.prompts import Vocabulary

TASK = Path(__file__).parent / "tasks" / "inspect_ai_task.py.txt"


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    vocabulary = vocabulary_of(dataset)
    with (folder / "questions.jsonl").open("wb") as file:
        for done, page in enumerate(dataset, 1):
            write_pictures(page, folder / "images")
            for q in page.questions:
                file.write(msgspec.json.encode(_row(q, names(page, q), vocabulary)) + b"\n")
            progress(done)
    shutil.copyfile(TASK, folder / "task.py")


def _row(q: Question, files: list[str], vocabulary: Vocabulary) -> dict[str, Any]:
    todo = iter(files)
    parts = [
        {"image": f"images/{next(todo)}"} if isinstance(part, Picture) else {"text": part}
        for part in parts_of(q, vocabulary)
    ]
    return {"id": q.id, "parts": parts, "target": target(q), "question": question_json(q)}
