"""Vehicles from the side, and what stands in the open air."""

from __future__ import annotations

import skia

from eyechart.drawing.canvas import stroke
from eyechart.families.commonsense.art.brush import DARK, PAPER, Brush, curve, tint

PANE = "#BFE3F3"


def _wheel(b: Brush, x: float, y: float, radius: float) -> None:
    b.oval(x - radius, y - radius, 2 * radius, 2 * radius, "#2E2E35")
    b.oval(x - radius * 0.5, y - radius * 0.5, radius, radius, "#C4C9CF", 0.8)


def car(b: Brush) -> None:
    w, h = b.width, b.height
    b.path(curve((46, 42), (62, 6, 82, 4), (122, 4), (146, 6, 164, 42)))
    b.poly([(60, 40), (72, 16), (98, 12), (98, 40)], PANE)
    b.poly([(106, 12), (124, 12), (148, 40), (106, 40)], PANE)
    b.path(
        curve(
            (3, 70),
            (2, 44, 18, 42),
            (168, 40),
            (196, 44, w - 3, 58),
            (w - 3, 72),
            (w - 4, 76, w - 12, 76),
            (10, 76),
            (3, 76, 3, 70),
        )
    )
    b.rect(4, 48, 10, 9, "#E8574A", 3, 0.8)
    b.rect(w - 14, 52, 11, 9, "#FFF0B0", 3, 0.8)
    for x in (86, 120):
        b.rect(x, 50, 14, 4, b.tone(-0.4), 2, 0)
    b.line([(102, 42), (102, 72)], b.tone(-0.3), 1.3)
    for x in (48, 158):
        _wheel(b, x, h - 18, 17)


def van(b: Brush) -> None:
    w, h = b.width, b.height
    b.path(
        curve(
            (3, h - 20),
            (3, 14),
            (3, 4, 14, 4),
            (148, 4),
            (164, 4, 174, 22),
            (190, 52),
            (w - 3, 56, w - 3, 70),
            (w - 3, h - 20),
        )
    )
    for x, wide in ((16, 40), (64, 40)):
        b.rect(x, 18, wide, 32, PANE, 4)
    b.poly([(120, 18), (150, 18), (172, 50), (120, 50)], PANE)
    b.line([(112, 14), (112, h - 22)], b.tone(-0.3), 1.4)
    b.rect(w - 14, 70, 11, 10, "#FFF0B0", 3, 0.8)
    b.rect(96, 60, 12, 4, b.tone(-0.4), 2, 0)
    for x in (44, 164):
        _wheel(b, x, h - 18, 17)


