"""What people wear, each in the frame of its wearer: painted over the body, a thing of its own."""

from __future__ import annotations

from itertools import pairwise

import skia

from eyechart.drawing.canvas import Points, polygon, stroke
from eyechart.families.commonsense.art.brush import Brush, curve, tint
from eyechart.families.commonsense.body import Body, body_of


def _body(b: Brush) -> Body:
    return body_of(b.look["person"], b.look["pose"])


def _part(points: Points, share: float) -> Points:
    """The first `share` of a bent line of three points; 0.5 is its first half."""
    (x1, y1), (x2, y2), (x3, y3) = points
    if share <= 0.5:
        k = share * 2
        return [(x1, y1), (x1 + (x2 - x1) * k, y1 + (y2 - y1) * k)]
    k = share * 2 - 1
    return [(x1, y1), (x2, y2), (x2 + (x3 - x2) * k, y2 + (y3 - y2) * k)]


def _trunk(body: Body, below: float) -> skia.Path:
    x, wide, y = body.middle, body.half + 1.5, body.shoulder
    low = body.hip + below
    return curve(
        (x - 9, y - 2),
        (x, y + 7, x + 9, y - 2),
        (x + wide - 4, y + 1),
        (x + wide + 1, y + 2, x + wide + 1, y + 10),
        (x + wide * 0.9, low),
        (x - wide * 0.9, low),
        (x - wide - 1, y + 10),
        (x - wide - 1, y + 2, x - wide + 4, y + 1),
    )


def _top(b: Brush, sleeve: float, below: float) -> Body:
    body = _body(b)
    for right in (False, True):
        b.limb(_part(body.arm(right), sleeve), body.limb * 1.06)
    b.fabric(_trunk(body, below), 11)
    return body


def t_shirt(b: Brush) -> None:
    _top(b, 0.42, 5)


def shirt(b: Brush) -> None:
    body = _top(b, 0.9, 5)
    x, y = body.middle, body.shoulder
    b.line([(x, y + 4), (x, body.hip + 3)], b.tone(-0.3), 1.2)
    for k in (0.3, 0.55, 0.8):
        b.pen.drawCircle(x, y + (body.hip - y) * k, 1.6, stroke(b.tone(-0.45), 1.4))
    for side in (-1, 1):
        b.poly([(x + side, y + 4), (x + side * 11, y - 4), (x + side * 12, y + 7)], b.tone(0.2))


def coat(b: Brush) -> None:
    body = _top(b, 0.92, 6)
    x, wide = body.middle, body.half * 0.95
    low = body.hip + (body.limb * 1.1 if body.seated else (body.foot - body.hip) * 0.42)
    b.poly([(x - wide, body.hip - 6), (x + wide, body.hip - 6), (x + wide * 1.25, low), (x - wide * 1.25, low)])
    b.path(_trunk(body, 0), None, 0)
    b.line([(x, body.shoulder + 6), (x, low - 1)], b.tone(-0.4), 1.6)
    for k in (0.4, 0.65, 0.9):
        b.oval(x + 4, body.shoulder + (body.hip - body.shoulder) * k, 5, 5, b.tone(-0.5), 0)
    for side in (-1, 1):
        b.poly(
            [(x, body.shoulder + 20), (x + side * 4, body.shoulder - 1), (x + side * 15, body.shoulder + 6)],
            b.tone(-0.2),
        )


def dress(b: Brush) -> None:
    body = _body(b)
    x = body.middle
    for right in (False, True):
        b.limb(_part(body.arm(right), 0.34), body.limb * 1.06)
    low = body.hip + (body.limb * 1.5 if body.seated else (body.foot - body.hip) * 0.52)
    wide, waist = body.half + 1.5, body.half * 0.72
    middle = (body.shoulder + body.hip) / 2 + 6
    flare = body.half * 1.5
    b.fabric(
        curve(
            (x - 9, body.shoulder - 2),
            (x, body.shoulder + 8, x + 9, body.shoulder - 2),
            (x + wide - 3, body.shoulder + 2),
            (x + wide, body.shoulder + 12),
            (x + waist, middle),
            (x + flare, low),
            (x, low + 6, x - flare, low),
            (x - waist, middle),
            (x - wide, body.shoulder + 12),
            (x - wide + 3, body.shoulder + 2),
        ),
        12,
    )
    b.line([(x - waist, middle), (x + waist, middle)], b.tone(-0.35), 3)


def _legs(b: Brush, share: float) -> None:
    body = _body(b)
    whole = skia.Path()
    wide = body.half * 0.9
    whole.addPath(
        polygon(
            [
                (body.middle - wide, body.hip - 6),
                (body.middle + wide, body.hip - 6),
                (body.middle + wide * 0.95, body.hip + 9),
                (body.middle - wide * 0.95, body.hip + 9),
            ]
        )
    )
    for right in (False, True):
        hip, knee, foot = body.leg(right)
        foot = (foot[0], foot[1] - 4)
        points = _part([hip, knee, foot], share)
        for (x1, y1), (x2, y2) in pairwise(points):
            thick = body.limb * 0.66
            part = polygon([(x1 - thick, y1), (x1 + thick, y1), (x2 + thick, y2), (x2 - thick, y2)])
            if body.seated:
                part.addOval(skia.Rect(x2 - thick, y2 - thick, x2 + thick, y2 + thick))
            whole = skia.Op(whole, part, skia.kUnion_PathOp)
    b.fabric(whole, 11)
    if not body.seated:
        b.line([(body.middle, body.hip + 4), (body.middle, body.hip + 12)], b.tone(-0.3), 1.3)


