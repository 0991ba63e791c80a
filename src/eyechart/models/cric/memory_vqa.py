"""Memory-VQA (CRIC, section 4.1, Fig. 10): attends to knowledge items first, and with what it read there to regions.

Items are found by words (models/learning/knowledge.py); a GRU tells from the question of what kind the relation is, and only
items of this kind are read. k are items and v regions, each f an attention as Bottom-Up has it:

    h_qk = FC(f_k(k, q)) ∘ FC(q)        h_qkv = FC(f_v(v, h_qk)) ∘ FC(h_qk)        scores = MLP(h_qkv)
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from eyechart import core
from eyechart.models.cric.scenes import Answer, Attend, Question, SceneSettings, Seen, looked, record
from eyechart.models.learning.knowledge import KINDS, NO_KIND, items_for, shelf_at
from eyechart.models.learning.network import Facts, Said, Tensor

TOLD = 5  # items that a prediction names


class MemorySettings(SceneSettings, frozen=True, kw_only=True):
    knowledge: str = (
        ""  # a ConceptNet file or folder whose items are read; none: the graph that a scene carries, or ours
    )


class MemoryVQA(nn.Module):
    def __init__(self, settings: MemorySettings, facts: Facts) -> None:
        super().__init__()
        self.settings = settings
        s, hidden, width = settings, settings.hidden, settings.width
        self.question, self.seen = Question(s, facts), Seen(facts)
        self.kind = nn.Linear(hidden, len(KINDS))
        self.read_kind = nn.GRU(s.embedding, hidden, batch_first=True)
        self.read_item = nn.GRU(s.embedding, hidden, batch_first=True)
        self.attend_items = Attend(hidden, hidden, width)
        self.of_items, self.of_question = nn.Linear(hidden, width), nn.Linear(hidden, width)
        self.attend_regions = Attend(self.seen.size, width, width)
        self.of_regions, self.of_both = nn.Linear(self.seen.size, width), nn.Linear(width, width)
        self.answer = Answer(width, s, facts)

    def last(self, read: Any, tokens: Tensor, lengths: Tensor) -> Tensor:
        states, _ = read(self.question.words(tokens))
        return states[torch.arange(len(states), device=states.device), lengths - 1]

    def chosen(self, batch: dict[str, Tensor], kinds: Tensor) -> Tensor:
        """Questions × items: those of the kind that the question is about; all, if none is."""
        there = batch["items_of"] >= 0
        fits = there & (batch["item_kinds"][batch["items_of"].clamp(min=0)] == kinds.argmax(1)[:, None])
        return torch.where(fits.any(1, keepdim=True), fits, there)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        _, asked = self.question(batch["tokens"], batch["lengths"])
        kinds = self.kind(self.last(self.read_kind, batch["tokens"], batch["lengths"]))
        items = self.last(self.read_item, batch["items"], batch["item_lengths"])[batch["items_of"].clamp(min=0)]
        read, known = self.attend_items(items, asked, self.chosen(batch, kinds))
        both = self.of_items(known) * self.of_question(asked)
        regions, boxes, there = self.seen(batch)
        scores, found = self.attend_regions(regions, both, there)
        joint = self.of_regions(found) * self.of_both(both)
        told = batch["kind"] != NO_KIND
        wrong = functional.cross_entropy(kinds.float(), batch["kind"], ignore_index=NO_KIND, reduction="sum")
        return Said(
            self.answer(joint),
            attention=looked(scores, boxes, self.settings),
            more=wrong / told.sum().clamp(min=1),
            aside=(read.softmax(1), batch["items_of"] >= 0),
        )

    def raw(self, said: Said, row: int, q: core.Question) -> dict[str, Any]:
        """The items that it read most, with their shares of its attention (Fig. 13)."""
        shares, there = said.aside
        found = items_for(q, shelf_at(self.settings.knowledge))
        ranked = sorted(zip(shares[row][there[row]].tolist(), found.found, strict=True), reverse=True)[:TOLD]
        items = [(found.shelf.items[number], share) for share, number in ranked]
        return {"knowledge": [{"item": [i.head, i.relation, i.tail], "share": round(share, 3)} for i, share in items]}


network = record(
    "memory-vqa",
    "Memory-VQA: attention to knowledge items, then to regions",
    MemoryVQA,
    inputs=("tokens", "regions", "knowledge"),
    settings=MemorySettings,
)
