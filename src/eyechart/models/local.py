"""A checkpoint of transformers on this machine, talked to like an endpoint: `hf:PATH`, with the train extra."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from eyechart.core import Prediction, Question
from eyechart.errors import EyechartError, lacking
from eyechart.settings import parse_changes
from eyechart.talk.asking import Asking, Purse, Reply
from eyechart.talk.prompts import Prompt
from eyechart.talk.replies import answered

NEW_TOKENS = 512  # unless --send max_tokens=… says otherwise


class Local:
    def __init__(self, path: str, asking: Asking | None = None) -> None:
        self.name, self.path, self.asking = path.rstrip("/").rpartition("/")[2], path, asking or Asking()
        self.purse = Purse(self.asking)
        self.most = int(parse_changes(self.asking.send).get("max_tokens") or NEW_TOKENS)
        self._loaded: tuple[Any, Any] | None = None

    def _load(self) -> tuple[Any, Any]:
        if self._loaded is None:
            try:
                import PIL.Image  # noqa: F401
                import torch
                from transformers import AutoModelForImageTextToText, AutoProcessor
            except ImportError as error:
                raise lacking(f"hf:{self.path}", "train", error) from error
            try:
                processor = AutoProcessor.from_pretrained(self.path)
                model = AutoModelForImageTextToText.from_pretrained(self.path, dtype="auto").eval()
                model = model.to("cuda") if torch.cuda.is_available() else model  # the one that this process was given
            except (OSError, ValueError) as error:
                raise EyechartError(f"No vision-language checkpoint can be loaded from {self.path}: {error}") from error
            self._loaded = processor, model
        return self._loaded

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return answered(self, questions)

    def converse(self, prompts: Iterator[Prompt], keep: Callable[[Reply], None]) -> None:
        for one in prompts:
            began = time.monotonic()
            text, tokens_in, tokens_out = self._say(one)
            keep(
                Reply(
                    question=one.question.id,
                    prompt=one.written(),
                    text=text,
                    finish="length" if tokens_out >= self.most else "stop",
                    seconds=round(time.monotonic() - began, 3),
                    tokens_in=tokens_in,
                    tokens_out=tokens_out,
                )
            )

    def _say(self, one: Prompt) -> tuple[str, int, int]:
        import torch
        from PIL import Image

        processor, model = self._load()
        content = [
            {"type": "text", "text": part}
            if isinstance(part, str)
            else {"type": "image", "image": Image.open(io.BytesIO(part.data)).convert("RGB")}
            for part in one.parts
        ]
        inputs = processor.apply_chat_template(
            [{"role": "user", "content": content}],
            add_generation_prompt=True,
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
        ).to(model.device)
        read = inputs["input_ids"].shape[1]
        with torch.inference_mode():
            written = model.generate(**inputs, max_new_tokens=self.most, do_sample=False)
        text = processor.batch_decode(written[:, read:], skip_special_tokens=True)[0]
        return str(text).strip(), int(read), int(written.shape[1] - read)
