"""V-PROM's relation network: f1 on all pairs of context and candidate, summed, f2, and a score (Eqs. 7 and 8)."""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.learning.layers import mlp
from eyechart.models.learning.network import Facts, Said, Tensor
from eyechart.models.vprom.panels import Head, Panels, PanelSettings, record


class PanelRelations(nn.Module):
    """The linear part of f1 is computed for each panel by itself, as first and as second of a pair, and added up over pairs.

    Pairs within the context are the same for all candidates: 64 + 8 · 17 pairs instead of 8 · 81.
    """

    def __init__(self, settings: PanelSettings, facts: Facts) -> None:
        super().__init__()
        self.panels = Panels(settings, facts)
        self.first = nn.Linear(self.panels.size, settings.width)
        self.second = nn.Linear(self.panels.size, settings.width, bias=False)
        self.pooled = mlp((settings.width, settings.width))
        self.head = Head(settings.width, settings, facts)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        context, candidates = self.panels(batch)
        a, b = self.first(context), self.second(context)  # questions × n × width
        c, d = self.first(candidates), self.second(candidates)  # questions × k × width
        within = torch.relu(a[:, :, None] + b[:, None]).sum((1, 2))
        across = torch.relu(a[:, None] + d[:, :, None]).sum(2) + torch.relu(c[:, :, None] + b[:, None]).sum(2)
        h = within[:, None] + across + torch.relu(c + d)
        said: Said = self.head(self.pooled(h))
        return said


network = record("panel-relation-network", "Relation network over pairs of panels", PanelRelations)
without_ids = record(
    "panel-relation-network-without-ids",
    "Relation network that is not told which panel is which",
    PanelRelations,
    {"panel_ids": False},
)
