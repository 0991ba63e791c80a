"""A network that `eyechart train` has trained: `trained:FOLDER`, with the train extra.

Who reads texts on pictures may be examined with them read otherwise than it learnt: `trained:FOLDER+ocr=rapidocr`.

Its confidence is the share that it gives its answer among those that are possible. Where it learnt labels as its auxiliary
objective, these are its evidence; where it attends to places, the best of them is, or the box around its hottest cells. Who gives
an answer that nothing was ever evidence for in training, such as CRIC's no, points at nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import json

from eyechart.core import Evidence, Prediction, Question, Region
from eyechart.errors import EyechartError
from eyechart.models.learning import ocr_tokens
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.features import known, sight_of
from eyechart.models.learning.folder import module_of, read
from eyechart.models.learning.inputs import Reading
from eyechart.models.learning.knowledge import shelf_at
from eyechart.models.learning.looking import best, hottest
from eyechart.models.learning.network import Attention, Facts
from eyechart.models.learning.reading import Reader
from eyechart.models.learning.regions import finder_of
from eyechart.models.learning.side import Side
from eyechart.store.folder import Dataset

AT_ONCE = 64  # questions
OTHERWISE = "+ocr="  # in a model's name: how texts are read, if not as it learnt
DIGITS = 4  # of a confidence: those that do not depend on what else is asked


class Trained:
    """A network that `eyechart train` has trained: `trained:FOLDER`, with the train extra."""

    def __init__(self, folder: str) -> None:
        path, _, self.ocr = folder.partition(OTHERWISE)
        self.folder = Path(path)
        self.about = read(self.folder)
        if self.ocr and not hasattr(self.about.settings, "ocr"):
            raise EyechartError(f"{path} holds {self.about.name}, which reads no texts. Type: trained:{path}")
        self.name = self.about.name + (OTHERWISE + self.ocr if self.ocr else "")

    @cached_property
    def sight(self) -> Any:
        return sight_of(self.about.network, self.about.settings)

    @cached_property
    def texts(self) -> ocr_tokens.Texts | None:
        return ocr_tokens.Texts(self.ocr) if self.ocr else ocr_tokens.texts_of(self.about.settings)

    @property
    def training(self) -> str:
        """The condition under which it was trained, as EST-VQA has them: on questions in one language, or in several."""
        return {0: "", 1: "mono"}.get(len(self.about.facts.languages), "bi")

    @cached_property
    def reader(self) -> Reader:
        settings = self.about.settings
        shelf = shelf_at(getattr(settings, "knowledge", ""))
        finder = finder_of(getattr(settings, "boxes", ""))
        reading = Reading(self.about.facts, getattr(settings, "side", 0), self.sight, self.texts, finder, shelf)
        return Reader(self.about.network, reading)

    @cached_property
    def module(self) -> Any:
        return module_of(self.folder, self.about)

    def prepare(self, dataset: Dataset) -> None:
        """Have the features of a dataset's pictures at hand: those beside it, computed once."""
        if self.sight is not None:
            known(self.sight, dataset)
        if self.texts is not None:
            ocr_tokens.known(self.texts, dataset)

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        starts = range(0, len(questions), AT_ONCE)
        return [one for start in starts for one in self._say(questions[start : start + AT_ONCE])]

    def _say(self, asked: Sequence[Question]) -> list[Prediction]:
        import torch

        from eyechart.models.learning.judging import possible, tensors

        batch, module = tensors(self.reader.batch(self.reader.prepare(asked))), self.module
        with (
            torch.inference_mode()
        ):  # the module is made outside: what is made in it can have no gradient, and `look` needs one
            said = module(batch)
            shares = possible(said, batch).softmax(1).numpy()
        side, facts = SIDES[self.about.network.answers], self.about.facts
        if len(shares) != side.rows * len(asked):
            raise EyechartError(
                f"{self.folder} holds an extractor, which answers nothing. Take it as ours:{self.folder}."
            )
        labels = said.labels.tolist() if said.labels is not None else None
        looked = (
            said.attention if said.attention is not None else module.look(batch) if hasattr(module, "look") else None
        )
        made = []
        for row, q in enumerate(asked):
            own = shares[row * side.rows : (row + 1) * side.rows]
            answer = side.said(q, self.reader.reading, own.argmax(1).tolist())
            if side.points is not None:
                regions = side.points(q, self.reader.reading, own, answer)
            else:
                regions = pointed(looked, row, q) if looked is not None and answer not in facts.nowhere else ()
            made.append(
                Prediction(
                    question=q.id,
                    answer=answer,
                    evidence=Evidence(regions, likeliest(labels[row], facts) if labels else {}),
                    confidence=round(float(own.max(1).prod()), DIGITS),
                    raw=beside(module, said, row, q)
                    or ranked(side, q, self.reader.reading, own, self.about.network.ranks),
                )
            )
        return made


def pointed(looked: Any, row: int, q: Question) -> tuple[Region, ...]:
    """What a network's attention, or its heat, names on the picture."""
    if not isinstance(looked, Attention):
        return hottest(looked[row].numpy(), q)
    if isinstance(looked.places, tuple):
        return hottest(looked.scores[row].softmax(0).reshape(looked.places).numpy(), q)
    return best(looked.scores[row].numpy(), looked.places[row].numpy(), q)


def beside(module: Any, said: Any, row: int, q: Question) -> str | None:
    """What a network says beside its answer."""
    return json.encode(module.raw(said, row, q)).decode() if hasattr(module, "raw") else None


def ranked(side: Side, q: Question, reading: Reading, shares: Any, many: int) -> str | None:
    """The answers that a network ranks first, for who names several."""
    if many == 1:
        return None
    best = sorted(range(shares.shape[1]), key=lambda n: -shares[0, n])[:many]
    return "; ".join(said for n in best if (said := side.said(q, reading, [n])) is not None)


def likeliest(scores: Sequence[float], facts: Facts) -> dict[str, str]:
    """Of each kind of label the one with the best score."""
    ranked = sorted(zip(scores, facts.labels, strict=True))  # a later one of the same kind replaces it
    return dict(label for _, label in ranked)
