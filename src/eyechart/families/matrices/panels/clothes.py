"""Clothes: what covers torso and limbs in each style. The clothing's colour is that of its main garment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import skia

from eyechart.drawing.canvas import Points, capsule, fill, polygon, stroke
from eyechart.families.matrices.panels.pens import INK, haloed, outlined, regular, tone

if TYPE_CHECKING:
    from eyechart.families.matrices.panels.people import Arm, Body

SHIRT, TROUSERS, SHOES = "#EDEDE8", "#4A5468", "#3A2E28"


# Colours of torso, upper arm, forearm, thigh and shin: c the clothing's own, s skin, w shirt, t trousers.
STYLES = {
    "T-shirt": "ccstt", "sports kit": "cssss", "dress": "ccsss", "suit": "ccccc", "overalls": "wwwcc", "hoodie": "ccctt",
    "coat": "ccctt", "apron": "wwwtt", "cape": "wwwww",
}  # fmt: skip


def behind(pen: skia.Canvas, body: Body, style: str, colour: str) -> None:
    """A cape, which hair falls over."""
    if style == "cape":
        _cape(pen, body, colour)


def _inks(style: str, colour: str, skin: str) -> list[str]:
    inks = {"c": colour, "s": skin, "w": SHIRT, "t": TROUSERS}
    return [inks[part] for part in STYLES[style]]


def dress(pen: skia.Canvas, body: Body, style: str, colour: str, skin: str) -> None:
    torso, upper, fore, thigh, shin = _inks(style, colour, skin)
    width = body.build.limb
    for hip, knee, foot in body.legs:
        _part(pen, knee, foot, width, shin)
        _part(pen, hip, knee, width + 1, thigh)
        outlined(pen, capsule(foot[0] - 1, foot[1] + 1.5, foot[0] + 4, foot[1] + 1.5, 6.5), SHOES, 2)
    for shoulder, elbow, hand in body.arms:
        _part(pen, elbow, hand, width - 1, fore)
        _part(pen, shoulder, elbow, width, upper)
    trunk = polygon(_trunk(body))
    outlined(pen, trunk, torso, 2.6)
    if style in OVER:
        OVER[style](pen, body, colour)
    for _, _, hand in body.arms:
        _hand(pen, body, hand, skin)


def forearm(pen: skia.Canvas, body: Body, arm: Arm, style: str, colour: str, skin: str) -> None:
    """Once more, before what hides it: a tail of hair, or the trunk when it is bent inwards."""
    _, elbow, hand = arm
    _part(pen, elbow, hand, body.build.limb - 1, _inks(style, colour, skin)[2])
    _hand(pen, body, hand, skin)


def _hand(pen: skia.Canvas, body: Body, hand: tuple[float, float], skin: str) -> None:
    pen.drawCircle(*hand, body.build.limb * 0.5, stroke(INK, 2))
    pen.drawCircle(*hand, body.build.limb * 0.5, fill(skin))


def _part(pen: skia.Canvas, one: tuple[float, float], other: tuple[float, float], width: float, colour: str) -> None:
    outlined(pen, capsule(*one, *other, width), colour, 2.6)


def _trunk(body: Body) -> Points:
    wide, y = body.build.shoulder + 1, body.neck[1]
    hip = body.build.shoulder * 0.85
    return [(-wide + 3, y), (wide - 3, y), (wide, y + 5), (hip, 3), (-hip, 3), (-wide, y + 5)]


def _knees(body: Body, share: float = 1.0) -> tuple[float, float, float]:
    """Left and right of the knees, and how low a hem there hangs."""
    xs = [leg[0][0] + (leg[1][0] - leg[0][0]) * share for leg in body.legs]
    return min(xs) - 8, max(xs) + 8, max(4.0, max(leg[1][1] for leg in body.legs) * share)


def _kit(pen: skia.Canvas, body: Body, colour: str) -> None:
    for hip, knee, _ in body.legs:  # shorts
        half = (hip[0] + (knee[0] - hip[0]) * 0.75, hip[1] + (knee[1] - hip[1]) * 0.75)
        _part(pen, hip, half, body.build.limb + 3, colour)
    pen.drawPath(polygon(_trunk(body)), fill(colour))
    mark, y = tone(colour), body.neck[1]
    middle = y + body.build.torso * 0.55
    pen.drawRect(skia.Rect(-body.build.shoulder + 2, middle - 2.6, body.build.shoulder - 2, middle + 2.6), fill(mark))
    pen.drawRect(skia.Rect(-2.6, y + 4, 2.6, middle + 8), fill(mark))


def _skirt(pen: skia.Canvas, body: Body, colour: str) -> None:
    left, right, hem = _knees(body)
    waist, y = body.build.shoulder * 0.6, -body.build.torso * 0.3
    outlined(pen, polygon([(-waist, y), (waist, y), (right + 3, hem + 2), (left - 3, hem + 2)]), colour, 2.6)
    pen.drawLine(-waist, y, waist, y, stroke(tone(colour), 2.6))


def _suit(pen: skia.Canvas, body: Body, colour: str) -> None:
    y = body.neck[1]
    low = y + body.build.torso * 0.6
    pen.drawPath(polygon([(-6, y), (6, y), (0, low)]), fill("#FFFFFF"))
    pen.drawPath(polygon([(-6, y), (6, y), (0, low)]), stroke(INK, 1.4))
    tie = "#26262B" if colour != "#26262B" else "#C62828"
    pen.drawPath(polygon([(-2, y + 1), (2, y + 1), (2.6, low - 6), (0, low - 2), (-2.6, low - 6)]), fill(tie))
    pen.drawLine(0, low, 0, 3, stroke(INK, 1.4))


def _bib(pen: skia.Canvas, body: Body, colour: str) -> None:
    half, y = body.build.shoulder * 0.62, body.neck[1]
    for x in (-half + 1, half - 1):
        pen.drawLine(x * 0.9, y, x, y + 12, stroke(colour, 4.4))
    path = skia.Path()
    path.addRect(skia.Rect(-half, y + body.build.torso * 0.35, half, 3))
    path.addRect(skia.Rect(-body.build.shoulder * 0.85, -body.build.torso * 0.22, body.build.shoulder * 0.85, 4))
    outlined(pen, path, colour, 2.2)
    pen.drawRect(
        skia.Rect(-4.4, y + body.build.torso * 0.45, 4.4, y + body.build.torso * 0.68), stroke(tone(colour), 1.6)
    )


def _hooded(pen: skia.Canvas, body: Body, colour: str) -> None:
    """The hood lies on the shoulders: around the head it would look like hair."""
    wide = body.build.shoulder + 1.5
    hood = skia.Path()
    hood.addOval(skia.Rect(-wide, body.neck[1] - 8, wide, body.neck[1] + 6))
    outlined(pen, hood, colour, 2.4)
    y = -body.build.torso * 0.35
    pen.drawPath(polygon([(-7, y), (7, y), (9, 0), (-9, 0)]), stroke(tone(colour), 2.2))
    for x in (-2.5, 2.5):
        pen.drawLine(x, body.neck[1] + 2, x, body.neck[1] + 10, stroke("#FFFFFF", 1.8))


def _coat(pen: skia.Canvas, body: Body, colour: str) -> None:
    left, right, hem = _knees(body, 0.9)
    wide, y = body.build.shoulder * 0.9, -body.build.torso * 0.25
    outlined(pen, polygon([(-wide, y), (wide, y), (right, hem + 5), (left, hem + 5)]), colour, 2.6)
    pen.drawPath(polygon(_trunk(body)), fill(colour))
    pen.drawLine(0, body.neck[1] + 2, 0, hem + 4, stroke(INK, 1.6))
    pen.drawRect(skia.Rect(-wide, y - 2, wide, y + 3), fill(tone(colour)))
    for k in (0.2, 0.45):
        pen.drawCircle(4, body.neck[1] + body.build.torso * k + 2, 1.7, fill(tone(colour)))
    pen.drawPath(polygon([(-8, body.neck[1] - 1), (8, body.neck[1] - 1), (0, body.neck[1] + 8)]), fill(tone(colour)))


def _apron(pen: skia.Canvas, body: Body, colour: str) -> None:
    left, right, hem = _knees(body, 0.8)
    half, y = body.build.shoulder * 0.6, body.neck[1] + body.build.torso * 0.25
    for side in (-1, 1):
        pen.drawLine(side * half, y, side * 4, body.neck[1], stroke(colour, 2.8))
    waist = -body.build.torso * 0.3
    front = polygon(
        [(-half, y), (half, y), (half + 2, waist), (right - 2, hem + 2), (left + 2, hem + 2), (-half - 2, waist)]
    )
    outlined(pen, front, colour, 2.4)
    pen.drawRect(skia.Rect(-6, waist + 3, 6, waist + 11), stroke(tone(colour), 1.8))
    pen.drawLine(-half - 2, waist, half + 2, waist, stroke(tone(colour), 1.8))


def _cape(pen: skia.Canvas, body: Body, colour: str) -> None:
    y, wide = body.neck[1], body.build.shoulder
    foot = max(leg[2][1] for leg in body.legs) * 0.8
    path = skia.Path()
    path.moveTo(-wide * 0.5, y)
    path.lineTo(wide * 0.5, y)
    path.quadTo(wide * 1.6, y + 8, wide * 2.3, foot)
    path.quadTo(wide, foot - 7, 0, foot)
    path.quadTo(-wide, foot - 7, -wide * 2.3, foot)
    path.quadTo(-wide * 1.6, y + 8, -wide * 0.5, y)
    path.close()
    haloed(pen, path, 6)
    outlined(pen, path, colour, 2.8)


def _emblem(pen: skia.Canvas, body: Body, colour: str) -> None:
    y = body.neck[1] + body.build.torso * 0.45
    star = polygon([(6.5 * a, y + 6.5 * b) for a, b in regular(5, inner=0.45)])
    outlined(pen, star, colour, 1.6)
    pen.drawLine(-9, body.neck[1] + 1, 9, body.neck[1] + 1, stroke(colour, 4.4))


OVER = {
    "sports kit": _kit, "dress": _skirt, "suit": _suit, "overalls": _bib, "hoodie": _hooded, "coat": _coat,
    "apron": _apron, "cape": _emblem,
}  # fmt: skip
