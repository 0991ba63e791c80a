"""FigureQA's relation network: every cell of the convolutions' map is an object, and every pair of objects is asked the question.

RN(O) = f(1/N² Σ g(o_i, o_j, q)). The first layer of g is linear in o_i, o_j and q before its ReLU: it is computed for each
object and each question by itself, and added up where pairs meet. No pair is ever written out as a vector.
"""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.figureqa.cnn_lstm import MINI_SEEING, SEEING, SeeingSettings, seeing
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.attending import Finding
from eyechart.models.learning.layers import QuestionLSTM, as_tensorflow, brightness, mlp
from eyechart.models.learning.network import Facts, Network, Said, Size, Tensor


class RelationSettings(SeeingSettings, frozen=True, kw_only=True):
    width: Size = 256  # units of each layer of g and f
    relations: Size = 4  # layers of g


class PairLayer(nn.Module):
    """Linear over [o_i; o_j; q] for all pairs: questions × N × N × width, without the pairs themselves."""

    def __init__(self, objects: int, question: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(objects, width, bias=False)
        self.second = nn.Linear(objects, width, bias=False)
        self.asked = nn.Linear(question, width)

    def forward(self, objects: Tensor, question: Tensor, which: Tensor) -> Tensor:
        """`which` picture's objects each question is about: of them, the linear part is computed once."""
        first = self.first(objects)[which] + self.asked(question)[:, None]
        return first[:, :, None] + self.second(objects)[which][:, None]


class RelationNetwork(nn.Module):
    def __init__(self, settings: RelationSettings, facts: Facts) -> None:
        super().__init__()
        width = settings.width
        self.question = QuestionLSTM(len(facts.words), settings.embedding, settings.hidden)
        self.picture = seeing(settings)
        self.cells = settings.cells
        place = torch.arange(self.cells, dtype=torch.float32)
        rows, columns = torch.meshgrid(place, place, indexing="ij")
        self.register_buffer("places", torch.stack([rows, columns]).flatten(1).T.contiguous(), persistent=False)
        self.pairs = PairLayer(settings.channels + 2, settings.hidden, width)
        self.relate = mlp([width] * settings.relations)
        self.classify = nn.Sequential(
            mlp((width, width, width), settings.dropout), nn.Linear(width, SIDES["vocabulary"].size(facts))
        )
        self.finding = Finding(settings.attention, settings.channels, settings.hidden)
        as_tensorflow(self)

    def objects(self, maps: Tensor) -> Tensor:
        """Pictures × N × channels with row and column."""
        cells = maps.flatten(2).transpose(1, 2)
        return torch.cat([cells, self.places.expand(len(cells), -1, -1)], 2)

    def relations(self, objects: Tensor, question: Tensor, batch: dict[str, Tensor]) -> Tensor:
        """Questions × N × N × width: what g gives of each pair."""
        pairs = self.pairs(objects, question, batch["pixels_of"])
        return self.relate(torch.relu_(pairs))

    def forward(self, batch: dict[str, Tensor]) -> Said:
        maps, question = self.picture(brightness(batch)), self.question(batch)
        scores = self.classify(self.relations(self.objects(maps), question, batch).mean((1, 2)))
        return Said(scores, more=self.finding(maps, batch["pixels_of"], question, batch))

    def look(self, batch: dict[str, Tensor]) -> Tensor:
        """How much each cell's pairs speak for the answer: the gradient of its score along what g gave, both ways, added up."""
        with torch.enable_grad():
            objects = self.objects(self.picture(brightness(batch)))
            relations = self.relations(objects, self.question(batch), batch).detach().requires_grad_()
            scores = self.classify(relations.mean((1, 2)))
            [slope] = torch.autograd.grad(scores.max(1).values.sum(), relations)
        share = (slope * relations).sum(3).clamp(min=0)
        return (share.sum(1) + share.sum(2)).detach().unflatten(1, (self.cells, self.cells))


network = Network(
    name="relation-network",
    title="Relation network over pairs of cells of the picture",
    paper="FigureQA",
    inputs=("tokens", "pixels"),
    answers="vocabulary",
    settings=RelationSettings,
    presets={"mini": {**MINI_SEEING, "width": 64}, "paper": SEEING},
    build=RelationNetwork,
)