def bus(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(2, 3, w - 4, h - 22, r=12)
    b.flat(3, h - 44, w - 6, 7, tint(b.main, 0.6))
    for k in range(5):
        b.rect(14 + k * 43, 18, 36, 36, PANE, 4)
    b.rect(w - 56, 16, 30, 84, PANE, 4)
    b.line([(w - 41, 16), (w - 41, 100)], b.tone(-0.3), 2)
    b.rect(w - 20, 16, 17, 40, PANE, 4)
    b.rect(w - 15, h - 40, 11, 10, "#FFF0B0", 3, 0.8)
    for x in (58, 200):
        _wheel(b, x, h - 20, 19)


def truck(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(8, h - 34, w - 16, 14, "#4A4D55", 3)
    b.rect(2, 3, 150, h - 34, r=4)
    for k in range(1, 6):
        b.line([(2 + k * 25, 8), (2 + k * 25, h - 36)], b.tone(-0.14), 1.2)
    b.path(
        curve(
            (158, h - 22),
            (158, 34),
            (158, 28, 166, 28),
            (200, 28),
            (210, 28, 216, 40),
            (226, 66),
            (w - 3, 70, w - 3, 82),
            (w - 3, h - 22),
        ),
        b.tone(-0.08),
    )
    b.poly([(172, 38), (200, 38), (214, 66), (172, 66)], PANE)
    b.rect(w - 14, 84, 11, 10, "#FFF0B0", 3, 0.8)
    for x in (44, 84, 194):
        _wheel(b, x, h - 18, 17)


def bicycle(b: Brush) -> None:
    w, h = b.width, b.height
    rear, front, pedal, seat, head = (30.0, h - 29), (w - 30, h - 29), (62.0, h - 28), (52.0, 22.0), (w - 42, 24.0)
    for x, y in (rear, front):
        for colour, wide in (("#2E2E35", 5.0), ("#C4C9CF", 1.6)):
            b.pen.drawCircle(x, y, 26 if wide > 2 else 22.5, stroke(colour, wide))
        for dx, dy in ((1, 0), (0.5, 0.87), (0.5, -0.87)):
            b.line([(x - 22 * dx, y - 22 * dy), (x + 22 * dx, y + 22 * dy)], "#B9BEC5", 1)
    for one, other in ((rear, seat), (rear, pedal), (seat, pedal), (seat, head), (pedal, head), (head, front)):
        b.limb([one, other], 5.4)
    b.limb([(44, 17), (62, 17)], 7, DARK)
    b.limb([head, (w - 46, 10), (w - 58, 8)], 4.6, DARK)
    b.oval(56, h - 34, 12, 12, "#6E757C")


def sailboat(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(w / 2 - 2, 2, 4, h - 26, "#7A5A3C", 1, 0)
    b.path(curve((w / 2 + 4, 6), (w - 6, 44, w - 14, 82), (w / 2 + 4, 82)), b.tone(0.08))
    b.path(curve((w / 2 - 5, 20), (16, 56, 12, 82), (w / 2 - 5, 82)), b.tone(0.22))
    b.path(curve((3, 90), (w - 3, 90), (w - 10, h - 2, w - 26, h - 2), (22, h - 2), (10, h - 4, 3, 90)))


def house(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(w - 58, 12, 18, 40, "#8A8088", 1)
    b.rect(16, 74, w - 32, h - 76)
    b.poly([(1, 78), (w / 2, 3), (w - 1, 78)], "#6E6874")
    for x in (34, w - 74):
        b.rect(x, 96, 40, 36, PAPER, 2)
        b.rect(x + 4, 100, 32, 28, PANE, 0, 0.8)
        b.line([(x + 20, 100), (x + 20, 128)], PAPER, 3)
    b.rect(w / 2 - 16, h - 62, 32, 60, "#7A5236", 2)
    b.oval(w / 2 + 7, h - 34, 5, 5, "#E8C766", 0)


def barn(b: Brush) -> None:
    w, h = b.width, b.height
    b.poly([(16, h - 1), (16, 84), (50, 28), (w / 2, 6), (w - 50, 28), (w - 16, 84), (w - 16, h - 1)])
    for plank in range(34, int(w) - 20, 18):
        b.line([(plank, 96), (plank, h - 3)], b.tone(-0.16), 1)
    b.pen.drawPath(_open([(2, 92), (46, 22), (w / 2, 3.5), (w - 46, 22), (w - 2, 92)]), stroke("#6B5A4E", 7))
    b.rect(w / 2 - 18, 34, 36, 28, "#4B3A30", 2)
    left, top, wide, high = w / 2 - 44, 96.0, 88.0, h - 98
    if b.state("open"):
        b.rect(left, top, wide, high, "#3F2F28", 0)
        b.poly([(left, top), (left - 20, top + 8), (left - 20, h - 1), (left, h - 2)], b.tone(0.12))
        b.poly(
            [(left + wide, top), (left + wide + 20, top + 8), (left + wide + 20, h - 1), (left + wide, h - 2)],
            b.tone(0.12),
        )
    else:
        for k in (0, 1):
            x = left + k * wide / 2
            b.rect(x, top, wide / 2, high, b.tone(0.06), 0)
            for p in ([(x + 3, top + 3), (x + wide / 2 - 3, h - 5)], [(x + wide / 2 - 3, top + 3), (x + 3, h - 5)]):
                b.line([(a, c) for a, c in p], PAPER, 3)
            b.pen.drawRect(skia.Rect.MakeXYWH(x + 2, top + 2, wide / 2 - 4, high - 4), stroke(PAPER, 3))


def _open(points: list[tuple[float, float]]) -> skia.Path:
    path = skia.Path()
    path.addPoly([skia.Point(x, y) for x, y in points], False)
    return path


def tent(b: Brush) -> None:
    w, h = b.width, b.height
    b.fabric(curve((2, h - 1), (w / 2, 2), (w - 2, h - 1)), 17)
    b.poly([(w / 2, 22), (w / 2 - 36, h - 1), (w / 2 + 36, h - 1)], b.tone(-0.6))
    b.poly([(w / 2, 22), (w / 2 - 36, h - 1), (w / 2 - 20, h - 1)], b.tone(0.2))
    b.poly([(w / 2, 22), (w / 2 + 36, h - 1), (w / 2 + 20, h - 1)], b.tone(0.2))


def fence(b: Brush) -> None:
    w, h = b.width, b.height
    for y in (20, 46):
        b.board(1, y, w - 2, 9)
    count = 8
    for k in range(count):
        x = 6 + k * (w - 28) / (count - 1)
        b.poly([(x, h - 1), (x, 11), (x + 8, 2), (x + 16, 11), (x + 16, h - 1)])
        if b.look.get("material") == "wooden":
            b.grain(x + 2, 14, 12, h - 18)


def street_lamp(b: Brush) -> None:
    w, h = b.width, b.height
    lit = b.state("lit")
    if lit:
        paint = skia.Paint(AntiAlias=True)
        paint.setShader(
            skia.GradientShader.MakeRadial(
                skia.Point(w / 2, 29), 25, [0xF0FFE98A, 0x80FFF0B0, 0x00FFF6D0], [0.0, 0.5, 1.0]
            )
        )
        b.pen.drawCircle(w / 2, 29, 25, paint)
    b.rect(w / 2 - 3.5, 48, 7, h - 56, DARK, 1, 0)
    b.rect(w / 2 - 11, h - 14, 22, 13, DARK, 3, 0)
    b.rect(w / 2 - 7, 58, 14, 5, DARK, 2, 0)
    b.poly([(w / 2 - 13, 14), (w / 2 + 13, 14), (w / 2 + 9, 46), (w / 2 - 9, 46)], "#FFE57A" if lit else "#79818A")
    b.poly([(w / 2 - 16, 14), (w / 2, 3), (w / 2 + 16, 14)], DARK)
    b.rect(w / 2 - 11, 45, 22, 5, DARK, 1, 0)


def traffic_light(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(w / 2 - 4, 80, 8, h - 82, "#6A6F77", 1)
    b.rect(w / 2 - 12, h - 10, 24, 9, "#6A6F77", 2)
    b.rect(3, 1, w - 6, 84, DARK, 8)
    for y, colour in ((6, "#E5483F"), (32, "#F2B632"), (58, "#49B360")):
        b.oval(w / 2 - 11, y, 22, 22, colour, 1)


def mailbox(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(w / 2 - 5, 50, 10, h - 52, "#7A5A3C", 1)
    b.path(curve((3, 54), (3, 22), (3, 2, w / 2, 2), (w - 3, 2, w - 3, 22), (w - 3, 54)))
    b.rect(13, 22, w - 26, 6, b.tone(-0.6), 3, 0)
    b.rect(13, 34, w - 26, 12, PAPER, 1, 0.8)


def beach_umbrella(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(w / 2 - 3, 20, 6, h - 22, "#E8E0D0", 2)
    canopy = curve(
        (2, 74),
        (10, 8, w / 2, 6),
        (w - 10, 8, w - 2, 74),
        (w * 0.87, 62, w * 0.75, 72),
        (w * 0.62, 61, w / 2, 72),
        (w * 0.38, 61, w * 0.25, 72),
        (w * 0.13, 62, 2, 74),
    )
    b.fabric(canopy, 22)
    for x in (w * 0.25, w * 0.75):
        b.line([(w / 2, 7), ((x + w / 2) / 2 + (x - w / 2) * 0.22, 28), (x, 72)], b.tone(-0.2), 1.5)
    b.oval(w / 2 - 4, 1, 8, 8, PAPER)


def sandcastle(b: Brush) -> None:
    w, h = b.width, b.height
    sand = "#DDB56E"
    for x, top, wide in ((6, 22, 24), (w - 30, 22, 24), (w / 2 - 15, 6, 30)):
        b.rect(x, top + 6, wide, h - top - 8, sand, 1)
        for k in range(3):
            b.rect(x + k * (wide - 6) / 2, top, 6, 9, sand, 1)
    b.rect(3, h - 28, w - 6, 26, tint(sand, 0.05), 2)
    b.path(
        curve((w / 2 - 8, h - 2), (w / 2 - 8, h - 20), (w / 2, h - 30, w / 2 + 8, h - 20), (w / 2 + 8, h - 2)),
        "#8A6434",
    )


def hay_bale(b: Brush) -> None:
    w, h = b.width, b.height
    hay = "#E3B94F"
    b.poly([(12, 2), (w - 12, 2), (w - 2, 20), (2, 20)], tint(hay, 0.2))
    b.rect(2, 20, w - 4, h - 22, hay, 3)
    for k in range(7):
        b.line([(8 + k * 13, 28 + (k * 17) % 11), (18 + k * 12, 34 + (k * 23) % 17)], tint(hay, -0.25), 1.4)
        b.line([(10 + k * 12, 50 + (k * 13) % 9), (20 + k * 12, 46 + (k * 7) % 13)], tint(hay, -0.25), 1.4)
    for x in (w * 0.28, w * 0.72):
        b.line([(x + 3, 3), (x, 20), (x, h - 3)], "#9A5B2E", 3)


OUTDOORS = {
    "car": car, "van": van, "bus": bus, "truck": truck, "bicycle": bicycle, "sailboat": sailboat, "house": house,
    "barn": barn, "tent": tent, "fence": fence, "street lamp": street_lamp, "traffic light": traffic_light,
    "mailbox": mailbox, "beach umbrella": beach_umbrella, "sandcastle": sandcastle, "hay bale": hay_bale,
}  # fmt: skip
