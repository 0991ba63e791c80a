"""How many requests at once: more while all goes well, fewer when the endpoint pushes back."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from email.utils import parsedate_to_datetime
from math import isfinite

from eyechart.limits import WAIT
from eyechart.seeding import rng_for

START = 8  # slots at first
LONGEST_WAIT = 30.0  # seconds between two attempts, unless the endpoint asks for more


class Slots:
    """Slots for requests. Doubles each round until the first push-back; then one more per round, three tenths fewer per push."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.allowed = float(min(START, most))
        self.busy = 0
        self.fresh = True
        self.pushed_at = 0.0
        self.waiting: deque[asyncio.Future[None]] = deque()

    async def __aenter__(self) -> None:
        while self.busy >= int(self.allowed):
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiting.append(turn)
            await turn
        self.busy += 1

    async def __aexit__(self, *problem: object) -> None:
        self.busy -= 1
        self._wake()

    def went_well(self) -> None:
        if self.allowed < self.most:
            self.allowed = min(self.most, self.allowed + (1.0 if self.fresh else 1.0 / self.allowed))
            self._wake()

    def pushed_back(self) -> None:
        """Requests sent together are refused together: that counts once."""
        now = time.monotonic()
        if now - self.pushed_at > 0.2:
            self.pushed_at, self.fresh = now, False
            self.allowed = max(1.0, 0.7 * self.allowed)

    def _wake(self) -> None:
        free = int(self.allowed) - self.busy
        while free > 0 and self.waiting:
            turn = self.waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                free -= 1


def wait_before(attempt: int, first: float, question: str, asked: float | None) -> float:
    """Seconds before the next attempt: what the endpoint asked for, or doubling with up to half of it by lot."""
    if asked is not None:
        return min(max(asked, 0.0), WAIT.most)
    longest = min(first * 2.0 ** (attempt - 1), LONGEST_WAIT)
    return longest * rng_for("back-off", question, attempt).uniform(0.5, 1.0)


def retry_after(header: str | None) -> float | None:
    """Seconds, or a date; None if it is neither."""
    try:
        seconds = float(header or "")
    except ValueError:
        pass
    else:
        return seconds if isfinite(seconds) else None
    try:
        return parsedate_to_datetime(header or "").timestamp() - time.time()
    except (TypeError, ValueError, OverflowError):
        return None
