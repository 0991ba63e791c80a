"""What IconQA's networks share: how choices are read and seen, a classifier for each sub-task, and the loss (sections 6.1, C.3).

A network finds one vector for diagram and question; here it is laid beside each choice and scored, or a blank is filled from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from eyechart.models.learning.inputs import PAD, SPECIAL
from eyechart.models.learning.network import (
    AttendingSettings,
    Attention,
    Facts,
    Network,
    Optimiser,
    Said,
    Share,
    Size,
    Tensor,
)
from eyechart.models.learning.side import NOTHING
from eyechart.models.learning.tasks import BLANK, PICTURES, TEXTS

EPOCH = 64_462 // 64  # updates that go once through IconQA's training problems, all sub-tasks


class IconQASettings(AttendingSettings, frozen=True, kw_only=True):
    """As printed for all networks: Adamax, batches of 64, at most 50 epochs, stopped after five without a better one.

    The rate is that of choosing pictures; 8e-4 and 2e-3 are those of choosing texts and of filling blanks, each learnt alone.
    """

    extractor: str = "ours:models/icon-resnet"  # whose features are taken
    width: Size = 1024  # units in which diagram and question meet
    embedding: Size = 300  # of a word
    dropout: Share = 0.2
    optimiser: Optimiser = "adamax"
    learning_rate: float = 0.0007
    batch: int = 64
    together: int = 0
    steps: int = 50 * EPOCH
    every: int = EPOCH
    patience: int = 5


MINI = {
    "extractor": "efficientnet-lite0:32", "width": 64, "embedding": 32, "dropout": 0.0, "learning_rate": 0.003, "batch": 32,
    "steps": 300, "every": 50, "patience": 0,
}  # fmt: skip


class Standard(nn.Module):
    """Features around zero and as wide as each other, as of what a network has seen in training.

    Most patches are blank and give the same features, far from zero: without this what is drawn is a small change of them, and
    networks begin to learn some hundred updates later.
    """

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(channels, affine=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.norm(x.flatten(0, -2)).view_as(x) if x.numel() else x


class Answering(nn.Module):
    """Joint vectors -> scores of the choices by their place, then of what may fill a blank."""

    def __init__(self, joint: int, settings: IconQASettings, facts: Facts) -> None:
        super().__init__()
        width, self.offered, self.blanks = settings.width, facts.offered, len(facts.blanks)
        # Eq. 3 is one linear map over [h_v; h_c]. Of all candidates alike, h_v would cancel out of it: there is a layer between,
        # as in the classifier of Top-Down, whose parameters the paper says to have taken.
        self.scored = nn.ModuleDict({
            str(task): nn.Sequential(
                nn.Linear(joint + width, width), nn.ReLU(), nn.Dropout(settings.dropout), nn.Linear(width, 1)
            )
            for task in facts.tasks if task != BLANK
        })  # fmt: skip
        seen = facts.features[0]
        self.see = nn.Sequential(Standard(seen), nn.Linear(seen, width)) if PICTURES in facts.tasks else None
        if TEXTS in facts.tasks:
            self.embed = nn.Embedding(SPECIAL + len(facts.words), settings.embedding, padding_idx=PAD)
            self.read = nn.LSTM(settings.embedding, width, batch_first=True)
        self.fill = nn.Linear(joint, self.blanks) if self.blanks else None

    def forward(self, joint: Tensor, batch: dict[str, Tensor]) -> Tensor:
        scores = joint.new_zeros(len(joint), self.offered + self.blanks)
        for task, choices in ((PICTURES, self._seen), (TEXTS, self._read)):
            rows = (batch["task"] == task).nonzero().squeeze(1)
            if len(rows) and str(task) in self.scored:
                found = choices(batch)
                beside = joint[rows][:, None].expand(-1, self.offered, -1)
                scored = self.scored[str(task)](torch.cat([beside, found], 2)).squeeze(2)
                scores[rows, : self.offered] = scored.to(scores.dtype)
        if self.fill is not None:
            rows = (batch["task"] == BLANK).nonzero().squeeze(1)
            scores[rows, self.offered :] = self.fill(joint[rows]).to(scores.dtype)
        return scores

    def _seen(self, batch: dict[str, Tensor]) -> Tensor:
        assert self.see is not None
        return self.see(batch["choice_features"])

    def _read(self, batch: dict[str, Tensor]) -> Tensor:
        """Each choice's state after its last word."""
        words = batch["choice_words"].flatten(0, 1)
        states, _ = self.read(self.embed(words))
        last = (words != PAD).sum(1).clamp(min=1) - 1
        found = states[torch.arange(len(words), device=words.device), last]
        return found.unflatten(0, batch["choice_words"].shape[:2])


def binary_cross_entropy(scores: Tensor, batch: dict[str, Tensor]) -> Tensor:
    """Each answer that may be said is right or not, by itself; added up over the answers of a question."""
    known = batch["target"] != NOTHING
    right = functional.one_hot(batch["target"].clamp(min=0), scores.shape[1]).float()
    each = functional.binary_cross_entropy_with_logits(scores.float(), right, reduction="none")
    return (each * (batch["allowed"] & known[:, None])).sum() / known.sum().clamp(min=1)


class IconQANetwork(nn.Module):
    """A network that finds a joint vector of diagram and question, with what it attended to, has `joint(batch)`."""

    answering: Answering

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        raise NotImplementedError

    def forward(self, batch: dict[str, Tensor]) -> Said:
        found, attention = self.joint(batch)
        scores = self.answering(found, batch)
        loss = binary_cross_entropy(scores, batch) if self.training else None
        return Said(scores, attention=attention, loss=loss)


def record(
    name: str,
    title: str,
    inputs: tuple[str, ...],
    settings: type[Any],
    build: Callable[[Any, Facts], Any],
    mini: Mapping[str, Any] | None = None,
    tells: tuple[str, ...] = (),
) -> Network:
    """The record of one of IconQA's networks."""
    return Network(
        name=name,
        title=title,
        paper="IconQA",
        inputs=(*inputs, "choices"),
        answers="tasks",
        settings=settings,
        presets={"mini": {**MINI, **(mini or {})}, "paper": {}},
        build=build,
        tells=tells,
    )
