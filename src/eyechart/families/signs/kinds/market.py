"""A market stall: on each crate what is in it, its price and where it comes from; whose stall it is."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import awning, clutter, pavement, sky, wall, window
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.measure import MONEY
from eyechart.families.signs.stage import Stage, inset, lighter


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    sky(stage, -90, 470)
    wall(stage, (-FAR, -90, 640 + FAR, 470))
    for i in stage.along(100):
        window(stage, (i * 100 + 18, -60, i * 100 + 66, 10))
    pavement(stage, 470, rng.integer(0, 3))
    cloth = rng.choice(("#B23A2E", "#2F6B4A", "#2B5C8A", "#9A5A1E"))
    for x in (-6, 634):
        stage.shade((x, 60, x + 12, 520), "#8A6A48", "#4C3826", 0, across=True)
    stage.fill((0, 90, 640, 430), "#1E1A16", 0, 0.45)
    awning(stage, (-24, 10, 664, 40), cloth, 26)
    valance = (20, 44, 620, 104)
    stage.board(valance, cloth, 3, 6)
    stage.put_heading("name", inset(valance, 9), "#FFFFFF", 42, 2)
    wide = 640 / count
    for i in range(count):
        _crate(stage, i, (i * wide + 6, 130, (i + 1) * wide - 6, 440))
    stage.surface((-10, 440, 650, 474), "wood", rng.integer(0, 3), 0.5)
    clutter(stage, -160, 800, 545, 56)
    return (0, 16, 640, 474)


FLESH = {
    "apples": "#C0392B", "pears": "#B7B84B", "plums": "#5B2A5E", "peaches": "#E8A06A", "cherries": "#8E1B2E",
    "oranges": "#E98A1F", "lemons": "#EBCF3A", "grapes": "#5E3A7A", "melons": "#C9C27A", "mangoes": "#E3A13A",
    "kiwis": "#7B6A3A", "figs": "#4A2F4E", "carrots": "#E07B2A", "onions": "#B9763E", "tomatoes": "#CF3A28",
    "potatoes": "#B8935A", "cabbages": "#8FB35C", "peppers": "#4E8A3A", "beetroots": "#6E1F3F", "radishes": "#EDE6DA",
    "apricots": "#EBA84F", "limes": "#86A83A", "papayas": "#D98A3C", "lychees": "#B5485A", "bananas": "#E6C744",
    "pineapples": "#C99A3A", "coconuts": "#6B4A30", "pumpkins": "#D9772B", "cucumbers": "#4F7F3F", "leeks": "#B9CFA0",
    "garlic": "#E6E0D4", "turnips": "#D8B8C8", "dates": "#7A2E22", "chestnuts": "#6B3A24", "persimmons": "#E0752C",
    "pomelos": "#CFC65A", "quinces": "#D4B83E", "strawberries": "#C72F3A", "mulberries": "#3A1F3E",
    "aubergines": "#3F2450",
}  # fmt: skip


def _crate(stage: Stage, i: int, box: Box) -> None:
    left, top, right, bottom = box
    rng = stage.rng
    flesh = FLESH[str(stage.text(i, "fruit").concept)]
    heap = bottom - 74
    for row in range(3):
        y, x = heap + 24 * row - 14, left + 12
        while x < right - 8:
            size = rng.uniform(11, 14)
            tone = lighter(flesh, rng.uniform(-0.14, 0.12))
            stage.disc(x, y, size, lighter(tone, -0.25))
            stage.disc(x - 1, y - 1, size - 2, tone)
            stage.disc(x - 4, y - 4, 3, "#FFFFFF", 0.35)
            x += 20
    stage.surface((left, bottom - 48, right, bottom), "wood", 2, 0.4)
    for y in (bottom - 48, bottom - 24):
        stage.outline((left, y, right, y + 22), "#6B4A2C", 1.5)
    stage.fill(((left + right) / 2 - 3, heap - 60, (left + right) / 2 + 3, heap + 20), "#8A6A48")
    card = (left + 3, top, right - 3, top + 168)
    chalk = rng.coin(0.4)
    stage.board(
        card,
        "#2A2D2B" if chalk else rng.choice(("#F7F0D8", "#FBFAF4", "#F3E3A6")),
        5,
        6,
        "#8A6A48" if chalk else "#C9B98A",
    )
    ink = "#F4F1E6" if chalk else "#26221C"
    stage.put(i, "fruit", (card[0] + 9, card[1] + 9, card[2] - 9, card[1] + 60), ink, 40, 2)
    stage.put(
        i, "price", (card[0] + 9, card[1] + 66, card[2] - 9, card[1] + 118), "#F2C84B" if chalk else "#B3261E", 44, 2
    )
    stage.put(i, "origin", (card[0] + 9, card[1] + 126, card[2] - 9, card[3] - 9), ink, 28, 1)
    stage.area(i, box)


KIND = Kind(
    turn=11,
    entry="crate",
    roles=("fruit", "price", "origin"),
    heading=("name",),
    measures={"price": MONEY},
    needs={"fruit": ("picture",)},
    words={
        "en": Words(
            noun="crate",
            heads={
                "fruit": ("What is sold in {it}?", "What does the card say is in {it}?"),
                "price": ("What is the price on {it}?", "How much do the goods in {it} cost?"),
                "origin": ("Where do the goods in {it} come from?", "Which place of origin is on the card of {it}?"),
                "name": ("Whose market stall is this?", "What is written on the awning?"),
            },
            by={
                "fruit": "the crate of {v}",
                "price": "the crate priced at {v}",
                "origin": "the crate from “{v}”",
            },
            least={"price": "the cheapest crate"},
            most={"price": "the most expensive crate"},
            texts={"origin": "{town}"},
        ),
        "zh": Words(
            noun="货箱 个",
            heads={
                "fruit": ("{it}里卖的是什么？", "卡片上写着{it}里是什么？"),
                "price": ("{it}的价格是多少？", "{it}里的东西卖多少钱？"),
                "origin": ("{it}里的东西产自哪里？", "{it}的卡片上写的产地是哪里？"),
                "name": ("这是哪家的摊位？", "遮阳棚上写着什么？"),
            },
            by={
                "fruit": "装{v}的货箱",
                "price": "标价{v}的货箱",
                "origin": "产自“{v}”的货箱",
            },
            least={"price": "价格最低的货箱"},
            most={"price": "价格最高的货箱"},
            texts={"origin": "{town}"},
        ),
    },
    paint=paint,
)
