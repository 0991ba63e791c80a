"""Layers that several networks are built of."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from eyechart.models.learning.inputs import PAD, SPECIAL
from eyechart.models.learning.network import Tensor


def mlp(sizes: Sequence[int], dropout: float = 0.0) -> Any:
    """Linear layers of these sizes, each followed by a ReLU; dropout after the last."""
    layers: list[Any] = []
    for before, after in itertools.pairwise(sizes):
        layers += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*layers, *([nn.Dropout(dropout)] if dropout else []))


def evenly(module: Any) -> Any:
    """First weights by He et al. 2015: through many ReLUs what comes out is as large as what went in; torch's own shrink it."""
    for part in module.modules():
        if isinstance(part, nn.Linear):
            nn.init.kaiming_uniform_(part.weight, nonlinearity="relu")
            nn.init.zeros_(part.bias)
    return module


def as_tensorflow(module: Any) -> Any:
    """First weights by Glorot and Bengio 2010, and biases at zero, as TensorFlow's dense layers have them.

    Through six layers torch's own shrink what goes in to a two hundredth, and a relation network may see nothing in it for long.
    """
    for part in module.modules():
        if isinstance(part, nn.Linear):
            nn.init.xavier_uniform_(part.weight)
            if part.bias is not None:
                nn.init.zeros_(part.bias)
    return module


class GatedTanh(nn.Module):
    """tanh(Wx + b) ∘ σ(W'x + b'), the nonlinear layer of Teney et al. 2018."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        self.value, self.gate = nn.Linear(before, after), nn.Linear(before, after)

    def forward(self, x: Tensor) -> Tensor:
        return torch.tanh(self.value(x)) * torch.sigmoid(self.gate(x))


class QuestionLSTM(nn.Module):
    """Reads a question word by word; gives its state after the last word."""

    def __init__(self, words: int, embedding: int, hidden: int) -> None:
        super().__init__()
        self.embed = nn.Embedding(SPECIAL + words, embedding, padding_idx=PAD)
        self.lstm = nn.LSTM(embedding, hidden, batch_first=True)
        # TensorFlow's LSTM, which FigureQA's networks have, has one bias, that of the forget gate starting at 1. Torch
        # adds up two; the second is held at zero.
        self.lstm.bias_hh_l0.requires_grad_(False)
        with torch.no_grad():
            self.lstm.bias_hh_l0.zero_()
            self.lstm.bias_ih_l0.zero_()
            self.lstm.bias_ih_l0[hidden : 2 * hidden] = 1.0

    def forward(self, batch: dict[str, Tensor]) -> Tensor:
        states, _ = self.lstm(self.embed(batch["tokens"]))
        rows = torch.arange(len(states), device=states.device)
        return states[rows, batch["lengths"] - 1]


def convolutions(channels: Sequence[int], stride: int) -> Any:
    """3 × 3 kernels with a border of zeros, batch normalisation and ReLU. Its shift stands in for a bias."""
    layers: list[Any] = []
    for before, after in itertools.pairwise(channels):
        layers += [nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
    return nn.Sequential(*layers)


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


class TraitsResNet(nn.Module):
    """A small residual network that learns what is seen on parts of pictures, one by one: `maps` are its features.

    Three stages, each half as large and twice as wide as the one before; `stride` is the first convolution's.
    """

    def __init__(self, channels: int, blocks: int, traits: Sequence[tuple[str, str]], stride: int) -> None:
        super().__init__()
        c = channels
        self.stem = nn.Sequential(nn.Conv2d(3, c, 5, stride, 2, bias=False), nn.BatchNorm2d(c), nn.ReLU())
        stages = [(c, c, 1), (c, 2 * c, 2), (2 * c, 4 * c, 2)]
        self.stages = nn.Sequential(
            *(
                Block(before if n == 0 else after, after, stride if n == 0 else 1)
                for before, after, stride in stages
                for n in range(blocks)
            )
        )
        self.traits = nn.Linear(4 * c, len(traits))
        self.kinds = len({kind for kind, _ in traits})

    def maps(self, pixels: Tensor) -> Tensor:
        return self.stages(self.stem(brightness({"pixels": pixels})))

    def told(self, pixels: Tensor) -> Tensor:
        """For each part a row of scores for each kind of trait, of which the values of that kind count."""
        return self.traits(self.maps(pixels).mean((2, 3))).repeat_interleave(self.kinds, 0)


def brightness(batch: dict[str, Tensor], name: str = "pixels") -> Tensor:
    """Bytes as numbers from 0 to 1."""
    return batch[name].float() / 255


def parameters(module: Any) -> int:
    """How many numbers are learnt."""
    return sum(p.numel() for p in module.parameters() if p.requires_grad)
