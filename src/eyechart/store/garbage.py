"""Where millions of objects are made that hold no cycles, looking for cycles among them is most of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """No garbage collection within; objects still go when nobody holds them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def looked_past() -> Iterator[None]:
    """Collections within pass over all that is there now."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
