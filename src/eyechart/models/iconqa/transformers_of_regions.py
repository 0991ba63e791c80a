"""UNITER and ViLBERT as IconQA takes them, words and regions through a BERT, from transformers; without their pre-training.

Single-stream, one transformer over both: VisualBERT, which is UNITER's architecture but for how boxes come in. Two streams that
attend to each other: LXMERT, which is ViLBERT's in kind. From scratch here, or from a local checkpoint (`checkpoint`).
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from eyechart.errors import EyechartError
from eyechart.models.iconqa.answering import Answering, IconQANetwork, record
from eyechart.models.iconqa.language import initial
from eyechart.models.iconqa.regions import Regions, RegionSettings
from eyechart.models.learning.inputs import PAD, SPECIAL
from eyechart.models.learning.network import Attention, Facts, Share, Size, Tensor

HEAD = 64


class StreamSettings(RegionSettings, frozen=True, kw_only=True):
    width: Size = 768
    layers: Size = 12
    dropout: Share = 0.1
    checkpoint: str = ""  # a folder of transformers with the same kind of network; empty: from scratch


def sized(settings: StreamSettings, facts: Facts) -> dict[str, Any]:
    return {
        "vocab_size": SPECIAL + len(facts.words),
        "hidden_size": settings.width,
        "num_attention_heads": max(1, settings.width // HEAD),
        "intermediate_size": 4 * settings.width,
        "hidden_dropout_prob": settings.dropout,
        "attention_probs_dropout_prob": settings.dropout,
        "initializer_range": initial(settings.width),
    }


def begun(kind: Any, config: Any, checkpoint: str) -> Any:
    """From scratch; or what of a checkpoint fits, words being ours."""
    if not checkpoint:
        return kind(config)
    try:
        return kind.from_pretrained(checkpoint, config=config, ignore_mismatched_sizes=True)
    except (OSError, ValueError) as error:
        raise EyechartError(f"{checkpoint} holds no {kind.__name__} that transformers can load: {error}") from error


class Uniter(IconQANetwork):
    """[CLS] of one transformer over words and regions. Where a region is, is added to what it shows."""

    def __init__(self, settings: StreamSettings, facts: Facts) -> None:
        super().__init__()
        from transformers import VisualBertConfig, VisualBertModel

        self.regions = Regions(settings, facts)
        config = VisualBertConfig(
            **sized(settings, facts), num_hidden_layers=settings.layers, visual_embedding_dim=settings.width
        )
        self.body = begun(VisualBertModel, config, settings.checkpoint)
        self.body.pooler = None
        self.enter, self.place = nn.Linear(self.regions.channels, settings.width), nn.Linear(4, settings.width)
        self.answering = Answering(settings.width, settings, facts)

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        seen = self.enter(self.regions(batch)) + self.place(self.regions.boxes)
        tokens = batch["tokens"]
        ones = torch.ones(seen.shape[:2], dtype=torch.long, device=seen.device)
        said = self.body(
            input_ids=tokens,
            attention_mask=(tokens != PAD).long(),
            visual_embeds=seen,
            visual_attention_mask=ones,
            visual_token_type_ids=ones,
        )
        return said.last_hidden_state[:, 0], None


class Vilbert(IconQANetwork):
    """[CLS] of the words after both streams attended to each other, multiplied with the mean of the regions."""

    def __init__(self, settings: StreamSettings, facts: Facts) -> None:
        super().__init__()
        from transformers import LxmertConfig, LxmertModel

        self.regions = Regions(settings, facts)
        half = max(1, settings.layers // 2)  # ViLBERT: twelve layers of words, six of which attend across
        config = LxmertConfig(
            **sized(settings, facts), l_layers=half, x_layers=half, r_layers=max(1, half // 2),
            visual_feat_dim=self.regions.channels,
        )  # fmt: skip
        self.body = begun(LxmertModel, config, settings.checkpoint)
        self.body.pooler = nn.Identity()
        self.body.embeddings.token_type_embeddings.requires_grad_(
            False
        )  # LXMERT never learns that of the first sentence
        self.answering = Answering(settings.width, settings, facts)

    def joint(self, batch: dict[str, Tensor]) -> tuple[Tensor, Attention | None]:
        seen, tokens = self.regions(batch), batch["tokens"]
        said = self.body(
            input_ids=tokens,
            attention_mask=(tokens != PAD).long(),
            visual_feats=seen,
            visual_pos=self.regions.boxes.expand(len(seen), -1, -1),
        )
        return said.language_output[:, 0] * said.vision_output.mean(1), None


MINI_STREAM = {"layers": 2}
uniter = record(
    "diagram-uniter",
    "UNITER: one transformer over words and regions",
    ("tokens", "patches"),
    StreamSettings,
    Uniter,
    MINI_STREAM,
)
vilbert = record(
    "diagram-vilbert", "ViLBERT: two transformers, of words and of regions, that attend to each other",
    ("tokens", "patches"), StreamSettings, Vilbert, MINI_STREAM,
)  # fmt: skip
