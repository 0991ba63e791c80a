"""LoRRA (Singh et al. 2019, EST-VQA's [29]): Pythia that reads. It attends to OCR tokens too, and may copy one as its answer.

s_i = [token i; its place in the order, one-hot]     s = Σ σ(w · (s_i ⊗ q)) s_i     scores = f([v ⊗ q; s ⊗ q])

The scores are those of the vocabulary's answers and of 50 places for tokens. It sees that a token stands at a place by s alone.
"""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.estvqa.texts import Attend, Classify, Combine, Question, TextSettings, Tokens, cells, record
from eyechart.models.learning.network import Facts, Said, Tensor
from eyechart.models.learning.ocr_tokens import MOST


class Reading(nn.Module):
    """Joint embedding of question, picture and tokens -> scores of answers and of the places of tokens."""

    def __init__(self, settings: TextSettings, facts: Facts, answers: int) -> None:
        super().__init__()
        channels, width, written = facts.features[0], settings.width, settings.embedding + MOST
        self.question = Question(settings, facts)
        asked = self.question.size
        self.attend, self.combine = Attend(channels, asked, width), Combine(channels, asked, width)
        self.tokens = Tokens(settings)
        self.goes_with, self.gate = Combine(written, asked, width), nn.Linear(width, 1)
        self.combine_read = Combine(written, asked, width)
        self.classify = Classify(2 * width, settings, answers + MOST)

    def read(self, batch: dict[str, Tensor], asked: Tensor) -> Tensor:
        tokens, there = self.tokens(batch)
        order = torch.eye(MOST, device=tokens.device)[: tokens.shape[1]].expand(len(tokens), -1, -1)
        written = torch.cat([tokens, order], 2) * there[:, :, None]
        return (torch.sigmoid(self.gate(self.goes_with(written, asked))) * written).sum(1)

    def forward(self, batch: dict[str, Tensor]) -> Tensor:
        asked = self.question(batch)
        seen = self.combine(self.attend(cells(batch), asked), asked)
        read = self.combine_read(self.read(batch, asked), asked)
        return self.classify(torch.cat([seen, read], 1))


class LoRRA(nn.Module):
    def __init__(self, settings: TextSettings, facts: Facts) -> None:
        super().__init__()
        self.reading = Reading(settings, facts, len(facts.answers))

    def forward(self, batch: dict[str, Tensor]) -> Said:
        return Said(self.reading(batch))


TITLE = "LoRRA: Pythia with OCR tokens, answers of a {} vocabulary or copied"
small = record("lorra-sv", TITLE.format("small"), LoRRA, answers="small vocabulary and OCR")
large = record("lorra-lv", TITLE.format("large"), LoRRA, answers="large vocabulary and OCR")
