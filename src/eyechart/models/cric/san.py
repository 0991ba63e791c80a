"""SAN (Yang et al. 2016, CRIC's [48]): stacked attention. What was found is added to the question, which then looks again.

h = tanh(W_v v_i + W_u u)      p = softmax(w · h)      u ← Σ p_i v_i + u,  twice, starting with u = q
"""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.cric.scenes import Question, SceneSettings, Seen, looked, mean_by, record
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.network import NEVER, Facts, Said, Size, Tensor


class SANSettings(SceneSettings, frozen=True, kw_only=True):
    looks: Size = 2  # as printed


class Look(nn.Module):
    """One layer of attention."""

    def __init__(self, hidden: int, width: int) -> None:
        super().__init__()
        self.of_region, self.of_query = nn.Linear(hidden, width, bias=False), nn.Linear(hidden, width)
        self.score = nn.Linear(width, 1, bias=False)

    def forward(self, regions: Tensor, query: Tensor, there: Tensor) -> Tensor:
        together = torch.tanh(self.of_region(regions) + self.of_query(query)[:, None])
        return self.score(together).squeeze(2).masked_fill(~there, NEVER)


class SAN(nn.Module):
    """Its attention is that of the last look."""

    def __init__(self, settings: SANSettings, facts: Facts) -> None:
        super().__init__()
        self.settings = settings
        self.question, self.seen = Question(settings, facts), Seen(facts)
        self.see = nn.Sequential(nn.Linear(self.seen.size, settings.hidden), nn.Tanh())
        self.looks = nn.ModuleList(Look(settings.hidden, settings.width) for _ in range(settings.looks))
        self.say = nn.Sequential(
            nn.Dropout(settings.dropout), nn.Linear(settings.hidden, SIDES["vocabulary"].size(facts))
        )

    def forward(self, batch: dict[str, Tensor]) -> Said:
        _, query = self.question(batch["tokens"], batch["lengths"])
        regions, boxes, there = self.seen(batch)
        regions = self.see(regions)
        for look in self.looks:
            scores = look(regions, query, there)
            query = query + mean_by(scores, regions)
        return Said(self.say(query), attention=looked(scores, boxes, self.settings))


network = record(
    "san", "SAN: two looks at the regions, the second with what the first found", SAN, settings=SANSettings
)
