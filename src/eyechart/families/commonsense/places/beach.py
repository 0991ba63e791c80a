"""The beach: sand before the sea, on which boats are."""

from __future__ import annotations

import skia

from eyechart.drawing.canvas import fill
from eyechart.families.commonsense.art.brush import curve, tint
from eyechart.families.commonsense.places.pens import PHI, PSI, SKIES, gradient
from eyechart.families.commonsense.places.place import FAR, MIDDLE, NEAR, Place, Row
from eyechart.families.commonsense.scene import HEIGHT, WIDTH


def _paint(pen: skia.Canvas, variant: int) -> None:
    gradient(pen, 0, 196, *SKIES[variant])
    gradient(pen, 192, 300, "#4FA3E4", "#55ACEE")
    foam = skia.Paint(AntiAlias=True, Color=0x66FFFFFF, Style=skia.Paint.kStroke_Style, StrokeWidth=2)
    for k in range(16):
        x, y = (k + variant) * PHI % 1 * WIDTH, 202 + k * PSI % 1 * 76
        pen.drawArc(skia.Rect(x, y, x + 26, y + 7), 200, 140, False, foam)
    sand = ("#F0D9A6", "#EBD0A0", "#F3DFB5", "#E8CFA2", "#EFD6AC", "#F1DCAE")[variant]
    shore = curve((0, 292), (160, 272, 330, 288), (500, 302, WIDTH, 282), (WIDTH, HEIGHT), (0, HEIGHT))
    pen.drawPath(shore, fill("#FFFFFF"))
    pen.save()
    pen.translate(0, 6)
    pen.drawPath(shore, fill(tint(sand, -0.1)))
    pen.translate(0, 9)
    pen.drawPath(shore, fill(sand))
    pen.restore()
    speck = fill(tint(sand, -0.13))
    for k in range(150):
        pen.drawCircle(k * PHI % 1 * WIDTH, 316 + k * PSI % 1 * 164, 1.2, speck)


place = Place(
    turn=8,
    roofed=False,
    rows=(Row(330, 6, FAR), Row(390, 8, MIDDLE), Row(456, 12, NEAR)),
    above=(24, 130),
    paint=_paint,
    furniture=(
        (0.85, ("beach umbrella",)),
        (0.6, ("palm tree",)),
        (0.65, ("sailboat", "speedboat", "ship")),
        (0.6, ("deck chair",)),
        (0.45, ("sandcastle",)),
        (0.4, ("bucket", "basket")),
        (0.4, ("ball",)),
        (0.4, ("sun", "cloud")),
    ),
    people=0.85,
    water=Row(262, 18, FAR),
)
