"""Top-Down attention (Anderson et al. 2018) as IconQA takes it: the question looks at the cells of the diagram's last map.

    a = softmax(w f_a([v_i; q]))    v̂ = Σ a_i v_i    h = f_q(q) ∘ f_v(v̂)

where f is a gated tanh and q the last state of a GRU. Q-Only is the same network without the diagram, I-Only without the question
(section 5.2): what the answers give away by themselves.
"""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.iconqa.answering import Answering, IconQANetwork, IconQASettings, Standard, record
from eyechart.models.learning.inputs import PAD, SPECIAL
from eyechart.models.learning.layers import GatedTanh
from eyechart.models.learning.network import Attention, Facts, Said, Tensor


class QuestionGRU(nn.Module):
    """States after each word, questions × words × width, and the last one of each question."""

    def __init__(self, settings: IconQASettings, facts: Facts) -> None:
        super().__init__()
        self.embed = nn.Embedding(SPECIAL + len(facts.words), settings.embedding, padding_idx=PAD)
        self.gru = nn.GRU(settings.embedding, settings.width, batch_first=True)

    def states(self, batch: dict[str, Tensor]) -> Tensor:
        return self.gru(self.embed(batch["tokens"]))[0]

    def forward(self, batch: dict[str, Tensor]) -> Tensor:
        states = self.states(batch)
        return states[torch.arange(len(states), device=states.device), batch["lengths"] - 1]


class QOnly(IconQANetwork):
    def __init__(self, settings: IconQASettings, facts: Facts) -> None:
        super().__init__()
        self.question = QuestionGRU(settings, facts)
        self.asked = GatedTanh(settings.width, settings.width)
        self.answering = Answering(settings.width, settings, facts)

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        return self.asked(self.question(batch)), None

    def forward(self, batch: dict[str, Tensor]) -> Said:
        """It "only considers textual inputs": of pictures to choose from it knows the place alone."""
        seen = batch["choice_features"]
        places = torch.eye(seen.shape[1], seen.shape[2], device=seen.device).expand_as(seen)
        return super().forward(batch | {"choice_features": places})


class IOnly(IconQANetwork):
    """Nothing tells where to look: cells are weighed by what they are."""

    def __init__(self, settings: IconQASettings, facts: Facts) -> None:
        super().__init__()
        channels, rows, columns = facts.features
        self.cells, self.weight = (rows, columns), settings.attention
        self.standard = Standard(channels)
        self.seen = GatedTanh(channels, settings.width)
        self.judge = GatedTanh(channels, settings.width)
        self.attend = nn.Linear(settings.width, 1, bias=False)
        self.answering = Answering(settings.width, settings, facts)

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        cells = self.standard(batch["diagram"].flatten(2).transpose(1, 2))[batch["diagram_of"]]
        scores = self.attend(self.judge(cells)).squeeze(2)
        seen = (scores.softmax(1)[:, :, None] * cells).sum(1)
        return self.seen(seen), Attention(scores, self.cells, self.weight)


class TopDown(IconQANetwork):
    def __init__(self, settings: IconQASettings, facts: Facts) -> None:
        super().__init__()
        channels, rows, columns = facts.features
        width = settings.width
        self.cells, self.weight = (rows, columns), settings.attention
        self.standard = Standard(channels)
        self.question = QuestionGRU(settings, facts)
        self.judge = GatedTanh(channels + width, width)
        self.attend = nn.Linear(width, 1, bias=False)
        self.asked, self.seen = GatedTanh(width, width), GatedTanh(channels, width)
        self.answering = Answering(width, settings, facts)

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        cells = self.standard(batch["diagram"].flatten(2).transpose(1, 2))[batch["diagram_of"]]
        asked = self.question(batch)
        beside = asked[:, None].expand(-1, cells.shape[1], -1)
        scores = self.attend(self.judge(torch.cat([cells, beside], 2))).squeeze(2)
        seen = (scores.softmax(1)[:, :, None] * cells).sum(1)
        return self.asked(asked) * self.seen(seen), Attention(scores, self.cells, self.weight)


q_only = record(
    "diagram-q-only", "Top-Down without the diagram: what the question gives away", ("tokens",), IconQASettings, QOnly
)
i_only = record(
    "diagram-i-only", "Top-Down without the question: what the diagram gives away", ("diagram",), IconQASettings, IOnly
)
network = record(
    "diagram-top-down",
    "Top-Down: the question attends to cells of the diagram",
    ("tokens", "diagram"),
    IconQASettings,
    TopDown,
)
