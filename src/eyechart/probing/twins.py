"""Pictures made small: what a probe sees of them, and which are almost the same."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import skia
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.core import Picture
from eyechart.drawing.compose import decode

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
    pen.drawImageRect(decode(picture), skia.Rect(0, 0, side, side), sampling)
    return pixels[:, :, :3]


def thumbnail(picture: Picture) -> NDArray[np.float32]:
    """Small pixels from which hashes and differences are taken."""
    return _shrunk(picture, HASH).astype(np.float32)


def perceptual_hash(thumbnails: NDArray[np.float32]) -> NDArray[np.float32]:
    """255 signs (±1) for each thumbnail: whether each low frequency of its brightness is above their median."""
    k = np.arange(HASH)
    cosine = np.cos(np.pi * (2 * k[None, :] + 1) * k[:16, None] / (2 * HASH)).astype(np.float32)
    waves = cosine @ thumbnails.mean(axis=3) @ cosine.T
    low = waves.reshape(len(waves), -1)[:, 1:]
    return np.where(low > np.median(low, axis=1, keepdims=True), np.float32(1), np.float32(-1))


NEAR_BITS, NEAR_LEVELS = 10, 3.0  # of 255 bits; mean difference in grey levels


def near_pairs(a: NDArray[np.float32], b: NDArray[np.float32], same: bool) -> list[tuple[int, int]]:
    """Rows of a and b whose hashes differ in few bits and whose pixels differ little."""
    hashes, others = perceptual_hash(a), perceptual_hash(b)
    found = []
    for start in range(0, len(a), 2000):
        agree = hashes[start : start + 2000] @ others.T
        rows, columns = np.nonzero(agree >= 255 - 2 * NEAR_BITS)
        for i, j in zip(rows + start, columns, strict=True):
            if (not same or i < j) and np.abs(a[i] - b[j]).mean() <= NEAR_LEVELS:
                found.append((int(i), int(j)))
    return found


def all_twins(prints: dict[str, NDArray[np.float32]]) -> Iterable[Twins]:
    names = list(prints)
    for i, first in enumerate(names):
        for second in names[i:]:
            pairs = near_pairs(prints[first], prints[second], first == second)
            yield Twins(first, second, len(prints[first]), len(pairs), pairs[0] if pairs else None)
