"""An extractor that knows nothing: the picture itself, very small, as it is; `thumbnail:16x4` cuts it into 4 × 4 cells."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from eyechart.errors import EyechartError
from eyechart.models.extractors.extractor import Extractor, Eye


def _open(argument: str) -> Eye:
    side, _, cells = argument.partition("x")
    if not side.isdecimal() or not 1 <= int(side) <= 64:
        raise EyechartError(f"Extractor thumbnail takes a side of 1 to 64 pixels, not '{side}'.")
    if cells and (not cells.isdecimal() or not int(cells) or int(side) % int(cells)):
        raise EyechartError(
            f"Extractor thumbnail:{side} can be cut into cells that divide {side}, not into '{cells}' a side."
        )
    return Eye(f"thumbnail-{argument}", int(side), partial(_laid_out, int(cells or 1)))


def _laid_out(cells: int, pixels: Any) -> Any:
    """Cells whose channels are all their pixels, around zero."""
    wide = pixels.shape[-1] // cells
    cut = pixels.reshape(len(pixels), 3, cells, wide, cells, wide).transpose(0, 1, 3, 5, 2, 4)
    return (cut.reshape(len(pixels), -1, cells, cells).astype(np.float32) - 127.5) / 127.5


extractor = Extractor("thumbnail", "The picture itself at so many pixels a side, cut into so many cells", _open, "side")
