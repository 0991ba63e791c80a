"""What is known of that which photographs show: our facts, or ConceptNet's and WordNet's with ours behind them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from eyechart.families.commonsense.photographs.settings import GenomeSettings
from eyechart.knowledge.conceptnet import Sifted, assertions
from eyechart.knowledge.facts import Knowledge
from eyechart.knowledge.likening import likened
from eyechart.knowledge.refining import Layered, by_wordnet, refine
from eyechart.knowledge.wordnet import WordNet, find


def knowledge_about(names: Collection[str], settings: GenomeSettings) -> Knowledge:
    """`names`: all that is shown."""
    if not settings.conceptnet:
        return likened()
    shown = set(names)
    layers: list[Knowledge] = [
        refine(assertions(Path(settings.conceptnet), shown, settings.weight, Sifted()), shown).made
    ]
    if (folder := find(Path(settings.wordnet) if settings.wordnet else None)) is not None:
        layers.append(by_wordnet(WordNet(folder), names))
    return Layered(*layers, likened()) if settings.ours else Layered(*layers)
