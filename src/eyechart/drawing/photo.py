"""From a painted canvas to a photograph: uneven light, a soft lens, a noisy sensor, a JPEG.

All in place on the canvas's RGBX pixels and in whole numbers: a few tenths of a millisecond each.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf

import numpy as np
import simplejpeg
from numpy.typing import NDArray

from eyechart.drawing.scratch import scratch
from eyechart.seeding import Rng, rng_for

Pixels = NDArray[np.uint8]
LIGHTS = 24  # different ways of being lit


@lru_cache(maxsize=LIGHTS)
def light_map(kind: int, width: int, height: int) -> NDArray[np.uint16]:
    """How much light falls on each pixel, 256 = all of it: a bright side, darker corners, a tint, sometimes a shadow's edge."""
    rng = rng_for("light", kind)
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    x, y = x / width - 0.5, y / height - 0.5
    side = rng.uniform(-0.20, 0.20) * x + rng.uniform(-0.16, 0.10) * y
    corners = rng.uniform(0.05, 0.28) * (x * x + y * y)
    light = rng.uniform(0.86, 0.98) + side - corners
    if kind % 4 == 3:  # the shadow of a roof or a neighbour, slanting across
        line = y - rng.uniform(-0.35, 0.35) - rng.uniform(-0.8, 0.8) * x
        light = light - rng.uniform(0.16, 0.26) / (1 + np.exp(np.clip(line * 90, -40, 40)))
    warm = rng.uniform(-0.05, 0.05)
    tint = np.array([1 + warm, 1.0, 1 - warm, 1.0])
    levels: NDArray[np.uint16] = np.clip(light[:, :, None] * tint * 256, 90, 256).astype(np.uint16)
    return levels


def illuminate(pixels: Pixels, kind: int) -> None:
    height, width = pixels.shape[:2]
    wide = scratch("light", 2 * pixels.size).view(np.uint16).reshape(pixels.shape)
    np.multiply(pixels, light_map(kind, width, height), out=wide)
    np.right_shift(wide, 8, out=wide)
    pixels[...] = wide


def soften(pixels: Pixels, passes: int) -> None:
    """Binomial blur: each pass averages 1-2-1 both ways, so its standard deviation is sqrt(passes / 2) pixels."""
    for _ in range(passes):
        for axis in (0, 1):
            _halve(pixels, axis, 1)
            _halve(pixels, axis, -1)


def _halve(pixels: Pixels, axis: int, step: int) -> None:
    """Each pixel becomes the mean of itself and its neighbour on one side; the edge stays."""
    first, second = (slice(1, None), slice(None, -1)) if step > 0 else (slice(None, -1), slice(1, None))
    here = pixels[first] if axis == 0 else pixels[:, first]
    there = pixels[second] if axis == 0 else pixels[:, second]
    both = here & there  # a + b = 2 (a & b) + (a ^ b): the mean without leaving eight bits
    both += (here ^ there) >> 1
    here[...] = both


@lru_cache(maxsize=4)
def _noise_plane(strength: int) -> Pixels:
    """Normal noise as bytes that wrap: 255 is -1. Taller and wider than a picture, to be taken at any offset."""
    draw = np.random.Generator(np.random.PCG64(rng_for("noise", strength).bits()))
    plane = np.clip(np.rint(draw.normal(0, strength, (1024, 1280, 3))), -3 * strength, 3 * strength)
    planes = np.zeros((1024, 1280, 4), np.int16)
    planes[:, :, :3] = plane * 0.6 + plane.mean(axis=2, keepdims=True) * 0.7  # mostly grey, a little coloured
    return planes.astype(np.uint8)


def add_noise(pixels: Pixels, strength: int, rng: Rng) -> None:
    """Sensor noise with that standard deviation in grey levels."""
    height, width = pixels.shape[:2]
    plane = _noise_plane(strength)
    top, left = rng.integer(0, plane.shape[0] - height), rng.integer(0, plane.shape[1] - width)
    reach = 5 * strength
    np.clip(pixels, reach, 255 - reach, out=pixels)  # room for the noise, so that no byte wraps round
    np.add(pixels, plane[top : top + height, left : left + width], out=pixels)


def jpeg(pixels: Pixels, quality: int, largest: float = inf) -> bytes:
    """Colour at full resolution, since red letters on blue would bleed otherwise; coarser where the file were too large."""
    data = b""
    for colour in ("444", "422", "420"):
        data = simplejpeg.encode_jpeg(pixels, quality, "RGBX", colour)
        if len(data) <= largest:
            break
    return data
