"""Losses for classes with a long tail, as IconQA's Table 8 compares them: class-balanced, focal, LDAM, LDAM re-weighted late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import torch
from torch import nn
from torch.nn import functional

from eyechart.models.learning.network import Tensor
from eyechart.models.learning.side import NOTHING

Loss = Literal["cross-entropy", "class-balanced", "focal", "ldam", "ldam-drw"]
BETA = 0.9999  # Cui et al.: how slowly one more icon of a class stops to tell anything new
GAMMA = 2.0  # Lin et al.: how much those that are right already are passed over
MARGIN, SCALE = 0.5, 30.0  # Cao et al.: the margin of the rarest class, and what cosines are multiplied by
DEFERRED = 0.8  # of all updates; Cao et al. begin to re-weight at epoch 160 of 200


def balanced(often: Sequence[int]) -> Tensor:
    """Weights by the effective number of icons, (1 - βⁿ) / (1 - β), inverted; their mean is 1."""
    effective = (1 - BETA ** torch.tensor(often, dtype=torch.float64).clamp(min=1)) / (1 - BETA)
    weights = 1 / effective
    return (weights / weights.mean()).float()


def margins(often: Sequence[int]) -> Tensor:
    """Δ = C / n^¼, where C gives the rarest class the greatest margin."""
    found = torch.tensor(often, dtype=torch.float32).clamp(min=1) ** -0.25
    return found * (MARGIN / found.max())


def focal(scores: Tensor, target: Tensor) -> Tensor:
    """-(1 - p)^γ log p of the right class."""
    log_p = -functional.cross_entropy(scores, target, reduction="none")
    return -(((1 - log_p.exp()) ** GAMMA) * log_p).mean()


class LongTail(nn.Module):
    """Scores and targets -> loss. Counts the batches that it has seen, for what begins late."""

    def __init__(self, loss: Loss, often: Sequence[int], batches: int) -> None:
        super().__init__()
        self.loss, self.late = loss, DEFERRED * batches
        self.register_buffer("weights", balanced(often), persistent=False)
        self.register_buffer("margins", margins(often), persistent=False)
        self.register_buffer("seen", torch.zeros((), dtype=torch.int64))

    def forward(self, scores: Tensor, target: Tensor) -> Tensor:
        self.seen += 1
        scores, target = scores[target != NOTHING], target[target != NOTHING]
        if not len(target):
            return scores.sum()  # nothing to learn from, and no gradient but zeros
        if self.loss == "focal":
            return focal(scores, target)
        if self.loss.startswith("ldam"):
            rows = torch.arange(len(target), device=scores.device)
            scores = scores.index_put((rows, target), scores[rows, target] - SCALE * self.margins[target])
        weighted = self.loss == "class-balanced" or (self.loss == "ldam-drw" and self.seen > self.late)
        return functional.cross_entropy(scores, target, self.weights if weighted else None)


class Cosine(nn.Module):
    """Cosines between what was seen and each class's direction, scaled: LDAM's margins are angles, and need lengths of 1."""

    def __init__(self, before: int, classes: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(nn.init.xavier_uniform_(torch.empty(classes, before)))

    def forward(self, x: Tensor) -> Tensor:
        return SCALE * functional.linear(functional.normalize(x), functional.normalize(self.weight))
