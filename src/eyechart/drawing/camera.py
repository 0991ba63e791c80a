"""A flat scene seen by a camera: turned, tilted, rolled, and brought to fill the picture."""

from __future__ import annotations

from math import cos, radians, sin

import skia
from msgspec import Struct

from eyechart.core import Shape

Box = tuple[float, float, float, float]
FAR = 1400.0  # how far the surroundings may reach beyond the content, in units of the plane
DISTANCE = 2.2  # of the camera, in lengths of the content's longer side


class View(Struct, frozen=True):
    """How the plane is looked at. Angles in degrees."""

    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    fill: float = 1.0  # how much of the picture the content takes, along the side that is tighter
    across: float = 0.5  # where the content stands in the room that is left: 0 left, 1 right
    down: float = 0.5


def camera(view: View, content: Box, width: int, height: int, margin: float) -> skia.Matrix:
    """Plane -> picture, such that the content lies whole inside the margin."""
    left, top, right, bottom = content
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    turned = _projection(view, DISTANCE * max(right - left, bottom - top))
    turned.preTranslate(-middle_x, -middle_y)
    seen = turned.mapPoints([skia.Point(x, y) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))])
    xs, ys = [p.x() for p in seen], [p.y() for p in seen]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    room_x, room_y = width - 2 * margin, height - 2 * margin
    scale = view.fill * min(room_x / wide, room_y / high)
    placed = skia.Matrix.Translate(
        margin + (room_x - wide * scale) * view.across - min(xs) * scale,
        margin + (room_y - high * scale) * view.down - min(ys) * scale,
    )
    placed.preScale(scale, scale)
    placed.preConcat(turned)
    return placed


def in_front(yaw: float, pitch: float) -> bool:
    """Do the surroundings of a content of 640 × 480 lie before the camera? What is behind it would be painted mirrored."""
    return (FAR + 320) * sin(radians(yaw)) + (FAR + 240) * sin(radians(pitch)) < 0.92 * DISTANCE * 640


def _projection(view: View, far: float) -> skia.Matrix:
    """Turn about the vertical axis, then the horizontal, then the line of sight; seen from `far` away."""
    a, b, c = radians(view.yaw), radians(view.pitch), radians(view.roll)
    x_x, x_y, x_z = cos(a), sin(b) * sin(a), -cos(b) * sin(a)  # where the plane's x axis points
    y_x, y_y, y_z = 0.0, cos(b), sin(b)
    matrix = skia.Matrix()
    matrix.setAll(
        far * (cos(c) * x_x - sin(c) * x_y), far * (cos(c) * y_x - sin(c) * y_y), 0.0,
        far * (sin(c) * x_x + cos(c) * x_y), far * (sin(c) * y_x + cos(c) * y_y), 0.0,
        x_z, y_z, far,
    )  # fmt: skip
    return matrix


def quad(matrix: skia.Matrix, box: Box) -> Shape:
    """A box of the plane as a quadrilateral of the picture: top left, top right, bottom right, bottom left."""
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    seen = matrix.mapPoints([skia.Point(x, y) for x, y in corners])
    return tuple([round(v, 2) for p in seen for v in (p.x(), p.y())])
