"""Patch-TRM, IconQA's own network (sections 5.1, C, E.1): a diagram as a pyramid of patches, and the question that looks at them.

    f_p   features of 79 patches, from a network that learnt icons
    h_p   f_p with positions and [CLS], through one layer of a transformer
    h_q   [CLS] of a small BERT over the question
    a     softmax(W_p h_p ∘ W_q h_q) over the patches                                   (1)
    h_v   Σ a(i) h_p(i)                                                                (2)

(1) gives as many products as there are units for each patch; they are added up, which W_q makes as general as any weighting of
them. To the letter of (2) the question enters by the weights alone. Table 7's V-CLS has no weights and does know the question,
so it must come in beside them: as in Top-Down, h_v is multiplied with it. `joined=attention` is to the letter.
"""

from __future__ import annotations

from typing import Literal

import torch
from torch import nn

from eyechart.models.iconqa.answering import Answering, IconQANetwork, IconQASettings, Standard, record
from eyechart.models.iconqa.language import QuestionBert
from eyechart.models.learning.network import Attention, Facts, Share, Size, Tensor
from eyechart.models.learning.pyramid import LEVELS, boxes, count

Ablation = Literal["", "no-attention", "no-positions", "v-cls", "30-patches", "14-patches"]
PYRAMID = {"30-patches": LEVELS[:4], "14-patches": LEVELS[:3]}


class PatchSettings(IconQASettings, frozen=True, kw_only=True):
    width: Size = 768
    heads: Size = 4
    hidden: Size = 512  # of BERT-small: Turc et al.
    layers: Size = 4
    dropout: Share = 0.1
    bert: str = ""  # the folder of a BERT of transformers; empty: one is trained here
    joined: Literal["product", "attention"] = "product"
    ablation: Ablation = ""  # Table 7; without icon pre-training is another extractor


class PatchTRM(IconQANetwork):
    def __init__(self, settings: PatchSettings, facts: Facts) -> None:
        super().__init__()
        s, width = settings, settings.width
        self.settings = s
        self.levels = PYRAMID.get(s.ablation, LEVELS)
        self.question = QuestionBert(s, facts)
        self.enter = nn.Sequential(Standard(facts.features[0]), nn.Linear(facts.features[0], width))
        self.cls = nn.Parameter(torch.randn(width) * 0.02)
        if s.ablation != "no-positions":
            self.positions = nn.Parameter(torch.randn(1 + count(self.levels), width) * 0.02)
        self.transformer = nn.TransformerEncoderLayer(width, s.heads, 4 * width, s.dropout, "gelu", batch_first=True)
        self.attends = s.ablation not in ("no-attention", "v-cls")
        if self.attends:
            self.of_patches = nn.Linear(width, width, bias=False)
            self.of_question = nn.Linear(self.question.size, width, bias=False)
        if s.ablation == "no-attention" or s.joined == "product":
            self.asked = nn.Linear(self.question.size, width)
        self.register_buffer("boxes", torch.from_numpy(boxes(self.levels)), persistent=False)
        self.answering = Answering(2 * width if s.ablation == "no-attention" else width, s, facts)

    def diagram(self, batch: dict[str, Tensor]) -> Tensor:
        """Questions × (1 + patches) × width. What questions share of a diagram is computed once."""
        x = self.enter(batch["patches"][:, : len(self.boxes)])
        x = torch.cat([self.cls.expand(len(x), 1, -1), x], 1)
        if self.settings.ablation != "no-positions":
            x = x + self.positions
        return self.transformer(x)[batch["patches_of"]]

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        h, asked = self.diagram(batch), self.question(batch)
        cls, patches = h[:, 0], h[:, 1:]
        if self.settings.ablation == "no-attention":
            return torch.cat([patches.mean(1), self.asked(asked)], 1), None
        if self.settings.ablation == "v-cls":
            return (cls * self.asked(asked) if self.settings.joined == "product" else cls), None
        products = self.of_patches(patches) * self.of_question(asked)[:, None]
        scores = products.sum(2) / products.shape[2] ** 0.5
        seen = (scores.softmax(1)[:, :, None] * patches).sum(1)
        joint = seen * self.asked(asked) if self.settings.joined == "product" else seen
        return joint, Attention(scores, self.boxes.expand(len(scores), -1, -1), self.settings.attention)


network = record(
    "patch-trm",
    "Patch-TRM: a pyramid of patches through a transformer, attended to by the question",
    ("tokens", "patches"),
    PatchSettings,
    PatchTRM,
    mini={"hidden": 32, "layers": 1},
    tells=("ablation",),
)
