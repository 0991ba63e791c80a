"""Networks at a tiny size, what they learn from, and how two are compared; for tests of training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from eyechart import registry
from eyechart.core import Page, Question
from eyechart.models.extractors.extractor import Extractor, Eye
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.features import sight_of
from eyechart.models.learning.inputs import INPUTS, Reading
from eyechart.models.learning.network import Network
from eyechart.models.learning.ocr_tokens import texts_of
from eyechart.models.learning.reading import Reader, facts_of

TINY = {
    "width": 64, "hidden": 16, "embedding": 16, "channels": 8, "side": 32, "dropout": 0.0, "extractor": "thumbnail:16",
    "together": 0, "growth": 4, "layers": 3, "seen": 16, "fused": 16, "pooled": 16, "relations": 2, "program_steps": 0,
    "language": 1, "vision": 1, "crossing": 1, "heads": 2, "reasoning": 2, "buckets": 512, "glimpse": 16,
    "regions": 5, "ablation": "14-patches", "glimpses": 2, "slice": 8,
}  # fmt: skip


def tiny(network: Network, **more: Any) -> dict[str, Any]:
    """Settings of any network that make it small and quick. Who attends to cells needs several."""
    fields = network.settings.__struct_fields__
    cells = {"extractor": "tiles"} if "grid" in network.inputs else {}
    cells |= {"layers": 1} if network.paper == "IconQA" else {}
    cells |= {"extractor": "thumbnail:8"} if "regions" in network.inputs else {}  # NMN-CS learns sixteen slowly
    cells |= {"width": 128} if "knowledge" in network.inputs else {}  # products of two get stuck in narrower ones
    cells |= {"side": 128, "channels": 16} if "scene with boxes" in network.inputs else {}
    return {name: value for name, value in (TINY | cells | more).items() if name in fields}


def _tiles(pixels: Any) -> Any:
    """Two by two cells of four by four pixels."""
    parts = pixels.reshape(len(pixels), 3, 2, 4, 2, 4).transpose(0, 1, 3, 5, 2, 4)
    return parts.reshape(len(pixels), 48, 2, 2).astype(np.float32) / 127.5 - 1


tiles = Extractor("tiles", "Four thumbnails, for tests", lambda argument: Eye("tiles", 8, _tiles))


def sits(network: Network, pages: list[Page]) -> bool:
    questions = [q for page in pages for q in page.questions]
    offered = all(INPUTS[name].offered(q) for name in network.inputs for q in questions)
    return offered and all(map(SIDES[network.answers].offered, questions))


def reader_of(network: Network, settings: Any, pages: list[Page]) -> Reader:
    facts = facts_of(network, pages, "these pages")
    sight = sight_of(network, settings)
    if sight is not None:
        facts = msgspec.structs.replace(facts, features=sight.shape)
    return Reader(network, Reading(facts, getattr(settings, "side", 0), sight, texts_of(settings)))


def different(network: Network, pages: list[Page], count: int) -> list[Question]:
    """Questions that the network can tell apart: no two worded alike, for who reads; one of each page for who only sees; all,
    where pictures tell or everything is worded alike."""
    asked = [(page, q) for page in pages for q in page.questions]
    alike = len({q.text for _, q in asked}) == 1
    reads = "tokens" in network.inputs

    def told_by(page: Page, q: Question) -> str:
        if alike or q.form == "choose-picture":
            return q.id
        return q.text if reads else str(page.index)

    found = {told_by(page, q): q for page, q in asked}
    return list(found.values())[:count]


def home_of(network: Network) -> str:
    """The family that the network's paper is about."""
    made = (*registry.each("families"), *registry.each("corpora"))
    families = (name for name, family in made if family.after == network.paper)
    return next(families, "figures")


def same_weights(one: Path, other: Path) -> bool:
    return (one / "weights.safetensors").read_bytes() == (other / "weights.safetensors").read_bytes()
