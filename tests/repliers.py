"""Who replies with text that is known beforehand, perfectly or by lot, and what `score` gives for such replies."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import msgspec

from eyechart.core import Prediction, Question, boxed
from eyechart.exports.questions import target
from eyechart.models.chance import Chance
from eyechart.predict import training_pages
from eyechart.score import Scores, score
from eyechart.store.folder import Dataset
from eyechart.store.predictions import append
from eyechart.talk.frames import PIXELS
from eyechart.talk.replies import prediction


def perfect(dataset: Dataset) -> dict[str, str]:
    """The reply to each question that gets full marks, by the question's id."""
    return {q.id: target(q) for q in dataset.questions()}


def by_lot(dataset: Dataset) -> dict[str, str]:
    """What a guesser says, as the prompt wants it."""
    chance = Chance()
    chance.fit(islice(training_pages(dataset), 40))
    questions = list(dataset.questions())
    return {q.id: written(q, said) for q, said in zip(questions, chance.answer(questions), strict=True)}


def written(q: Question, said: Prediction) -> str:
    """A prediction as a model writes it."""
    boxes = [(region.picture, list(boxed(region.shape))) for region in said.evidence.regions]
    several = len(q.pictures) > 1
    shown = [{"picture": number + 1, "box": box} if several else box for number, box in boxes]
    return msgspec.json.encode({"answer": said.answer or "nothing", "evidence": said.evidence.labels or shown}).decode()


def scored(dataset: Dataset, replies: Mapping[str, str], folder: Path) -> Scores:
    """What `score` gives for the replies, read as `predict` reads them."""
    said = [prediction(q, replies[q.id], PIXELS) for q in dataset.questions() if q.id in replies]
    path = folder / f"predictions-{len(list(folder.iterdir()))}.jsonl"
    with path.open("w", encoding="utf-8") as file:
        append(file, said)
    return score(dataset, path, partial=True)
