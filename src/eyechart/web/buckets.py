"""How often: a bucket for each name. It fills at `rate` a second up to `burst`, and who takes one out may go on."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

NAMES = 10_000  # that are remembered; the one that was silent longest is forgotten first


class Buckets:
    """In memory, of one process; what must outlast it is counted in the database."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> bool:
        """Was there one to take?"""
        now = self.clock()
        amount, then = self.left.pop(name, (float(self.burst), now))
        amount = min(self.burst, amount + (now - then) * self.rate)
        self.left[name] = (amount - 1 if amount >= 1 else amount, now)
        if len(self.left) > NAMES:
            self.left.popitem(last=False)
        return amount >= 1

    def empty(self, name: str) -> bool:
        """Is there none to take? Nothing is taken."""
        amount, then = self.left.get(name, (float(self.burst), 0.0))
        return amount + (self.clock() - then) * self.rate < 1
