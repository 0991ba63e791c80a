"""What CRIC's networks share: regions with their geometry, a question read word by word, attention to regions, the record.

The paper prints how these networks are built, and no size. Sizes are those of the paper that it takes the attention from, Bottom-Up
[47]: words of 300 numbers that start from GloVe, 512 units of a GRU, 512 of each gated layer, regions of 2048 numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import torch
from torch import nn
from torch.nn import functional

from eyechart.models.cric.glove import glove
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.inputs import PAD, SPECIAL
from eyechart.models.learning.layers import GatedTanh
from eyechart.models.learning.network import (
    NEVER,
    Attention,
    Facts,
    Network,
    NetworkSettings,
    Share,
    Size,
    Tensor,
    Weight,
)

SURVEY = 3_000  # pages that words and answers are gathered from
GEOMETRY = 5  # left, top, right and bottom by the picture's longer side, and the area


class AskedSettings(NetworkSettings, frozen=True, kw_only=True):
    """Of all of them; the second half is how they are trained, of which the paper says nothing."""

    words: Literal["glove", "learned"] = "glove"  # what they start from, where GloVe is installed
    embedding: Size = 300
    hidden: Size = 512  # units that read the question
    width: Size = 512  # units of each layer
    dropout: Share = 0.5  # before the answer
    learning_rate: float = 0.001
    batch: int = 256
    together: int = 1
    steps: int = 60_000
    every: int = 500
    patience: int = 10


class SeeingSettings(AskedSettings, frozen=True, kw_only=True):
    extractor: str = "resnet50:224"  # whose features of the regions are taken
    boxes: str = ""  # the folder of a region-finder that was trained; none: the scene's own boxes, as in the paper


class SceneSettings(SeeingSettings, frozen=True, kw_only=True):
    attention: Weight = 0.0  # of l_att in the loss


MINI: Mapping[str, Any] = {
    **{"extractor": "efficientnet-lite0:64", "embedding": 64, "hidden": 128, "width": 128, "dropout": 0.2},
    **{
        "learning_rate": 0.002,
        "batch": 128,
        "together": 0,
        "steps": 1600,
        "every": 200,
        "validation": 0,
        "patience": 0,
    },
}

SLOW: Mapping[str, Any] = {"steps": 300}  # of those whose updates take several times as long


def record(
    name: str,
    title: str,
    build: Callable[[Any, Facts], Any],
    *,
    inputs: tuple[str, ...] = ("tokens", "regions"),
    settings: type[Any] = SceneSettings,
    mini: Mapping[str, Any] | None = None,
) -> Network:
    """The record of one of CRIC's networks; of what all `mini` have it takes what it has a setting for."""
    narrow = {key: value for key, value in {**MINI, **(mini or {})}.items() if key in settings.__struct_fields__}
    return Network(
        name=name,
        title=title,
        paper="CRIC",
        inputs=inputs,
        answers="vocabulary",
        settings=settings,
        presets={"mini": narrow, "paper": {}},
        build=build,
        survey=SURVEY,
    )


class Words(nn.Embedding):
    """A vector for each word; where GloVe knows the word, its numbers come first, and all are trained further."""

    def __init__(self, settings: Any, facts: Facts) -> None:
        super().__init__(SPECIAL + len(facts.words), settings.embedding, padding_idx=PAD)
        if settings.words == "glove":
            with torch.no_grad():
                for place, vector in glove(facts.words).items():
                    known = torch.from_numpy(vector)[: settings.embedding]
                    self.weight[SPECIAL + place, : len(known)] = known


class Question(nn.Module):
    """A GRU over the words; gives the states after each word, and that after the last."""

    def __init__(self, settings: AskedSettings, facts: Facts) -> None:
        super().__init__()
        self.words = Words(settings, facts)
        self.read = nn.GRU(settings.embedding, settings.hidden, batch_first=True)

    def forward(self, tokens: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        states, _ = self.read(self.words(tokens))
        return states, states[torch.arange(len(states), device=states.device), lengths - 1]


class Seen(nn.Module):
    """Regions, questions × regions × (features and geometry), with their boxes, and which of them are there.

    An extractor's features have any scale, those of a region-resnet 2.5 on average and up to 12, which satiates a gated tanh and
    drowns the question. So each region's are brought to mean 0 and variance 1, for all networks alike.
    """

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self.size = facts.features[0] + GEOMETRY

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        boxes, which = batch["boxes"], batch["regions_of"]
        area = (boxes[..., 2:] - boxes[..., :2]).prod(-1, keepdim=True)
        features = functional.layer_norm(batch["regions"], batch["regions"].shape[-1:])
        seen = torch.cat([features, boxes, area], 2)
        return seen[which], boxes[which], (area[..., 0] > 0)[which]


class Attend(nn.Module):
    """Bottom-Up's attention [47]: how well each place goes with what is asked, and the places' mean by that."""

    def __init__(self, place: int, asked: int, width: int) -> None:
        super().__init__()
        self.together = GatedTanh(place + asked, width)
        self.score = nn.Linear(width, 1, bias=False)  # one for all places would cancel out

    def forward(self, places: Tensor, asked: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        pairs = torch.cat([places, asked[:, None].expand(-1, places.shape[1], -1)], 2)
        scores = self.score(self.together(pairs)).squeeze(2).masked_fill(~there, NEVER)
        return scores, mean_by(scores, places)


def mean_by(scores: Tensor, places: Tensor) -> Tensor:
    return (scores.softmax(1)[:, :, None] * places).sum(1)


class Answer(nn.Module):
    """From the joint embedding to the scores of the answers."""

    def __init__(self, width: int, settings: AskedSettings, facts: Facts) -> None:
        super().__init__()
        self.before = nn.Sequential(GatedTanh(width, settings.width), nn.Dropout(settings.dropout))
        self.say = nn.Linear(settings.width, SIDES["vocabulary"].size(facts))

    def forward(self, joint: Tensor) -> Tensor:
        return self.say(self.before(joint))


def looked(scores: Tensor, boxes: Tensor, settings: SceneSettings) -> Attention:
    return Attention(scores, boxes, settings.attention)
