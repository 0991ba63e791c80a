"""CRIC's object features, cric_objects.h5 and its index: 100 boxes of a photograph, 2,048 numbers each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.errors import EyechartError
from eyechart.knowledge.stream import decoded

DATA, INFO = "cric_objects.h5", "cric_objects_info.json"


class _Info(Struct, frozen=True):
    width: int
    height: int
    objectsNum: int  # noqa: N815 - the release's key
    index: int


class Candidates(Struct, frozen=True):
    """The objects that a model may name, and what a detector saw of them: row i belongs to object i."""

    objects: tuple[int, ...]
    features: NDArray[np.float32]
    width: int
    height: int


class Features:
    """Opened once; a photograph's rows are read when they are asked for."""

    def __init__(self, root: Path) -> None:
        try:
            import h5py
        except ImportError as error:
            raise EyechartError("Reading CRIC's features needs h5py: pip install 'eyechart[genome]'.") from error
        if not (root / DATA).exists():
            raise EyechartError(f"No {DATA} in {root}; the release keeps it beside {INFO}.")
        self.info: Mapping[str, _Info] = decoded(root / INFO, dict[str, _Info])
        self.path = root / DATA
        try:
            self.file: Any = h5py.File(self.path, "r")
        except OSError as error:
            raise EyechartError(f"{self.path} is no HDF5 file: {error}.") from error
        for name in ("features", "object_id"):
            if name not in self.file:
                raise EyechartError(f"{self.path} has no '{name}'. Found: {', '.join(sorted(self.file)) or 'nothing'}.")

    def of(self, image: int) -> Candidates:
        about = self.info.get(str(image))
        if about is None:
            raise EyechartError(f"{INFO} has no image {image}.")
        rows = len(self.file["features"])
        if not 0 <= about.index < rows:
            raise EyechartError(f"{INFO}: image {image} has index {about.index}; {DATA} has {rows} rows.")
        found = self.file["object_id"][about.index][: about.objectsNum]
        features = np.asarray(self.file["features"][about.index][: about.objectsNum], np.float32)
        return Candidates(tuple(int(object_id) for object_id in found), features, about.width, about.height)

    def close(self) -> None:
        self.file.close()
