"""How long a campaign goes on: for some minutes, and until all that it attacks was tried so often."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True)
class Span:
    minutes: float = 0.0
    tries: int = 1

    def rounds(self) -> Iterator[int]:
        """Numbers of rounds, in each of which everything is tried once."""
        end = time.monotonic() + 60 * self.minutes
        for number in count():
            if number >= self.tries and time.monotonic() >= end:
                return
            yield number
