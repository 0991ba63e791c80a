"""The record that is an extractor, and the features that it gives of pictures, each computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import blake2b, file_digest, sha256
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from eyechart import registry
from eyechart.core import Page, Picture
from eyechart.errors import EyechartError
from eyechart.models.learning.pixels import picture_square
from eyechart.models.learning.pyramid import Patch
from eyechart.models.learning.regions import Crop
from eyechart.store.features import pictures_of

AT_ONCE = 32  # pictures
REMEMBERED = 4_096  # pictures that nobody has stored
Seen = Picture | Patch | Crop  # what an extractor looks at: a picture, or a part of one


class Eye(Struct, frozen=True):
    """An extractor that is ready: bytes of squares, n × 3 × side × side -> maps, n × channels × rows × columns."""

    fingerprint: str  # of its weights; how large it takes pictures to be is told beside it
    side: int
    look: Callable[[Any], Any]


class Extractor(Struct, frozen=True):
    """An extractor by its record. `open` takes what stands after the colon of its name, and may take long."""

    name: str
    title: str
    open: Callable[[str], Eye]
    argument: str = ""  # what stands after the colon, if it takes anything


class Sight:
    """What an extractor sees of pictures: pooled over each, or cell by cell; or of the parts of pictures that have things
    in them. What is known already is looked up by its bytes."""

    def __init__(self, spec: str, pooled: bool, of_page: Callable[[Page], Sequence[Seen]] | None = None) -> None:
        self.spec, self.pooled, self.of_page = spec, pooled, of_page or pictures_of
        self.stored: dict[bytes, Any] = {}
        self.fresh: dict[bytes, Any] = {}

    def __getstate__(self) -> dict[str, Any]:
        """A process that helps opens its own eye, if it meets a picture that nobody has stored."""
        return {k: v for k, v in self.__dict__.items() if k != "eye"} | {"fresh": {}}

    @cached_property
    def eye(self) -> Eye:
        return opened(self.spec)

    @property
    def shape(self) -> tuple[int, int, int]:
        channels, rows, columns = self.eye.look(np.zeros((1, 3, self.eye.side, self.eye.side), np.uint8)).shape[1:]
        return channels, rows, columns

    def store(self, digests: Sequence[bytes], values: Any) -> None:
        """Features that lie on disk."""
        self.stored.update(zip(digests, values, strict=True))

    def compute(self, pictures: Sequence[Seen]) -> Any:
        maps = self.eye.look(np.stack([_square(picture, self.eye.side) for picture in pictures]))
        return (maps.mean((2, 3)) if self.pooled else maps).astype(np.float16)

    def __call__(self, pictures: Sequence[Seen]) -> list[Any]:
        keys = [digest(picture) for picture in pictures]
        missing = {k: p for k, p in zip(keys, pictures, strict=True) if k not in self.stored and k not in self.fresh}
        if len(self.fresh) + len(missing) > REMEMBERED:
            self.fresh = {k: self.fresh[k] for k in keys if k in self.fresh}
        for start in range(0, len(missing), AT_ONCE):
            some = list(missing)[start : start + AT_ONCE]
            self.fresh.update(zip(some, self.compute([missing[k] for k in some]), strict=True))
        return [self.stored[k] if k in self.stored else self.fresh[k] for k in keys]


def digest(seen: Seen) -> bytes:
    return blake2b(seen.data, digest_size=16).digest() if isinstance(seen, Picture) else seen.digest()


def _square(seen: Seen, side: int) -> Any:
    return picture_square(seen, side) if isinstance(seen, Picture) else seen.square(side)


def file_print(*files: Path) -> str:
    """Of the bytes of weights."""
    made = sha256()
    for path in files:
        with path.open("rb") as file:
            made.update(file_digest(file, "sha256").digest())
    return made.hexdigest()


def sided(name: str, side: str, step: int) -> int:
    """The side of the square that an extractor looks at; any multiple of its step."""
    if not side.isdecimal() or int(side) % step or not step <= int(side) <= 1024:
        raise EyechartError(f"Extractor {name} takes a side in pixels, a multiple of {step} up to 1024, not '{side}'.")
    return int(side)


def opened(spec: str) -> Eye:
    name, _, argument = spec.partition(":")
    found: Extractor = registry.get("extractors", name)
    if bool(found.argument) != bool(argument):
        wanted = f"{name}:{found.argument.upper()}" if found.argument else name
        raise EyechartError(f"Extractor '{spec}' is not complete or says too much. Type: {wanted}")
    return found.open(argument)
