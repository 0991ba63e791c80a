"""CRIC's baselines that lack a half: Q-Only reads the question and sees nothing, I-Only sees regions and is asked nothing."""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.cric.scenes import Answer, AskedSettings, SeeingSettings, Seen, Words, record
from eyechart.models.learning.network import Facts, Said, Tensor


class QOnly(nn.Module):
    """An LSTM, as printed."""

    def __init__(self, settings: AskedSettings, facts: Facts) -> None:
        super().__init__()
        self.words = Words(settings, facts)
        self.read = nn.LSTM(settings.embedding, settings.hidden, batch_first=True)
        self.answer = Answer(settings.hidden, settings, facts)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        states, _ = self.read(self.words(batch["tokens"]))
        rows = torch.arange(len(states), device=states.device)
        return Said(self.answer(states[rows, batch["lengths"] - 1]))


class IOnly(nn.Module):
    """The mean over the regions."""

    def __init__(self, settings: SeeingSettings, facts: Facts) -> None:
        super().__init__()
        self.seen = Seen(facts)
        self.answer = Answer(self.seen.size, settings, facts)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        regions, _, there = self.seen(batch)
        return Said(self.answer((regions * there[:, :, None]).sum(1) / there.sum(1, keepdim=True)))


q_only = record("q-only", "An LSTM over the question alone", QOnly, inputs=("tokens",), settings=AskedSettings)
i_only = record("i-only", "The picture's regions alone", IOnly, inputs=("regions",), settings=SeeingSettings)
