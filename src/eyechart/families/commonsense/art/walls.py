"""Doors, windows and what hangs on a wall."""

from __future__ import annotations

from eyechart.families.commonsense.art.brush import GLASS, PAPER, Brush, box, curve


def door(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(1, 1, w - 2, h - 1, "#EFE8DA", 2)
    if b.state("open"):
        b.rect(9, 9, w - 18, h - 10, "#4B4A58", 0)
        b.poly([(9, 9), (46, 20), (46, h - 1), (9, h - 1)], b.tone(0.05))
        b.poly([(16, 26), (39, 32), (39, 94), (16, 92)], b.tone(-0.12), 0.8)
        b.poly([(16, 106), (39, 107), (39, h - 22), (16, h - 20)], b.tone(-0.12), 0.8)
        b.oval(38, h * 0.52, 6, 8, "#E0C16A")
    else:
        b.rect(9, 9, w - 18, h - 10, r=0)
        for y, high in ((20, 66), (100, h - 120)):
            for x in (18, w / 2 + 4):
                b.rect(x, y, w / 2 - 22, high, b.tone(-0.1), 2, 0.9)
        b.oval(w - 24, h * 0.5, 9, 9, "#E0C16A")


def window(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(1, 1, w - 2, h - 12, "#FFFFFF", 2)
    b.rect(8, 8, w - 16, h - 26, "#A9DAF2" if not b.state("open") else "#7EC6EC", 0)
    b.poly([(8, h - 18), (8, h - 34), (w * 0.4, h - 44), (w - 8, h - 30), (w - 8, h - 18)], "#8CC97A", 0)
    if b.state("open"):
        for a, c in ((8, 32), (w - 8, w - 32)):
            b.poly([(a, 8), (c, 15), (c, h - 10), (a, h - 18)], "#FFFFFF")
            b.poly(
                [
                    (a + (c - a) * 0.2, 14),
                    (c - (c - a) * 0.2, 19),
                    (c - (c - a) * 0.2, h - 19),
                    (a + (c - a) * 0.2, h - 24),
                ],
                GLASS,
                0.8,
            )
    else:
        b.rect(w / 2 - 4, 6, 8, h - 22, "#FFFFFF", 0, 1)
        b.rect(6, (h - 12) / 2 - 3, w - 12, 6, "#FFFFFF", 0, 1)
        b.flat(18, 14, 8, 26, "#FFFFFF", 3, 0.5)
    b.rect(0.7, h - 12, w - 1.4, 11, "#EDE6D8", 2)


def curtain(b: Brush) -> None:
    """A pair of drapes on a rod, gathered to both sides before a pale blind."""
    w, h = b.width, b.height
    b.rect(16, 8, w - 32, h - 22, "#EFE9DC", 0)
    for k in range(1, 6):
        b.line([(18, 8 + k * 18), (w - 18, 8 + k * 18)], "#D8CFBE", 1)
    for a, c, inner in ((6, 1, 54), (w - 6, -1, w - 54)):
        path = curve((a, 6), (inner, 6), (inner - c * 4, h * 0.45, inner - c * 22, h - 2), (a, h - 2))
        b.fabric(path, 13)
        for share in (0.3, 0.62):
            x = a + (inner - a) * share
            b.line([(x, 8), (x - c * 4 * share, h - 4)], b.tone(-0.2), 1.2)
    b.rect(1, 1, w - 2, 6, "#7A5A3C", 3)


def picture(b: Brush) -> None:
    w, h = b.width, b.height
    b.rect(1, 1, w - 2, h - 2, "#B98B4A", 2)
    b.rect(7, 7, w - 14, h - 14, PAPER, 0)
    b.rect(12, 12, w - 24, h - 24, "#BFE2EE", 0, 0)
    b.poly(
        [
            (12, h - 12),
            (12, h - 24),
            (w * 0.35, h - 38),
            (w * 0.55, h - 22),
            (w * 0.75, h - 32),
            (w - 12, h - 20),
            (w - 12, h - 12),
        ],
        "#7FB48A",
        0,
    )


def wall_clock(b: Brush) -> None:
    w = b.width
    b.oval(1, 1, w - 2, w - 2, b.tone(-0.15))
    b.oval(5, 5, w - 10, w - 10, b.main)
    ink = "#2E2E36" if b.look.get("colour") in ("white", "yellow", "pink", "grey", "orange") else "#FFFFFF"
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        b.line([(w / 2 + dx * 19, w / 2 + dy * 19), (w / 2 + dx * 22, w / 2 + dy * 22)], ink, 2.4)
    b.line([(w / 2, w / 2), (w / 2 + 9, w / 2 - 9)], ink, 3)
    b.line([(w / 2, w / 2), (w / 2 - 6, w / 2 - 17)], ink, 2.2)


def mirror(b: Brush) -> None:
    w, h = b.width, b.height
    b.oval(1, 1, w - 2, h - 2, "#C9A15C")
    b.oval(7, 7, w - 14, h - 14, "#D5ECF3")
    for x in (22, 34):
        b.line([(x, h - 30), (x + 18, 26)], "#FFFFFF", 4)


def towel(b: Brush) -> None:
    """Hung over a rail."""
    w, h = b.width, b.height
    b.fabric(box(6, 5, w - 12, h - 7, 3), 12)
    b.flat(6, h - 18, w - 12, 4, b.tone(-0.2), 0, 0.6)
    b.rect(1, 1, w - 2, 7, "#B9C0C7", 3)


WALLS = {
    "door": door, "window": window, "curtain": curtain, "picture": picture, "wall clock": wall_clock, "mirror": mirror,
    "towel": towel,
}  # fmt: skip
