"""Small things: kitchenware, bags, boxes, toys. Containers have a front, painted after what lies in them."""

from __future__ import annotations

import skia

from eyechart.drawing.canvas import stroke
from eyechart.families.commonsense.art.brush import DARK, GLASS, PAPER, Brush, box, curve, tint


def cup(b: Brush) -> None:
    w, h = b.width, b.height
    b.pen.drawOval(skia.Rect(w - 15, 8, w - 2.5, 23), stroke(b.tone(-0.06), 4.6))
    b.path(curve((1, 4), (3, h - 4), (5, h - 1, 8, h - 1), (w - 16, h - 1), (w - 12, h - 1, w - 11, h - 4), (w - 9, 4)))
    b.oval(1, 1, w - 10, 8, b.tone(-0.28))


def plate(b: Brush) -> None:
    w, h = b.width, b.height
    b.oval(1, 4, w - 2, h - 5, b.tone(-0.18))
    b.oval(1, 1, w - 2, h - 6, b.tone(0.04))
    b.oval(12, 5, w - 24, h - 14, b.tone(0.16), 0.9)


def bowl(b: Brush) -> None:
    b.oval(1, 1, b.width - 2, 15, b.tone(-0.16))


def bowl_front(b: Brush) -> None:
    w, h = b.width, b.height
    b.fabric(
        curve(
            (1, 8),
            (w * 0.2, 17, w / 2, 17),
            (w * 0.8, 17, w - 1, 8),
            (w - 3, h - 6, w * 0.66, h - 3),
            (w * 0.34, h - 3),
            (3, h - 6, 1, 8),
        ),
        12,
    )
    b.rect(w * 0.34, h - 4, w * 0.32, 3.4, b.tone(-0.15), 1)


def bottle(b: Brush) -> None:
    w, h = b.width, b.height
    shape = curve(
        (w / 2 - 5, 7),
        (w / 2 - 5, 18),
        (1, 22, 1, 32),
        (1, h - 5),
        (1, h - 1, 6, h - 1),
        (w - 6, h - 1),
        (w - 1, h - 1, w - 1, h - 5),
        (w - 1, 32),
        (w - 1, 22, w / 2 + 5, 18),
        (w / 2 + 5, 7),
    )
    b.path(shape, tint(b.main, 0.24))
    if b.state("full"):
        b.pen.save()
        b.pen.clipPath(shape, True)
        b.flat(0, 20, w, h, b.main)
        b.pen.restore()
    else:
        b.flat(4, h - 7, w - 8, 4, b.main, 2)
    b.pen.drawPath(shape, stroke(b.tone(-0.35), 1.4))
    b.flat(5, 32, 3.5, h - 42, "#FFFFFF", 2, 0.55)
    b.rect(w / 2 - 6, 1, 12, 8, b.tone(-0.35), 2)


def drinking_glass(b: Brush) -> None:
    w, h = b.width, b.height
    shape = curve((1, 3), (4, h - 3), (4, h - 1, 7, h - 1), (w - 7, h - 1), (w - 4, h - 1, w - 4, h - 3), (w - 1, 3))
    b.path(shape, "#EAF6FB")
    if b.state("full"):
        b.pen.save()
        b.pen.clipPath(shape, True)
        b.flat(0, 10, w, h, "#F29B38")
        b.pen.restore()
        b.oval(2, 7, w - 4, 6, "#F7B768", 0.8)
    b.pen.drawPath(shape, stroke("#7FA3B5", 1.5))
    b.oval(1, 0.8, w - 2, 5, GLASS, 1.1)
    b.flat(6, 12, 3, h - 20, "#FFFFFF", 2, 0.6)


def vase(b: Brush) -> None:
    w = b.width
    b.oval(w / 2 - 9, 1, 18, 8, b.tone(-0.35))


def vase_front(b: Brush) -> None:
    w, h = b.width, b.height
    b.fabric(
        curve(
            (w / 2 - 9, 5),
            (w / 2, 11, w / 2 + 9, 5),
            (w / 2 + 6, 14, w / 2 + 8, 18),
            (w + 4, 26, w - 8, h - 1),
            (8, h - 1),
            (-4, 26, w / 2 - 8, 18),
            (w / 2 - 6, 14, w / 2 - 9, 5),
        ),
        11,
    )


def pot(b: Brush) -> None:
    w, h = b.width, b.height
    for x in (1, w - 13):
        b.rect(x, 17, 12, 7, b.tone(-0.4), 3)
    b.rect(8, 13, w - 16, h - 14, r=6)
    b.rect(6, 10, w - 12, 6, b.tone(0.14), 3)
    b.path(curve((9, 11), (14, 4, w / 2, 4), (w - 14, 4, w - 9, 11)), b.tone(0.05))
    b.rect(w / 2 - 5, 1, 10, 5, DARK, 2)
    b.flat(14, 19, 4, h - 26, "#FFFFFF", 2, 0.4)


