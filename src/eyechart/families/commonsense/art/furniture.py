"""Furniture that stands on the floor, seen from the front and a little from above."""

from __future__ import annotations

import skia

from eyechart.families.commonsense.art.brush import DARK, PAPER, Brush, box, curve, tint


def table(b: Brush) -> None:
    w, h = b.width, b.height
    for x in (12, w - 24):
        b.board(x, 30, 12, h - 30)
    for x in (30, w - 39):
        b.rect(x, 30, 9, h - 42, b.tone(-0.22), 2)
    b.poly([(14, 1), (w - 14, 1), (w - 1, 26), (1, 26)], b.tone(0.14))
    if b.look.get("material") == "wooden":
        for y in (8, 15, 21):
            b.line([(16, y), (w * 0.4, y + 1), (w - 16, y)], b.tone(-0.12), 0.9)
    b.board(1, 26, w - 2, 11)


def desk(b: Brush) -> None:
    w, h = b.width, b.height
    b.board(10, 30, 12, h - 30)
    b.board(w - 66, 30, 58, h - 32)
    for k in range(3):
        b.rect(w - 61, 40 + k * 22, 48, 18, b.tone(0.1), 2)
        b.rect(w - 43, 47 + k * 22, 12, 4, b.tone(-0.4), 2, 0)
    b.poly([(14, 1), (w - 14, 1), (w - 1, 26), (1, 26)], b.tone(0.14))
    b.board(1, 26, w - 2, 11)


def chair(b: Brush) -> None:
    w, h = b.width, b.height
    for x in (15, w - 22):
        b.rect(x, 66, 7, h - 78, b.tone(-0.25), 2)
    for x in (6, w - 14):
        b.board(x, 2, 8, 66)
    for y in (5, 24, 43):
        b.board(10, y, w - 20, 12)
    for x in (5, w - 13):
        b.board(x, 72, 8, h - 73)
    b.poly([(9, 62), (w - 9, 62), (w - 2, 78), (2, 78)], b.tone(0.14))
    b.board(2, 77, w - 4, 8)


def stool(b: Brush) -> None:
    w, h = b.width, b.height
    b.limb([(12, 22), (6, h - 4)], 7)
    b.limb([(w - 12, 22), (w - 6, h - 4)], 7)
    b.rect(9, 46, w - 18, 5, b.tone(-0.15), 2)
    b.oval(1, 9, w - 2, 20, b.tone(-0.12))
    b.oval(1, 1, w - 2, 22, b.tone(0.12))
    if b.look.get("material") == "wooden":
        for y in (7, 12, 17):
            b.line([(10, y), (w - 10, y)], b.tone(-0.14), 0.9)
    if b.look.get("material") == "metal":
        b.flat(14, 5, 14, 3, "#FFFFFF", 2, 0.7)


def armchair(b: Brush) -> None:
    _sofa(b, 1)


def couch(b: Brush) -> None:
    _sofa(b, 2)


def _sofa(b: Brush, cushions: int) -> None:
    w, h = b.width, b.height
    for x in (16, w - 26):
        b.rect(x, h - 14, 10, 13, "#6B4A32", 2)
    b.fabric(box(12, 1, w - 24, h - 26, 16))
    wide = (w - 48) / cushions
    for k in range(cushions):
        b.fabric(box(24 + k * wide + 1, 12, wide - 2, 44, 9))
    for k in range(cushions):
        b.path(box(24 + k * wide, 56, wide, 22, 7), b.tone(0.1))
    b.fabric(box(20, 76, w - 40, h - 86, 5))
    for x in (1, w - 29):
        b.fabric(box(x, 36, 28, h - 46, 12))


def bed(b: Brush) -> None:
    """From the side, its head to the left; what lies on it is not part of it."""
    w, h = b.width, b.height
    b.rect(w - 15, 58, 12, h - 59, b.tone(-0.2), 3)
    b.rect(14, h - 20, w - 28, 12, b.tone(-0.2), 2)
    b.path(box(14, 58, w - 28, 34, 6), PAPER)
    b.fabric(box(15, 48, w - 28, 46, 8), 18)
    b.path(box(15, 48, 20, 36, 6), tint(b.main, 0.4))
    b.path(curve((2, h - 1), (2, 16), (2, 2, 10, 2), (16, 2, 16, 16), (16, h - 1)), b.tone(-0.2))


def bench(b: Brush) -> None:
    w, h = b.width, b.height
    for x in (16, w - 24):
        b.rect(x, 4, 8, 50, b.tone(-0.3), 2)
        b.rect(x, 56, 8, h - 57, b.tone(-0.3), 2)
    for y in (3, 19):
        b.board(2, y, w - 4, 12)
    b.poly([(8, 42), (w - 8, 42), (w - 2, 55), (2, 55)], b.tone(0.12))
    b.line([(6, 48.5), (w - 6, 48.5)], b.tone(-0.3), 1.2)
    b.board(2, 55, w - 4, 7)


