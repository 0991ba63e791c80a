"""A directory in a lobby: companies with room and phone number, and the building's street."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import plant
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.measure import NUMBER
from eyechart.families.signs.stage import Stage, inset


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    stage.surface((-FAR, -FAR, 640 + FAR, 640 + FAR), "stone", rng.integer(0, 3), 0.8, hole=(26, 18, 614, 462))
    stage.shade((-FAR, 560, 640 + FAR, 640 + FAR), "#5A5650", "#8A857C")
    board = (20, 12, 620, 468)
    stage.shadow(board, 12, 4)
    dark = rng.coin(0.45)
    if dark:
        stage.fill(board, "#1F2328", 4)
    else:
        stage.surface(board, "metal", rng.choice((0, 2)), 1.1, 4)
    stage.outline(inset(board, 5), "#F4F1E6" if dark else "#4A4F54", 2, 3)
    ink = "#F4F1E6" if dark else "#1B1D20"
    for x in (36, 604):
        for y in (28, 452):
            stage.disc(x, y, 6, "#8E9396")
            stage.line([(x - 3, y - 3), (x + 3, y + 3)], "#4A4F54", 1.5)
    head = (120, 28, 520, 82)
    stage.put_heading("street", head, "#E2B95A" if dark else "#7A1F1A", 40, 2)
    stage.fill((44, 90, 596, 92), ink, 0, 0.7)
    high = 352 / count
    for i in range(count):
        top = 98 + i * high
        size = min(30.0, 0.6 * high)
        stage.put(i, "company", (46, top + 3, 316, top + high - 3), ink, size, 1, 0.0)
        stage.put(i, "room", (340, top + 3, 424, top + high - 3), "#E2B95A" if dark else "#7A1F1A", size, 1, 0.5)
        stage.put(i, "phone", (448, top + 3, 594, top + high - 3), ink, size, 1, 1.0, "sans")
        stage.fill((44, top + high - 1, 596, top + high), ink, 0, 0.25)
        stage.area(i, (44, top, 596, top + high))
    for x in (-90, 730):
        plant(stage, x, 600, 150)
    return (8, 2, 632, 478)


KIND = Kind(
    turn=12,
    entry="company",
    roles=("company", "room", "phone"),
    heading=("street",),
    upright=True,
    measures={"room": NUMBER},
    words={
        "en": Words(
            noun="company",
            heads={
                "company": ("What is the name of {it}?", "What is {it} called on the board?"),
                "room": ("In which room is {it}?", "What is the room number of {it}?"),
                "phone": ("What is the phone number of {it}?", "Which number would you call to reach {it}?"),
                "street": ("What is the address at the top of the board?", "In which street is this building?"),
            },
            by={
                "company": "“{v}”",
                "room": "the company in room {v}",
                "phone": "the company with phone number {v}",
            },
            least={"room": "the company with the lowest room number"},
            most={"room": "the company with the highest room number"},
            texts={
                "company": ("70% {surname} {firm}", "30% {brand}"),
                "room": "{101-989}",
            },
        ),
        "zh": Words(
            noun="公司 家",
            heads={
                "company": ("{it}叫什么名字？", "牌子上{it}的名称是什么？"),
                "room": ("{it}在哪个房间？", "{it}的房间号是多少？"),
                "phone": ("{it}的电话是多少？", "联系{it}要打哪个号码？"),
                "street": ("牌子顶部的地址是什么？", "这栋楼在哪条街上？"),
            },
            by={
                "company": "“{v}”",
                "room": "在{v}的公司",
                "phone": "电话为{v}的公司",
            },
            least={"room": "房间号最小的公司"},
            most={"room": "房间号最大的公司"},
            texts={
                "company": "{brand-head}{brand-tail}{firm}",
                "room": "{101-989}室",
            },
        ),
    },
    paint=paint,
)
