"""Pictures made small: what a probe sees of them, and which are almost the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
import skia
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Picture
from eyechart.drawing.decoding import decode

SMALL = 12  # side of the picture that a probe sees
HASH = 32  # side of the picture that is hashed


class Twins(Struct, frozen=True):
    """Pairs of pictures that are almost the same, within a dataset or across two."""

    first: str
    second: str
    pictures: int
    pairs: int
    example: tuple[int, int] | None


def glance(picture: Picture) -> NDArray[np.float32]:
    """A picture as a probe sees it: very small, in grey, and its colours."""
    pixels = _shrunk(picture, 48).astype(np.float64) / 255
    small = pixels.reshape(SMALL, 48 // SMALL, SMALL, 48 // SMALL, 3).mean(axis=(1, 3)).mean(axis=2).ravel()
    bins = (pixels * 3.999).astype(int) @ np.array([16, 4, 1])
    colours = np.sqrt(np.bincount(bins.ravel(), minlength=64) / bins.size)
    return np.concatenate([small, colours]).astype(np.float32)


def _shrunk(picture: Picture, side: int) -> NDArray[np.uint8]:
    pixels = np.empty((side, side, 4), np.uint8)
    pen = skia.Canvas(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    pen.drawImageRect(_halved(picture), skia.Rect(0, 0, side, side), sampling)
    return pixels[:, :, :3]


@lru_cache(16)  # a page's pictures: each is glanced at, and some are hashed too
def _halved(picture: Picture) -> skia.Image:
    """Decoded, with its smaller copies."""
    return decode(picture).withDefaultMipmaps()


def thumbnail(picture: Picture) -> NDArray[np.uint8]:
    """Small pixels from which hashes and differences are taken."""
    return _shrunk(picture, HASH)


def perceptual_hash(thumbnails: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """255 bits for each thumbnail: whether each low frequency of its brightness is above their median."""
    k = np.arange(HASH)
    cosine = np.cos(np.pi * (2 * k[None, :] + 1) * k[:16, None] / (2 * HASH)).astype(np.float32)
    waves = cosine @ thumbnails.astype(np.float32).mean(axis=3) @ cosine.T
    low = waves.reshape(len(waves), -1)[:, 1:]
    return np.asarray(low > np.median(low, axis=1, keepdims=True))


NEAR_BITS, NEAR_LEVELS = 10, 3.0  # of 255 bits; mean difference in grey levels
TOGETHER = 2_000  # thumbnails that are hashed at a time
COMPARED = 1_000_000  # and pairs that are compared
Numbers = NDArray[np.int64]


def near_pairs(a: NDArray[np.uint8], b: NDArray[np.uint8], same: bool) -> list[tuple[int, int]]:
    """Rows of a and b whose hashes differ in few bits and whose pixels differ little, in their order."""
    hashes, others = _hashes(a), _hashes(b)
    words, other_words = _packed(hashes), _packed(others)
    found = set[tuple[int, int]]()
    for part in range(NEAR_BITS + 1):  # of eleven parts of a hash, one at least is the same where ten bits differ
        bits = slice(part, None, NEAR_BITS + 1)
        for i, j in _alike(hashes[:, bits], others[:, bits]):
            fresh = i < j if same else np.ones(len(i), bool)
            i, j = i[fresh], j[fresh]
            few = np.bitwise_count(words[i] ^ other_words[j]).sum(axis=1) <= NEAR_BITS
            found |= {pair for pair in zip(i[few].tolist(), j[few].tolist(), strict=True) if _close(a, b, *pair)}
    return sorted(found)


def _close(a: NDArray[np.uint8], b: NDArray[np.uint8], i: int, j: int) -> bool:
    return bool(np.abs(a[i].astype(np.float32) - b[j]).mean() <= NEAR_LEVELS)


def _hashes(thumbnails: NDArray[np.uint8]) -> NDArray[np.bool_]:
    parts = [perceptual_hash(thumbnails[k : k + TOGETHER]) for k in range(0, len(thumbnails), TOGETHER)]
    return np.concatenate([np.zeros((0, 255), bool), *parts])


def _packed(bits: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Up to 256 bits in four words."""
    return np.packbits(np.pad(bits, ((0, 0), (0, 256 - bits.shape[1]))), axis=1).view(np.uint64)


def _alike(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> Iterator[tuple[Numbers, Numbers]]:
    """Pairs of rows that are the same in all bits (no more than 63), some at a time."""
    powers = 1 << np.arange(a.shape[1])
    keys, theirs = a @ powers, b @ powers
    order = np.argsort(theirs)
    first, last = (np.searchsorted(theirs[order], keys, side) for side in ("left", "right"))
    counts = last - first
    ends = np.cumsum(counts)
    start = 0
    while start < len(a):
        stop = max(int(np.searchsorted(ends, ends[start] + COMPARED)), start + 1)
        some = slice(start, stop)
        before = np.repeat(ends[some] - counts[some], counts[some])
        place = np.arange(ends[stop - 1] - counts[some].sum(), ends[stop - 1]) - before
        yield np.repeat(np.arange(start, stop), counts[some]), order[np.repeat(first[some], counts[some]) + place]
        start = stop


def all_twins(prints: dict[str, NDArray[np.uint8]]) -> Iterable[Twins]:
    names = list(prints)
    for i, first in enumerate(names):
        for second in names[i:]:
            pairs = near_pairs(prints[first], prints[second], first == second)
            yield Twins(first, second, len(prints[first]), len(pairs), pairs[0] if pairs else None)
