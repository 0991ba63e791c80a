"""V-PROM's MLP-cat-k and MLP-sum-k: f1 on each of nine panels, concatenated or summed, f2, and a score (Eqs. 1 and 2)."""

from __future__ import annotations

from functools import partial

import torch
from torch import nn

from eyechart.models.learning.layers import evenly, mlp
from eyechart.models.learning.network import Facts, Network, Said, Tensor
from eyechart.models.vprom.panels import Head, Panels, PanelSettings, record


class CatMLP(nn.Module):
    """f1 and f2 have k/2 layers each. The first layer of f2 is computed of the context once, for all candidates."""

    def __init__(self, settings: PanelSettings, facts: Facts, layers: int) -> None:
        super().__init__()
        width, half = settings.width, layers // 2
        self.panels = Panels(settings, facts)
        self.each = evenly(mlp((self.panels.size, *[width] * half)))
        self.of_context = nn.Linear(facts.context * width, width)
        self.of_candidate = nn.Linear(width, width, bias=False)
        self.rest = evenly(mlp([width] * half))
        self.head = Head(width, settings, facts)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        context, candidates = (self.each(x) for x in self.panels(batch))
        first = torch.relu(self.of_context(context.flatten(1))[:, None] + self.of_candidate(candidates))
        final: Said = self.head(self.rest(first))
        return final


class SumMLP(nn.Module):
    def __init__(self, settings: PanelSettings, facts: Facts, layers: int) -> None:
        super().__init__()
        width, half = settings.width, layers // 2
        self.panels = Panels(settings, facts)
        self.each = evenly(mlp((self.panels.size, *[width] * half)))
        self.rest = evenly(mlp([width] * (half + 1)))
        self.head = Head(width, settings, facts)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        context, candidates = (self.each(x) for x in self.panels(batch))
        final: Said = self.head(self.rest(context.sum(1, keepdim=True) + candidates))
        return final


def _cat(layers: int) -> Network:
    title = f"MLP of {layers} layers over the panels of context and candidate, side by side"
    return record(f"panel-mlp-cat-{layers}", title, partial(CatMLP, layers=layers))


def _sum(layers: int) -> Network:
    title = f"MLP of {layers} layers over the sum of context and candidate"
    return record(f"panel-mlp-sum-{layers}", title, partial(SumMLP, layers=layers))


cat2, cat4, cat6 = map(_cat, (2, 4, 6))
sum2, sum4, sum6 = map(_sum, (2, 4, 6))
