"""Pictures are decoded as Skia decodes them, by whatever way."""

from __future__ import annotations

import numpy as np
import pytest
import skia

import eyechart
from eyechart import registry
from eyechart.core import Picture
from eyechart.drawing import decoding
from eyechart.drawing.decoding import decode
from eyechart.drawing.png import png
from eyechart.errors import EyechartError


def pixels(image: skia.Image) -> np.ndarray:
    return np.asarray(image.toarray(colorType=skia.kRGBA_8888_ColorType))


def by_skia(picture: Picture) -> np.ndarray:
    return pixels(skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(picture.data)))


def shortcut(picture: Picture) -> object:
    return (decoding._plain_png if picture.format == "png" else decoding._plain_jpeg)(picture.data)


@pytest.mark.parametrize("family", registry.names("families"))
def test_our_own_pictures_are_decoded_the_short_way_to_the_same_pixels(family: str) -> None:
    for picture in eyechart.dataset(family, seed=5)[3].pictures:
        assert shortcut(picture) is not None
        assert np.array_equal(pixels(decode(picture)), by_skia(picture))


def noise(width: int, height: int) -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (height, width, 4), np.uint8)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 7), (7, 1), (33, 20)])
def test_small_pngs(width: int, height: int) -> None:
    picture = Picture(png(noise(width, height)), width, height)
    assert shortcut(picture) is not None
    assert np.array_equal(pixels(decode(picture)), by_skia(picture))


@pytest.mark.parametrize("kind", [skia.kPNG, skia.kJPEG])
def test_others_pictures(kind: skia.EncodedImageFormat) -> None:
    data = bytes(skia.Image.fromarray(noise(40, 30)).encodeToData(kind, 90))
    picture = Picture(data, 40, 30, "png" if kind == skia.kPNG else "jpeg")
    assert np.array_equal(pixels(decode(picture)), by_skia(picture))


def test_a_picture_that_is_to_be_turned_is_left_to_skia() -> None:
    plain = eyechart.dataset("signs", seed=5)[0].pictures[0]
    assert shortcut(plain) is not None
    marked = plain.data[:20] + b"\xff\xe1\x00\x08Exif\x00\x00" + plain.data[20:]
    assert decoding._plain_jpeg(marked) is None


@pytest.mark.parametrize("where", [45, 200, -30])
def test_a_spoilt_png_is_no_picture_of_the_short_way(where: int) -> None:
    data = bytearray(png(noise(33, 20)))
    data[where] ^= 0x55
    assert decoding._plain_png(bytes(data)) is None


def test_more_rows_than_the_header_says_are_refused() -> None:
    data = bytearray(png(noise(33, 20)))
    data[20:24] = (3).to_bytes(4, "big")
    assert decoding._plain_png(bytes(data)) is None


def test_what_is_no_picture_is_told() -> None:
    with pytest.raises(EyechartError, match="are no png that can be drawn"):
        decode(Picture(b"nothing", 3, 4))


@pytest.mark.parametrize(("width", "height"), [(0, 5), (5, 0)])
def test_a_png_without_pixels_is_told(width: int, height: int) -> None:
    with pytest.raises(EyechartError, match="are no png that can be drawn"):
        decode(Picture(png(np.zeros((height, width, 4), np.uint8)), width, height))


def test_a_picture_stays_as_it_was_when_the_next_is_decoded() -> None:
    """Both are unpacked in the same memory."""
    first, second = (eyechart.dataset("signs", seed=5)[index].pictures[0] for index in (0, 1))
    alone, kept = by_skia(first), decode(first)
    decode(second)
    assert np.array_equal(pixels(kept), alone)
