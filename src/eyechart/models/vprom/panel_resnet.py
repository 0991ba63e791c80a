"""A small residual network that learns what single panels show: features that know our attributes.

V-PROM's second set of features is bottom-up attention's, whose network was taught objects and attributes of Visual Genome.
This one takes its place: it is taught the attributes of our panels, one by one, and nothing of matrices or rules.
"""

from __future__ import annotations

from eyechart.models.learning.layers import TraitsResNet
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


class PanelResNet(TraitsResNet):
    def __init__(self, settings: PanelResNetSettings, facts: Facts) -> None:
        super().__init__(settings.channels, settings.blocks, facts.traits, stride=4)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        return Said(self.told(batch["panel_pixels"]))


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
