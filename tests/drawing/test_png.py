"""The PNG writer: what comes out of a decoder is what went in, whatever the fourth channel holds."""

from __future__ import annotations

import numpy as np
import pytest

from eyechart.core import Picture
from eyechart.drawing.png import png


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (7, 1), (33, 50)])
def test_the_first_three_channels_come_back(size: tuple[int, int]) -> None:
    pixels = np.random.default_rng(3).integers(0, 256, (*size, 4), np.uint8)
    assert (np.asarray(Picture(png(pixels), size[1], size[0])) == pixels[:, :, :3]).all()


def test_a_part_of_a_canvas_is_encoded_like_a_copy_of_it() -> None:
    pixels = np.random.default_rng(4).integers(0, 256, (20, 30, 4), np.uint8)
    assert png(pixels[3:9, 5:20]) == png(pixels[3:9, 5:20].copy())


def test_a_small_picture_after_a_large_one_has_nothing_of_it() -> None:
    small = np.full((2, 3, 4), 9, np.uint8)
    alone = png(small)
    png(np.full((50, 50, 4), 200, np.uint8))
    assert png(small) == alone
