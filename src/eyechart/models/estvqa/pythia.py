"""Pythia (Singh et al. 2018, EST-VQA's [28]): attention to the picture's cells, a classifier over a vocabulary; it reads nothing.

v = Σ softmax(w · (v_i ⊗ q))_i v_i      scores = f(v ⊗ q)       where a ⊗ q = ReLU(W a) ∘ ReLU(W' q)

The small vocabulary has the answers that occur more than once in training, the large one all. Evidence is found afterwards: the OCR
token that reads like the answer, or most like it.
"""

from __future__ import annotations

from torch import nn

from eyechart.models.estvqa.texts import Attend, Classify, Combine, Question, TextSettings, cells, record
from eyechart.models.learning.network import Facts, Said, Tensor


class Pythia(nn.Module):
    def __init__(self, settings: TextSettings, facts: Facts) -> None:
        super().__init__()
        channels, width = facts.features[0], settings.width
        self.question = Question(settings, facts)
        self.attend = Attend(channels, self.question.size, width)
        self.combine = Combine(channels, self.question.size, width)
        self.classify = Classify(width, settings, len(facts.answers))

    def forward(self, batch: dict[str, Tensor]) -> Said:
        asked = self.question(batch)
        return Said(self.classify(self.combine(self.attend(cells(batch), asked), asked)))


TITLE = "Pythia: attention to the picture, answers of a {} vocabulary"
small = record("pythia-sv", TITLE.format("small"), Pythia, answers="small vocabulary", inputs=("tokens", "grid"))
large = record("pythia-lv", TITLE.format("large"), Pythia, answers="large vocabulary", inputs=("tokens", "grid"))
