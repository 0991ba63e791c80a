"""Wait for what a page will show: a busy machine takes its time, and what was there may go while it is looked at."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

LONGEST = 300.0  # seconds


def until(true: Callable[[], Any], what: str, instead: Callable[[], str] = lambda: "nothing was looked at") -> Any:
    """What it gives as soon as that is something. An element that is not there, or no more, is nothing yet.

    `instead` tells what was there when nothing came.
    """
    from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException

    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        with suppress(NoSuchElementException, StaleElementReferenceException):
            if found := true():
                return found
        time.sleep(0.05)
    raise AssertionError(f"no {what} came in {LONGEST:.0f} seconds; instead: {instead()}")
