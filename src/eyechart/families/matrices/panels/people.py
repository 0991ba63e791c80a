"""One person, in any pose and any clothes.

Age shows in proportions and in a dummy, freckles, or grey hair and glasses; gender, as drawn here, in a bow and lips, or
thick brows and (grown up) a moustache: hair and clothes are free of it.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin

import skia
from msgspec import Struct

from eyechart.drawing.canvas import add_capsule, fill, stroke
from eyechart.drawing.colour import distance
from eyechart.families.matrices.elements import COLOURS
from eyechart.families.matrices.panels import clothes, heads
from eyechart.families.matrices.panels.pens import APART, haloed
from eyechart.seeding import Rng

SKINS = ("#F6D0B1", "#E8B48A", "#C98C5E", "#9A633C", "#80512F")
Joint = tuple[float, float]
Arm = tuple[Joint, Joint, Joint]  # shoulder, elbow, hand


class Build(Struct, frozen=True):
    """Lengths in units: the head's radius, shoulder to hip, half the shoulders, half a limb, a limb's width."""

    head: float
    torso: float
    shoulder: float
    arm: float
    leg: float
    limb: float


BUILDS = {
    "toddler": Build(18, 18, 10, 11, 8, 9),
    "child": Build(15, 24, 11, 12.5, 14.5, 8.5),
    "adult": Build(13.5, 30, 13.5, 15, 18.5, 8.5),
    "elderly": Build(13.5, 29, 13, 14.5, 17, 8.5),
}
# Degrees from straight down, outwards positive: right upper arm and forearm, left ones, right thigh and shin, left ones.
POSES: dict[str, tuple[float, ...]] = {
    "standing": (14, 8, 14, 8, 5, 2, 5, 2),
    "waving": (112, 165, 14, 8, 5, 2, 5, 2),
    "cheering": (118, 152, 118, 152, 5, 2, 5, 2),
    "pointing": (90, 90, 14, 8, 5, 2, 5, 2),
    "running": (55, 140, 60, -30, 62, -8, 25, 88),
    "sitting": (25, 45, -25, -45, 82, 4, -70, -2),
    "jumping": (110, 125, 110, 125, 62, -28, 62, -28),
    "kicking": (50, 60, 60, 70, 72, 78, 4, 2),
    "reading": (22, -62, 22, -62, 5, 2, 5, 2),
}


class Body(Struct, frozen=True):
    """Where the joints are, the hips' middle being the origin."""

    build: Build
    neck: Joint
    head: Joint
    arms: tuple[Arm, ...]  # right, left
    legs: tuple[tuple[Joint, Joint, Joint], ...]  # right, left: hip, knee, foot


@cache
def body_of(age: str, action: str) -> Body:
    build, angles = BUILDS[age], POSES[action]
    neck = (0.0, -build.torso)
    arms = tuple(
        _limb((side * build.shoulder, neck[1] + 3.5), side, angles[i : i + 2], build.arm)
        for side, i in ((1, 0), (-1, 2))
    )
    legs = tuple(
        _limb((side * build.shoulder * 0.45, 0.0), side, angles[i : i + 2], build.leg) for side, i in ((1, 4), (-1, 6))
    )
    return Body(build, neck, (0.0, neck[1] - build.head * 0.95), arms, legs)


def _limb(start: Joint, side: int, angles: tuple[float, ...], length: float) -> tuple[Joint, Joint, Joint]:
    points = [start]
    for angle in angles:
        x, y = points[-1]
        points.append((x + side * length * sin(radians(angle)), y + length * cos(radians(angle))))
    return points[0], points[1], points[2]


