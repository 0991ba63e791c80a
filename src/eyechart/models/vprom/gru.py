"""V-PROM's recurrent networks: a GRU over all sixteen panels (Eq. 3), or over the context and one candidate (Eq. 4)."""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.learning.network import Facts, Said, Tensor
from eyechart.models.vprom.panels import Head, Panels, PanelSettings, record


class GRU(nn.Module):
    """The final state is mapped to all scores at once."""

    def __init__(self, settings: PanelSettings, facts: Facts) -> None:
        super().__init__()
        self.panels = Panels(settings, facts)
        self.gru = nn.GRU(self.panels.size, settings.width, batch_first=True)
        self.score = nn.Linear(settings.width, facts.choices)
        self.labels = nn.Linear(settings.width, len(facts.labels)) if settings.auxiliary else None

    def forward(self, batch: dict[str, Tensor]) -> Said:
        _, [state] = self.gru(torch.cat(self.panels(batch), 1))
        return Said(self.score(state), self.labels(state) if self.labels is not None else None)


class SharedGRU(nn.Module):
    """The context is read once; each candidate is a last step from where that ended, which gives what Eq. 4 does."""

    def __init__(self, settings: PanelSettings, facts: Facts) -> None:
        super().__init__()
        self.panels = Panels(settings, facts)
        self.gru = nn.GRU(self.panels.size, settings.width, batch_first=True)
        self.head = Head(settings.width, settings, facts)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        context, candidates = self.panels(batch)
        _, state = self.gru(context)
        count = candidates.shape[1]
        _, [final] = self.gru(candidates.flatten(0, 1)[:, None], state.repeat_interleave(count, 1))
        said: Said = self.head(final.unflatten(0, (-1, count)))
        return said


gru = record("panel-gru", "GRU over all panels, candidates included", GRU)
shared = record("panel-gru-shared", "GRU over the context and one candidate, for each candidate", SharedGRU)
