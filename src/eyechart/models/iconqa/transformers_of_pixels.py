"""ViT and ViLT as IconQA takes them: slices of the diagram's pixels instead of regions, 32 pixels a side; from transformers.

ViT: one transformer for the diagram, a BERT for the question, their [CLS] multiplied. ViLT: one transformer over both. The paper
starts both from ViT-B/32 with ImageNet weights; here from scratch, or from a local checkpoint (`checkpoint`).
"""

from __future__ import annotations

from typing import Any

from torch import nn

from eyechart.models.iconqa.answering import Answering, IconQANetwork, IconQASettings, record
from eyechart.models.iconqa.language import QuestionBert, initial
from eyechart.models.iconqa.transformers_of_regions import HEAD, begun
from eyechart.models.learning.inputs import PAD, SPECIAL
from eyechart.models.learning.layers import brightness
from eyechart.models.learning.network import Attention, Facts, Share, Size, Tensor


class SliceSettings(IconQASettings, frozen=True, kw_only=True):
    """ViT-B/32. "The layer depth is 32" of the paper is taken for a slip: B has twelve."""

    side: Size = 224  # pixels
    slice: Size = 32
    width: Size = 768
    layers: Size = 12
    dropout: Share = 0.1
    checkpoint: str = ""


class ViTSettings(SliceSettings, frozen=True, kw_only=True):
    hidden: Size = 768  # of the question's transformer
    bert: str = ""  # the folder of a BERT of transformers


def sliced(settings: SliceSettings) -> dict[str, Any]:
    return {
        "image_size": settings.side,
        "patch_size": settings.slice,
        "hidden_size": settings.width,
        "num_hidden_layers": settings.layers,
        "num_attention_heads": max(1, settings.width // HEAD),
        "intermediate_size": 4 * settings.width,
        "hidden_dropout_prob": settings.dropout,
        "attention_probs_dropout_prob": settings.dropout,
        "initializer_range": initial(settings.width),
    }


class ViT(IconQANetwork):
    def __init__(self, settings: ViTSettings, facts: Facts) -> None:
        super().__init__()
        from transformers import ViTConfig, ViTModel

        self.question = QuestionBert(settings, facts)
        self.body = begun(ViTModel, ViTConfig(**sliced(settings)), settings.checkpoint)
        self.body.pooler = None
        self.asked = nn.Linear(self.question.size, settings.width)
        self.answering = Answering(settings.width, settings, facts)

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        seen = self.body(pixel_values=2 * brightness(batch) - 1).last_hidden_state[:, 0]
        return seen[batch["pixels_of"]] * self.asked(self.question(batch)), None


class ViLT(IconQANetwork):
    def __init__(self, settings: SliceSettings, facts: Facts) -> None:
        super().__init__()
        from transformers import ViltConfig, ViltModel

        config = ViltConfig(
            **sliced(settings), vocab_size=SPECIAL + len(facts.words), max_position_embeddings=128, max_image_length=-1
        )
        self.body = begun(ViltModel, config, settings.checkpoint)
        self.body.pooler = None
        self.answering = Answering(settings.width, settings, facts)

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        pixels = (2 * brightness(batch) - 1)[batch["pixels_of"]]
        tokens = batch["tokens"][:, : self.body.config.max_position_embeddings]
        mask = pixels.new_ones(len(pixels), *pixels.shape[2:]).long()
        said = self.body(input_ids=tokens, attention_mask=(tokens != PAD).long(), pixel_values=pixels, pixel_mask=mask)
        return said.last_hidden_state[:, 0], None


MINI_SLICE = {"side": 56, "slice": 8, "layers": 1}
vit = record(
    "diagram-vit", "ViT: a transformer over slices of the diagram, another over the question", ("tokens", "diagram pixels"),
    ViTSettings, ViT, {**MINI_SLICE, "hidden": 32},
)  # fmt: skip
vilt = record(
    "diagram-vilt", "ViLT: one transformer over words and slices of the diagram", ("tokens", "diagram pixels"),
    SliceSettings, ViLT, MINI_SLICE,
)  # fmt: skip
