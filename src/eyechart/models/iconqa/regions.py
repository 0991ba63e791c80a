"""What stands in for the 36 proposals of a detector in IconQA's networks that want them: patches of the diagram, with their boxes.

No detector knows our diagrams. The coarser patches of the pyramid, 1 + 4 + 9 + 16, are nearly as many.
"""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.iconqa.answering import IconQASettings, Standard
from eyechart.models.learning.network import Attention, Facts, Size, Tensor
from eyechart.models.learning.pyramid import boxes


class RegionSettings(IconQASettings, frozen=True, kw_only=True):
    regions: Size = 30  # the first of the pyramid's patches


class Regions(nn.Module):
    """Questions × regions × channels, and where they are."""

    def __init__(self, settings: RegionSettings, facts: Facts) -> None:
        super().__init__()
        self.weight, self.channels = settings.attention, facts.features[0]
        self.standard = Standard(self.channels)
        self.register_buffer("boxes", torch.from_numpy(boxes()[: settings.regions]), persistent=False)

    def forward(self, batch: dict[str, Tensor]) -> Tensor:
        return self.standard(batch["patches"][:, : len(self.boxes)])[batch["patches_of"]]

    def attention(self, scores: Tensor) -> Attention:
        """Scores of the regions as what the network attended to."""
        return Attention(scores, self.boxes.expand(len(scores), -1, -1), self.weight)
