"""Heads: hair in nine styles, a face that tells age and gender as drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, radians, sin
from typing import TYPE_CHECKING

import skia

from eyechart.drawing.canvas import fill, polygon, stroke
from eyechart.drawing.colour import distance
from eyechart.families.matrices.panels.pens import APART, INK, haloed, outlined
from eyechart.seeding import Rng

if TYPE_CHECKING:
    from eyechart.families.matrices.panels.people import Body

HAIR_COLOURS = ("#2A211C", "#5A3A22", "#8A5A2E", "#D9B25F", "#A8452B")
GREY = "#C9CCD1"
FRECKLES = ("#8A3B1E", "#FFD9B0")
REACH = {
    "mohawk": 2.25,
    "bun": 2.1,
    "spiky": 2.0,
    "curly": 2.0,
}  # how far above its middle a head goes, in radii; 1.6 otherwise


def hair_colour(age: str, skin: str, rng: Rng) -> str:
    """Never so near the skin's that short hair looks like none."""
    return GREY if age == "elderly" else rng.choice([hair for hair in HAIR_COLOURS if distance(hair, skin) >= APART])


def freckle(skin: str) -> str:
    """Of two inks the one that shows: nothing else tells a girl from a woman but her proportions."""
    return max(FRECKLES, key=lambda ink: distance(ink, skin))


def _placed(pen: skia.Canvas, body: Body) -> None:
    """All here is in units of a head of radius 14."""
    pen.save()
    pen.translate(*body.head)
    pen.scale(body.build.head / 14, body.build.head / 14)


def behind(pen: skia.Canvas, body: Body, style: str, hair: str) -> None:
    """The hair that falls behind the shoulders."""
    if style in BEHIND:
        _placed(pen, body)
        path = BEHIND[style]()
        haloed(pen, path, 6)
        outlined(pen, path, hair, 2.5)
        pen.restore()


def head(pen: skia.Canvas, body: Body, shown: dict[str, str], skin: str, hair: str) -> None:
    _placed(pen, body)
    if shown["hair style"] in TIED:  # once more: a raised arm would hide what tells one tail from two
        outlined(pen, BEHIND[shown["hair style"]](), hair, 2.5)
    face = skia.Path()
    face.addCircle(-13.5, 1, 3)
    face.addCircle(13.5, 1, 3)
    face.addCircle(0, 0, 14)
    outlined(pen, face, skin, 2.6)
    _face(pen, shown["age"], shown["gender"], skin)
    BEFORE[shown["hair style"]](pen, hair)
    if shown["gender"] == "female":
        _bow(pen)
    pen.restore()


def _face(pen: skia.Canvas, age: str, gender: str, skin: str) -> None:
    female = gender == "female"
    for side in (-1, 1):
        pen.drawCircle(side * 5, 0, 1.9, fill(INK))
        if female:
            pen.drawLine(side * 6.2, -1.2, side * 9, -3.2, stroke(INK, 1.3))
            pen.drawLine(side * 5.6, -1.8, side * 7.2, -4.2, stroke(INK, 1.3))
        else:
            pen.drawLine(side * 2.8, -4.6, side * 7.6, -4.9, stroke(INK, 2.2))
    if female:
        lips = skia.Path()
        lips.addOval(skia.Rect(-4, 5.4, 4, 9.4))
        pen.drawPath(lips, fill("#D81B4A"))
    else:
        pen.drawArc(skia.Rect(-4.5, 3, 4.5, 9), 20, 140, False, stroke(INK, 1.6))
        if age in ("adult", "elderly"):
            moustache = polygon([(0, 4), (4, 3.4), (8, 6.6), (3, 6.4), (0, 6), (-3, 6.4), (-8, 6.6), (-4, 3.4)])
            pen.drawPath(moustache, fill(GREY if age == "elderly" else "#3A2A20"))
            pen.drawPath(moustache, stroke(INK, 0.8))
    if age == "elderly":
        for side in (-1, 1):
            pen.drawCircle(side * 5, 0, 4, stroke("#37474F", 1.3))
            pen.drawLine(side * 8.6, 6.4, side * 10.4, 9, stroke(INK, 0.9))
        pen.drawLine(-1, 0, 1, 0, stroke("#37474F", 1.3))
        for y in (-7.4, -9.6):
            pen.drawLine(-4, y, 4, y, stroke(INK, 0.8))
    elif age == "toddler":
        pen.drawCircle(0, 7, 5, fill("#FFFFFF"))
        pen.drawCircle(0, 7, 5, stroke("#29A3D6", 2))
        pen.drawCircle(0, 7, 1.8, fill("#29A3D6"))
    elif age == "child":
        for x, y in ((-10, 2.6), (-8, 4.4), (-11, 5.2), (10, 2.6), (8, 4.4), (11, 5.2)):
            pen.drawCircle(x, y, 0.9, fill(freckle(skin)))


