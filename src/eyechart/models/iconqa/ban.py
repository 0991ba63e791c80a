"""BAN, bilinear attention networks (Kim et al. 2018): every word with every region, in several glimpses one after the other.

A_g = softmax over all pairs of p_gᵀ (Uᵀx_i ∘ Vᵀy_j)
f_{g+1} = f_g + P_g [Σ_ij A_g(i, j) (U_gᵀ f_g,i ∘ V_gᵀ y_j)]
"""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.iconqa.answering import Answering, IconQANetwork, record
from eyechart.models.iconqa.regions import Regions, RegionSettings
from eyechart.models.iconqa.top_down import QuestionGRU
from eyechart.models.learning.inputs import PAD
from eyechart.models.learning.network import NEVER, Attention, Facts, Size, Tensor


class BANSettings(RegionSettings, frozen=True, kw_only=True):
    glimpses: Size = 8


class BAN(IconQANetwork):
    def __init__(self, settings: BANSettings, facts: Facts) -> None:
        super().__init__()
        width, many = settings.width, settings.glimpses
        self.question, self.regions = QuestionGRU(settings, facts), Regions(settings, facts)
        seen = self.regions.channels
        self.of_words, self.of_regions = nn.Linear(width, width), nn.Linear(seen, width)
        self.pairs = nn.Parameter(torch.randn(many, width) / width**0.5)
        self.words = nn.ModuleList(nn.Linear(width, width) for _ in range(many))
        self.seen = nn.ModuleList(nn.Linear(seen, width) for _ in range(many))
        self.add = nn.ModuleList(nn.Linear(width, width) for _ in range(many))
        self.answering = Answering(width, settings, facts)

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        x, y = self.question.states(batch), self.regions(batch)
        read = batch["tokens"] != PAD
        words, regions = torch.relu(self.of_words(x)), torch.relu(self.of_regions(y))
        logits = torch.einsum("gk,bik,bjk->bgij", self.pairs, words, regions)
        logits = logits.masked_fill(~read[:, None, :, None], NEVER)
        glimpses = logits.flatten(2).softmax(2).view_as(logits)
        f = x
        for g, (of_f, of_y, add) in enumerate(zip(self.words, self.seen, self.add, strict=True)):
            both = torch.einsum("bik,bij,bjk->bk", torch.relu(of_f(f)), glimpses[:, g], torch.relu(of_y(y)))
            f = f + add(both)[:, None]
        # Of each region all that falls on it, over words and glimpses.
        scores = glimpses.mean(1).sum(1).clamp(min=1e-9).log()
        return (f * read[:, :, None]).sum(1), self.regions.attention(scores)


network = record(
    "diagram-ban",
    "BAN: bilinear attention between words and regions",
    ("tokens", "patches"),
    BANSettings,
    BAN,
    mini={"glimpses": 2},
)
