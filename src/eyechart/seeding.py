"""Randomness is an argument, derived by path: `rng_for("figures", "train", 7, 123456, "scene")`.

Two paths that differ anywhere give streams that share nothing, so neighbouring seeds and indices are as far apart as
any others. Everything is built on `random.Random.random()`, whose sequence Python promises to keep, so that scenes
stay the same on every machine and in every year.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from hashlib import blake2b
from operator import index
from typing import Any, TypeVar

from eyechart.errors import EyechartError

T = TypeVar("T")


class Rng:
    """A stream of random choices."""

    __slots__ = ("path", "random", "seed")
    random: Callable[[], float]
    """A float in [0, 1)."""

    def __init__(self, seed: int, path: tuple[str | int, ...] = ()) -> None:
        self.seed = seed
        self.path = path

    def __getattr__(self, name: str) -> Callable[[], float]:
        """What is not there yet: a generator takes longer to make than all its numbers, and not every stream is drawn from."""
        if name != "random":
            raise AttributeError(name)
        self.random = random.Random(self.seed).random
        return self.random

    def shared(self, parts: int) -> Rng:
        """The stream that is the same for all paths which differ in their last parts only: two parts above a scene's
        is its dataset's, for what takes turns over all indices."""
        return rng_for(*self.path[:-parts])

    def uniform(self, low: float, high: float) -> float:
        return low + (high - low) * self.random()

    def integer(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self.random() * (high - low + 1))

    def coin(self, probability: float = 0.5) -> bool:
        return self.random() < probability

    def choice(self, options: Sequence[T]) -> T:
        return options[int(self.random() * len(options))]

    def weighted(self, options: Sequence[T], weights: Sequence[float]) -> T:
        mark = self.random() * sum(weights)
        for option, weight in zip(options, weights, strict=True):
            mark -= weight
            if mark < 0:
                return option
        return options[-1]

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        """`count` different options, in random order."""
        pool, random = list(options), self.random
        size = len(pool)
        for i in range(count):
            j = i + int(random() * (size - i))
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:count]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        return self.sample(options, len(options))

    def normal(self) -> float:
        """Standard normal to four standard deviations, as the sum of twelve uniforms: no libm, the same on every machine."""
        draw = self.random
        return sum(draw() for _ in range(12)) - 6.0

    def bits(self) -> int:
        """A whole number below 2**32, to seed another generator (numpy's, for noise)."""
        return int(self.random() * 4294967296.0)


def rng_for(*path: str | int) -> Rng:
    """The stream at this path."""
    # The length of each part is hashed with it, so that ("ab", "c") and ("a", "bc") differ.
    text = "".join(f"{type(part).__name__[0]}{len(str(part))}:{part}" for part in path)
    return Rng(int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "little"), path)


def integer(name: str, number: Any) -> int:
    """As Python's own integer, which paths are hashed by: a 3 of numpy's or of torch's is the same 3."""
    try:
        return int(index(number))
    except TypeError:
        raise EyechartError(f"{name}={number!r} is no whole number.") from None