def _cap(pen: skia.Canvas, hair: str) -> None:
    path = skia.Path()
    path.moveTo(-14.6, 0)
    path.cubicTo(-17, -21, 17, -21, 14.6, 0)
    path.quadTo(11, -8.4, 3, -8.6)
    path.quadTo(-9, -9, -14.6, 0)
    path.close()
    outlined(pen, path, hair, 2.2)


def _short(pen: skia.Canvas, hair: str) -> None:
    _cap(pen, hair)


@cache
def _mane() -> skia.Path:
    path = skia.Path()
    path.addRoundRect(skia.Rect(-20, -15, 20, 31), 15, 12)
    return path


@cache
def _cloud() -> skia.Path:
    path = skia.Path()
    for angle in range(-200, 21, 22):
        path.addCircle(16.5 * cos(radians(angle)), -2 + 16.5 * sin(radians(angle)), 7.5)
    return path


def _curls(pen: skia.Canvas, hair: str) -> None:
    path = skia.Path()
    for x, y in ((-10, -9), (-4, -11.5), (3, -11.5), (10, -9)):
        path.addCircle(x, y, 5)
    pen.drawPath(path, fill(hair))


@cache
def _tail() -> skia.Path:
    path = skia.Path()
    path.moveTo(11, -11)
    path.cubicTo(31, -17, 31, 8, 22, 23)
    path.cubicTo(17, 14, 23, 1, 10, -3)
    path.close()
    return path


@cache
def _knot() -> skia.Path:
    path = skia.Path()
    path.addCircle(0, -20, 7.5)
    return path


@cache
def _tails() -> skia.Path:
    path = skia.Path()
    for side in (-1, 1):
        path.addOval(skia.Rect(side * 20 - 6, -7, side * 20 + 6, 20))
        path.addCircle(side * 15, -5, 4)
    return path


def _mohawk(pen: skia.Canvas, hair: str) -> None:
    path = polygon([(-5, -9), (-6.5, -27), (-2.5, -21), (0, -30), (2.5, -21), (6.5, -27), (5, -9)])
    outlined(pen, path, hair, 2.2)


def _spikes(pen: skia.Canvas, hair: str) -> None:
    points = [
        (-14.6, 1), (-23, -5), (-16, -9), (-20, -19), (-10, -16), (-7, -26), (0, -17), (7, -26), (10, -16), (20, -19),
        (16, -9), (23, -5), (14.6, 1), (9, -7), (3, -6), (-3, -8), (-9, -6),
    ]  # fmt: skip
    outlined(pen, polygon([(float(x), float(y)) for x, y in points]), hair, 2.2)


def _shine(pen: skia.Canvas, hair: str) -> None:
    pen.drawArc(skia.Rect(-9, -11.5, 5, 0), 200, 70, False, stroke("#FFFFFF", 2))


def _bow(pen: skia.Canvas) -> None:
    """On the side of the head, where every hair style leaves it in sight."""
    path = polygon([(-10, -14), (-19, -20.5), (-19, -8.5), (-10, -13), (-1, -8), (-1, -20)])
    outlined(pen, path, "#EC407A", 2)
    pen.drawCircle(-10, -14, 2.8, fill("#AD1457"))


Paint = Callable[[skia.Canvas, str], None]
BEHIND: dict[str, Callable[[], skia.Path]] = {
    "long": _mane, "curly": _cloud, "ponytail": _tail, "bun": _knot, "pigtails": _tails,
}  # fmt: skip
TIED = ("ponytail", "pigtails")
BEFORE: dict[str, Paint] = {
    "short": _short, "long": _cap, "curly": _curls, "ponytail": _cap, "bun": _cap, "pigtails": _cap, "mohawk": _mohawk,
    "spiky": _spikes, "bald": _shine,
}  # fmt: skip
