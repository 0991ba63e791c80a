"""Weights in TensorFlow.js's layout, read without TensorFlow: model.json names them, shards hold their bytes end to end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.store.foreign import decoded, inside, reading

BYTES = {"float32": 4, "int32": 4, "uint8": 1, "float16": 2}


class _Weight(Struct, frozen=True):
    name: str
    shape: tuple[int, ...]
    dtype: str
    quantization: dict[str, Any] | None = None


class _Group(Struct, frozen=True):
    paths: tuple[str, ...]
    weights: tuple[_Weight, ...]


class _Model(Struct, frozen=True, rename={"groups": "weightsManifest"}):
    groups: tuple[_Group, ...]


def weights(path: Path) -> dict[str, Any]:
    """Every array that a model.json lists, by name."""
    model: _Model = decoded(path, _Model)
    found: dict[str, Any] = {}
    for group in model.groups:
        shards = [inside(path.parent, name) for name in group.paths]
        with reading(path.parent):
            content = b"".join(shard.read_bytes() for shard in shards)
        place = 0
        for one in group.weights:
            if one.quantization is not None or one.dtype not in BYTES:
                raise EyechartError(
                    f"{path}: {one.name} is kept as {one.dtype}, quantised or not, which is not read here."
                )
            count = int(np.prod(one.shape, dtype=np.int64))
            size = count * BYTES[one.dtype]
            if min(one.shape, default=1) < 0 or place + size > len(content):
                raise EyechartError(f"{path}: the shards end before {one.name} does. Fetch them again.")
            found[one.name] = np.frombuffer(content, one.dtype, count, place).reshape(one.shape)
            place += size
        if place != len(content):
            raise EyechartError(
                f"{path}: {len(content) - place:,} bytes of the shards belong to no weight. Fetch them again."
            )
    return found