def person(pen: skia.Canvas, shown: dict[str, str], rng: Rng) -> None:
    body, action = body_of(shown["age"], shown["human action"]), shown["human action"]
    colour = COLOURS[shown["clothing colour"]]
    skin = skin_beside(colour, rng)
    top = body.head[1] - body.build.head * heads.REACH.get(shown["hair style"], 1.6)
    bottom = max(leg[2][1] for leg in body.legs) + 6
    lift = 10.0 if action == "jumping" else 0.0
    scale = min(rng.uniform(0.9, 1.0) * 120 / (bottom - top + lift), 1.3)
    pen.save()
    pen.translate(64 + rng.uniform(-9, 9), 64 - scale * (top + bottom + lift) / 2 + rng.uniform(-2, 2))
    pen.scale(scale if rng.coin() else -scale, scale)
    if action == "jumping":
        pen.drawOval(
            skia.Rect(-20, bottom + lift - 4, 20, bottom + lift + 2), skia.Paint(Color=0x50000000, AntiAlias=True)
        )
    haloed(pen, _silhouette(body), 7)
    if action == "sitting":
        _stool(pen, body)
    hair = heads.hair_colour(shown["age"], skin, rng)
    clothes.behind(pen, body, shown["clothing style"], colour)
    heads.behind(pen, body, shown["hair style"], hair)
    clothes.dress(pen, body, shown["clothing style"], colour, skin)
    heads.head(pen, body, shown, skin, hair)
    for arm in body.arms:
        if action == "reading" or (shown["hair style"] in heads.TIED and raised(arm)):
            clothes.forearm(pen, body, arm, shown["clothing style"], colour, skin)
    if action == "kicking":
        _football(pen, body)
    if action == "reading":
        _book(pen, body)
    pen.restore()


def raised(arm: Arm) -> bool:
    """A hand no lower than its shoulder is where tails of hair fall."""
    return arm[2][1] < arm[0][1] + 1


def skin_beside(colour: str, rng: Rng) -> str:
    """Never so near the clothes' colour that a bare arm looks like a sleeve."""
    return rng.choice([skin for skin in SKINS if distance(skin, colour) >= APART])


@cache
def _silhouette(body: Body) -> skia.Path:
    path = skia.Path()
    width = body.build.limb + 3
    for a, b, c in (*body.arms, *body.legs):
        add_capsule(path, *a, *b, width)
        add_capsule(path, *b, *c, width)
    path.addCircle(*body.head, body.build.head + 2)
    return path


def _stool(pen: skia.Canvas, body: Body) -> None:
    floor = max(leg[2][1] for leg in body.legs) + 4
    for x in (-8, 8):
        pen.drawLine(x, 6, x * 1.3, floor, stroke("#FFFFFF", 6))
        pen.drawLine(x, 6, x * 1.3, floor, stroke("#8A5A2E", 3.6))
    seat = skia.Rect(-14, 3, 14, 9)
    pen.drawRoundRect(seat, 3, 3, stroke("#FFFFFF", 4))
    pen.drawRoundRect(seat, 3, 3, fill("#B07A45"))


def _football(pen: skia.Canvas, body: Body) -> None:
    x, y = body.legs[0][2]
    x, y = x + 9, y - 8
    pen.drawCircle(x, y, 7, fill("#FFFFFF"))
    pen.drawCircle(x, y, 2.6, fill("#26262B"))
    for angle in range(0, 360, 72):
        pen.drawCircle(x + 5.6 * cos(radians(angle)), y + 5.6 * sin(radians(angle)), 1.5, fill("#26262B"))
    pen.drawCircle(x, y, 7, stroke("#26262B", 1.4))


def _book(pen: skia.Canvas, body: Body) -> None:
    """As large as suits the reader: a toddler's clothes would be hidden by a grown-up's book."""
    size = body.build.shoulder / BUILDS["adult"].shoulder
    pen.translate(0, body.neck[1] + body.build.torso * 0.45)
    pen.scale(size, size)
    cover = skia.Rect(-13, -9, 13, 9)
    pen.drawRoundRect(cover, 2, 2, fill("#5B4636"))
    pen.drawRoundRect(cover, 2, 2, stroke("#FFFFFF", 1.4))
    for left in (-11.5, 0.8):
        pen.drawRect(skia.Rect(left, -7.5, left + 10.7, 7.5), fill("#FFFDF2"))
        for line in (-4, 0, 4):
            pen.drawLine(left + 2, line, left + 8.5, line, stroke("#9A9A9A", 1))
