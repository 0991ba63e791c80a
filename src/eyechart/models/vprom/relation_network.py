"""V-PROM's relation network: f1 on all pairs of context and candidate, summed, f2, and a score (Eqs. 7 and 8)."""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.learning.layers import evenly, mlp
from eyechart.models.learning.network import Facts, Said, Size, Tensor
from eyechart.models.vprom.panels import Head, Panels, PanelSettings, record


class RelationSettings(PanelSettings, frozen=True, kw_only=True):
    layers: Size = 1  # of f1 and of f2: one by the text; the MLPs beside it have up to three


class PanelRelations(nn.Module):
    """The first linear part of f1 is computed for each panel by itself, as first and as second, and added where two meet.

    Pairs within the context are the same for all candidates: 64 + 8 · 17 pairs instead of 8 · 81.
    """

    def __init__(self, settings: RelationSettings, facts: Facts) -> None:
        super().__init__()
        width, layers = settings.width, settings.layers
        self.panels = Panels(settings, facts)
        self.first = nn.Linear(self.panels.size, width)
        self.second = nn.Linear(self.panels.size, width, bias=False)
        self.deeper = evenly(mlp([width] * layers))  # what f1 has beyond its first layer
        self.pooled = evenly(mlp([width] * (layers + 1)))
        self.head = Head(width, settings, facts)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        context, candidates = self.panels(batch)
        a, b = self.first(context), self.second(context)  # questions × n × width
        c, d = self.first(candidates), self.second(candidates)  # questions × k × width
        within = self.related(a[:, :, None] + b[:, None]).sum((1, 2))
        across = self.related(a[:, None] + d[:, :, None]).sum(2) + self.related(c[:, :, None] + b[:, None]).sum(2)
        h = within[:, None] + across + self.related(c + d)
        said: Said = self.head(self.pooled(h))
        return said

    def related(self, pairs: Tensor) -> Tensor:
        return self.deeper(torch.relu(pairs))


network = record(
    "panel-relation-network", "Relation network over pairs of panels", PanelRelations, settings=RelationSettings
)
without_ids = record(
    "panel-relation-network-without-ids",
    "Relation network that is not told which panel is which",
    PanelRelations,
    {"panel_ids": False},
    settings=RelationSettings,
)
