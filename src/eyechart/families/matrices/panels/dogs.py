"""A dog, whatever it does, in any colour. It looks right; a mirror makes it look left."""

from __future__ import annotations

from collections.abc import Callable

import skia
from msgspec import Struct

from eyechart.drawing.canvas import add_capsule, fill, stroke
from eyechart.families.matrices.elements import COLOURS
from eyechart.families.matrices.panels.pens import INK, haloed, outlined, tone
from eyechart.seeding import Rng

Line = tuple[float, float, float, float, float]  # from, to, width


class Pose(Struct, frozen=True):
    """Limbs as thick lines, the head's middle, and how far it is turned (degrees, nose up is negative)."""

    limbs: tuple[Line, ...]
    head: tuple[float, float]
    turn: float = 0.0
    closed: bool = False  # its eye


# Units with the dog's middle as origin; the ground is at 30.
STANDING: tuple[Line, ...] = (
    (-22, 2, 18, 0, 22), (-26, 6, -27, 28, 8), (-17, 8, -16, 28, 8), (13, 8, 12, 28, 8), (22, 6, 23, 28, 8), (20, -2, 28, -16, 13),
)  # fmt: skip
POSES = {
    "standing": Pose((*STANDING, (-30, -4, -38, -18, 6)), (32, -22)),
    "eating": Pose((*STANDING[:5], (20, 2, 30, 12, 13), (-30, -4, -38, -18, 6)), (36, 16), 50),
    "playing ball": Pose((*STANDING, (-30, -4, -38, -18, 6)), (30, -20), -40),
    "sitting": Pose(
        ((-14, 16, 8, -12, 23), (-14, 20, -6, 22, 20), (10, -6, 12, 28, 8), (-8, 27, 4, 28, 8), (-26, 26, -38, 20, 6)), (15, -28)
    ),
    "sleeping": Pose(((-24, 18, 16, 18, 24), (-14, 27, 4, 28, 8), (10, 27, 30, 28, 8), (-34, 24, -40, 28, 6)), (29, 20), 12, True),
    "running": Pose(
        ((-22, 0, 18, -4, 20), (-26, 4, -44, 18, 8), (-20, 6, -34, 24, 8), (16, 2, 34, 16, 8), (20, 0, 42, 8, 8),
         (20, -6, 30, -16, 13), (-28, -4, -44, -12, 6)), (36, -20), -4,
    ),
    "jumping": Pose(
        ((-20, 4, 16, -16, 21), (-24, 8, -40, 14, 8), (-18, 10, -32, 20, 8), (16, -10, 34, -8, 8), (12, -8, 30, 0, 8),
         (18, -18, 24, -30, 13), (-28, 4, -40, -6, 6)), (30, -36), -18,
    ),
    "swimming": Pose(((-26, 8, 18, 4, 22), (20, 2, 28, -12, 13), (-32, 4, -42, -4, 6)), (33, -18), -8),
    "begging": Pose(
        ((-6, 18, 0, -14, 23), (-8, 22, 10, 27, 10), (-12, 22, -4, 28, 10), (6, -12, 22, -18, 7), (8, -6, 23, -8, 7),
         (-18, 24, -32, 18, 6)), (4, -34), -6,
    ),
}  # fmt: skip


def _head(pen: skia.Canvas, pose: Pose, colour: str) -> None:
    pen.save()
    pen.translate(*pose.head)
    pen.rotate(pose.turn)
    face = skia.Path()
    face.addCircle(0, 0, 13)
    add_capsule(face, 8, 4, 18, 5, 10)
    haloed(pen, face, 6)
    outlined(pen, face, colour, 3)
    ear = skia.Path()
    ear.addOval(skia.Rect(-12, -10, -2, 11))
    outlined(pen, ear, tone(colour), 2.4)
    dark = "#FFFFFF" if colour == COLOURS["black"] else INK
    if pose.closed:
        pen.drawArc(skia.Rect(2, -5, 10, 2), 0, 180, False, stroke(dark, 1.8))
    else:
        pen.drawCircle(5, -3, 2.3, fill(dark))
    pen.drawCircle(22, 2, 3.4, fill("#111114"))
    pen.drawCircle(22, 2, 3.4, stroke("#FFFFFF", 0.8))
    pen.restore()