def bookcase(b: Brush) -> None:
    w, h = b.width, b.height
    b.board(1, 1, w - 2, h - 2, 3)
    for k in range(4):
        b.rect(9, 10 + k * 48, w - 18, 41, b.tone(0.24), 1, 0)
        b.flat(9, 10 + k * 48, w - 18, 6, "#000000", 0, 0.18)
        b.rect(7, 51 + k * 48, w - 14, 6, b.tone(0.08), 1)


def display_shelf(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(1, 1, w - 2, h - 2, b.tone(-0.1), 3)
    for k in range(3):
        b.rect(9, 9 + k * 60, w - 18, 52, b.tone(0.2), 1, 0)
        b.flat(9, 9 + k * 60, w - 18, 6, "#000000", 0, 0.12)
        b.rect(4, 57 + k * 60, w - 8, 9, b.tone(0.05), 1)


def cupboard(b: Brush) -> None:
    w, h = b.width, b.height
    for x in (10, w - 20):
        b.rect(x, h - 10, 10, 9, b.tone(-0.4), 1)
    b.rect(3, 20, w - 6, h - 28)
    _doors(b, 9, 28, w - 18, h - 42)
    b.poly([(10, 2), (w - 10, 2), (w - 1, 17), (1, 17)], b.tone(0.16))
    b.rect(1, 16, w - 2, 7, b.tone(0.02), 2)


def _doors(b: Brush, x: float, y: float, w: float, h: float) -> None:
    """Two doors, shut with knobs in the middle, or wide open before a dark inside."""
    half = w / 2
    if b.state("open"):
        b.rect(x, y, w, h, b.tone(-0.62), 1)
        b.rect(x + 3, y + h * 0.48, w - 6, 4, b.tone(-0.25), 0, 0)
        b.poly([(x, y), (x + half * 0.42, y + 5), (x + half * 0.42, y + h + 5), (x, y + h)], b.tone(0.12))
        b.poly(
            [(x + w, y), (x + w - half * 0.42, y + 5), (x + w - half * 0.42, y + h + 5), (x + w, y + h)], b.tone(0.12)
        )
    else:
        for k in (0, 1):
            b.rect(x + k * half + 1, y, half - 2, h, b.tone(0.1), 2)
            b.rect(x + k * half + 6, y + 6, half - 12, h - 12, b.tone(0.03), 2, 0.8)
            b.oval(x + half + (5 if k else -10), y + h / 2 - 3, 5, 6, b.tone(-0.5), 0)


def nightstand(b: Brush) -> None:
    w, h = b.width, b.height
    for x in (8, w - 16):
        b.rect(x, h - 14, 8, 13, b.tone(-0.35), 1)
    b.board(3, 16, w - 6, h - 26, 3)
    for y in (25, 46):
        b.rect(10, y, w - 20, 18, b.tone(0.1), 2)
        b.rect(w / 2 - 8, y + 7, 16, 4, b.tone(-0.45), 2, 0)
    b.poly([(9, 2), (w - 9, 2), (w - 1, 15), (1, 15)], b.tone(0.16))
    b.rect(1, 14, w - 2, 6, b.tone(0.02), 2)


def wardrobe(b: Brush) -> None:
    w, h = b.width, b.height
    for x in (8, w - 18):
        b.rect(x, h - 10, 10, 9, b.tone(-0.4), 1)
    b.rect(2, 8, w - 4, h - 16)
    b.rect(0.7, 1, w - 1.4, 12, b.tone(0.08), 3)
    _doors(b, 9, 19, w - 18, h - 38)


def counter(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(8, h - 10, w - 16, 9, b.tone(-0.5), 0, 0)
    b.rect(3, 24, w - 6, h - 32)
    wide = (w - 14) / 4
    for k in range(4):
        b.rect(8 + k * wide, 32, wide - 3, h - 46, b.tone(0.1), 2)
        b.rect(8 + k * wide + wide / 2 - 9, 37, 16, 4, b.tone(-0.5), 2, 0)
    b.poly([(8, 1), (w - 8, 1), (w - 1, 17), (1, 17)], tint(b.main, 0.55))
    b.rect(1, 17, w - 2, 8, tint(b.main, 0.4), 2)


def refrigerator(b: Brush) -> None:
    w, h = b.width, b.height
    for x in (8, w - 18):
        b.rect(x, h - 7, 10, 6, DARK, 1, 0)
    if b.state("open"):
        b.rect(1, 1, w - 2, h - 6, r=6)
        b.rect(8, 8, w - 28, h - 20, "#EAF4F8", 3)
        for k in range(1, 4):
            b.rect(8, 8 + k * (h - 20) / 4, w - 28, 4, "#B7CBD4", 0, 0.6)
        b.poly([(w - 1, 1), (w - 44, 10), (w - 44, h - 1), (w - 1, h - 7)], b.tone(0.14))
        b.rect(w - 38, 82, 5, 34, tint(b.main, 0.6), 2)
    else:
        b.rect(1, 1, w - 2, h - 6, r=7)
        b.line([(2, 66), (w - 2, 66)], b.tone(-0.4), 2)
        for y, long in ((34, 24), (78, 40)):
            b.rect(w - 17, y, 6, long, tint(b.main, 0.6 if b.look.get("colour") != "white" else -0.3), 3)


def stove(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(2, 22, w - 4, h - 24)
    b.rect(10, 52, w - 20, h - 62, b.tone(0.06), 4)
    b.rect(20, 62, w - 40, h - 84, "#4A4C56", 3)
    b.rect(10, 44, w - 20, 5, "#D7DBDF", 2)
    for k in range(4):
        b.oval(14 + k * (w - 36) / 3, 29, 9, 9, PAPER)
    b.poly([(8, 2), (w - 8, 2), (w - 1, 18), (1, 18)], "#4A4C55")
    for x in (w * 0.3, w * 0.7):
        b.oval(x - 16, 5, 32, 9, "#74777F", 0.8)
    b.rect(1, 17, w - 2, 7, b.tone(0.1), 2)


def washing_machine(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(2, 12, w - 4, h - 14, r=5)
    b.poly([(7, 1), (w - 7, 1), (w - 2, 13), (2, 13)], b.tone(0.18))
    b.rect(9, 20, 30, 12, b.tone(0.25), 2)
    b.oval(w - 28, 18, 15, 15, b.tone(0.25))
    b.oval(w / 2 - 29, 42, 58, 58, "#D9DEE3")
    b.oval(w / 2 - 22, 49, 44, 44, "#6F9FBE")
    b.oval(w / 2 - 16, 54, 18, 12, "#BFE0EF", 0)


def sink(b: Brush) -> None:
    w, h = b.width, b.height
    b.path(
        curve(
            (w / 2 - 15, 50),
            (w / 2 - 11, h - 8),
            (w / 2 - 22, h - 1),
            (w / 2 + 22, h - 1),
            (w / 2 + 11, h - 8),
            (w / 2 + 15, 50),
        )
    )
    b.path(curve((2, 34), (6, 62, 34, 68), (w - 34, 68), (w - 6, 62, w - 2, 34)))
    b.oval(1, 24, w - 2, 22, b.tone(0.12))
    b.oval(14, 28, w - 28, 14, b.tone(-0.14))
    b.limb([(w / 2, 30), (w / 2, 8), (w / 2 + 16, 8), (w / 2 + 16, 18)], 7, "#B9C0C7")
    b.limb([(w / 2 - 14, 26), (w / 2 - 14, 20)], 7, "#B9C0C7")


def toilet(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(8, 2, w - 16, 46, r=5)
    b.rect(5, 1, w - 10, 8, b.tone(-0.06), 3)
    b.rect(w - 26, 16, 11, 5, "#AEB6BD", 2)
    b.path(curve((w / 2 - 18, 76), (w / 2 - 17, h - 1), (w / 2 + 17, h - 1), (w / 2 + 18, 76)))
    b.path(curve((3, 56), (6, 86, 26, 88), (w - 26, 88), (w - 6, 86, w - 3, 56)))
    b.oval(2, 44, w - 4, 24)
    b.oval(11, 48, w - 22, 15, "#BFD9E6")


def bathtub(b: Brush) -> None:
    w, h = b.width, b.height
    for x in (30, w - 46):
        b.oval(x, h - 16, 16, 14, "#B9A36A")
    b.limb([(22, 34), (22, 10), (38, 10), (38, 20)], 7, "#B9C0C7")
    b.path(curve((6, 44), (12, 88, 34, 92), (w - 34, 92), (w - 12, 88, w - 6, 44)))
    b.rect(1, 28, w - 2, 20, b.tone(0.1), 10)
    b.rect(14, 32, w - 28, 10, "#A9D6EA", 5)


def rug(b: Brush) -> None:
    w, h = b.width, b.height
    path = curve((w * 0.09, 1), (w * 0.91, 1), (w - 1, h - 1), (1, h - 1))
    b.fabric(path, 26)
    inner = curve((w * 0.12, 8), (w * 0.88, 8), (w * 0.95, h - 9), (w * 0.05, h - 9))
    paint = skia.Paint(AntiAlias=True, Color=0x66FFFFFF, Style=skia.Paint.kStroke_Style, StrokeWidth=2.2)
    b.pen.drawPath(inner, paint)


def floor_lamp(b: Brush) -> None:
    w, h = b.width, b.height
    if b.state("lit"):
        _glow(b, w / 2, 30, 33)
    b.oval(w / 2 - 20, h - 13, 40, 12, DARK)
    b.rect(w / 2 - 2.5, 48, 5, h - 56, DARK, 2, 0)
    _shade(b, 8, 4, w - 16, 50)


def _glow(b: Brush, x: float, y: float, radius: float) -> None:
    paint = skia.Paint(AntiAlias=True)
    paint.setShader(
        skia.GradientShader.MakeRadial(skia.Point(x, y), radius, [0xE6FFE98A, 0x99FFF0B0, 0x00FFF6D0], [0.0, 0.55, 1.0])
    )
    b.pen.drawCircle(x, y, radius, paint)


def _shade(b: Brush, x: float, y: float, w: float, h: float) -> None:
    """A lamp shade; a lit one lets its bulb be seen, with rays; an unlit one shows a grey bulb."""
    lit = b.state("lit")
    b.oval(x + w / 2 - 6.5, y + h - 9, 13, 15, "#FFF3A0" if lit else "#8C929A")
    b.poly([(x + w * 0.24, y), (x + w * 0.76, y), (x + w, y + h), (x, y + h)], b.main)
    if lit:
        b.poly(
            [(x + w * 0.34, y + 4), (x + w * 0.66, y + 4), (x + w * 0.78, y + h - 3), (x + w * 0.22, y + h - 3)],
            tint(b.main, 0.28),
            0,
        )
        for dx, dy in ((-0.62, 9), (-0.3, 14), (0.0, 16), (0.3, 14), (0.62, 9)):
            near = (x + w / 2 + dx * w * 0.7, y + h + 4)
            b.line([near, (x + w / 2 + dx * w * 0.95, y + h + dy)], "#FFC83A", 2.2)


def lamp(b: Brush) -> None:
    w, h = b.width, b.height
    if b.state("lit"):
        _glow(b, w / 2, 25, 25)
    b.oval(w / 2 - 15, h - 10, 30, 9, b.tone(-0.35))
    b.rect(w / 2 - 4, 34, 8, h - 40, b.tone(-0.3), 3)
    _shade(b, 4, 2, w - 8, 36)


def television(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(w / 2 - 22, h - 7, 44, 6, "#2C2C33", 2)
    b.rect(w / 2 - 5, h - 14, 10, 9, "#2C2C33", 1, 0)
    b.rect(1, 1, w - 2, h - 13, "#2C2C33", 4)
    if b.state("on"):
        b.rect(6, 6, w - 12, h - 23, "#63B7EA", 2, 0)
        b.poly(
            [(6, h - 17), (6, h - 34), (34, h - 50), (60, h - 32), (84, h - 44), (w - 6, h - 28), (w - 6, h - 17)],
            "#6DBB63",
            0,
        )
        b.oval(w - 36, 13, 17, 17, "#FFE07A", 0)
    else:
        b.rect(6, 6, w - 12, h - 23, "#4A4C56", 2, 0)
        b.poly([(16, 6), (44, 6), (22, h - 17), (6, h - 17), (6, 30)], "#5A5D68", 0)


def deck_chair(b: Brush) -> None:
    """Seen a little from the side: a sling of cloth in a folding frame."""
    w, h = b.width, b.height
    frame = "#C89B62"
    b.limb([(14, 12), (w - 16, h - 5)], 6, frame)
    b.limb([(w - 28, 42), (34, h - 5)], 6, tint(frame, -0.12))
    b.fabric(curve((5, 8), (28, 4), (50, 70, w - 8, 52), (w - 8, 70), (40, 92, 5, 8)), 13)
    b.limb([(5, 9), (28, 5)], 6, frame)
    b.limb([(w - 12, 52), (w - 7, 72)], 6, frame)


FURNITURE = {
    "table": table, "desk": desk, "chair": chair, "stool": stool, "armchair": armchair, "couch": couch, "bed": bed,
    "bench": bench, "bookcase": bookcase, "display shelf": display_shelf, "cupboard": cupboard, "nightstand": nightstand,
    "wardrobe": wardrobe, "counter": counter, "refrigerator": refrigerator, "stove": stove,
    "washing machine": washing_machine, "sink": sink, "toilet": toilet, "bathtub": bathtub, "rug": rug,
    "floor lamp": floor_lamp, "lamp": lamp, "television": television, "deck chair": deck_chair,
}  # fmt: skip
