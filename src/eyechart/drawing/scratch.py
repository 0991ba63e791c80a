"""Memory that is used again for the next picture, since fresh memory costs page faults; each thread has its own."""

from __future__ import annotations

from threading import local

import numpy as np
from numpy.typing import NDArray

LEAST = 800 * 400 * 4  # bytes of a piece, so that few are too small for the next picture
MOST = 64 * 2**20  # a larger one is not kept


class _Own(local):
    def __init__(self) -> None:
        self.pieces: dict[str, NDArray[np.uint8]] = {}


_own = _Own()


def scratch(use: str, size: int) -> NDArray[np.uint8]:
    """So many bytes, whatever is in them; they are whose they are until this thread asks again for the same use."""
    if size > MOST:
        return np.empty(size, np.uint8)
    piece = _own.pieces.get(use)
    if piece is None or piece.size < size:
        piece = _own.pieces[use] = np.empty(max(size, LEAST), np.uint8)
    return piece[:size]
