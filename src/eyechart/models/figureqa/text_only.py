"""FigureQA's text-only baseline: an LSTM reads the question, and nobody looks at the figure. It should stay at 50 %."""

from __future__ import annotations

from torch import nn

from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.layers import QuestionLSTM, as_tensorflow, mlp
from eyechart.models.learning.network import Facts, Network, NetworkSettings, Said, Share, Size, Tensor


class TextSettings(NetworkSettings, frozen=True, kw_only=True):
    """The question's side of all of FigureQA's networks, as printed."""

    embedding: Size = 32
    hidden: Size = 256  # units of the LSTM
    width: Size = 512  # units of the classifier's hidden layers
    dropout: Share = 0.5  # after the second of them
    together: int = 1
    steps: int = 100_000
    validation: int = 64
    average: float = 0.9
    first_stop: int = 100


# What every `mini` of FigureQA departs in: narrow, a page's questions side by side, fewer looks at validation, a faster rate.
MINI = {
    "hidden": 64,
    "width": 128,
    "together": 0,
    "every": 40,
    "validation": 256,
    "learning_rate": 0.001,
    "warm_up": 100,
    "steps": 5_000,
}


class TextOnly(nn.Module):
    def __init__(self, settings: TextSettings, facts: Facts) -> None:
        super().__init__()
        self.question = QuestionLSTM(len(facts.words), settings.embedding, settings.hidden)
        self.classify = nn.Sequential(
            mlp((settings.hidden, settings.width, settings.width), settings.dropout),
            nn.Linear(settings.width, SIDES["vocabulary"].size(facts)),
        )
        as_tensorflow(self)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        return Said(self.classify(self.question(batch)))


network = Network(
    name="text-only",
    title="An LSTM over the question alone",
    paper="FigureQA",
    inputs=("tokens",),
    answers="vocabulary",
    settings=TextSettings,
    presets={"mini": MINI, "paper": {}},
    build=TextOnly,
)
