"""A question as tools take it: its words, the reply that gets full marks, JSON for the reward, pictures as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from eyechart.core import Page, Picture, Question, Region, boxed
from eyechart.talk.prompts import LETTERS, Vocabulary, prompt, words


def asked(q: Question, vocabulary: Vocabulary, picture: str = "") -> str:
    """The prompt as plain text, each picture replaced by a mark of the tool's own."""
    parts = parts_of(q, vocabulary)
    return "\n".join(part if isinstance(part, str) else picture for part in parts if picture or isinstance(part, str))


def parts_of(q: Question, vocabulary: Vocabulary) -> tuple[str | Picture, ...]:
    """The prompt of the exam, words and pictures in turn."""
    return prompt(q, words(), vocabulary).parts


def target(q: Question) -> str:
    """The reply that gets full marks: JSON as the prompt asks for it."""
    said: dict[str, Any] = {"answer": q.answers[0] if q.answers else None}
    if q.evidence is not None:
        said["evidence"] = q.evidence.labels or [_box(q, r) for r in q.evidence.regions]
    return msgspec.json.encode(said).decode()


def _box(q: Question, region: Region) -> Any:
    box = [round(v, 1) for v in boxed(region.shape)]
    return box if len(q.pictures) == 1 else {"picture": region.picture + 1, "box": box}


def question_json(q: Question) -> str:
    """All that `eyechart.reward` needs: form, choices, answers, evidence, and the sizes of the pictures."""
    sizes = [(p.width, p.height) for p in q.pictures]
    kept = {
        "id": q.id,
        "form": q.form,
        "language": q.language,
        "choices": q.choices,
        "answers": q.answers,
        "evidence": q.evidence,
        "sizes": sizes,
    }
    return msgspec.json.encode(kept).decode()


def names(page: Page, q: Question) -> list[str]:
    """File names of the question's pictures, its own first."""
    place = {id(p): i for i, p in enumerate(page.pictures)}
    return [name(page, place[id(p)]) for p in (*q.pictures, *q.choice_pictures)]


def name(page: Page, number: int) -> str:
    return f"{page.index:07d}-{number}.{'jpg' if page.pictures[number].format == 'jpeg' else 'png'}"


def write_pictures(page: Page, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, picture in enumerate(page.pictures):
        (folder / name(page, number)).write_bytes(picture.data)


def letter(q: Question) -> str | None:
    """The letter of the right choice."""
    return next((LETTERS[i] for i, c in enumerate(q.choices) if q.answers and c == q.answers[0]), None)


def pictures(q: Question) -> tuple[Picture, ...]:
    return (*q.pictures, *q.choice_pictures)
