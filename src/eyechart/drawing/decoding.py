"""From bytes to pixels: by Skia, or sooner where a picture is plain enough that what comes out is the same.

PNGs as we write them (png.py) are one zlib-ng stream of rows without filters; JPEGs that are plain JFIF are libjpeg-turbo's
business in Skia too, which takes twice as long for it.
"""

from __future__ import annotations

import struct
from typing import cast

import numpy as np
import simplejpeg
import skia
from numpy.typing import NDArray
from zlib_ng import zlib_ng

from eyechart.core import Picture
from eyechart.drawing.scratch import scratch
from eyechart.errors import EyechartError

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"
JFIF = b"\xff\xd8\xff\xe0\0\x10JFIF\0"
MARKS = (b"Exif\0", b"ICC_PROFILE\0", b"Adobe")  # of a JPEG that is to be turned, or whose colours are to be converted
HEAD = 65_536  # bytes that such marks stand in
LARGEST = 2**26  # pixels that are unpacked here
FAULT = cast("type[Exception]", zlib_ng.error)


def decode(picture: Picture) -> skia.Image:
    """Raster pixels of its own, whatever becomes of the picture's bytes."""
    pixels = _plain_png(picture.data) if picture.data[: len(PNG)] == PNG else _plain_jpeg(picture.data)
    if pixels is not None:
        return skia.Image.fromarray(pixels, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType)
    # Copied and decoded now: Skia decodes late by itself, when the page's bytes may be gone.
    found = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(picture.data))
    raster = found.makeRasterImage() if found is not None else None
    if raster is None:
        raise EyechartError(f"The bytes of a {picture} are no {picture.format} that can be drawn.")
    return raster


def _plain_png(data: bytes) -> NDArray[np.uint8] | None:
    """RGBA, in memory that the next picture takes, of a PNG of three chunks whose rows have no filter; None of any other."""
    if len(data) < 61:
        return None
    width, height, *kind = struct.unpack(">IIBBBBB", data[16:29])
    (length,) = struct.unpack(">I", data[33:37])
    if kind != [8, 2, 0, 0, 0] or data[37:41] != b"IDAT" or len(data) != 57 + length:
        return None
    if not 0 < width * height <= LARGEST:
        return None
    across = 1 + 3 * width
    try:
        stream = zlib_ng.decompressobj()
        rows = stream.decompress(memoryview(data)[41 : 41 + length], height * across + 1)
    except FAULT:
        return None
    if len(rows) != height * across or not stream.eof:
        return None
    spare = np.frombuffer(rows + b"\0", np.uint8)
    if spare[:-1].reshape(height, across)[:, 0].any():
        return None
    # Each pixel with the byte behind it, which is then covered: the other way round of how `png` writes.
    overlapping = np.ndarray((height, width), np.uint32, spare, offset=1, strides=(across, 3))
    pixels = scratch("decoded", height * width * 4)
    np.bitwise_or(overlapping, np.uint32(0xFF000000), out=pixels.view(np.uint32).reshape(height, width))
    return pixels.reshape(height, width, 4)


def _plain_jpeg(data: bytes) -> NDArray[np.uint8] | None:
    """The same of a JPEG without anything that would have it turned or coloured otherwise; None of any other."""
    if data[: len(JFIF)] != JFIF or any(mark in data[:HEAD] for mark in MARKS):
        return None
    try:
        height, width, *_ = simplejpeg.decode_jpeg_header(data)
        if not 0 < width * height <= LARGEST:
            return None
        pixels: NDArray[np.uint8] = simplejpeg.decode_jpeg(data, "RGBA", buffer=scratch("decoded", height * width * 4))
    except ValueError:
        return None
    return pixels