def _hurdle(pen: skia.Canvas) -> None:
    for x in (-14, 18):
        pen.drawLine(x, 14, x, 34, stroke("#FFFFFF", 6))
        pen.drawLine(x, 14, x, 34, stroke("#8A2BE2", 4))
    pen.drawLine(-16, 16, 20, 16, stroke("#FFFFFF", 6))
    pen.drawLine(-16, 16, 20, 16, stroke("#E53935", 4, (6, 4)))


def _bowl(pen: skia.Canvas) -> None:
    path = skia.Path()
    path.moveTo(30, 24)
    path.lineTo(58, 24)
    path.lineTo(54, 34)
    path.lineTo(34, 34)
    path.close()
    haloed(pen, path, 5)
    outlined(pen, path, "#B9C4CE", 2.4)
    pen.drawOval(skia.Rect(32, 20, 56, 28), fill("#8A5A2B"))


def _ball(pen: skia.Canvas) -> None:
    pen.drawCircle(52, -44, 10, fill("#FFFFFF"))
    for start, colour in ((0, "#E53935"), (120, "#FDD835"), (240, "#1E88E5")):
        pen.drawArc(skia.Rect(43, -53, 61, -35), start, 60, True, fill(colour))
    pen.drawCircle(52, -44, 9.5, stroke(INK, 1.4))


def _water(pen: skia.Canvas) -> None:
    for y, colour in ((8, "#BFE9F7"), (16, "#6CC5E6"), (26, "#3B9FCC")):
        path = skia.Path()
        path.moveTo(-60, y)
        for k in range(8):
            path.rQuadTo(4, -5 if k % 2 == 0 else 5, 16, 0)
        path.lineTo(68, 40)
        path.lineTo(-60, 40)
        path.close()
        pen.drawPath(path, fill(colour))


def _snores(pen: skia.Canvas) -> None:
    for x, y, size in ((34, -4, 7), (44, -16, 9), (54, -32, 12)):
        path = skia.Path()
        path.moveTo(x - size / 2, y - size / 2)
        path.lineTo(x + size / 2, y - size / 2)
        path.lineTo(x - size / 2, y + size / 2)
        path.lineTo(x + size / 2, y + size / 2)
        pen.drawPath(path, stroke("#FFFFFF", 5))
        pen.drawPath(path, stroke("#3949AB", 2.4))


def _speed(pen: skia.Canvas) -> None:
    for y, x in ((-12, -52), (0, -58), (12, -60)):
        pen.drawLine(x, y, x + 12, y, stroke("#FFFFFF", 4.4))
        pen.drawLine(x, y, x + 12, y, stroke(INK, 1.8))


BEFORE: dict[str, Callable[[skia.Canvas], None]] = {"jumping": _hurdle, "running": _speed}
AFTER: dict[str, Callable[[skia.Canvas], None]] = {
    "eating": _bowl, "playing ball": _ball, "swimming": _water, "sleeping": _snores,
}  # fmt: skip


def dog(pen: skia.Canvas, shown: dict[str, str], rng: Rng) -> None:
    colour, pose = COLOURS[shown["colour"]], POSES[shown["action"]]
    pen.save()
    pen.translate(rng.uniform(56, 72), rng.uniform(72, 88))
    scale = rng.uniform(0.82, 0.98)
    pen.scale(scale if rng.coin() else -scale, scale)
    if shown["action"] in BEFORE:
        BEFORE[shown["action"]](pen)
    body = skia.Path()
    for limb in pose.limbs:
        add_capsule(body, *limb)
    haloed(pen, body, 6)
    outlined(pen, body, colour, 3)
    _head(pen, pose, colour)
    if shown["action"] in AFTER:
        AFTER[shown["action"]](pen)
    pen.restore()
