"""QA R-CNN (EST-VQA, section 3.1, Fig. 8): answers with a text that it points at. Two modules' scores are weighted and summed.

Focusing: each proposed box is the answer's or is not, by what the picture shows in it and by the question; taught by the evidence.
Reasoning: LoRRA over the tokens, without a vocabulary.

    P(token i) ∝ w σ(f_i) + (1 - w) softmax(r)_i       in the end; they learn side by side

Proposals are the boxes of the OCR tokens, in place of those of a Faster R-CNN that is trained to detect text; what the picture
shows in a box is taken from the picture's features by RoI pooling, as there. The box's own geometry beside it is ours, since
features here are of a network that was trained for other things.

With tricks, which are rules on top of it: where the text that is asked for was probably not found, by the question's type and by
how sure the modules are, the answer is the one of a vocabulary that such questions have most often; and if a number is asked for,
what has no digits is no answer. It points at the best token all the same. The rules learn apart, and read the question for
themselves: the two modules are those of QA R-CNN, since the paper's LC is the same with rules and without. A vocabulary that learnt
along with the modules would be trusted too much: it knows most answers of training, and few of others.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from eyechart.models.estvqa.lorra import Reading
from eyechart.models.estvqa.texts import GEOMETRY, Question, TextSettings, geometry, record
from eyechart.models.learning.attending import iou
from eyechart.models.learning.judging import crossed
from eyechart.models.learning.layers import mlp
from eyechart.models.learning.network import NEVER, Facts, Said, Share, Size, Tensor
from eyechart.models.learning.ocr_tokens import MOST
from eyechart.models.ocr import ENOUGH

POINTS = (3, 7)  # of a box, in height and width, at which the picture's features are taken
OF_ANSWER = 0.25  # of the focusing module's loss: what the boxes that are the answer's count
LEAST = 1e-6  # of a share, whose logarithm is taken
UNSAID = -25.0  # what a rule adds to scores, which stay in their order


class FocusSettings(TextSettings, frozen=True, kw_only=True):
    focus: Share = 0.5  # weight of the focusing module; the rest is the reasoning module's
    head: Size = 1024  # units of each of the two layers between a box and its score, as in Faster R-CNN


class Focusing(nn.Module):
    """A score for each box: is it the answer's? Taught by itself, by the evidence."""

    def __init__(self, settings: FocusSettings, facts: Facts) -> None:
        super().__init__()
        self.question = Question(settings, facts)
        self.see = nn.Conv2d(facts.features[0], settings.head, 1)
        sizes = (settings.head + GEOMETRY + self.question.size, settings.head, settings.head)
        self.score = nn.Sequential(mlp(sizes), nn.Linear(settings.head, 1))

    def forward(self, batch: dict[str, Tensor]) -> Tensor:
        asked, boxes = self.question(batch), batch["ocr_boxes"][batch["ocr_of"]]
        shown = pooled(torch.relu(self.see(batch["grid"]))[batch["grid_of"]], boxes)
        question = asked[:, None].expand(-1, boxes.shape[1], -1)
        return self.score(torch.cat([shown, geometry(boxes), question], 2)).squeeze(2)


def pooled(maps: Tensor, boxes: Tensor) -> Tensor:
    """Questions × boxes × channels: the mean of a map over points of each box, between its cells by their distance (RoI align).

    Points are rows times columns, so that what each cell counts is what its row counts times what its column does.
    """
    rows, columns = maps.shape[2:]
    tall, wide = (
        _counts(boxes[..., axis], boxes[..., axis + 2], points, cells)
        for axis, points, cells in ((1, POINTS[0], rows), (0, POINTS[1], columns))
    )
    counts = (tall[..., :, None] * wide[..., None, :]).flatten(2)
    return counts @ maps.flatten(2).transpose(1, 2)


def _counts(start: Tensor, end: Tensor, points: int, cells: int) -> Tensor:
    """What each of so many cells in a line counts, on average over points between start and end; a point beyond the middle of
    the first or last cell counts as that."""
    share = torch.arange(points, device=start.device).add(0.5) / points
    at = (start[..., None] + share * (end - start)[..., None]) * cells - 0.5
    far = at.clamp(0, cells - 1)[..., None] - torch.arange(cells, device=start.device)
    return (1 - far.abs()).clamp(min=0).mean(-2)


