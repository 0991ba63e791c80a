"""A small residual network that learns what single panels show: features that know our attributes.

V-PROM's second set of features is bottom-up attention's, whose network was taught objects and attributes of Visual Genome.
This one takes its place: it is taught the attributes of our panels, one by one, and nothing of matrices or rules.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from eyechart.models.learning.layers import brightness
from eyechart.models.learning.network import Facts, Network, NetworkSettings, Said, Size, Tensor


class PanelResNetSettings(NetworkSettings, frozen=True, kw_only=True):
    side: Size = 128  # pixels, of a panel
    channels: Size = 64  # of the first stage; doubled twice
    blocks: Size = 2  # of each stage
    learning_rate: float = 0.001
    warm_up: int = 100
    batch: int = 16  # matrices, of sixteen panels each
    steps: int = 10_000
    every: int = 500
    validation: int = 128


class Block(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, before: int, after: int, stride: int) -> None:
        super().__init__()
        self.one, self.first = nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after)
        self.two, self.second = nn.Conv2d(after, after, 3, 1, 1, bias=False), nn.BatchNorm2d(after)
        self.around: Any = nn.Identity() if (before, stride) == (after, 1) else nn.Conv2d(before, after, 1, stride)

    def forward(self, x: Tensor) -> Tensor:
        y = self.second(self.two(torch.relu(self.first(self.one(x)))))
        return torch.relu(y + self.around(x))


class PanelResNet(nn.Module):
    def __init__(self, settings: PanelResNetSettings, facts: Facts) -> None:
        super().__init__()
        c = settings.channels
        self.stem = nn.Sequential(nn.Conv2d(3, c, 5, 4, 2, bias=False), nn.BatchNorm2d(c), nn.ReLU())
        stages = [(c, c, 1), (c, 2 * c, 2), (2 * c, 4 * c, 2)]
        self.stages = nn.Sequential(
            *(
                Block(before if n == 0 else after, after, stride if n == 0 else 1)
                for before, after, stride in stages
                for n in range(settings.blocks)
            )
        )
        self.traits = nn.Linear(4 * c, len(facts.traits))
        self.kinds = len({kind for kind, _ in facts.traits})

    def maps(self, pixels: Tensor) -> Tensor:
        return self.stages(self.stem(brightness({"pixels": pixels})))

    def forward(self, batch: dict[str, Tensor]) -> Said:
        """For each panel a row of scores for each kind of trait, of which the values of that kind count."""
        scores = self.traits(self.maps(batch["panel_pixels"]).mean((2, 3)))
        return Said(scores.repeat_interleave(self.kinds, 0))


network = Network(
    name="panel-resnet",
    title="Residual network that learns what single panels show, as an extractor",
    paper="V-PROM",
    inputs=("panel pixels",),
    answers="traits",
    settings=PanelResNetSettings,
    presets={
        "mini": {"side": 64, "channels": 24, "blocks": 1, "batch": 8, "steps": 1200, "every": 200},
        "paper": {},
    },
    build=PanelResNet,
)
