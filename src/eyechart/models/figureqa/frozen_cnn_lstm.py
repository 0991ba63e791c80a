"""FigureQA's CNN+LSTM on features of a network that was trained on ImageNet and is left as it is.

The paper takes VGG-16's pool5, 512 channels of 10 × 15 cells. Where its weights cannot be had, another extractor of ImageNet
features stands in; what is built on top follows its shape.
"""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.figureqa.cnn_lstm import FindingSettings
from eyechart.models.figureqa.text_only import MINI
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.attending import Finding
from eyechart.models.learning.layers import QuestionLSTM, as_tensorflow, convolutions, mlp
from eyechart.models.learning.network import Facts, Network, Said, Size, Tensor


class FrozenSettings(FindingSettings, frozen=True, kw_only=True):
    extractor: str = "resnet50:320"  # ten cells a side
    channels: Size = 64  # of the last two convolutions; the first two have twice as many
    seen: Size = 512  # units of the dense layer after them


class FrozenCNNLSTM(nn.Module):
    def __init__(self, settings: FrozenSettings, facts: Facts) -> None:
        super().__init__()
        self.question = QuestionLSTM(len(facts.words), settings.embedding, settings.hidden)
        features, rows, columns = facts.features
        c = settings.channels
        self.maps = convolutions((features, 2 * c, 2 * c, c, c), stride=1)
        self.picture = nn.Sequential(nn.Flatten(), nn.Linear(c * rows * columns, settings.seen), nn.ReLU())
        self.classify = nn.Sequential(
            mlp((settings.seen + settings.hidden, settings.width, settings.width), settings.dropout),
            nn.Linear(settings.width, SIDES["vocabulary"].size(facts)),
        )
        self.finding = Finding(settings.attention, c, settings.hidden)
        as_tensorflow(self)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        maps, question, which = self.maps(batch["grid"]), self.question(batch), batch["grid_of"]
        scores = self.classify(torch.cat([self.picture(maps)[which], question], 1))
        return Said(scores, more=self.finding(maps, which, question, batch))


network = Network(
    name="cnn-lstm-frozen",
    title="CNN+LSTM on ImageNet features that are not trained further",
    paper="FigureQA",
    inputs=("tokens", "grid"),
    answers="vocabulary",
    settings=FrozenSettings,
    presets={
        "mini": {
            **MINI,
            "extractor": "efficientnet-lite0:64",
            "channels": 24,
            "batch": 96,
            "seen": 128,
            "attention": 1.0,
        },
        "paper": {},
    },
    build=FrozenCNNLSTM,
)
