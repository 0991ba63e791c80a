"""After M4C (Hu et al. 2020), beyond EST-VQA: one transformer over words, cells and OCR tokens that writes answers word by word.

Each word is one of the vocabulary's or points at a token. A step is told what was written before it, and sees all else; the
question, the picture and the tokens do not see the steps.

    scores of a step h: W h for the vocabulary, (U h) · (V t_i) for token i

What is ours: the question's words go into the same transformer, where M4C has a BERT of three layers before it; tokens are
pieces and geometry.
"""

from __future__ import annotations

from typing import Annotated, Any

import torch
from msgspec import Meta
from torch import nn
from torch.nn import functional

from eyechart.models.cric.scenes import Words
from eyechart.models.estvqa.texts import GEOMETRY, TextSettings, Tokens, cells, geometry, record
from eyechart.models.learning.copying import END, MOST_WORDS
from eyechart.models.learning.inputs import PAD
from eyechart.models.learning.network import NEVER, Facts, Said, Share, Size, Tensor
from eyechart.models.learning.ocr_tokens import MOST

LONGEST = 256  # words of a question


class M4CSettings(TextSettings, frozen=True, kw_only=True):
    ocr: str = "words"
    hidden: Annotated[int, Meta(ge=2, le=4096)] = 768
    layers: Size = 4
    heads: Size = 12
    dropout: Share = 0.1
    learning_rate: float = 0.0001


class M4C(nn.Module):
    def __init__(self, settings: M4CSettings, facts: Facts) -> None:
        super().__init__()
        size, self.heads, self.answers = settings.hidden, settings.heads, len(facts.answers)
        self.words = Words(settings, facts)
        self.of_word, self.of_place = nn.Linear(settings.embedding, size), nn.Embedding(LONGEST, size)
        self.of_cell = nn.Linear(facts.features[0], size)
        self.tokens = Tokens(settings)
        self.of_token, self.of_box = nn.Linear(settings.embedding, size), nn.Linear(GEOMETRY, size)
        self.kinds = nn.Embedding(3, size)  # word, cell, token
        self.steps = nn.Embedding(MOST_WORDS, size)
        self.written = nn.Embedding(
            1 + self.answers, size
        )  # that stands before a step: END, before the first, or a word
        layer: Any = nn.TransformerEncoderLayer(
            size, settings.heads, 4 * size, settings.dropout, "gelu", batch_first=True
        )
        self.attend = nn.TransformerEncoder(layer, settings.layers, enable_nested_tensor=False)
        self.say = nn.Linear(size, 1 + self.answers)
        self.ask, self.offer = nn.Linear(size, size), nn.Linear(size, size, bias=False)

    def given(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor, int]:
        """Questions × (words, cells, tokens); which of them are there; and where tokens begin."""
        numbers = batch["tokens"][:, :LONGEST]
        words = self.of_word(self.words(numbers)) + self.of_place.weight[: numbers.shape[1]] + self.kinds.weight[0]
        shown = self.of_cell(cells(batch)) + self.kinds.weight[1]
        tokens, there = self.tokens(batch)
        boxes = batch["ocr_boxes"][batch["ocr_of"]]
        read = self.of_token(tokens) + self.of_box(geometry(boxes)) + self.kinds.weight[2]
        seen = torch.ones(shown.shape[:2], dtype=torch.bool, device=shown.device)
        start = words.shape[1] + shown.shape[1]
        return torch.cat([words, shown, read], 1), torch.cat([numbers != PAD, seen, there], 1), start

    def forward(self, batch: dict[str, Tensor]) -> Said:
        given, there, start = self.given(batch)
        if self.training:  # what is right stands before each step
            right = batch["target"].reshape(len(given), MOST_WORDS, -1).int().argmax(2)
            return Said(self.scores(given, there, start, right[:, :-1]).flatten(0, 1))
        before = torch.zeros((len(given), 0), dtype=torch.long, device=given.device)
        allowed = batch["allowed"].reshape(len(given), MOST_WORDS, -1)
        for step in range(MOST_WORDS):  # what it said itself
            scores = self.scores(given, there, start, before)
            best = scores[:, step].masked_fill(~allowed[:, step], NEVER).argmax(1)
            before = torch.cat([before, best[:, None]], 1)
        ended = (before[:, :-1] == END).cumsum(1) > 0  # an answer that has ended goes on with ends
        rest = torch.full_like(scores[0, 0], NEVER)
        rest[END] = 0.0
        scores = torch.cat([scores[:, :1], torch.where(ended[:, :, None], rest, scores[:, 1:])], 1)
        return Said(scores.flatten(0, 1))

    def scores(self, given: Tensor, there: Tensor, start: int, before: Tensor) -> Tensor:
        """Questions × steps × (end, vocabulary, tokens), each step told what was written before it."""
        many, length = given.shape[1], before.shape[1] + 1
        tokens = functional.pad(given[:, start:], (0, 0, 0, MOST - (many - start)))
        said = torch.cat([self.written.weight.expand(len(given), -1, -1), tokens], 1)
        first = torch.full_like(before[:, :1], END) if length > 1 else before.new_full((len(given), 1), END)
        wrote = torch.cat([first, before], 1)[:, :, None].expand(-1, -1, given.shape[2])
        steps = said.gather(1, wrote) + self.steps.weight[:length]
        out = self.attend(torch.cat([given, steps], 1), mask=self.hidden_from(there, length))
        states, offered = out[:, many:], self.offer(out[:, start:many])
        pointed = self.ask(states) @ offered.transpose(1, 2) / states.shape[2] ** 0.5
        return torch.cat([self.say(states), functional.pad(pointed, (0, MOST - (many - start)))], 2)

    def hidden_from(self, there: Tensor, length: int) -> Tensor:
        """What each place does not see: what is not there; and steps, but for those before it that are steps."""
        many = there.shape[1]
        hidden = torch.ones((len(there), many + length, many + length), dtype=torch.bool, device=there.device)
        hidden[:, :, :many] = ~there[:, None]
        hidden[:, many:, many:] = torch.ones(length, length, dtype=torch.bool, device=there.device).triu(1)
        return hidden.repeat_interleave(self.heads, 0)


network = record(
    "m4c",
    "After M4C: a transformer that writes an answer word by word, copied or its own",
    M4C,
    answers="words and OCR",
    settings=M4CSettings,
    mini={"hidden": 64, "layers": 2, "heads": 4, "learning_rate": 0.001},
)
