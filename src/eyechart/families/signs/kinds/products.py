"""Packages on a shelf: brand, what is in them, weight, and the price below."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.measure import MONEY, NUMBER
from eyechart.families.signs.stage import Stage, inset, lighter


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    stage.surface((-FAR, -FAR, 640 + FAR, 640 + FAR), "metal", rng.integer(0, 3), 0.9)
    for y in range(0, 380, 36):  # the pegboard behind
        for i in stage.along(36):
            stage.disc(i * 36, y, 2, "#5C6166")
    for shelf in (-70, 560):
        stage.shade((-FAR, shelf, 640 + FAR, shelf + 40), "#E4E6E4", "#9CA19E")
        stage.fill((-FAR, shelf + 40, 640 + FAR, shelf + 56), "#000000", 0, 0.3)
    wide = 640 / count
    rail = rng.choice(("#B3262B", "#2A5CA8", "#3A7A52", "#5A5F66"))
    stage.shade((-FAR, 380, 640 + FAR, 470), rail, lighter(rail, -0.35))
    for start, end in ((-stage.reach, -16), (656, 640 + stage.reach)):
        x = float(start)
        while x < end - 60:
            colour = rng.choice(("#C98A3C", "#7A9AA8", "#A8566A", "#6E8F5C", "#D8CDB4"))
            stage.shade(
                (x, 380 - rng.uniform(180, 290), x + 66, 380),
                lighter(colour, 0.15),
                lighter(colour, -0.2),
                6,
                across=True,
            )
            x += 72
    for i in range(count):
        _package(stage, i, (i * wide + 9, 26, (i + 1) * wide - 9, 380))
    return (0, 14, 640, 472)


def _package(stage: Stage, i: int, box: Box) -> None:
    """A box, a tin or a bag, and the price on the edge of the shelf."""
    left, top, right, bottom = box
    rng = stage.rng
    ground, ink = stage.colour(i).ground, stage.colour(i).ink
    stage.fill((left - 3, bottom - 5, right + 8, bottom + 4), "#000000", 4, 0.35)
    form = rng.integer(0, 2)
    radius = (4, 18, 10)[form]
    stage.shade(box, lighter(ground, 0.12), lighter(ground, -0.18), radius, across=True)
    if form == 1:
        stage.shade((left + 2, top - 8, right - 2, top + 12), "#D8DADB", "#8E9396", 6)
    elif form == 2:
        for k in range(12):
            x = left + (right - left) * k / 12
            stage.fill((x, top, x + (right - left) / 24, top + 10), lighter(ground, -0.3))
    stage.put(i, "brand", (left + 12, top + 22, right - 12, top + 86), ink, 50, 2)
    label = (left + 8, top + 98, right - 8, top + 158)
    stage.fill(label, "#FBF8EE", 8)
    stage.put(i, "food", inset(label, 9), "#2A211A", 34, 1)
    middle = (left + right) / 2
    tone = rng.choice(("#D9A441", "#C96A4A", "#7FA6A0", "#8FB35C"))
    stage.disc(middle, top + 226, 48, lighter(tone, 0.3))
    for a, b in ((-20, 8), (18, 10), (0, -16)):
        stage.disc(middle + a, top + 226 + b, 19, tone)
        stage.disc(middle + a - 5, top + 221 + b, 5, "#FFFFFF", 0.4)
    stage.put(i, "weight", (left + 14, top + 292, right - 14, top + 338), ink, 32, 1)
    stage.polygon(
        [(left + 6, top + 20), (left + 16, top + 20), (left + 16, bottom - 8), (left + 6, bottom - 8)], "#FFFFFF", 0.14
    )
    tag = (middle - 62, bottom + 14, middle + 62, bottom + 78)
    stage.board(tag, rng.choice(("#FFF6C9", "#FBFBF8")), 3, 3)
    stage.put(i, "price", inset(tag, 8), "#B3261E" if rng.coin() else "#1B1D20", 42, 2, latin="sans")
    stage.area(i, (left, top, right, bottom + 78))


KIND = Kind(
    turn=7,
    entry="product",
    roles=("brand", "food", "weight", "price"),
    told_by=("brand", "food", "price", "weight"),
    coloured=True,
    measures={"price": MONEY, "weight": NUMBER},
    words={
        "en": Words(
            noun="product",
            heads={
                "brand": ("What is the brand of {it}?", "Which company makes {it}?"),
                "food": ("What is {it}?", "What does {it} contain?"),
                "weight": ("How much does {it} weigh?", "What weight is printed on {it}?"),
                "price": ("How much does {it} cost?", "What is the price of {it}?"),
            },
            by={
                "brand": "the product by “{v}”",
                "food": "the {v}",
                "weight": "the product that weighs {v}",
                "price": "the product that costs {v}",
            },
            colour="the product in the {c} package",
            least={
                "price": "the cheapest product",
                "weight": "the lightest product",
            },
            most={
                "price": "the most expensive product",
                "weight": "the heaviest product",
            },
            texts={"weight": "{15-99}0 g"},
        ),
        "zh": Words(
            noun="商品 件",
            heads={
                "brand": ("{it}是什么牌子的？", "{it}的品牌是什么？"),
                "food": ("{it}是什么？", "{it}装的是什么？"),
                "weight": ("{it}有多重？", "{it}上印的重量是多少？"),
                "price": ("{it}卖多少钱？", "{it}的价格是多少？"),
            },
            by={
                "brand": "“{v}”牌的商品",
                "food": "那包{v}",
                "weight": "重{v}的商品",
                "price": "价格为{v}的商品",
            },
            colour="{c}包装的商品",
            least={
                "price": "最便宜的商品",
                "weight": "最轻的商品",
            },
            most={
                "price": "最贵的商品",
                "weight": "最重的商品",
            },
            texts={"weight": "{15-99}0克"},
        ),
    },
    paint=paint,
)
