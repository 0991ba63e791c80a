"""What EST-VQA's networks share: a question read word by word, OCR tokens, attention to places, the record.

The paper prints how its networks are built, and no size. Sizes are those that LoRRA [29] was published with, on Pythia [28]: words
of 300 numbers that start from GloVe, an LSTM of 1024 units with two glimpses at its states, joint embeddings of 5000, 50 tokens of
300. Three things are ours: tokens' embeddings are learnt from their pieces, since fastText's vectors cannot be had here; the
optimiser is Adam where theirs is AdaMax; and one softmax over all answers, of which several may be right, for a sigmoid of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import pi
from typing import Annotated, Any, Literal

import torch
from msgspec import Meta
from torch import nn

from eyechart.models.cric.scenes import Words
from eyechart.models.learning.inputs import PAD
from eyechart.models.learning.layers import mlp
from eyechart.models.learning.network import NEVER, Facts, Network, NetworkSettings, Size, Tensor

GLIMPSES = 2
WAVES = (1, 2, 4, 8)  # half periods over the picture's longer side
GEOMETRY = 5 + 8 * len(WAVES)  # left, top, right and bottom by the picture's longer side, the area; the sides as waves
Wide = Annotated[int, Meta(ge=1, le=8192)]


class TextSettings(NetworkSettings, frozen=True, kw_only=True):
    ocr: str = "scene"  # how texts are read: scene, words, each with a share of faults (scene:0.1), or rapidocr
    extractor: str = "resnet50:448"  # whose features of the picture are taken, cell by cell
    words: Literal["glove", "learned"] = "glove"  # what they start from, where GloVe is installed
    embedding: Size = 300  # of a word, and of an OCR token
    buckets: Annotated[int, Meta(ge=16, le=2**21)] = 100_000  # for the pieces that tokens are made of
    hidden: Size = 1024  # units that read the question
    glimpse: Size = 512  # units that say which words matter
    width: Wide = 5000  # of joint embeddings
    learning_rate: float = 0.0005
    warm_up: int = 1000
    batch: int = 128
    together: int = 1
    steps: int = 24_000
    every: int = 1000


MINI: Mapping[str, Any] = {
    **{
        "extractor": "efficientnet-lite0:128",
        "embedding": 64,
        "buckets": 4096,
        "hidden": 96,
        "glimpse": 64,
        "width": 192,
    },
    **{"learning_rate": 0.002, "warm_up": 30, "together": 0, "steps": 300, "every": 30, "validation": 500},
}


def record(
    name: str,
    title: str,
    build: Callable[[Any, Facts], Any],
    *,
    answers: str,
    inputs: tuple[str, ...] = ("tokens", "grid", "OCR tokens"),
    settings: type[Any] = TextSettings,
    mini: Mapping[str, Any] | None = None,
) -> Network:
    """The record of one of EST-VQA's networks."""
    return Network(
        name=name,
        title=title,
        paper="EST-VQA",
        inputs=inputs,
        answers=answers,
        settings=settings,
        presets={"mini": {**MINI, **(mini or {})}, "paper": {}},
        build=build,
    )


class Question(nn.Module):
    """An LSTM over the words, and two glimpses at its states, side by side."""

    def __init__(self, settings: TextSettings, facts: Facts) -> None:
        super().__init__()
        self.words = Words(settings, facts)
        self.read = nn.LSTM(settings.embedding, settings.hidden, batch_first=True)
        self.matter = nn.Sequential(
            nn.Linear(settings.hidden, settings.glimpse), nn.ReLU(), nn.Linear(settings.glimpse, GLIMPSES, bias=False)
        )
        self.size = GLIMPSES * settings.hidden

    def forward(self, batch: dict[str, Tensor]) -> Tensor:
        states, _ = self.read(self.words(batch["tokens"]))
        scores = self.matter(states).masked_fill((batch["tokens"] == PAD)[:, :, None], NEVER)
        return (scores.softmax(1).transpose(1, 2) @ states).flatten(1)


class Tokens(nn.Module):
    """OCR tokens, questions × tokens × embedding: the mean of their pieces; and which of them are there."""

    def __init__(self, settings: Any) -> None:
        super().__init__()
        self.buckets = settings.buckets
        self.pieces = nn.EmbeddingBag(1 + settings.buckets, settings.embedding, mode="mean", padding_idx=0)

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        pieces = batch["ocr_pieces"]
        numbers = torch.where(pieces > 0, 1 + pieces % self.buckets, 0)
        at = batch["ocr_at"][batch["ocr_of"]]
        return self.pieces(numbers, batch["ocr_starts"])[at], at > 0


class Combine(nn.Module):
    """ReLU(Wx + b) ∘ ReLU(W'q + b'): what is found together with what is asked."""

    def __init__(self, found: int, asked: int, width: int) -> None:
        super().__init__()
        self.of_found, self.of_asked = nn.Linear(found, width), nn.Linear(asked, width)

    def forward(self, found: Tensor, asked: Tensor) -> Tensor:
        question = torch.relu(self.of_asked(asked))
        return torch.relu(self.of_found(found)) * (question[:, None] if found.dim() == 3 else question)


class Attend(nn.Module):
    """The picture's cells, added up by how well each goes with the question."""

    def __init__(self, place: int, asked: int, width: int) -> None:
        super().__init__()
        self.together = Combine(place, asked, width)
        self.score = nn.Linear(width, 1, bias=False)  # one for all places would cancel out

    def forward(self, places: Tensor, asked: Tensor) -> Tensor:
        shares = self.score(self.together(places, asked)).softmax(1)
        return (shares * places).sum(1)


class Classify(nn.Module):
    """Pythia's last layers: one way by the size of words, one by that of pictures, added up."""

    def __init__(self, joint: int, settings: TextSettings, answers: int) -> None:
        super().__init__()
        self.by_words = nn.Sequential(mlp((joint, settings.embedding)), nn.Linear(settings.embedding, answers))
        self.by_picture = nn.Sequential(
            mlp((joint, settings.width)), nn.Linear(settings.width, answers, bias=False)
        )  # one bias is enough for both

    def forward(self, joint: Tensor) -> Tensor:
        return self.by_words(joint) + self.by_picture(joint)


def cells(batch: dict[str, Tensor]) -> Tensor:
    """Questions × cells × channels."""
    return batch["grid"].flatten(2).transpose(1, 2)[batch["grid_of"]]


def geometry(boxes: Tensor) -> Tensor:
    """Where boxes are. From the bare numbers QA R-CNN did not learn where an answer stands in 300 updates; as waves it does."""
    angles = (boxes[..., None] * (pi * torch.tensor(WAVES, device=boxes.device))).flatten(-2)
    area = (boxes[..., 2:] - boxes[..., :2]).prod(-1, keepdim=True)
    return torch.cat([boxes, area, angles.sin(), angles.cos()], -1)