def frying_pan(b: Brush) -> None:
    w, h = b.width, b.height
    b.limb([(52, 13), (w - 5, 6)], 6, "#6B4A32")
    b.path(curve((2, 12), (5, h - 1, 14, h - 1), (44, h - 1), (53, h - 1, 56, 12)))
    b.oval(1, 4, 56, 15, b.tone(0.08))
    b.oval(6, 7, 46, 9, b.tone(-0.25), 0)


def teapot(b: Brush) -> None:
    w, h = b.width, b.height
    b.limb([(w - 16, 30), (w - 9, 22), (w - 4, 14)], 6)
    b.pen.drawOval(skia.Rect(2, 15, 18, 33), stroke(b.tone(-0.1), 4))
    path = skia.Path()
    path.addOval(skia.Rect.MakeXYWH(8, 9, w - 20, h - 10))
    b.fabric(path, 11)
    b.path(curve((w / 2 - 12, 12), (w / 2 - 9, 5, w / 2 - 2, 5), (w / 2 + 6, 5, w / 2 + 8, 12)), b.tone(0.12))
    b.oval(w / 2 - 6, 0.8, 8, 7, b.tone(-0.2))


def basket(b: Brush) -> None:
    w = b.width
    b.oval(2, 1, w - 4, 18, b.tone(-0.42))


def basket_front(b: Brush) -> None:
    w, h = b.width, b.height
    path = curve((2, 10), (w * 0.2, 19, w / 2, 19), (w * 0.8, 19, w - 2, 10), (w - 9, h - 1), (9, h - 1))
    b.path(path)
    b.pen.save()
    b.pen.clipPath(path, True)
    for row in range(5):
        y = 12 + row * 8
        for k in range(10):
            x = k * 9 + (row % 2) * 4.5 - 4
            b.line([(x, y + 6), (x + 6, y + 6)], b.tone(-0.17), 2.2)
            b.line([(x + 1, y + 3), (x + 5, y + 3)], b.tone(0.2), 1.4)
    b.pen.restore()
    b.line([(2, 10), (w * 0.2, 16.5), (w / 2, 18.5), (w * 0.8, 16.5), (w - 2, 10)], b.tone(-0.3), 3.4)


def crate(b: Brush) -> None:
    w = b.width
    b.poly([(9, 1), (w - 9, 1), (w - 2, 16), (2, 16)], b.tone(-0.5))
    b.poly([(9, 1), (w - 9, 1), (w - 11, 6), (11, 6)], b.tone(-0.3), 0)


