"""Notices on a cork board: what each is about, whom to ask, a phone number and a date."""

from __future__ import annotations

from eyechart.drawing.camera import Box
from eyechart.families.signs.decor import emblem, room
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.measure import DATE
from eyechart.families.signs.stage import Stage


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    room(stage, 620, (-36, -26, 676, 496))
    stage.shadow((-40, -30, 680, 500), 14)
    stage.surface((-40, -30, 680, 500), "wood", rng.integer(0, 3), 0.5, hole=(-10, 0, 650, 470))
    stage.surface((-18, -8, 658, 478), "cork", rng.integer(0, 1), 0.7)
    stage.fill((-18, -8, 658, 0), "#000000", 0, 0.3)
    for _ in range(2 + stage.place.clutter):  # pins without paper
        stage.disc(
            rng.uniform(-10, 650),
            rng.choice((rng.uniform(0, 22), rng.uniform(452, 474))),
            4,
            rng.choice(("#C0392B", "#2B5C8A", "#EBCF3A")),
        )
    wide = 640 / count
    for i in range(count):
        _note(stage, i, (i * wide + 9, 40, (i + 1) * wide - 9, 430))
    return (-6, 14, 646, 458)


def _note(stage: Stage, i: int, box: Box) -> None:
    left, top, right, bottom = box
    rng = stage.rng
    ground, ink = stage.colour(i).ground, stage.colour(i).ink
    with stage.turned(rng.uniform(-2.6, 2.6), (left + right) / 2, (top + bottom) / 2):
        stage.shadow(box, 6)
        stage.fill(box, ground)
        stage.polygon(
            [(right, bottom), (right - 26, bottom), (right, bottom - 26)], "#FFFFFF", 0.25
        )  # a corner that lifts
        stage.put(i, "subject", (left + 10, top + 26, right - 10, top + 82), ink, 40, 2)
        stage.fill((left + 16, top + 90, right - 16, top + 93), ink)
        emblem(stage, (left + right) / 2, top + 152, 38, ink)
        stage.put(i, "contact", (left + 10, top + 216, right - 10, top + 260), ink, 32, 1)
        stage.put(i, "phone", (left + 10, top + 272, right - 10, top + 320), ink, 36, 1, latin="sans")
        stage.put(i, "date", (left + 10, top + 334, right - 10, top + 376), ink, 30, 1)
        middle = (left + right) / 2
        stage.disc(middle + 2, top + 13, 7, "#000000", 0.3)
        stage.disc(middle, top + 10, 7, rng.choice(("#C0392B", "#2B5C8A", "#EBCF3A", "#3F8A4A")))
        stage.disc(middle - 2, top + 8, 2, "#FFFFFF", 0.8)
        stage.area(i, box)


KIND = Kind(
    turn=9,
    entry="notice",
    roles=("subject", "contact", "phone", "date"),
    coloured=True,
    measures={"date": DATE},
    words={
        "en": Words(
            noun="notice",
            heads={
                "subject": ("What is {it} about?", "What is the heading of {it}?"),
                "contact": ("Who is the contact person of {it}?", "Whose name is on {it}?"),
                "phone": ("What is the phone number on {it}?", "Which number should be called about {it}?"),
                "date": ("What date is on {it}?", "Which day does {it} name?"),
            },
            by={
                "subject": "the notice about {v}",
                "contact": "the notice by “{v}”",
                "phone": "the notice with the number {v}",
                "date": "the notice dated {v}",
            },
            colour="the {c} notice",
            least={"date": "the notice with the date earliest in the year"},
            most={"date": "the notice with the date latest in the year"},
            texts={"contact": "{person}"},
        ),
        "zh": Words(
            noun="启事 则",
            heads={
                "subject": ("{it}是关于什么的？", "{it}的标题是什么？"),
                "contact": ("{it}的联系人是谁？", "{it}上写着谁的名字？"),
                "phone": ("{it}上的电话是多少？", "{it}留的电话号码是多少？"),
                "date": ("{it}上的日期是什么？", "{it}写的是哪一天？"),
            },
            by={
                "subject": "关于{v}的启事",
                "contact": "“{v}”的启事",
                "phone": "电话为{v}的启事",
                "date": "日期为{v}的启事",
            },
            colour="{c}的启事",
            least={"date": "日期在一年中最早的启事"},
            most={"date": "日期在一年中最晚的启事"},
            texts={"contact": "{person}"},
        ),
    },
    paint=paint,
)
