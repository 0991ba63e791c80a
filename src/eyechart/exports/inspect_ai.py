"""A task for inspect_ai: `inspect eval FOLDER/task.py --model …` runs it. Marks come from eyechart.reward."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from eyechart.core import Picture, Question
from eyechart.dataset import Dataset
from eyechart.exports.words import labels_of, names, question_json, target, write_pictures
from eyechart.prompts import prompt, words

TASK = '''"""The exam of this folder as an inspect_ai task: answer, evidence, and both."""

import json
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser, ContentImage, ContentText
from inspect_ai.scorer import Score, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from eyechart.reward import marks

HERE = Path(__file__).parent


def content(part):
    if "image" in part:
        return ContentImage(image=str(HERE / part["image"]))
    return ContentText(text=part["text"])


def samples():
    for line in (HERE / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        message = ChatMessageUser(content=[content(part) for part in row["parts"]])
        yield Sample(id=row["id"], input=[message], target=row["target"], metadata={"question": row["question"]})


@scorer(metrics={"answer": [mean(), stderr()], "evidence": [mean(), stderr()], "reward": [mean(), stderr()]})
def right():
    async def score(state: TaskState, target: Target) -> Score:
        scored = marks(state.metadata["question"], state.output.completion)
        value = {"answer": scored.answer or 0.0, "evidence": scored.evidence or 0.0, "reward": scored.reward}
        return Score(value=value, answer=scored.said)

    return score


@task
def eyechart():
    return Task(dataset=MemoryDataset(list(samples()), name="eyechart"), solver=generate(), scorer=right())
'''


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    with (folder / "questions.jsonl").open("wb") as file:
        for done, page in enumerate(dataset, 1):
            write_pictures(page, folder / "images")
            for q in page.questions:
                file.write(msgspec.json.encode(_row(q, names(page, q))) + b"\n")
            progress(done)
    (folder / "task.py").write_text(TASK, encoding="utf-8")


def _row(q: Question, files: list[str]) -> dict[str, Any]:
    todo = iter(files)
    parts = [
        {"image": f"images/{next(todo)}"} if isinstance(part, Picture) else {"text": part}
        for part in prompt(q, words(), labels_of(q)).parts
    ]
    return {"id": q.id, "parts": parts, "target": target(q), "question": question_json(q)}
