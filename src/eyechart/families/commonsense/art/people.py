"""People, from the front: standing, holding something, carrying something, or seated. What they wear is painted apart."""

from __future__ import annotations

import skia
from msgspec import Struct

from eyechart.drawing.canvas import Points, fill, stroke
from eyechart.families.commonsense.art.brush import Brush, curve, tint

SKINS = ("#F5CBA7", "#E3A97B", "#B97B4F", "#7A4B2E")
HAIRS = ("#2B211D", "#5B3A23", "#B5742F", "#E0B658")
POSES = ("stand", "hold", "carry", "sit")


class Body(Struct, frozen=True):
    """Where a body's parts are, in units from the left top corner of its frame."""

    width: float
    height: float
    middle: float
    head: float  # the middle of the head is so far down
    radius: float
    shoulder: float
    hip: float
    foot: float
    half: float  # from the middle to a shoulder
    limb: float
    seated: bool

    def arm(self, pose: str, right: bool) -> Points:
        """Shoulder, elbow, hand. The right one, to the viewer, holds or carries."""
        side = 1 if right else -1
        x, y = self.middle + side * (self.half - 3), self.shoulder + self.limb * 0.6
        reach = self.hip - self.shoulder
        if right and pose == "hold":
            return [(x, y), (x + reach * 0.27, y + reach * 0.42), (x + reach * 0.47, y + reach * 0.16)]
        if right and pose == "carry":
            return [(x, y), (x + reach * 0.17, y + reach * 0.46), (x + reach * 0.26, y + reach * 0.9)]
        if pose == "sit":
            return [(x, y), (x + side * reach * 0.14, y + reach * 0.5), (x - side * reach * 0.02, y + reach * 0.88)]
        return [(x, y), (x + side * reach * 0.13, y + reach * 0.48), (x + side * reach * 0.14, y + reach * 0.92)]

    def leg(self, right: bool) -> Points:
        """Hip, knee, foot."""
        side = 1 if right else -1
        x = self.middle + side * self.half * 0.45
        if self.seated:
            return [(x, self.hip), (x + side * 6, self.hip + self.limb * 0.7), (x + side * 7, self.foot - 4)]
        return [(x, self.hip), (x, (self.hip + self.foot) / 2), (x, self.foot - 4)]


ADULT = (132.0, 66.0, 39.0, 25.0, 68.0, 128.0, 201.0, 23.0, 14.0)
CHILD = (112.0, 56.0, 36.0, 24.0, 63.0, 103.0, 159.0, 18.0, 12.0)


def body_of(person: str, pose: str) -> Body:
    width, middle, head, radius, shoulder, hip, foot, half, limb = CHILD if person in ("boy", "girl") else ADULT
    if pose == "sit":
        foot = hip + (44.0 if person in ("boy", "girl") else 56.0)
    return Body(width, foot + 4, middle, head, radius, shoulder, hip, foot, half, limb, pose == "sit")


def person(b: Brush) -> None:
    """Hair behind, legs, arms, torso, head. `look` has person, pose, and numbers for skin and hair."""
    who, pose = b.look["person"], b.look["pose"]
    body, skin, hair = body_of(who, pose), SKINS[int(b.look["skin"])], HAIRS[int(b.look["hair"])]
    if who in ("woman", "girl"):
        _hair_behind(b, body, who, hair)
    for right in (False, True):
        hip, knee, foot = body.leg(right)
        b.limb([hip, knee, foot], body.limb, skin)
        b.oval(foot[0] - body.limb * 0.62, body.foot - 8, body.limb * 1.24, 10, tint(skin, -0.05))
        b.limb(body.arm(pose, right), body.limb * 0.78, skin)
    wide = body.half
    b.path(
        curve(
            (body.middle - wide, body.shoulder + 6),
            (body.middle + wide, body.shoulder + 6),
            (body.middle + wide * 0.8, body.hip + 4),
            (body.middle - wide * 0.8, body.hip + 4),
        ),
        skin,
    )
    b.rect(body.middle - 7, body.head + body.radius - 6, 14, 16, tint(skin, -0.1), 3, 0)
    for side in (-1, 1):
        b.oval(body.middle + side * body.radius - 5, body.head - 2, 10, 12, skin)
    b.oval(body.middle - body.radius, body.head - body.radius, 2 * body.radius, 2 * body.radius, skin)
    _face(b, body, who)
    _hair_before(b, body, who, hair)


def hand(b: Brush) -> None:
    """The hand that holds, over what it holds."""
    who, pose = b.look["person"], b.look["pose"]
    body = body_of(who, pose)
    x, y = body.arm(pose, True)[2]
    size = body.limb * 0.95
    b.oval(x - size / 2, y - size / 2, size, size, SKINS[int(b.look["skin"])])


def _face(b: Brush, body: Body, who: str) -> None:
    x, y = body.middle, body.head
    for side in (-1, 1):
        b.pen.drawCircle(x + side * 8.5, y + 1, 2.7, fill("#2B2B33"))
        b.pen.drawCircle(x + side * 13, y + 9, 3.6, skia.Paint(AntiAlias=True, Color=0x55F07A6A))
        if who in ("woman", "girl"):
            b.line([(x + side * 10.5, y - 1), (x + side * 13.5, y - 3.5)], "#2B2B33", 1.4)
        else:
            b.line([(x + side * 5.5, y - 6), (x + side * 12, y - 6.5)], "#4A372B", 2)
    b.pen.drawArc(skia.Rect(x - 6, y + 4, x + 6, y + 14), 20, 140, False, stroke("#8A3B33", 2))


def _hair_behind(b: Brush, body: Body, who: str, hair: str) -> None:
    x, y, r = body.middle, body.head, body.radius
    if who == "woman":
        b.path(
            curve(
                (x - r - 3, y),
                (x - r - 4, y - r - 6, x, y - r - 6),
                (x + r + 4, y - r - 6, x + r + 3, y),
                (x + r + 9, y + r + 16, x + r - 2, y + r + 22),
                (x - r + 2, y + r + 22),
                (x - r - 9, y + r + 16, x - r - 3, y),
            ),
            hair,
        )
    else:
        for side in (-1, 1):
            b.oval(x + side * (r + 7) - 9, y - 8, 18, 30, hair)


def _hair_before(b: Brush, body: Body, who: str, hair: str) -> None:
    x, y, r = body.middle, body.head, body.radius
    if who in ("woman", "girl"):
        top = curve(
            (x - r - 1, y + 3),
            (x - r - 3, y - r - 7, x, y - r - 7),
            (x + r + 3, y - r - 7, x + r + 1, y + 3),
            (x + r - 6, y - 11, x + 4, y - 13),
            (x - 6, y - 8, x - r + 5, y - 8),
            (x - r + 2, y - 4, x - r - 1, y + 3),
        )
    else:
        top = curve(
            (x - r - 1, y - 1),
            (x - r - 2, y - r - 6, x - 2, y - r - 6),
            (x + r + 2, y - r - 6, x + r + 1, y - 1),
            (x + r - 3, y - 12, x + 8, y - 12),
            (x - 4, y - 15, x - r + 6, y - 11),
            (x - r + 2, y - 8, x - r - 1, y - 1),
        )
    b.path(top, hair)
