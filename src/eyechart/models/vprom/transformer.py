"""Beyond V-PROM: a transformer over the sixteen panels, each of which attends to all others."""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.learning.network import Facts, Said, Tensor
from eyechart.models.vprom.panels import Head, Panels, PanelSettings, record

LAYERS, HEADS = 3, 4


class PanelTransformer(nn.Module):
    """Normalised before each part, which needs no warm-up; a candidate's score is read off its own place."""

    def __init__(self, settings: PanelSettings, facts: Facts) -> None:
        super().__init__()
        width = settings.width
        self.panels = Panels(settings, facts)
        self.enter = nn.Linear(self.panels.size, width)
        self.blocks = nn.ModuleList(
            nn.TransformerEncoderLayer(width, HEADS, 4 * width, dropout=0.0, batch_first=True, norm_first=True)
            for _ in range(LAYERS)
        )
        self.leave = nn.LayerNorm(width)
        self.head = Head(width, settings, facts)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        context, candidates = self.panels(batch)
        x = self.enter(torch.cat([context, candidates], 1))
        for block in self.blocks:
            x = block(x)
        said: Said = self.head(self.leave(x[:, context.shape[1] :]))
        return said


network = record(
    "panel-transformer", "Transformer over all panels", PanelTransformer, {"optimiser": "adam", "learning_rate": 0.0003}
)
