"""What a network sees of a question: its picture, or all of its pictures on one sheet, as a square of so many pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
import skia

from eyechart.core import Picture, Question
from eyechart.drawing.compose import composed
from eyechart.drawing.decoding import decode

SHEET = 640.0  # pixels, the width at which several pictures are put together
SMOOTH = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)


def is_single(q: Question) -> bool:
    """One picture, and none to choose from: what is seen on it can be told in its pixels."""
    return len(q.pictures) == 1 and not q.choice_pictures


def square(q: Question, side: int) -> Any:
    """3 × side × side bytes: the longer side fills the square, and what remains below or to the right is zero (FigureQA)."""
    if is_single(q):
        return picture_square(q.pictures[0], side)
    sheet, height, _ = composed(q, SHEET)
    surface = skia.Surface(side, side)
    pen = surface.getCanvas()
    pen.clear(skia.ColorBLACK)
    scale = side / max(SHEET, height)
    pen.scale(scale, scale)
    pen.drawRect(skia.Rect(0, 0, SHEET, height), skia.Paint(Color=skia.ColorWHITE))
    pen.drawPicture(sheet)
    return channels(surface)


def picture_square(picture: Picture, side: int) -> Any:
    """One picture likewise."""
    image = decode(picture)
    surface = skia.Surface(side, side)
    pen = surface.getCanvas()
    pen.clear(skia.ColorBLACK)
    scale = scale_of(picture, side)
    wide, high = max(1, round(image.width() * scale)), max(1, round(image.height() * scale))
    pen.drawImageRect(image, skia.Rect(0, 0, wide, high), SMOOTH)
    return channels(surface)


def scale_of(picture: Picture, side: int) -> float:
    return side / max(picture.width, picture.height)


def channels(surface: skia.Surface) -> Any:
    pixels = surface.makeImageSnapshot().toarray(colorType=skia.kRGBA_8888_ColorType)[:, :, :3]
    return np.ascontiguousarray(pixels.transpose(2, 0, 1))
