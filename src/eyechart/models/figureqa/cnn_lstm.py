"""FigureQA's CNN+LSTM: five convolutions and a dense layer see the figure, an LSTM reads the question, an MLP classifies both."""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.figureqa.text_only import MINI, TextSettings
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.attending import Finding
from eyechart.models.learning.layers import QuestionLSTM, as_tensorflow, brightness, convolutions, mlp
from eyechart.models.learning.network import Facts, Network, Said, Size, Tensor, Weight

# Four workers of 160 questions each are averaged; `mini` has one, smaller pictures, and a convolution less.
SEEING = {"batch": 160, "parallel": 4}
MINI_SEEING = {**MINI, "side": 64, "channels": 24, "layers": 4, "batch": 96, "attention": 1.0}


class FindingSettings(TextSettings, frozen=True, kw_only=True):
    attention: Weight = 0.0  # of l_att in the loss, for what is found on the map; 0, as in the paper: nothing is


class SeeingSettings(FindingSettings, frozen=True, kw_only=True):
    side: Size = 256  # pixels, of the square that a figure is scaled and padded to
    channels: Size = 64  # of each convolution
    layers: Size = 5  # convolutions

    @property
    def cells(self) -> int:
        """Of a side of the last map; each convolution halves it and rounds up."""
        halved: int = 2**self.layers
        return -(-self.side // halved)


class CNNSettings(SeeingSettings, frozen=True, kw_only=True):
    seen: Size = 512  # units of the dense layer after the convolutions


def seeing(settings: SeeingSettings) -> nn.Sequential:
    """The convolutions, each of stride 2: at the paper's size the maps have 8 × 8 cells."""
    return convolutions((3, *[settings.channels] * settings.layers), stride=2)


class CNNLSTM(nn.Module):
    def __init__(self, settings: CNNSettings, facts: Facts) -> None:
        super().__init__()
        self.question = QuestionLSTM(len(facts.words), settings.embedding, settings.hidden)
        self.maps = seeing(settings)
        self.picture = nn.Sequential(
            nn.Flatten(), nn.Linear(settings.channels * settings.cells**2, settings.seen), nn.ReLU()
        )
        self.classify = nn.Sequential(
            mlp((settings.seen + settings.hidden, settings.width, settings.width), settings.dropout),
            nn.Linear(settings.width, SIDES["vocabulary"].size(facts)),
        )
        self.finding = Finding(settings.attention, settings.channels, settings.hidden)
        as_tensorflow(self)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        maps, question, which = self.maps(brightness(batch)), self.question(batch), batch["pixels_of"]
        scores = self.classify(torch.cat([self.picture(maps)[which], question], 1))
        return Said(scores, more=self.finding(maps, which, question, batch))


network = Network(
    name="cnn-lstm",
    title="Convolutions over the picture and an LSTM over the question",
    paper="FigureQA",
    inputs=("tokens", "pixels"),
    answers="vocabulary",
    settings=CNNSettings,
    presets={"mini": {**MINI_SEEING, "seen": 128}, "paper": SEEING},
    build=CNNLSTM,
)
