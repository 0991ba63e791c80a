"""People, from the front: standing, holding or carrying something, or seated; clothes are painted apart."""

from __future__ import annotations

import skia

from eyechart.drawing.canvas import fill, stroke
from eyechart.families.commonsense.art.brush import Brush, curve, tint
from eyechart.families.commonsense.body import Body, body_of

SKINS = ("#F5CBA7", "#E3A97B", "#B97B4F", "#7A4B2E")
HAIRS = ("#2B211D", "#5B3A23", "#B5742F", "#E0B658")


def person(b: Brush) -> None:
    """Hair behind, legs, arms, torso, head. `look` has person, pose, and numbers for skin and hair."""
    who = b.look["person"]
    body, skin, hair = body_of(who, b.look["pose"]), SKINS[int(b.look["skin"])], HAIRS[int(b.look["hair"])]
    if who in ("woman", "girl"):
        _hair_behind(b, body, who, hair)
    for right in (False, True):
        hip, knee, foot = body.leg(right)
        b.limb([hip, knee, foot], body.limb, skin)
        b.oval(foot[0] - body.limb * 0.62, body.foot - 8, body.limb * 1.24, 10, tint(skin, -0.05))
        b.limb(body.arm(right), body.limb * 0.78, skin)
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
    if who == "man":
        _beard(b, body, hair)
    _face(b, body, who)
    _hair_before(b, body, who, hair)


def hand(b: Brush) -> None:
    """The hand that holds, over what it holds."""
    body = body_of(b.look["person"], b.look["pose"])
    x, y = body.arm(True)[2]
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
    lips = "#C96A5E" if who == "man" else "#8A3B33"  # seen in a beard
    b.pen.drawArc(skia.Rect(x - 6, y + 4, x + 6, y + 14), 20, 140, False, stroke(lips, 2))


def _beard(b: Brush, body: Body, hair: str) -> None:
    """What tells a man from a boy, whose size alone does not: one of them stands farther off."""
    x, y, r = body.middle, body.head, body.radius
    b.path(
        curve(
            (x - r + 0.5, y + 2),
            (x - r + 1, y + r - 4, x, y + r + 4),
            (x + r - 1, y + r - 4, x + r - 0.5, y + 2),
            (x + r - 5, y + 5, x + 8, y + 5),
            (x, y + 2, x - 8, y + 5),
            (x - r + 5, y + 5, x - r + 0.5, y + 2),
        ),
        tint(hair, 0.06),
    )
    b.oval(x - 6.5, y + 7, 13, 8, tint(hair, 0.06))


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
