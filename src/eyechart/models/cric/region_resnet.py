"""A small residual network that learns what single regions show: their names and looks.

CRIC's regions are seen by bottom-up attention's network, which was taught objects and attributes of Visual Genome. This one takes
its place: it is taught the names and attributes of our things, each inside its box, and nothing of questions or knowledge.
Trained, its folder is an extractor: `ours:FOLDER`.
"""

from __future__ import annotations

from eyechart.models.learning.layers import TraitsResNet
from eyechart.models.learning.network import Facts, Network, NetworkSettings, Said, Size, Tensor


class RegionResNetSettings(NetworkSettings, frozen=True, kw_only=True):
    side: Size = 96  # pixels, of a region
    channels: Size = 64  # of the first stage; doubled twice
    blocks: Size = 2  # of each stage
    learning_rate: float = 0.001
    warm_up: int = 100
    batch: int = 16  # pictures, with all their regions
    together: int = 1
    steps: int = 20_000
    every: int = 500
    validation: int = 256


class RegionResNet(TraitsResNet):
    def __init__(self, settings: RegionResNetSettings, facts: Facts) -> None:
        super().__init__(settings.channels, settings.blocks, facts.traits, stride=2)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        return Said(self.told(batch["region_pixels"]))


network = Network(
    name="region-resnet",
    title="Residual network that learns names and looks of single regions, as an extractor",
    paper="CRIC",
    inputs=("region pixels",),
    answers="region traits",
    settings=RegionResNetSettings,
    presets={
        "mini": {
            "side": 32,
            "channels": 24,
            "blocks": 1,
            "learning_rate": 0.003,
            "batch": 8,
            "steps": 700,
            "every": 100,
        },
        "paper": {},
    },
    build=RegionResNet,
)
