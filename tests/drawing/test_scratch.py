"""Memory for pictures: the same again and again, and no two threads have the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from eyechart.drawing.scratch import LEAST, MOST, scratch


def test_a_thread_gets_the_same_memory_again() -> None:
    assert np.shares_memory(scratch("test", 100), scratch("test", 200))


def test_each_use_has_its_own() -> None:
    assert not np.shares_memory(scratch("test", 100), scratch("another", 100))


def test_another_thread_has_its_own() -> None:
    mine = scratch("test", 100)
    with ThreadPoolExecutor(1) as pool:
        theirs = pool.submit(scratch, "test", 100).result()
    assert not np.shares_memory(mine, theirs)


def test_what_is_too_small_is_replaced() -> None:
    few = scratch("growing", 10)
    many = scratch("growing", LEAST + 1)
    assert (few.size, many.size, np.shares_memory(few, many)) == (10, LEAST + 1, False)


def test_what_is_very_large_is_not_kept() -> None:
    assert not np.shares_memory(scratch("large", MOST + 1), scratch("large", MOST + 1))
