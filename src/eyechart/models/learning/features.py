"""The features that a network takes: of which extractor, pooled or cell by cell, and where they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from eyechart.models.extractors.extractor import Sight, digest
from eyechart.models.learning.network import Network
from eyechart.store.features import features
from eyechart.store.folder import Dataset

KINDS: Mapping[str, Mapping[str, bool]] = {  # the inputs that are features, and how an extractor looks for them
    "panels": {"pooled": True},
    "grid": {"pooled": False},
    "regions": {"pooled": True, "parts": True},
}


def sight_of(network: Network, settings: Any) -> Sight | None:
    """None: the network looks at pictures itself, or at none."""
    for name in network.inputs:
        if name in KINDS:
            return Sight(settings.extractor, **KINDS[name])
    return None


def known(sight: Sight, dataset: Dataset, progress: Callable[[int], None] = lambda pages: None) -> None:
    """Have the features of all pictures of a dataset at hand, from beside it."""
    plain = sight.spec.partition(":")[0]
    kind = "regions" if sight.parts else "pooled" if sight.pooled else "grid"
    name = f"{plain}-{sight.eye.fingerprint[:12]}-{sight.eye.side}-{kind}"
    for digests, values in features(dataset, name, digest, sight.compute, progress, sight.of_page):
        sight.store(digests, values)
