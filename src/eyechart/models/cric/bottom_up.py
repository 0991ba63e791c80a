"""Bottom-Up (Anderson et al. 2018, CRIC's [47]): soft attention to regions, joined with the question.

    a_i = w · f_a([v_i; q])        v = Σ softmax(a)_i v_i        scores = W f_o(f_q(q) ∘ f_v(v))

where each f is a gated tanh.
"""

from __future__ import annotations

from torch import nn

from eyechart.models.cric.scenes import Answer, Attend, Question, SceneSettings, Seen, looked, record
from eyechart.models.learning.layers import GatedTanh
from eyechart.models.learning.network import Facts, Said, Tensor


class BottomUp(nn.Module):
    def __init__(self, settings: SceneSettings, facts: Facts) -> None:
        super().__init__()
        self.settings = settings
        self.question, self.seen = Question(settings, facts), Seen(facts)
        self.attend = Attend(self.seen.size, settings.hidden, settings.width)
        self.of_question = GatedTanh(settings.hidden, settings.width)
        self.of_picture = GatedTanh(self.seen.size, settings.width)
        self.answer = Answer(settings.width, settings, facts)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        _, asked = self.question(batch["tokens"], batch["lengths"])
        regions, boxes, there = self.seen(batch)
        scores, found = self.attend(regions, asked, there)
        joint = self.of_question(asked) * self.of_picture(found)
        return Said(self.answer(joint), attention=looked(scores, boxes, self.settings))


network = record("bottom-up", "Bottom-Up: attention to regions, joined with the question", BottomUp)
