"""A white page to draw on, in memory that is used again for the next one; paints, polygons and thick lines."""

from __future__ import annotations

from functools import cache, lru_cache
from math import atan2, degrees, hypot

import numpy as np
import skia
from numpy.typing import NDArray

from eyechart.drawing.scratch import scratch

Points = list[tuple[float, float]]


def canvas(width: int, height: int) -> tuple[skia.Canvas, NDArray[np.uint8]]:
    """A cleared canvas and the RGBX pixels under it. The next call takes the same memory: encode before you draw again."""
    pixels = scratch("canvas", width * height * 4).reshape(height, width, 4)
    pen = skia.Canvas(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)
    pen.clear(skia.ColorWHITE)
    return pen, pixels


@cache
def fill(colour: str) -> skia.Paint:
    """An anti-aliased fill."""
    return skia.Paint(AntiAlias=True, Color=rgb(colour))


@cache
def stroke(colour: str, width: float, dash: tuple[float, ...] = ()) -> skia.Paint:
    """An anti-aliased line with round joins; dashes in pixels."""
    paint = skia.Paint(AntiAlias=True, Color=rgb(colour), Style=skia.Paint.kStroke_Style, StrokeWidth=width)
    paint.setStrokeJoin(skia.Paint.kRound_Join)
    if dash:
        paint.setPathEffect(skia.DashPathEffect.Make(list(dash), 0))
    return paint


@cache
def rgb(colour: str) -> int:
    return int(skia.Color(int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)))


def polygon(points: Points) -> skia.Path:
    path = skia.Path()
    path.moveTo(*points[0])
    for x, y in points[1:]:  # half the time of addPoly, which wants Points
        path.lineTo(x, y)
    path.close()
    return path


def add_capsule(path: skia.Path, x1: float, y1: float, x2: float, y2: float, width: float) -> None:
    """A thick line with round ends."""
    path.addPath(capsule(x1, y1, x2, y2, width))


@lru_cache(4096)  # limbs, mostly, of which there are few
def capsule(x1: float, y1: float, x2: float, y2: float, width: float) -> skia.Path:
    """A thick line with round ends, by itself; kept, so not to be changed."""
    length, half = hypot(x2 - x1, y2 - y1), width / 2
    one = skia.Path()
    one.addRoundRect(skia.Rect(-half, -half, length + half, half), half, half)
    turned = skia.Matrix.Translate(x1, y1).preConcat(skia.Matrix.RotateDeg(degrees(atan2(y2 - y1, x2 - x1))))
    path = skia.Path()
    path.addPath(one, turned)
    return path
