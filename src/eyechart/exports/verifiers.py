"""verifiers: a taskset over the generator or over a folder; a task is a question, its reward `eyechart.reward`.

verifiers finds a taskset by the name of a module, which is yours. For `vf-eval exam -m MODEL --env.taskset.families icons`:

    # exam.py
    from eyechart.exports.verifiers import Exam, NullHarness

    __all__ = ["Exam", "NullHarness"]       # one turn without tools; without it verifiers takes a harness with a shell
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import verifiers.v1 as vf
from pydantic import Field
from verifiers.v1.harnesses.null import NullHarness

from eyechart import registry
from eyechart.core import Picture
from eyechart.dataset import dataset
from eyechart.exports.questions import question_json
from eyechart.exports.training import Source, prompted
from eyechart.reward import Scored, marks

__all__ = ["Exam", "NullHarness"]


class Marking(vf.TaskConfig):  # type: ignore[misc]
    frame: str = "pixels"
    """In which frame the model gives its boxes: pixels, 0-1, 0-1000 …; `eyechart calibrate` finds it out."""


class ExamConfig(vf.TasksetConfig):  # type: ignore[misc]
    folder: Path | None = None
    """A dataset on disk. Unset: questions are made as they are asked for, from what follows."""
    families: list[str] = Field(default_factory=lambda: ["figures"])
    split: str | None = None
    """Unset: that which the first family trains on."""
    seed: int = 0
    preset: str | None = None
    count: int | None = None
    """Pages. Unset: without end."""
    task: Marking = Marking()


class Asked(vf.TaskData):  # type: ignore[misc]
    question_json: str


class Answering(vf.Task[Asked, vf.State, Marking]):  # type: ignore[misc]
    @property
    def key(self) -> str:
        return str(self.data.id)

    def _marks(self, trace: Any) -> Scored:
        return marks(self.data.question_json, trace.last_reply, self.config.frame)

    @vf.reward  # type: ignore[untyped-decorator]
    async def reward(self, trace: vf.Trace) -> float:
        return self._marks(trace).reward

    @vf.metric  # type: ignore[untyped-decorator]
    async def marked(self, trace: vf.Trace) -> dict[str, float]:
        """Answer and evidence by themselves, where they apply."""
        scored = self._marks(trace)
        found = {"answer": scored.answer, "evidence": scored.evidence}
        return {name: mark for name, mark in found.items() if mark is not None}


class Exam(vf.Taskset[Answering, ExamConfig]):  # type: ignore[misc]
    def __init__(self, config: ExamConfig) -> None:
        super().__init__(config)
        self.INFINITE = config.folder is None and config.count is None

    def load(self) -> Iterator[Answering]:
        for q, parts in prompted(self._source()):
            message = vf.UserMessage(content=[_part(part) for part in parts])
            data = Asked(id=q.id, name=q.template, prompt=[message], question_json=question_json(q))
            yield Answering(data, self.config.task)

    def _source(self) -> Source:
        c = self.config
        if c.folder is not None:
            return Path(c.folder)
        split = c.split or next(iter(registry.get("families", c.families[0]).splits))
        return dataset(*c.families, split=split, seed=c.seed, preset=c.preset, count=c.count)


def _part(part: str | Picture) -> vf.ContentPart:
    if isinstance(part, str):
        return vf.TextContentPart(text=part)
    url = f"data:image/{part.format};base64,{base64.b64encode(part.data).decode()}"
    return vf.ImageUrlContentPart(image_url=vf.ImageUrlSource(url=url))
