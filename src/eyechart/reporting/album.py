"""The pictures of a page: each once, however many questions are asked about it, and as small as the page needs.

A dataset whose pictures are heavy gets more room than one whose pictures are light, but less than in proportion, so that
neither becomes illegible for the other's sake.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b

import skia
from msgspec import Struct

from eyechart.core import Picture
from eyechart.drawing.decoding import decode

ROOM = 6_800_000  # characters of a page for pictures
OVER = 1.12  # of its room an album may take more, since its size is known from a sample only
LONGEST_SIDE = 640  # pixels, at scale 1
# Scale and quality, the best first.
LEVELS = ((1.0, 80), (0.85, 75), (0.75, 70), (0.65, 65), (0.6, 55), (0.55, 50), (0.5, 45), (0.45, 40), (0.4, 35))


class Seen(Struct, frozen=True, array_like=True):
    """A picture in the page, and the size in which regions are given on it."""

    url: str
    width: int
    height: int


class Book:
    """All pictures of a page, by number."""

    def __init__(self) -> None:
        self.pictures: list[Seen] = []
        self.numbers: dict[bytes, int] = {}


class Album:
    """A dataset's part of the book: takes pictures until its room, in characters of the page, is full."""

    def __init__(self, book: Book, room: float, level: tuple[float, int]) -> None:
        self.book, self.room, self.level = book, room, level

    def takes(self, pictures: Iterable[Picture]) -> bool:
        """Put them in, or none of them if there is no room for all."""
        new = {key: p for p in pictures if (key := _key(p)) not in self.book.numbers}
        made = [_shrunk(p, *self.level) for p in new.values()]
        size = sum(len(one.url) for one in made)
        if size > self.room:
            return False
        self.room -= size
        for key, one in zip(new, made, strict=True):
            self.book.numbers[key] = len(self.book.pictures)
            self.book.pictures.append(one)
        return True

    def numbers(self, pictures: Iterable[Picture]) -> list[int]:
        """Of pictures that are in it."""
        return [self.book.numbers[_key(p)] for p in pictures]


class Need(Struct, frozen=True):
    """Some of a dataset's pictures, and how many there are of them in all."""

    sample: Sequence[Picture]
    count: int

    def size(self, level: tuple[float, int]) -> float:
        """About how many characters all of them take."""
        return self.count * sum(len(_shrunk(p, *level).url) for p in self.sample) / max(len(self.sample), 1)


def albums(book: Book, needs: Mapping[str, Need]) -> dict[str, Album]:
    """An empty album for each dataset, with its share of the book."""
    wished = {name: need.size(LEVELS[0]) for name, need in needs.items()}
    if sum(wished.values()) <= ROOM:
        return {name: Album(book, OVER * size, LEVELS[0]) for name, size in wished.items()}
    total = sum(size**0.5 for size in wished.values())
    rooms = {name: ROOM * size**0.5 / total for name, size in wished.items()}
    return {name: Album(book, OVER * room, _level(needs[name], room)) for name, room in rooms.items()}


def _level(need: Need, room: float) -> tuple[float, int]:
    return next((level for level in LEVELS[:-1] if need.size(level) <= room), LEVELS[-1])


def _key(picture: Picture) -> bytes:
    return blake2b(picture.data, digest_size=12).digest()


def _shrunk(picture: Picture, scale: float, quality: int) -> Seen:
    """As it is, if that is light enough; else smaller, in fewer bytes."""
    scale *= min(1.0, LONGEST_SIDE / max(picture.width, picture.height))
    surface = skia.Surface(max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    pen = surface.getCanvas()
    pen.scale(scale, scale)
    pen.drawImage(decode(picture), 0, 0, skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear))
    smaller = bytes(surface.makeImageSnapshot().encodeToData(skia.kWEBP, quality))
    data, form = min((picture.data, picture.format), (smaller, "webp"), key=lambda one: len(one[0]))
    return Seen(f"data:image/{form};base64,{b64encode(data).decode()}", picture.width, picture.height)
