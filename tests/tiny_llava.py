"""A LLaVA of a few hundred thousand random weights, with a tokenizer of bytes: it proves the protocol, not sight.

python tests/tiny_llava.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

CHAT = (
    "{% for message in messages %}{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for part in message['content'] %}{% if part['type'] == 'image' %}<image>\n{% else %}{{ part['text'] }}\n{% endif %}"
    "{% endfor %}{% endif %}{% endfor %}"
)


def build(folder: Path) -> Path:
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import (
        CLIPImageProcessor,
        CLIPVisionConfig,
        LlamaConfig,
        LlavaConfig,
        LlavaForConditionalGeneration,
        LlavaProcessor,
        PreTrainedTokenizerFast,
    )

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    special = ["<pad>", "<s>", "</s>", "<image>"]
    raw = Tokenizer(models.BPE({token: i for i, token in enumerate([*special, *letters])}, []))
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw,
        pad_token="<pad>",
        bos_token="<s>",
        eos_token="</s>",
        additional_special_tokens=["<image>"],
    )
    vision = CLIPVisionConfig(
        hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2, image_size=56, patch_size=14
    )
    text = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=2,
        max_position_embeddings=4096, pad_token_id=0, bos_token_id=1, eos_token_id=2,
    )  # fmt: skip
    torch.manual_seed(0)
    config = LlavaConfig(
        vision_config=vision, text_config=text, image_token_index=3, image_seq_length=16, vision_feature_layer=-1
    )
    LlavaForConditionalGeneration(config).save_pretrained(folder)
    pictures = CLIPImageProcessor(size={"shortest_edge": 56}, crop_size={"height": 56, "width": 56})
    processor = LlavaProcessor(
        image_processor=pictures, tokenizer=tokenizer, patch_size=14, vision_feature_select_strategy="default",
        chat_template=CHAT, image_token="<image>", num_additional_image_tokens=1,
    )  # fmt: skip
    processor.save_pretrained(folder)
    return folder


if __name__ == "__main__":
    print(build(Path(sys.argv[1])))
