"""V-PROM's VQA-like network: all but two of the context are the "image", these two the "question" (Eqs. 5 and 6)."""

from __future__ import annotations

from torch import nn

from eyechart.models.learning.layers import GatedTanh
from eyechart.models.learning.network import Facts, Said, Tensor
from eyechart.models.vprom.panels import Panels, PanelSettings, record

ASKING = 2  # the last two panels of the context: those beside the missing one


class VQALike(nn.Module):
    """Gated tanh layers, as the paper found best. Labels are told from the joint embedding h."""

    def __init__(self, settings: PanelSettings, facts: Facts) -> None:
        super().__init__()
        self.panels = Panels(settings, facts)
        self.image, self.question, self.answer = (GatedTanh(self.panels.size, settings.width) for _ in range(3))
        self.labels = nn.Linear(settings.width, len(facts.labels)) if settings.auxiliary else None

    def forward(self, batch: dict[str, Tensor]) -> Said:
        context, candidates = self.panels(batch)
        h = self.image(context[:, :-ASKING]).sum(1) * self.question(context[:, -ASKING:]).sum(1)
        scores = (h[:, None] * self.answer(candidates)).sum(2)
        return Said(scores, self.labels(h) if self.labels is not None else None)


network = record("panel-vqa-like", "Joint embedding of context and last row, multiplied with each candidate", VQALike)
