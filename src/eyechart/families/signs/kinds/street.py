"""A street of shops: each one's name, what it sells, its phone and house number; the street's name."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import awning, clutter, lamp, pavement, shop_window, sky, wall, window
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.measure import NUMBER
from eyechart.families.signs.stage import Stage, inset, lighter


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    sky(stage, -230, 440)
    wall(stage, (-FAR, -230, 640 + FAR, 440), (6, 196, 634, 440))
    stage.fill((-FAR, -246, 640 + FAR, -226), "#D8D0C2")
    stage.fill((0, 190, 640, 440), "#3B3733")  # between two shop fronts
    wide = 640 / count
    for i in stage.along(95):
        window(stage, (20 + i * 95, -170, 70 + i * 95, -60))
    for i in range(count):
        _shop(stage, i, (i * wide, 0, (i + 1) * wide, 440))
    for side in (-1, 1):  # the neighbours' shutters
        for i in range(3):
            x = (-1 - i) * 230 if side < 0 else 650 + i * 230
            stage.fill((x, 190, x + 200, 440), "#7A8085")
            for y in range(200, 440, 16):
                stage.fill((x, y, x + 200, y + 2), "#44494E")
    on_left = rng.coin()
    plate = (8, 14, 238, 60) if on_left else (402, 14, 632, 60)
    ground = rng.choice(("#1E4C8F", "#14603F", "#F1EEE4"))
    stage.board(plate, ground, 5, 5, "#F1EEE4" if ground != "#F1EEE4" else "#20252B")
    stage.put_heading("street", inset(plate, 8), "#FFFFFF" if ground != "#F1EEE4" else "#20252B", 29, 1)
    pavement(stage, 440, rng.integer(0, 3))
    if rng.coin():
        lamp(stage, rng.choice((-60.0, 700.0)), 500, 330)
    clutter(stage, -40, 680, 505, 60)
    return (0, 6, 640, 470)


def _shop(stage: Stage, i: int, box: Box) -> None:
    left, _, right, bottom = box
    rng = stage.rng
    ground, ink = stage.colour(i).ground, stage.colour(i).ink
    frame = rng.choice(("#3B2F28", "#24343C", "#EDE7DA", "#5A4638"))
    stage.fill((left + 5, 196, right - 5, bottom), lighter(frame, 0.12))
    shop_window(stage, (left + 14, 260, right - 78, bottom - 30), frame)
    entrance = (right - 62, 300, right - 14, bottom)
    stage.fill((entrance[0] - 4, entrance[1] - 4, entrance[2] + 4, bottom), lighter(frame, -0.3))
    stage.fill(entrance, "#2E3D47")
    stage.polygon([(entrance[0], 300), (entrance[0] + 30, 300), (entrance[0], 372)], "#FFFFFF", 0.12)
    stage.disc(entrance[0] + 6, 372, 3, "#D8B45A")
    sign = (left + 4, 78, right - 4, 184)
    stage.board(sign, ground, 3, 9, rng.choice((lighter(ground, -0.4), lighter(ground, 0.35))))
    stage.put(i, "name", (sign[0] + 9, 84, sign[2] - 9, 138), ink, 42, 2)
    stage.put(i, "goods", (sign[0] + 9, 144, sign[2] - 9, 178), ink, 26, 1)
    if rng.coin(0.55):
        awning(
            stage,
            (left + 8, 188, right - 8, 208),
            ground if stage.colour(i).name not in ("white", "black") else "#8E3B32",
            10,
        )
    strip = (left + 10, 214, right - 10, 250)
    stage.fill(strip, "#10181D", 2)
    stage.put(i, "phone", inset(strip, 4), "#F7F3E6", 27, 1, latin="sans")
    plate = (right - 72, 255, right - 6, 293)
    stage.board(plate, rng.choice(("#1E3F8F", "#1B1D20", "#7A1F1A")), 3, 3)
    stage.put(i, "number", inset(plate, 4), "#FFFFFF", 28, 1, latin="sans")
    stage.area(i, (left, 78, right, bottom))


KIND = Kind(
    turn=1,
    entry="shop",
    roles=("name", "goods", "phone", "number"),
    asked=("name", "phone", "number", "goods"),
    told_by=("name", "goods", "number", "phone"),
    heading=("street",),
    coloured=True,
    measures={"number": NUMBER},
    words={
        "en": Words(
            noun="shop",
            heads={
                "name": ("What is the name of {it}?", "What is {it} called?"),
                "goods": ("What does it say below the name of {it}?",),
                "phone": ("What is the phone number of {it}?", "Which number would you call to reach {it}?"),
                "number": ("What is the house number of {it}?", "What number is on the door plate of {it}?"),
                "street": ("Which street is this?", "What does the street sign on the wall say?"),
            },
            by={
                "name": "“{v}”",
                "goods": "the shop that sells {v}",
                "phone": "the shop whose phone number is {v}",
                "number": "the shop with house number {v}",
            },
            colour="the shop with the {c} sign",
        ),
        "zh": Words(
            noun="店铺 家",
            heads={
                "name": ("{it}叫什么名字？", "{it}的店名是什么？"),
                "goods": ("{it}的店名下面写着什么？",),
                "phone": ("{it}的电话号码是多少？", "要联系{it}应该打哪个电话？"),
                "number": ("{it}的门牌号是多少？", "{it}的门牌上写着什么？"),
                "street": ("这是哪条街？", "墙上的路牌写着什么？"),
            },
            by={
                "name": "“{v}”",
                "goods": "卖{v}的店铺",
                "phone": "电话是{v}的店铺",
                "number": "门牌为{v}的店铺",
            },
            colour="招牌是{c}的店铺",
        ),
    },
    paint=paint,
)
