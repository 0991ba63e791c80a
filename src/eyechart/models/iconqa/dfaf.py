"""DFAF, dynamic fusion with intra- and inter-modality attention flow (Gao et al. 2019), one block.

Between: regions gather from words, words from regions. Within: each gathers from its own kind, the units that count being gated
by what the other kind is about on average.
"""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.iconqa.answering import Answering, IconQANetwork, record
from eyechart.models.iconqa.regions import Regions, RegionSettings
from eyechart.models.iconqa.top_down import QuestionGRU
from eyechart.models.learning.inputs import PAD
from eyechart.models.learning.network import NEVER, Attention, Facts, Size, Tensor


class DFAFSettings(RegionSettings, frozen=True, kw_only=True):
    heads: Size = 8


class Flow(nn.Module):
    """Attention of several heads, from one kind of thing to another or to its own."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))

    def forward(self, to: Tensor, of: Tensor, there: Tensor, gate: Tensor | None = None) -> Tensor:
        """`there` says which of those that are gathered from exist; a gate, questions × width, counts for queries and keys."""
        query, key, value = self.query(to), self.key(of), self.value(of)
        if gate is not None:
            query, key = query * (1 + gate[:, None]), key * (1 + gate[:, None])
        q, k, v = (x.unflatten(2, (self.heads, -1)).transpose(1, 2) for x in (query, key, value))
        scores = (q @ k.transpose(2, 3) / q.shape[3] ** 0.5).masked_fill(~there[:, None, None], NEVER)
        return (scores.softmax(3) @ v).transpose(1, 2).flatten(2)


class DFAF(IconQANetwork):
    def __init__(self, settings: DFAFSettings, facts: Facts) -> None:
        super().__init__()
        width, heads = settings.width, settings.heads
        self.question, self.regions = QuestionGRU(settings, facts), Regions(settings, facts)
        self.enter = nn.Linear(self.regions.channels, width)
        self.to_regions, self.to_words = Flow(width, heads), Flow(width, heads)
        self.merge_regions, self.merge_words = nn.Linear(2 * width, width), nn.Linear(2 * width, width)
        self.gate_regions, self.gate_words = nn.Linear(width, width), nn.Linear(width, width)
        self.within_regions, self.within_words = Flow(width, heads), Flow(width, heads)
        self.out_regions, self.out_words = nn.Linear(width, width), nn.Linear(width, width)
        self.answering = Answering(width, settings, facts)

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        e, r = self.question.states(batch), self.enter(self.regions(batch))
        read, seen = batch["tokens"] != PAD, torch.ones(r.shape[:2], dtype=torch.bool, device=r.device)
        r, e = (
            self.merge_regions(torch.cat([r, self.to_regions(r, e, read)], 2)),
            self.merge_words(torch.cat([e, self.to_words(e, r, seen)], 2)),
        )
        about_words, about_regions = mean(e, read), mean(r, seen)
        r = self.out_regions(r + self.within_regions(r, r, seen, torch.sigmoid(self.gate_regions(about_words))))
        e = self.out_words(e + self.within_words(e, e, read, torch.sigmoid(self.gate_words(about_regions))))
        return mean(r, seen) * mean(e, read), None


def mean(x: Tensor, there: Tensor) -> Tensor:
    return (x * there[:, :, None]).sum(1) / there.sum(1, keepdim=True).clamp(min=1)


network = record(
    "diagram-dfaf",
    "DFAF: attention that flows within and between words and regions",
    ("tokens", "patches"),
    DFAFSettings,
    DFAF,
)
