"""MCAN, deep modular co-attention (Yu et al. 2019): words attend to words; then regions to regions and to words, layer by layer.

The deepest words guide all layers of regions (encoder-decoder). Both are weighed and summed (AttFlat), added and normalised.
"""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.iconqa.answering import Answering, IconQANetwork, record
from eyechart.models.iconqa.regions import Regions, RegionSettings
from eyechart.models.iconqa.top_down import QuestionGRU
from eyechart.models.learning.inputs import PAD
from eyechart.models.learning.network import NEVER, Attention, Facts, Size, Tensor


class MCANSettings(RegionSettings, frozen=True, kw_only=True):
    layers: Size = 6
    heads: Size = 8


class AttFlat(nn.Module):
    """Weights by a small MLP, and the sum by them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.judge = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1, bias=False))
        self.out = nn.Linear(width, width)

    def forward(self, x: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        scores = self.judge(x).squeeze(2).masked_fill(~there, NEVER)
        return self.out((scores.softmax(1)[:, :, None] * x).sum(1)), scores


class MCAN(IconQANetwork):
    def __init__(self, settings: MCANSettings, facts: Facts) -> None:
        super().__init__()
        s, width = settings, settings.width
        self.question, self.regions = QuestionGRU(s, facts), Regions(s, facts)
        self.enter = nn.Linear(self.regions.channels, width)
        # torch's decoder layer is just what the paper calls SGA: to one's own kind, then to the words, then a small MLP.
        self.words = nn.ModuleList(
            nn.TransformerEncoderLayer(width, s.heads, 4 * width, s.dropout, batch_first=True) for _ in range(s.layers)
        )
        self.guided = nn.ModuleList(
            nn.TransformerDecoderLayer(width, s.heads, 4 * width, s.dropout, batch_first=True) for _ in range(s.layers)
        )
        self.flat_words, self.flat_regions = AttFlat(width), AttFlat(width)
        self.norm = nn.LayerNorm(width)
        self.answering = Answering(width, s, facts)

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        x, y = self.question.states(batch), self.enter(self.regions(batch))
        unread = batch["tokens"] == PAD
        for layer in self.words:
            x = layer(x, src_key_padding_mask=unread)
        for layer in self.guided:
            y = layer(y, x, memory_key_padding_mask=unread)
        asked, _ = self.flat_words(x, ~unread)
        seen, scores = self.flat_regions(y, torch.ones(y.shape[:2], dtype=torch.bool, device=y.device))
        return self.norm(asked + seen), self.regions.attention(scores)


network = record(
    "diagram-mcan",
    "MCAN: regions attend to themselves and to the words, layer by layer",
    ("tokens", "patches"),
    MCANSettings,
    MCAN,
    mini={"layers": 2},
)
