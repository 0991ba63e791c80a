"""The street: a road between two pavements before a far skyline; what drives keeps to the road."""

from __future__ import annotations

import skia

from eyechart.drawing.canvas import fill, polygon, stroke
from eyechart.families.commonsense.art.brush import tint
from eyechart.families.commonsense.places.pens import SKIES, gradient
from eyechart.families.commonsense.places.place import FAR, MIDDLE, NEAR, Place, Road, Row
from eyechart.families.commonsense.scene import HEIGHT, WIDTH


def _paint(pen: skia.Canvas, variant: int) -> None:
    gradient(pen, 0, 270, *SKIES[variant])
    haze = ("#B9C7D6", "#C7CBD6", "#B5CBD6", "#D6C3BC", "#BFCBC9", "#C6C0D6")[variant]
    x, k = -20, variant * 3
    while x < WIDTH:  # a far skyline, too pale to be a thing
        wide, high = 46 + (k * 37) % 52, 70 + (k * 53) % 96
        tone = tint(haze, 0.18 if k % 2 else 0.05)
        pen.drawRect(skia.Rect(x, 262 - high, x + wide, 266), fill(tone))
        for row in range(int(high / 20)):
            for c in range(int(wide / 16)):
                pen.drawRect(skia.Rect.MakeXYWH(x + 6 + c * 16, 270 - high + row * 20, 7, 10), fill(tint(tone, 0.3)))
        x, k = x + wide, k + 1
    stone = ("#D5D0C8", "#CFCFD2", "#D8CFC0", "#CCD2D0", "#D6CCC6", "#D0D0CA")[variant]
    gradient(pen, 262, 316, tint(stone, -0.04), stone)
    for x in range(-60, WIDTH + 60, 56):
        pen.drawLine(x * 0.96 + 12, 262, x, 312, stroke(tint(stone, -0.1), 1.2))
    pen.drawRect(skia.Rect(0, 312, WIDTH, 320), fill(tint(stone, -0.25)))
    gradient(pen, 320, 422, "#5E626A", "#6A6E77")
    for x in range(-20 - variant * 9, WIDTH, 96):
        pen.drawPath(polygon([(x + 4, 362), (x + 54, 362), (x + 52, 369), (x, 369)]), fill("#F0E9D6"))
    pen.drawRect(skia.Rect(0, 420, WIDTH, 430), fill(tint(stone, -0.22)))
    gradient(pen, 430, HEIGHT, stone, tint(stone, 0.1))
    for x in range(-80, WIDTH + 80, 80):
        pen.drawLine(x, 430, x * 1.06 - 20, HEIGHT, stroke(tint(stone, -0.1), 1.3))


place = Place(
    turn=5,
    roofed=False,
    rows=(Row(304, 4, FAR), Row(388, 10, MIDDLE), Row(462, 8, NEAR)),
    above=(24, 130),
    paint=_paint,
    furniture=(
        (0.95, ("car", "bus", "van", "truck", "taxi")),
        (0.6, ("car", "van", "motorcycle", "ambulance", "police car")),
        (0.6, ("street lamp", "traffic light", "tree")),
        (0.45, ("bench",)),
        (0.4, ("mailbox", "trash can")),
        (0.4, ("bicycle", "scooter")),
        (0.3, ("tree",)),
        (0.2, ("cloud",)),
    ),
    people=0.85,
    road=Road(row=1, feet=(330, 424), kerbs=(316, 432)),
)
