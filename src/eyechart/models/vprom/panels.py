"""What V-PROM's networks share: sixteen panels with their indices, a head that scores candidates, the auxiliary objective."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import torch
from msgspec import Meta
from torch import nn

from eyechart.models.learning.network import Facts, Network, NetworkSettings, Optimiser, Said, Size, Tensor


class PanelSettings(NetworkSettings, frozen=True, kw_only=True):
    """As printed where the paper's text prints it; widths were chosen by a search that is told in its supplement only."""

    extractor: str = "resnet50:224"  # whose features of the panels are taken
    width: Size = 512  # units of each layer
    auxiliary: bool = False  # learn the labels of the evidence too, with equal weight
    spread: Annotated[float, Meta(ge=0)] = (
        0.0  # how long a panel's features are, each centred and scaled; 0: as they are
    )
    panel_ids: bool = True  # say of each panel which of the sixteen it is
    shuffled: bool = False  # the control: in training the context is that of another question
    optimiser: Optimiser = "adadelta"
    learning_rate: float = 1.0
    batch: int = 128
    steps: int = 60_000
    every: int = 500
    patience: int = 10


MINI = {
    "extractor": "efficientnet-lite0:64",
    "width": 128,
    "spread": 3.0,
    "batch": 64,
    "steps": 12000,
    "every": 400,
    "patience": 5,
}
PRESETS: Mapping[str, Mapping[str, Any]] = {"mini": MINI, "paper": {}}


def record(
    name: str,
    title: str,
    build: Callable[[Any, Facts], Any],
    more: Mapping[str, Any] | None = None,
    settings: type[PanelSettings] = PanelSettings,
) -> Network:
    """The record of one of V-PROM's networks; `more` are settings that it has by name, in every preset."""
    return Network(
        name=name,
        title=title,
        paper="V-PROM",
        inputs=("panels",),
        answers="choices",
        settings=settings,
        presets={preset: {**values, **(more or {})} for preset, values in PRESETS.items()},
        build=build,
    )


class Panels(nn.Module):
    """Gives the context, questions × n × size, and the candidates, questions × k × size; both with one-hot indices."""

    def __init__(self, settings: PanelSettings, facts: Facts) -> None:
        super().__init__()
        self.context, self.shuffled = facts.context, settings.shuffled
        count, channels = facts.context + facts.choices, facts.features[0]
        self.size = channels + (count if settings.panel_ids else 0)
        # Means of what a ReLU gave are all alike: a network that sees little of what sets panels apart learns slowly.
        self.even = nn.BatchNorm1d(channels, affine=False) if settings.spread else None
        self.length = settings.spread / channels**0.5
        self.register_buffer("ids", torch.eye(count) if settings.panel_ids else torch.zeros(count, 0), persistent=False)

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        x = batch["panels"]
        if self.even is not None:
            x = self.length * self.even(x.flatten(0, 1)).view_as(x)
        x = torch.cat([x, self.ids.expand(len(x), -1, -1)], 2)
        context, candidates = x[:, : self.context], x[:, self.context :]
        if self.shuffled and self.training:
            context = context.roll(1, 0)
        return context, candidates


class Head(nn.Module):
    """w: a score for each candidate from its final activations; w': labels from their mean over the candidates (Eq. 9)."""

    def __init__(self, width: int, settings: PanelSettings, facts: Facts) -> None:
        super().__init__()
        self.score = nn.Linear(width, 1, bias=False)  # one for all candidates would cancel out
        self.labels = nn.Linear(width, len(facts.labels)) if settings.auxiliary else None

    def forward(self, final: Tensor) -> Said:
        labels = self.labels(final.mean(1)) if self.labels is not None else None
        return Said(self.score(final).squeeze(2), labels)
