"""After ViLBERT (Lu et al. 2019, CRIC's [51]): words and regions in a transformer, and Memory-VQA's attention on what comes out.

transformers' closest block is LXMERT's: a stream of words, one of regions with their boxes, then layers in which each attends to
the other. From scratch, or from a checkpoint of LXMERT on this machine (`checkpoint=PATH`), whose words are then its own, not ours:
so only its layers are taken, and words and regions are embedded anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from torch import nn

from eyechart.errors import EyechartError
from eyechart.models.cric.scenes import GEOMETRY, SLOW, Answer, Attend, SceneSettings, Seen, looked, record
from eyechart.models.learning.inputs import PAD, SPECIAL
from eyechart.models.learning.network import Facts, Said, Size, Tensor


class ViLBERTSettings(SceneSettings, frozen=True, kw_only=True):
    hidden: Size = 768  # units of words and regions alike, as in BERT-base
    heads: Size = 12
    language: Size = 9  # layers over the words alone, over the regions alone, and over both
    vision: Size = 5
    crossing: Size = 5
    checkpoint: str = ""  # a folder with an LXMERT of transformers, whose layers are taken
    learning_rate: float = 0.00004
    warm_up: int = 1000


class ViLBERT(nn.Module):
    def __init__(self, settings: ViLBERTSettings, facts: Facts) -> None:
        super().__init__()
        from transformers import LxmertConfig, LxmertModel

        self.settings = settings
        self.seen = Seen(facts)
        config = LxmertConfig(
            vocab_size=SPECIAL + len(facts.words),
            hidden_size=settings.hidden,
            num_attention_heads=settings.heads,
            intermediate_size=4 * settings.hidden,
            l_layers=settings.language,
            r_layers=settings.vision,
            x_layers=settings.crossing,
            visual_feat_dim=facts.features[0],
            visual_pos_dim=GEOMETRY,
            type_vocab_size=1,
            max_position_embeddings=256,
            hidden_dropout_prob=settings.dropout,
            attention_probs_dropout_prob=settings.dropout,
        )
        self.both: Any = LxmertModel(config)
        self.both.embeddings.token_type_embeddings.weight.requires_grad_(
            False
        )  # of the one kind of text, which is no news
        if settings.checkpoint:
            self.both.encoder.load_state_dict(layers_in(settings.checkpoint, self.both.encoder), strict=False)
        self.attend = Attend(settings.hidden, settings.hidden, settings.width)
        self.of_question, self.of_picture = (nn.Linear(settings.hidden, settings.width) for _ in range(2))
        self.answer = Answer(settings.width, settings, facts)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        regions, boxes, there = self.seen(batch)
        tokens = batch["tokens"]
        out = self.both(
            input_ids=tokens,
            attention_mask=(tokens != PAD).long(),
            visual_feats=regions[:, :, :-GEOMETRY],
            visual_pos=regions[:, :, -GEOMETRY:],
            visual_attention_mask=there.long(),
        )
        asked, places = out.pooled_output, out.vision_output
        scores, found = self.attend(places, asked, there)
        joint = self.of_question(asked) * self.of_picture(found)
        return Said(self.answer(joint), attention=looked(scores, boxes, self.settings))


def layers_in(path: str, encoder: Any) -> dict[str, Tensor]:
    """The weights of a checkpoint's encoder that fit ours; an error if none does."""
    from transformers import LxmertModel

    if not (Path(path) / "config.json").is_file():
        raise EyechartError(f"No checkpoint of transformers in {path}: it has no config.json.")
    found = LxmertModel.from_pretrained(path, local_files_only=True).encoder.state_dict()
    ours = encoder.state_dict()
    fitting = {name: value for name, value in found.items() if name in ours and value.shape == ours[name].shape}
    if not fitting:
        raise EyechartError(f"The checkpoint in {path} has no layers of these sizes. Set hidden and heads to its own.")
    return fitting


network = record(
    "vilbert",
    "After ViLBERT: words and regions that attend to each other",
    ViLBERT,
    settings=ViLBERTSettings,
    mini={
        **SLOW,
        "hidden": 64,
        "heads": 4,
        "language": 1,
        "vision": 1,
        "crossing": 1,
        "dropout": 0.1,
        "learning_rate": 0.001,
        "warm_up": 100,
    },
)