def trousers(b: Brush) -> None:
    _legs(b, 1.0)


def shorts(b: Brush) -> None:
    _legs(b, 0.52 if b.look["pose"] == "sit" else 0.4)


def skirt(b: Brush) -> None:
    body = _body(b)
    low = body.hip + (body.limb * 1.5 if body.seated else (body.foot - body.hip) * 0.46)
    wide, flare = body.half * 0.84, body.half * 1.45
    b.fabric(
        curve(
            (body.middle - wide, body.hip - 6),
            (body.middle + wide, body.hip - 6),
            (body.middle + flare, low),
            (body.middle, low + 6, body.middle - flare, low),
        ),
        11,
    )
    b.line([(body.middle - wide, body.hip - 4), (body.middle + wide, body.hip - 4)], b.tone(-0.3), 2.4)


def scarf(b: Brush) -> None:
    body = _body(b)
    x, y = body.middle, body.shoulder - 8
    b.fabric(curve((x + 3, y + 10), (x + 15, y + 8), (x + 18, y + 40), (x + 5, y + 41)), 8)
    b.fabric(
        curve(
            (x - 20, y + 3),
            (x, y + 12, x + 20, y + 3),
            (x + 23, y + 13, x + 17, y + 17),
            (x, y + 26, x - 17, y + 17),
            (x - 23, y + 13, x - 20, y + 3),
        ),
        8,
    )


def cap(b: Brush) -> None:
    body = _body(b)
    x, y, r = body.middle, body.head, body.radius
    b.path(
        curve(
            (x - r - 2, y - 8),
            (x - r - 2, y - r - 8, x, y - r - 8),
            (x + r + 2, y - r - 8, x + r + 2, y - 8),
            (x, y - 15, x - r - 2, y - 8),
        )
    )
    b.path(
        curve(
            (x - r - 3, y - 8),
            (x, y - 18, x + r + 3, y - 8),
            (x + r + 2, y - 1, x, y - 5),
            (x - r - 2, y - 1, x - r - 3, y - 8),
        ),
        b.tone(-0.2),
    )
    b.oval(x - 3, y - r - 8, 6, 5, b.tone(-0.2))


def sun_hat(b: Brush) -> None:
    body = _body(b)
    x, y, r = body.middle, body.head, body.radius
    b.oval(x - r - 15, y - 18, 2 * r + 30, 18, b.tone(-0.05))
    b.path(
        curve(
            (x - r + 2, y - 9),
            (x - r + 2, y - r - 8, x, y - r - 8),
            (x + r - 2, y - r - 8, x + r - 2, y - 9),
            (x, y - 3, x - r + 2, y - 9),
        )
    )
    b.path(
        curve((x - r + 2, y - 14), (x, y - 8, x + r - 2, y - 14), (x + r - 2, y - 9), (x, y - 3, x - r + 2, y - 9)),
        b.tone(-0.4),
        0,
    )


def _glasses(b: Brush, lens: str, alpha: int) -> None:
    body = _body(b)
    x, y = body.middle, body.head + 1
    for side in (-1, 1):
        rim = skia.Rect(x + side * 10 - 9.5, y - 8, x + side * 10 + 9.5, y + 8.5)
        r, g, c = (int(lens[i : i + 2], 16) for i in (1, 3, 5))
        b.pen.drawRoundRect(rim, 7, 7, skia.Paint(AntiAlias=True, Color=skia.Color(r, g, c, alpha)))
        b.pen.drawRoundRect(rim, 7, 7, stroke("#26262C", 2.4))
        b.line([(x + side * 19.5, y - 2), (x + side * body.radius, y - 3)], "#26262C", 2.2)
    b.line([(x - 1.5, y - 2), (x + 1.5, y - 2)], "#26262C", 2.4)


def glasses(b: Brush) -> None:
    _glasses(b, "#DFF1FA", 110)


def sunglasses(b: Brush) -> None:
    _glasses(b, "#26262C", 255)
    body = _body(b)
    for side in (-1, 1):
        b.line(
            [(body.middle + side * 10 - 4, body.head + 2), (body.middle + side * 10, body.head - 3)],
            tint("#26262C", 0.5),
            2,
        )


CLOTHES = {
    "shirt": shirt, "T-shirt": t_shirt, "coat": coat, "dress": dress, "pair of trousers": trousers, "pair of shorts": shorts,
    "skirt": skirt, "scarf": scarf, "cap": cap, "sun hat": sun_hat, "pair of glasses": glasses,
    "pair of sunglasses": sunglasses,
}  # fmt: skip