def found(there: Tensor, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """Which boxes are the answer's, and which are another's, questions × boxes; neither where no evidence is told."""
    overlap = iou(batch["ocr_boxes"][batch["ocr_of"]][:, :, None], batch["evidence"][:, None])
    told, wanted = there & with_evidence(batch)[:, None], (overlap >= ENOUGH).any(2)
    return told & wanted, told & ~wanted


def with_evidence(batch: dict[str, Tensor]) -> Tensor:
    return ((batch["evidence"][..., 2:] - batch["evidence"][..., :2]).prod(-1) > 0).any(1)


def focused(scores: Tensor, answers: Tensor, others: Tensor) -> Tensor:
    """Is each box the answer's? Cross entropy over the boxes of questions whose evidence is told; a quarter of it is about the
    answer's boxes, as a quarter of the boxes that Faster R-CNN learns from are of objects."""
    wrong = functional.binary_cross_entropy_with_logits(scores.float(), answers.float(), reduction="none")
    of_answer, of_others = ((wrong * some).sum() / some.sum().clamp(min=1) for some in (answers, others))
    return OF_ANSWER * of_answer + (1 - OF_ANSWER) * of_others


class Scored(NamedTuple):
    """Shares of the tokens, questions × MOST. Each module learns by itself; in the end what they say is summed."""

    reasoned: Tensor
    summed: Tensor
    wrong: Tensor  # the loss of the focusing module
    missing: Tensor  # questions: no box is the answer's


class QARCNN(nn.Module):
    def __init__(self, settings: FocusSettings, facts: Facts) -> None:
        super().__init__()
        self.settings = settings
        self.focusing, self.reasoning = Focusing(settings, facts), Reading(settings, facts, 0)

    def scored(self, batch: dict[str, Tensor]) -> Scored:
        there = (batch["ocr_at"] > 0)[batch["ocr_of"]]
        focus, reasons = self.focusing(batch), self.reasoning(batch)
        absent = functional.pad(~there, (0, MOST - there.shape[1]), value=True)
        reasoned = reasons.float().masked_fill(absent, NEVER).softmax(1)
        looked = functional.pad(torch.sigmoid(focus.float()), (0, MOST - there.shape[1])).masked_fill(absent, 0.0)
        both = self.settings.focus * looked + (1 - self.settings.focus) * reasoned
        summed = both / both.sum(1, keepdim=True).clamp(min=LEAST)
        answers, others = found(there, batch)
        return Scored(reasoned, summed, focused(focus, answers, others), ~answers.any(1))

    def forward(self, batch: dict[str, Tensor]) -> Said:
        scored = self.scored(batch)
        shares = scored.reasoned if self.training else scored.summed
        return Said(shares.clamp(min=LEAST).log(), more=scored.wrong)


class WithTricks(QARCNN):
    def __init__(self, settings: FocusSettings, facts: Facts) -> None:
        super().__init__(settings, facts)
        self.question, self.known = Question(settings, facts), len(facts.answers)
        asked = self.question.size
        self.by_type, self.number = nn.Linear(asked, self.known), nn.Linear(asked, 1)
        self.missed = nn.Linear(asked + 1, 1)
        digits = torch.tensor([any(map(str.isdigit, answer)) for answer in facts.answers], dtype=torch.bool)
        self.register_buffer("digits", digits, persistent=False)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        scored = self.scored(batch)
        asked, sure = self.question(batch), scored.summed.detach().amax(1, keepdim=True)
        tokens = (scored.reasoned if self.training else scored.summed).clamp(min=LEAST).log()
        vocabulary, missed = (
            self.by_type(asked).float().log_softmax(1),
            self.missed(torch.cat([asked, sure], 1)).float(),
        )
        number, digits = self.number(asked).float(), self._digits(batch)
        if self.training:
            target, told = batch["target"], with_evidence(batch)
            of_tokens = tokens.masked_fill(~batch["allowed"][:, self.known :], NEVER)
            learnt = crossed(of_tokens, target[:, self.known :]) + crossed(vocabulary, target[:, : self.known])
            learnt = learnt + _is(missed, scored.missing, told) + _is(number, (target & digits).any(1), target.any(1))
            return Said(torch.cat([vocabulary, tokens], 1), loss=learnt, more=scored.wrong)
        scores = torch.cat([vocabulary + UNSAID * (missed <= 0), tokens + UNSAID * (missed > 0)], 1)
        return Said(scores + 2 * UNSAID * ((number > 0) & ~digits))

    def _digits(self, batch: dict[str, Tensor]) -> Tensor:
        """Has it any? Questions × answers of the vocabulary and tokens."""
        read = batch["ocr_digits"][batch["ocr_of"]]
        return torch.cat([self.digits.expand(len(read), -1), functional.pad(read, (0, MOST - read.shape[1]))], 1)


def _is(score: Tensor, wanted: Tensor, told: Tensor) -> Tensor:
    """Cross entropy of yes or no, over the questions of which it is told."""
    wrong = functional.binary_cross_entropy_with_logits(score.squeeze(1), wanted.float(), reduction="none")
    return (wrong * told).sum() / told.sum().clamp(min=1)


network = record(
    "qa-rcnn",
    "QA R-CNN: scores boxes as the answer's, and reasons over their texts",
    QARCNN,
    answers="OCR",
    settings=FocusSettings,
    mini={"head": 128, "learning_rate": 0.003},
)
with_tricks = record(
    "qa-rcnn-tricks",
    "QA R-CNN with tricks: a vocabulary by question type, digits for numbers",
    WithTricks,
    answers="OCR and vocabulary",
    settings=FocusSettings,
    mini={"head": 128, "learning_rate": 0.003},
)
