"""The question through a BERT: trained here from scratch, or begun from a local checkpoint.

Questions come as whole words. Of a checkpoint, a word begins as the mean of the pieces that its own tokenizer cuts it into.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import torch
from torch import nn

from eyechart.errors import EyechartError
from eyechart.models.learning.inputs import PAD, SPECIAL
from eyechart.models.learning.network import Facts, Tensor

HEAD = 64  # units of each head, as in every BERT
MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")  # of BERT, for our four


def initial(width: int) -> float:
    """How wide first weights are: 0.02 at BERT's 768 units, and at others so that a layer passes on as much.

    With 0.02 at 32 units two questions differ in [CLS] by half a hundredth of it, and look alike for long.
    """
    return 0.02 * sqrt(768 / width)


class QuestionBert(nn.Module):
    """Gives what stands at [CLS], questions × size; or all states."""

    def __init__(self, settings: Any, facts: Facts) -> None:
        super().__init__()
        from transformers import BertConfig, BertModel

        words = SPECIAL + len(facts.words)
        if settings.bert:
            self.bert = _opened(settings.bert, facts)
        else:
            config = BertConfig(
                vocab_size=words,
                hidden_size=settings.hidden,
                num_hidden_layers=settings.layers,
                num_attention_heads=max(1, settings.hidden // HEAD),
                intermediate_size=4 * settings.hidden,
                hidden_dropout_prob=settings.dropout,
                attention_probs_dropout_prob=settings.dropout,
                pad_token_id=PAD,
                initializer_range=initial(settings.hidden),
            )
            self.bert = BertModel(config, add_pooling_layer=False)
        self.size = int(self.bert.config.hidden_size)

    def states(self, batch: dict[str, Tensor]) -> Tensor:
        most = self.bert.config.max_position_embeddings
        tokens = batch["tokens"][:, :most]
        return self.bert(input_ids=tokens, attention_mask=(tokens != PAD).long()).last_hidden_state

    def forward(self, batch: dict[str, Tensor]) -> Tensor:
        return self.states(batch)[:, 0]


def _opened(folder: str, facts: Facts) -> Any:
    from transformers import AutoTokenizer, BertModel

    try:
        bert = BertModel.from_pretrained(folder, add_pooling_layer=False)
        tokenizer = AutoTokenizer.from_pretrained(folder)
    except (OSError, ValueError) as error:
        raise EyechartError(f"{folder} holds no BERT that transformers can load: {error}") from error
    pieces = bert.embeddings.word_embeddings.weight.detach()
    numbers = [tokenizer.convert_tokens_to_ids([mark]) for mark in MARKS]
    numbers += [tokenizer(word, add_special_tokens=False)["input_ids"] or numbers[1] for word in facts.words]
    table = torch.stack([pieces[some].mean(0) for some in numbers])
    bert.resize_token_embeddings(len(table), mean_resizing=False)
    with torch.no_grad():
        bert.embeddings.word_embeddings.weight.copy_(table)
    bert.embeddings.word_embeddings.padding_idx = PAD
    return bert
