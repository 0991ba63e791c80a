"""Scores -> loss, right answers, predictions: the same for all networks."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional

from eyechart.models.learning.attending import l_att
from eyechart.models.learning.network import NEVER, Said, Tensor
from eyechart.models.learning.side import NOTHING


def tensors(batch: dict[str, Any], device: Any = "cpu") -> dict[str, Tensor]:
    return {name: torch.from_numpy(array).to(device, non_blocking=True) for name, array in batch.items()}


def possible(said: Said, batch: dict[str, Tensor]) -> Tensor:
    """The scores of what may be said."""
    return said.scores.float().masked_fill(~batch["allowed"], NEVER)


def crossed(scores: Tensor, target: Tensor) -> Tensor:
    """The cross entropy, on average over those that have a right answer. Where several are right, what they get adds up."""
    if target.dtype != torch.bool:
        learnt = (target != NOTHING).sum().clamp(min=1)
        return functional.cross_entropy(scores, target, ignore_index=NOTHING, reduction="sum") / learnt
    taught = target.any(1)
    shares = scores.log_softmax(1)[taught].masked_fill(~target[taught], float("-inf"))
    return -shares.logsumexp(1).sum() / taught.sum().clamp(min=1)


def loss_of(said: Said, batch: dict[str, Tensor]) -> Tensor:
    """Cross entropy of the answers, or the network's own; of labels, if learnt, with equal weight; l_att by its weight; more."""
    loss = said.loss if said.loss is not None else crossed(possible(said, batch), batch["target"])
    if said.labels is not None:
        loss = loss - (batch["labels"] * said.labels.float().log_softmax(1)).sum(1).mean()
    if said.attention is not None and said.attention.weight:
        loss = loss + said.attention.weight * l_att(said.attention, batch)
    return loss if said.more is None else loss + said.more


def right(said: Said, batch: dict[str, Tensor]) -> tuple[int, int]:
    """How many are right, of how many. An answer that cannot be said is wrong; a trait that a panel lacks is not asked for."""
    best, target = possible(said, batch).argmax(1), batch["target"]
    several = target.dtype == torch.bool
    learnt = target.any(1) if several else target != NOTHING
    asked = learnt if len(batch["labels"]) != len(best) else torch.ones_like(learnt)
    hits = target.gather(1, best[:, None]) if several else best == target
    return int(hits.sum()), int(asked.sum())
