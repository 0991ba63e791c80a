"""Beyond FigureQA: PReFIL (Kafle et al. 2020), parallel recurrent fusion of image and language, the best published on it.

A dense network sees the figure; what it has after its first block (low) and after its last (high) are each fused with the
question at every cell, by 1 × 1 convolutions; both are brought to one map, whose cells a recurrent network reads from left to
right and from top to bottom in both directions. Sizes are ours: the paper is not among those that this project has.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from eyechart.models.figureqa.cnn_lstm import SeeingSettings
from eyechart.models.figureqa.text_only import MINI
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.attending import Finding
from eyechart.models.learning.layers import QuestionLSTM, brightness, mlp
from eyechart.models.learning.network import Facts, Network, Said, Size, Tensor


class PReFILSettings(SeeingSettings, frozen=True, kw_only=True):
    growth: Size = 24  # channels that each layer of a dense block adds
    layers: Size = 6  # of each of the three dense blocks
    fused: Size = 256  # channels of the 1 × 1 convolutions
    pooled: Size = 256  # units of the recurrent network, each way
    width: Size = 1024
    batch: int = 64


class DenseBlock(nn.Module):
    """Each layer sees what all before it gave."""

    def __init__(self, channels: int, growth: int, layers: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            nn.Sequential(
                nn.BatchNorm2d(channels + n * growth),
                nn.ReLU(),
                nn.Conv2d(channels + n * growth, growth, 3, 1, 1, bias=False),
            )
            for n in range(layers)
        )
        self.channels = channels + layers * growth

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.layers:
            x = torch.cat([x, layer(x)], 1)
        return x


def narrowed(before: int, after: int) -> nn.Sequential:
    """Between two blocks: half as many channels, half as wide."""
    return nn.Sequential(nn.BatchNorm2d(before), nn.ReLU(), nn.Conv2d(before, after, 1, bias=False), nn.AvgPool2d(2))


def fusion(before: int, after: int) -> nn.Sequential:
    """Two 1 × 1 convolutions: a small MLP at each cell."""
    return nn.Sequential(
        nn.Conv2d(before, after, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(),
        nn.Conv2d(after, after, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(),
    )  # fmt: skip


class PReFIL(nn.Module):
    def __init__(self, settings: PReFILSettings, facts: Facts) -> None:
        super().__init__()
        s, hidden, wide = settings, settings.hidden, settings.channels
        self.question = QuestionLSTM(len(facts.words), s.embedding, hidden)
        self.stem = nn.Sequential(nn.Conv2d(3, wide, 7, 4, 3, bias=False), nn.BatchNorm2d(wide), nn.ReLU())
        self.low = DenseBlock(wide, s.growth, s.layers)
        self.between = narrowed(self.low.channels, self.low.channels // 2)
        self.middle = DenseBlock(self.low.channels // 2, s.growth, s.layers)
        self.after = narrowed(self.middle.channels, self.middle.channels // 2)
        self.high = DenseBlock(self.middle.channels // 2, s.growth, s.layers)
        self.fuse_low = fusion(self.low.channels + hidden, s.fused)
        self.fuse_high = fusion(self.high.channels + hidden, s.fused)
        self.fuse_both = fusion(2 * s.fused + hidden, s.fused)
        self.pool = nn.GRU(s.fused, s.pooled, batch_first=True, bidirectional=True)
        self.finding = Finding(s.attention, self.high.channels, hidden)
        self.classify = nn.Sequential(
            mlp((2 * s.pooled, s.width), s.dropout), nn.Linear(s.width, SIDES["vocabulary"].size(facts))
        )

    def seen(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """What the dense network has of each picture after its first block, brought to fewer cells, and after its last."""
        low = self.low(self.stem(brightness(batch)))
        high = self.high(self.after(self.middle(self.between(low))))
        # Fewer cells before the fusion and not after it: questions are many, pictures few.
        return functional.adaptive_avg_pool2d(low, high.shape[2:]), high

    def fused(self, low: Tensor, high: Tensor, question: Tensor) -> Tensor:
        """Questions × channels × rows × columns: picture and question, low and high, at each cell."""

        def with_question(x: Tensor) -> Tensor:
            return torch.cat([x, question[:, :, None, None].expand(-1, -1, *x.shape[2:])], 1)

        parts = [self.fuse_low(with_question(low)), self.fuse_high(with_question(high))]
        return self.fuse_both(with_question(torch.cat(parts, 1)))

    def answered(self, fused: Tensor) -> Tensor:
        _, state = self.pool(fused.flatten(2).transpose(1, 2))
        return self.classify(torch.cat([state[0], state[1]], 1))

    def forward(self, batch: dict[str, Tensor]) -> Said:
        (low, high), question, which = self.seen(batch), self.question(batch), batch["pixels_of"]
        scores = self.answered(self.fused(low[which], high[which], question))
        return Said(scores, more=self.finding(high, which, question, batch))

    def look(self, batch: dict[str, Tensor]) -> Tensor:
        """How much each fused cell speaks for the answer: the gradient of its score along the cell, as far as it is positive."""
        with torch.enable_grad():
            low, high = (maps[batch["pixels_of"]] for maps in self.seen(batch))
            fused = self.fused(low, high, self.question(batch)).detach().requires_grad_()
            [slope] = torch.autograd.grad(self.answered(fused).max(1).values.sum(), fused)
        return (slope * fused).sum(1).clamp(min=0).detach()


MINI_PREFIL = {
    **MINI,
    **{"side": 64, "channels": 16, "growth": 8, "layers": 3, "fused": 64, "pooled": 64, "batch": 96, "attention": 1.0},
}
network = Network(
    name="prefil",
    title="PReFIL: low and high features, fused with the question at each cell, read by a recurrent network",
    paper="FigureQA",
    inputs=("tokens", "pixels"),
    answers="vocabulary",
    settings=PReFILSettings,
    presets={"mini": MINI_PREFIL, "paper": {}},
    build=PReFIL,
)
