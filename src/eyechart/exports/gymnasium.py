"""A Gymnasium environment over the generator: an episode is a question, the action what is said.

The reward is `eyechart.reward`.

    import gymnasium
    # with the interop extra; the part before the colon is the module that Gymnasium imports
    environment = gymnasium.make("eyechart.exports.gymnasium:eyechart/Exam-v0", family="figures")
"""

from __future__ import annotations

from typing import Any

import gymnasium
import msgspec
import numpy as np
import skia

from eyechart.core import Picture, Question, boxed
from eyechart.dataset import dataset
from eyechart.drawing.decoding import decode
from eyechart.exports.questions import asked, question_json
from eyechart.exports.training import labels_in
from eyechart.reward import marked
from eyechart.talk.frames import Frame
from eyechart.talk.prompts import sheet_of
from eyechart.talk.replies import prediction

LONGEST = 20_000  # characters


class Words(gymnasium.spaces.Space):  # type: ignore[misc]
    """Any text in any script: Gymnasium's own Text knows single characters only from a given set."""

    def __init__(self) -> None:
        super().__init__(dtype=str)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= LONGEST

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        return str(self.np_random.choice(["yes", "no", "A", "B", "3", '{"answer": "yes", "evidence": []}']))

    @property
    def is_np_flattenable(self) -> bool:
        return False


class Exam(gymnasium.Env):  # type: ignore[misc]
    """Observation: `picture`, all pictures of the question on one square, and `prompt`. One step ends the episode."""

    def __init__(
        self,
        family: str = "figures",
        split: str | None = None,
        seed: int = 0,
        preset: str | None = None,
        side: int = 512,
    ) -> None:
        from eyechart import registry

        first = next(iter(registry.get("families", family).splits))
        self.pages = dataset(family, split=split or first, seed=seed, preset=preset)
        self.family, self.side = family, side
        self.frame = Frame(
            space="longest", size=side
        )  # boxes are in pixels of what is seen, in which all is scaled to fit
        self.observation_space = gymnasium.spaces.Dict({
            "picture": gymnasium.spaces.Box(0, 255, (side, side, 3), np.uint8), "prompt": Words(),
        })  # fmt: skip
        self.action_space = Words()
        self.question: Question | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A question by lot; `options={"index": 7, "question": 0}` names one."""
        super().reset(seed=seed)
        options = options or {}
        while True:
            index = options.get("index", int(self.np_random.integers(0, 2**31)))
            questions = self.pages[index].questions
            if questions:
                break
        number = options.get("question", int(self.np_random.integers(0, len(questions))))
        self.question = questions[number]
        return self._seen(self.question), {
            "question_json": question_json(self.question),
            "target": self._target(self.question),
        }

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        assert self.question is not None, "reset() comes first"
        scored = marked(self.question, prediction(self.question, action, self.frame, sheet=True))
        info = {"answer": scored.answer, "evidence": scored.evidence, "said": scored.said}
        return self._seen(self.question), scored.reward, True, False, info

    def _sheet(self, q: Question) -> tuple[Picture, list[skia.Matrix]]:
        """All pictures on one, and where its own went on that."""
        return sheet_of(q) if len(q.pictures) + len(q.choice_pictures) > 1 else (q.pictures[0], [skia.Matrix()])

    def _target(self, q: Question) -> str:
        """The reply that gets full marks, its boxes on what is seen."""
        picture, places = self._sheet(q)
        scale = self.side / max(picture.width, picture.height)
        said: dict[str, Any] = {"answer": q.answers[0]}
        if q.evidence is not None:
            boxes = [(skia.Rect(*boxed(r.shape)), places[r.picture]) for r in q.evidence.regions]
            rects = [place.mapRect(box) for box, place in boxes]
            corners = [(r.left(), r.top(), r.right(), r.bottom()) for r in rects]
            said["evidence"] = q.evidence.labels or [[round(v * scale, 1) for v in some] for some in corners]
        return msgspec.json.encode(said).decode()

    def _seen(self, q: Question) -> dict[str, Any]:
        picture, _ = self._sheet(q)
        scale = self.side / max(picture.width, picture.height)
        surface = skia.Surface(self.side, self.side)
        pen = surface.getCanvas()
        pen.clear(skia.ColorWHITE)
        pen.scale(scale, scale)
        pen.drawImage(decode(picture), 0, 0, skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear))
        pixels = surface.toarray(colorType=skia.kRGBA_8888_ColorType)[:, :, :3]
        labels = labels_in(self.family) if q.evidence is not None and q.evidence.labels else {}
        return {"picture": np.ascontiguousarray(pixels), "prompt": asked(q, labels)}


if "eyechart/Exam-v0" not in gymnasium.registry:
    gymnasium.register("eyechart/Exam-v0", entry_point="eyechart.exports.gymnasium:Exam")
