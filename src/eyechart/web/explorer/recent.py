"""The last so many of what was opened, made or found, for who asks for the same again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """The last so many of something by key; the one that was not asked for longest goes first."""

    def __init__(self, most: int) -> None:
        self.most, self.lock = most, Lock()
        self.held: OrderedDict[Hashable, T] = OrderedDict()

    def get_or(self, key: Hashable, make: Callable[[], T]) -> T:
        with self.lock:
            if key in self.held:
                self.held.move_to_end(key)
                return self.held[key]
        made = make()  # outside the lock: others need not wait, and making it twice does no harm
        with self.lock:
            self.held[key] = made
            while len(self.held) > self.most:
                self.held.popitem(last=False)
        return made
