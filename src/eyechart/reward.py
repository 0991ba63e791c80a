"""A verifiable reward for trainers: the same reading and the same metrics as the scores.

eyechart.reward(question_json, completion)      0 to 1: the mean of answer and evidence, or the answer alone
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from eyechart.core import Evidence, Form, Picture, Prediction, Question
from eyechart.errors import EyechartError
from eyechart.metrics import answer, evidence, joint
from eyechart.talk.frames import frame_from
from eyechart.talk.replies import prediction


class Asked(Struct, frozen=True, kw_only=True):
    """What a completion is held against: the `question_json` of the exports."""

    id: str = ""
    form: Form
    language: str = "en"
    choices: tuple[str, ...] = ()
    answers: tuple[str, ...]
    evidence: Evidence | None = None
    sizes: tuple[tuple[int, int], ...] = ()


class Scored(Struct, frozen=True):
    said: str | None  # None: unparsed
    answer: float | None  # None: does not apply
    evidence: float | None
    joint: float | None

    @property
    def reward(self) -> float:
        if self.said is None:  # else silence would be paid wherever the right evidence is that nothing decides
            return 0.0
        parts = [part for part in (self.answer, self.evidence) if part is not None]
        return sum(parts) / len(parts) if parts else 0.0


def marks(question_json: str | bytes | Mapping[str, Any], completion: str, frame: str = "pixels") -> Scored:
    """Every mark of a completion, whose boxes are in the frame: `pixels`, `0-1000`, `longest=512` … (docs/calibrate.md)."""
    try:
        if isinstance(question_json, (str, bytes)):
            asked = msgspec.json.decode(question_json, type=Asked)
        else:
            asked = msgspec.convert(dict(question_json), Asked)
    except msgspec.MsgspecError as error:
        raise EyechartError(
            f"This is no question of ours: {error}. Expected the question_json of an export."
        ) from error
    q = Question(
        id=asked.id,
        text="",
        form=asked.form,
        language=asked.language,
        choices=asked.choices,
        answers=asked.answers,
        evidence=asked.evidence,
        pictures=tuple(Picture(b"", width, height) for width, height in asked.sizes),
    )
    return marked(q, prediction(q, completion, frame_from(frame)))


def marked(q: Question, said: Prediction) -> Scored:
    """Every mark of what was said, once it has been read."""
    return Scored(said.answer, answer.score(q, said), evidence.overlap_score(q, said), joint.score(q, said))


def reward(question_json: str | bytes | Mapping[str, Any], completion: str, frame: str = "pixels") -> float:
    """How right a completion is, 0 to 1: answer and evidence count half each. What cannot be parsed gets nothing.

    >>> asked = {"form": "choose-text", "choices": ["red", "blue"], "answers": ["red"]}
    >>> eyechart.reward(asked, '{"answer": "red"}'), eyechart.reward(asked, "I cannot tell.")
    (1.0, 0.0)
    """
    return marks(question_json, completion, frame).reward
