"""The network that learns what icons show, on Icon645 or our icon corpus (IconQA, section 6.4): Patch-TRM's extractor.

ResNet-32 is that of He et al. for small pictures, written here; the deeper ones are transformers'. Trained, its folder is an
extractor: `ours:FOLDER`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

import torch
from torch import nn
from torch.nn import functional

from eyechart.models.iconqa.long_tail import Cosine, LongTail, Loss
from eyechart.models.learning.layers import brightness
from eyechart.models.learning.network import Facts, Network, NetworkSettings, Said, Size, Tensor

DEEP = {50: (3, 4, 6, 3), 101: (3, 4, 23, 3)}  # blocks of each stage
BLOCKS, STAGES = 5, 3  # ResNet-32: 6 · 5 + 2 layers
SHOWN = 5  # Table 8 counts the five best
LAID_OUT = torch.channels_last  # with 8 channels an update takes four fifths of the time on a processor


class IconResNetSettings(NetworkSettings, frozen=True, kw_only=True):
    """The paper's best: ResNet-101 with LDAM. How long it is trained, and by what, is not printed."""

    depth: Literal[32, 50, 101] = 101
    channels: Size = 16  # of ResNet-32's first stage; doubled twice. The deeper ones have their own
    loss: Loss = "ldam-drw"
    side: Size = 224  # pixels
    learning_rate: float = 0.001
    batch: int = 64
    steps: int = 160_000  # twenty times 516,550 icons
    every: int = 4000
    validation: int = 4096
    patience: int = 5


class Block(nn.Module):
    """Two convolutions and a way around them without parameters: every second cell, and zeros for new channels (He et al., A)."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        self.stride, self.more = (1, 0) if before == after else (2, after - before)
        self.one, self.first = nn.Conv2d(before, after, 3, self.stride, 1, bias=False), nn.BatchNorm2d(after)
        self.two, self.second = nn.Conv2d(after, after, 3, 1, 1, bias=False), nn.BatchNorm2d(after)

    def forward(self, x: Tensor) -> Tensor:
        y = self.second(self.two(torch.relu(self.first(self.one(x)))))
        around = functional.pad(x[:, :, :: self.stride, :: self.stride], (0, 0, 0, 0, 0, self.more))
        return torch.relu(y + around)


def resnet32(channels: int) -> nn.Sequential:
    stem = nn.Sequential(nn.Conv2d(3, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels), nn.ReLU())
    sizes = [channels, *(channels * 2**stage for stage in range(STAGES) for _ in range(BLOCKS))]
    return nn.Sequential(stem, *(Block(before, after) for before, after in pairwise(sizes)))


class Deep(nn.Module):
    """transformers' ResNet with bottlenecks, from scratch."""

    def __init__(self, depth: int) -> None:
        super().__init__()
        from transformers import ResNetConfig, ResNetModel

        self.body = ResNetModel(ResNetConfig(depths=list(DEEP[depth])))

    def forward(self, x: Tensor) -> Tensor:
        return self.body(x).last_hidden_state


class IconResNet(nn.Module):
    def __init__(self, settings: IconResNetSettings, facts: Facts) -> None:
        super().__init__()
        s, classes = settings, len(facts.answers)
        body: Any = resnet32(s.channels) if s.depth == 32 else Deep(s.depth)
        self.body = body.to(memory_format=LAID_OUT)
        seen = 4 * s.channels if s.depth == 32 else 2048
        self.classify = Cosine(seen, classes) if s.loss.startswith("ldam") else nn.Linear(seen, classes)
        self.judge = LongTail(s.loss, facts.often or (1,) * classes, s.steps * s.parallel)

    def maps(self, pixels: Tensor) -> Tensor:
        return self.body((2 * brightness({"pixels": pixels}) - 1).contiguous(memory_format=LAID_OUT))

    def forward(self, batch: dict[str, Tensor]) -> Said:
        scores = self.classify(self.maps(batch["pixels"]).mean((2, 3)))[batch["pixels_of"]]
        return Said(scores, loss=self.judge(scores.float(), batch["target"]) if self.training else None)


network = Network(
    name="icon-resnet",
    title="Residual network that learns what single icons show, as an extractor",
    paper="Icon645",
    inputs=("icon",),
    answers="vocabulary",
    settings=IconResNetSettings,
    presets={
        "mini": {"depth": 32, "channels": 8, "side": 24, "batch": 128, "steps": 400, "every": 50, "validation": 0},
        "paper": {},
    },
    build=IconResNet,
    survey=1_000_000,
    tells=("depth", "loss"),
    ranks=SHOWN,
)
