"""An extractor that knows nothing: the picture itself, very small, as it is."""

from __future__ import annotations

from typing import Any

import numpy as np

from eyechart.errors import EyechartError
from eyechart.models.extractors.extractor import Extractor, Eye


def _open(side: str) -> Eye:
    if not side.isdecimal() or not 1 <= int(side) <= 64:
        raise EyechartError(f"Extractor thumbnail takes a side of 1 to 64 pixels, not '{side}'.")
    return Eye(f"thumbnail-{side}", int(side), _laid_out)


def _laid_out(pixels: Any) -> Any:
    """One cell, whose channels are all pixels, around zero."""
    return (pixels.reshape(len(pixels), -1, 1, 1).astype(np.float32) - 127.5) / 127.5


extractor = Extractor("thumbnail", "The picture itself at so many pixels a side", _open, "side")