def crate_front(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(2, 16, w - 4, h - 17, r=2)
    b.flat(w / 2 - 6, 16.5, 12, h - 18, b.tone(0.25), 0, 0.7)
    b.rect(2, 14, w - 4, 5, b.tone(0.14), 1)


def bucket(b: Brush) -> None:
    w, h = b.width, b.height
    b.pen.drawArc(skia.Rect(4, 1.5, w - 4, 30), 180, 180, False, stroke("#6E757C", 2.6))
    b.path(curve((2, 17), (8, h - 2), (w / 2, h + 0.5, w - 8, h - 2), (w - 2, 17)))
    if b.look.get("material") == "metal":
        b.poly([(11, 20), (18, 20), (20, h - 4), (15, h - 4)], "#E4E8EB", 0)
        b.line([(5, 32), (w - 5, 32)], b.tone(-0.3), 1.4)
    b.oval(2, 11, w - 4, 11, b.tone(-0.3))


def candle(b: Brush) -> None:
    w, h = b.width, b.height
    b.oval(1, h - 9, w - 2, 8, "#C9A15C")
    b.rect(w / 2 - 7, 19, 14, h - 24, r=3)
    b.oval(w / 2 - 7, 16.5, 14, 6, b.tone(0.2))
    b.line([(w / 2, 19), (w / 2, 13.5)], "#3A2C22", 1.8)
    if b.state("lit"):
        b.path(
            curve((w / 2, 0.8), (w / 2 + 8, 9, w / 2 + 5, 13), (w / 2, 18, w / 2 - 5, 13), (w / 2 - 8, 9, w / 2, 0.8)),
            "#FFA931",
        )
        b.path(curve((w / 2, 6), (w / 2 + 3.5, 11, w / 2, 14.5), (w / 2 - 3.5, 11, w / 2, 6)), "#FFF0A8", 0)


def pillow(b: Brush) -> None:
    w, h = b.width, b.height
    b.fabric(
        curve(
            (4, 6),
            (2, 1, 8, 3),
            (w / 2, 7, w - 8, 3),
            (w - 2, 1, w - 4, 6),
            (w - 6, h / 2, w - 3, h - 6),
            (w - 2, h - 1, w - 8, h - 2),
            (w / 2, h - 6, 8, h - 2),
            (2, h - 1, 3, h - 6),
            (6, h / 2, 4, 6),
        ),
        13,
    )


def book(b: Brush) -> None:
    w, h = b.width, b.height
    if b.state("open"):
        b.poly([(1, 4), (w / 2, 8), (w - 1, 4), (w - 1, h - 4), (w / 2, h - 1), (1, h - 4)])
        for side in (-1, 1):
            outer, inner = w / 2 + side * (w / 2 - 7), w / 2 + side
            leaf = curve(
                (outer, 8),
                ((outer + inner) / 2, 6, inner, 12),
                (inner, h - 9),
                ((outer + inner) / 2, h - 14, outer, h - 12),
            )
            b.path(leaf, PAPER)
            for k in range(2):
                b.line([(outer - side * 3, 14 + k * 6), (inner + side * 3, 16 + k * 6)], "#A9A39A", 1.1)
    else:
        x = (w - 30) / 2
        b.rect(x + 3, 3, 27, h - 5, PAPER, 1)
        b.rect(x, 1, 27, h - 2, r=2)
        b.flat(x + 1, 2, 4, h - 4, b.tone(-0.3), 1)
        b.flat(x + 9, 9, 14, 3.5, b.tone(0.55), 1)
        b.flat(x + 9, 15, 10, 3, b.tone(0.55), 1)


def umbrella(b: Brush) -> None:
    """Open, its stick ending in a hook where a hand holds it."""
    w, h = b.width, b.height
    b.line([(w / 2, 6), (w / 2, h - 6), (w / 2 + 3, h - 2), (w / 2 + 8, h - 3)], "#5A4030", 3.4)
    canopy = curve(
        (1, 36),
        (4, 4, w / 2, 4),
        (w - 4, 4, w - 1, 36),
        (w * 0.92, 29, w * 0.83, 35),
        (w * 0.75, 28, w * 0.66, 35),
        (w * 0.58, 28, w / 2, 35),
        (w * 0.42, 28, w * 0.34, 35),
        (w * 0.25, 28, w * 0.17, 35),
        (w * 0.08, 29, 1, 36),
    )
    b.fabric(canopy, 13)
    for x in (w * 0.34, w * 0.66):
        b.line([(w / 2, 5), ((x + w / 2) / 2 + (x - w / 2) * 0.25, 16), (x, 34)], b.tone(-0.22), 1.2)
    b.line([(w / 2, 1.5), (w / 2, 5)], "#5A4030", 2.6)


def suitcase(b: Brush) -> None:
    w, h = b.width, b.height
    b.pen.drawRoundRect(skia.Rect(w / 2 - 11, 2, w / 2 + 11, 22), 4, 4, stroke("#565B62", 4))
    for x in (10, w - 18):
        b.rect(x, h - 8, 8, 7, DARK, 2, 0)
    b.rect(2, 14, w - 4, h - 20, r=7)
    for x in (14, w - 20):
        b.rect(x, 14, 6, h - 20, b.tone(-0.2), 0, 0)
    b.rect(w / 2 - 8, h * 0.42, 16, 6, "#E8D9A8", 1, 0.8)


def handbag(b: Brush) -> None:
    w, h = b.width, b.height
    b.pen.drawArc(skia.Rect(11, 2, w - 11, 36), 180, 180, False, stroke(b.tone(-0.35), 3.6))
    b.path(curve((5, 18), (w - 5, 18), (w - 1, h - 5), (w - 1, h - 1, w - 6, h - 1), (6, h - 1), (1, h - 1, 1, h - 5)))
    b.path(curve((5, 18), (w - 5, 18), (w - 8, 32, w / 2, 33), (8, 32, 5, 18)), b.tone(-0.16))
    b.oval(w / 2 - 4, 28, 8, 8, "#E8C766")


def backpack(b: Brush) -> None:
    w, h = b.width, b.height
    b.pen.drawArc(skia.Rect(w / 2 - 9, 1.5, w / 2 + 9, 20), 180, 180, False, stroke(b.tone(-0.35), 3.2))
    for x in (0.8, w - 10.8):
        b.rect(x, 30, 10, 24, b.tone(-0.2), 4)
    b.path(curve((6, h - 1), (5, 24), (5, 6, w / 2, 6), (w - 5, 6, w - 5, 24), (w - 6, h - 1)))
    b.rect(11, 34, w - 22, 20, b.tone(0.1), 5)
    b.line([(12, 24), (w - 12, 24)], b.tone(-0.35), 2)
    b.rect(w / 2 - 3, 38, 6, 6, "#E8C766", 1, 0.8)


def gift(b: Brush) -> None:
    w, h = b.width, b.height
    ribbon = "#F6CB3C" if b.look.get("colour") not in ("yellow", "orange") else "#D8433F"
    for a, c in ((w / 2, w / 2 - 15), (w / 2, w / 2 + 15)):
        b.path(curve((a, 12), (c, -6, c, 8), (c, 14, a, 12)), ribbon)
    b.fabric(box(3, 18, w - 6, h - 19, 2), 12)
    b.fabric(box(1, 11, w - 2, 10, 2), 12)
    b.rect(w / 2 - 4, 11, 8, h - 12, ribbon, 0, 0.8)


def balloon(b: Brush) -> None:
    w, h = b.width, b.height
    b.line([(w / 2, 52), (w / 2 + 3, 64), (w / 2 - 2, 78), (w / 2, h - 1)], "#7A7A80", 1.5)
    b.poly([(w / 2, 46), (w / 2 - 5, 54), (w / 2 + 5, 54)], b.tone(-0.1))
    b.path(curve((w / 2, 49), (-6, 32, 3, 13), (11, 1, w / 2, 1), (w - 11, 1, w - 3, 13), (w + 6, 32, w / 2, 49)))
    b.pen.drawOval(skia.Rect(9, 8, 17, 20), skia.Paint(AntiAlias=True, Color=0x99FFFFFF))


def ball(b: Brush) -> None:
    w = b.width
    path = skia.Path()
    path.addOval(skia.Rect(1, 1, w - 1, w - 1))
    b.fabric(path, 11)
    b.pen.drawOval(skia.Rect(8, 6, 17, 13), skia.Paint(AntiAlias=True, Color=0x88FFFFFF))


def trash_can(b: Brush) -> None:
    w, h = b.width, b.height
    b.path(curve((5, 16), (10, h - 3), (w / 2, h + 0.6, w - 10, h - 3), (w - 5, 16)))
    for k in (0.32, 0.5, 0.68):
        b.line([(w * k, 24), (w * (0.5 + (k - 0.5) * 0.8), h - 9)], b.tone(-0.28), 2)
    if b.look.get("material") == "metal":
        b.flat(13, 20, 4, h - 30, "#FFFFFF", 2, 0.55)
    b.rect(2, 8, w - 4, 11, b.tone(0.1), 5)
    b.rect(w / 2 - 8, 1, 16, 8, b.tone(-0.2), 3)


STEEL = "#AEB6BD"


def _lying(b: Brush) -> None:
    """Cutlery lies aslant, its handle to the lower left."""
    b.pen.translate(5, b.height - 5)
    b.pen.rotate(-37)
    b.limb([(0, 0), (34, 0)], 5.4, STEEL)


def fork(b: Brush) -> None:
    _lying(b)
    for y in (-7.5, -2.5, 2.5, 7.5):
        b.limb([(36, y), (50, y)], 3.2, STEEL, 0.8)
    b.path(curve((30, 0), (31, -9, 39, -9.5), (39, 9.5), (31, 9, 30, 0)), STEEL, 0.9)


def spoon(b: Brush) -> None:
    _lying(b)
    b.oval(29, -9, 25, 18, STEEL)
    b.oval(34, -5.5, 15, 9, tint(STEEL, 0.4), 0)


def cash_register(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(1, h - 15, w - 2, 14, "#5E646D", 3)
    b.poly([(8, h - 16), (12, 22), (w - 12, 22), (w - 8, h - 16)], "#8A919B")
    b.rect(16, 1, w - 32, 17, "#3F4650", 2)
    b.rect(20, 4, w - 40, 10, "#A5E39A", 1, 0)
    for row in range(2):
        for k in range(4):
            b.rect(16 + k * 8.6, 26 + row * 7, 6, 5, PAPER, 1, 0.6)
    b.rect(w / 2 - 7, h - 10, 14, 4, "#C9CED4", 2, 0)


WARES = {
    "cup": cup, "plate": plate, "bowl": bowl, "bottle": bottle, "drinking glass": drinking_glass, "vase": vase,
    "pot": pot, "frying pan": frying_pan, "teapot": teapot, "basket": basket, "box": crate, "bucket": bucket,
    "candle": candle, "pillow": pillow, "book": book, "umbrella": umbrella, "suitcase": suitcase, "handbag": handbag,
    "backpack": backpack, "gift": gift, "balloon": balloon, "ball": ball, "trash can": trash_can, "fork": fork,
    "spoon": spoon, "cash register": cash_register,
}  # fmt: skip
WARE_FRONTS = {"bowl": bowl_front, "vase": vase_front, "basket": basket_front, "box": crate_front}
