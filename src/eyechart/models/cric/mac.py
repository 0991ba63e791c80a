"""MAC (Hudson and Manning 2018, CRIC's [49]): a cell with a control and a memory, reasoning in a row of steps.

In each step the control attends to words, by the control before it and the question as this step sees it; the read unit attends to
regions, by what memory and control say of each; the write unit joins what was read with the memory. The answer is told from the
question and the last memory, and the last read says where it looked.

Nothing holds the memory within bounds, and each step adds what it read. So the answer is told through an ELU, as its authors have
it: through a gated tanh all memories that have grown are the same.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from eyechart.models.cric.scenes import SceneSettings, Seen, Words, looked, mean_by, record
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.inputs import PAD
from eyechart.models.learning.network import NEVER, Facts, Said, Size, Tensor


class MACSettings(SceneSettings, frozen=True, kw_only=True):
    reasoning: Size = 4  # steps, as its authors took for real pictures


class Control(nn.Module):
    """c = Σ softmax(w · (W [c'; q] ∘ words)) words."""

    def __init__(self, d: int) -> None:
        super().__init__()
        self.join, self.score = nn.Linear(2 * d, d), nn.Linear(d, 1, bias=False)

    def forward(self, control: Tensor, asked: Tensor, words: Tensor, missing: Tensor) -> Tensor:
        wanted = self.join(torch.cat([control, asked], 1))[:, None]
        return mean_by(self.score(wanted * words).squeeze(2).masked_fill(missing, NEVER), words)


class Read(nn.Module):
    """I = W m ∘ W v;  I' = W [I; v];  scores = w · ELU(c ∘ I')."""

    def __init__(self, d: int) -> None:
        super().__init__()
        self.of_memory, self.of_region, self.join = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(2 * d, d)
        self.score = nn.Linear(d, 1, bias=False)

    def forward(self, memory: Tensor, control: Tensor, regions: Tensor, there: Tensor) -> Tensor:
        direct = self.of_memory(memory)[:, None] * self.of_region(regions)
        both = self.join(torch.cat([direct, regions], 2))
        return self.score(functional.elu(control[:, None] * both)).squeeze(2).masked_fill(~there, NEVER)


class MAC(nn.Module):
    def __init__(self, settings: MACSettings, facts: Facts) -> None:
        super().__init__()
        self.settings = settings
        d = settings.width  # of control and memory alike, and so of words and regions
        self.seen, self.words = Seen(facts), Words(settings, facts)
        self.hear = nn.LSTM(settings.embedding, settings.hidden, batch_first=True, bidirectional=True)
        self.of_words, self.of_question = nn.Linear(2 * settings.hidden, d), nn.Linear(2 * settings.hidden, d)
        self.see = nn.Sequential(nn.Linear(self.seen.size, d), nn.ELU())
        self.first = nn.Parameter(torch.zeros(2, d))  # control and memory before the first step
        self.asked = nn.ModuleList(nn.Linear(d, d) for _ in range(settings.reasoning))
        self.control, self.read, self.write = Control(d), Read(d), nn.Linear(2 * d, d)
        self.answer = nn.Sequential(
            *(nn.Dropout(settings.dropout), nn.Linear(2 * d, d), nn.ELU()),
            *(nn.Dropout(settings.dropout), nn.Linear(d, SIDES["vocabulary"].size(facts))),
        )
        nn.init.normal_(self.first)

    def heard(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Words in their context, and the question: the last states of both directions."""
        words = self.words(batch["tokens"])
        packed = nn.utils.rnn.pack_padded_sequence(
            words, batch["lengths"].cpu(), batch_first=True, enforce_sorted=False
        )
        states, (last, _) = self.hear(packed)
        states, _ = nn.utils.rnn.pad_packed_sequence(states, batch_first=True, total_length=words.shape[1])
        return self.of_words(states), self.of_question(torch.cat([last[0], last[1]], 1))

    def forward(self, batch: dict[str, Tensor]) -> Said:
        words, asked = self.heard(batch)
        regions, boxes, there = self.seen(batch)
        regions, missing = self.see(regions), batch["tokens"] == PAD
        control, memory = (one.expand(len(asked), -1) for one in self.first)
        for of_step in self.asked:
            control = self.control(control, of_step(asked), words, missing)
            scores = self.read(memory, control, regions, there)
            memory = self.write(torch.cat([mean_by(scores, regions), memory], 1))
        return Said(self.answer(torch.cat([asked, memory], 1)), attention=looked(scores, boxes, self.settings))


network = record("mac", "MAC: control and memory, step by step", MAC, settings=MACSettings)
