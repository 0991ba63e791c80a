"""QA R-CNN (EST-VQA, section 3.1, Fig. 8): answers with a text that it points at. Two modules' scores are weighted and summed.

Focusing: each proposed box is the answer's or is not, by what the picture shows in it and by the question; taught by the evidence.
Reasoning: LoRRA over the tokens, without a vocabulary.

    P(token i) ∝ w σ(f_i) + (1 - w) softmax(r)_i       in the end; they learn side by side

Proposals are the boxes of the OCR tokens, in place of those of a Faster R-CNN that is trained to detect text; what the picture
shows in a box is taken from the picture's features by RoI pooling, as there. The box's own geometry beside it is ours, since
features here are of a network that was trained for other things.

With tricks, answers come from a vocabulary by question type: for a question such as this, so likely is the vocabulary, and so
likely each of its answers, whatever the picture shows. If the question asks for a number, what has no digits is no answer. It
points at the best token all the same.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from eyechart.models.estvqa.lorra import Reading
from eyechart.models.estvqa.texts import GEOMETRY, Question, TextSettings, geometry, record
from eyechart.models.learning.attending import iou
from eyechart.models.learning.layers import mlp
from eyechart.models.learning.network import NEVER, Facts, Said, Share, Size, Tensor
from eyechart.models.learning.ocr_tokens import MOST
from eyechart.models.ocr import ENOUGH

POINTS = (3, 7)  # of a box, in height and width, at which the picture's features are taken
OF_ANSWER = 0.25  # of the focusing module's loss: what the boxes that are the answer's count
LEAST = 1e-6  # of a share, whose logarithm is taken


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


def focused(scores: Tensor, there: Tensor, batch: dict[str, Tensor]) -> Tensor:
    """Is each box the answer's? Cross entropy over the boxes of questions whose evidence is told; a quarter of it is about the
    answer's boxes, as a quarter of the boxes that Faster R-CNN learns from are of objects."""
    overlap = iou(batch["ocr_boxes"][batch["ocr_of"]][:, :, None], batch["evidence"][:, None])
    told = there & ((batch["evidence"][..., 2:] - batch["evidence"][..., :2]).prod(-1) > 0).any(1, keepdim=True)
    wanted = (overlap >= ENOUGH).any(2)
    wrong = functional.binary_cross_entropy_with_logits(scores.float(), wanted.float(), reduction="none")
    of_answer, of_others = ((wrong * some).sum() / some.sum().clamp(min=1) for some in (told & wanted, told & ~wanted))
    return OF_ANSWER * of_answer + (1 - OF_ANSWER) * of_others


class QARCNN(nn.Module):
    def __init__(self, settings: FocusSettings, facts: Facts) -> None:
        super().__init__()
        self.settings = settings
        self.focusing, self.reasoning = Focusing(settings, facts), Reading(settings, facts, 0)

    def shares(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        """Of the tokens, questions × MOST; the question as the reasoning module has it; the loss of the focusing module."""
        there = (batch["ocr_at"] > 0)[batch["ocr_of"]]
        focus = self.focusing(batch)
        reasons, asked = self.reasoning(batch)
        absent = functional.pad(~there, (0, MOST - there.shape[1]), value=True)
        reasoned = reasons.float().masked_fill(absent, NEVER).softmax(1)
        if self.training:  # each module learns by itself: scores are summed in the end
            return reasoned, asked, focused(focus, there, batch)
        looked = functional.pad(torch.sigmoid(focus.float()), (0, MOST - there.shape[1])).masked_fill(absent, 0.0)
        both = self.settings.focus * looked + (1 - self.settings.focus) * reasoned
        return both / both.sum(1, keepdim=True).clamp(min=LEAST), asked, focused(focus, there, batch)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        shares, _, wrong = self.shares(batch)
        return Said(shares.clamp(min=LEAST).log(), more=wrong)


class WithTricks(QARCNN):
    def __init__(self, settings: FocusSettings, facts: Facts) -> None:
        super().__init__(settings, facts)
        asked = self.focusing.question.size
        self.by_type, self.known = nn.Linear(asked, len(facts.answers)), nn.Linear(asked, 1)
        self.number = nn.Linear(asked, 1)
        digits = torch.tensor([any(map(str.isdigit, answer)) for answer in facts.answers], dtype=torch.bool)
        self.register_buffer("digits", digits, persistent=False)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        tokens, asked, wrong = self.shares(batch)
        known = torch.sigmoid(self.known(asked).float())
        shares = torch.cat([known * self.by_type(asked).float().softmax(1), (1 - known) * tokens], 1)
        read = batch["ocr_digits"][batch["ocr_of"]]
        digits = torch.cat([self.digits.expand(len(read), -1), functional.pad(read, (0, MOST - read.shape[1]))], 1)
        number, target = self.number(asked).float().squeeze(1), batch["target"]
        taught = target.any(1)
        is_number = functional.binary_cross_entropy_with_logits(
            number, (target & digits).any(1).float(), reduction="none"
        )
        if not self.training:
            shares = shares.masked_fill(~digits & (number > 0)[:, None] & digits.any(1, keepdim=True), 0.0)
        return Said(shares.clamp(min=LEAST).log(), more=wrong + (is_number * taught).sum() / taught.sum().clamp(min=1))


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
