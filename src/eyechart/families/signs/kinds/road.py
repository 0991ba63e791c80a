"""A sign over a road: places and how far they are, and the road's number."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import hills, plant, sky
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.measure import NUMBER
from eyechart.families.signs.stage import Stage, inset


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    sky(stage, 424, 424)
    stage.surface((-FAR, 420, 640 + FAR, 640 + FAR), "grass", rng.integer(0, 1), 0.8)
    hills(stage, 424)
    stage.polygon([(300, 420), (340, 420), (1300, 900), (-660, 900)], "#6C6E72")
    stage.polygon([(318, 420), (322, 420), (350, 900), (290, 900)], "#E8E4D8")
    for a, b in (((301, 420), (-560, 860)), ((339, 420), (1200, 860))):
        stage.line([a, b], "#E8E4D8", 4)
    ground = rng.choice(("#12653F", "#1B4E94", "#12653F"))
    for x in (120, 520):
        stage.shade((x - 8, 40, x + 8, 520), "#A7ADB2", "#666C71", 0, across=True)
    sign = (30, 84, 610, 404)
    stage.board(sign, ground, 16, 12)
    stage.outline(inset(sign, 9), "#F4F4F0", 4, 11)
    high = (sign[3] - sign[1] - 36) / count
    for i in range(count):
        top = sign[1] + 18 + i * high
        size = min(46.0, 0.7 * high)
        _arrow(stage, 78, top + high / 2, 0.34 * size, rng.integer(0, 2))
        stage.put(i, "town", (124, top + 3, 400, top + high - 3), "#FFFFFF", size, 1, 0.0, "sans")
        stage.put(i, "distance", (420, top + 3, 578, top + high - 3), "#FFFFFF", 0.94 * size, 1, 1.0, "sans")
        if i:
            stage.fill((52, top - 0.75, 588, top + 0.75), "#FFFFFF", 0, 0.45)
        stage.area(i, (44, top, 596, top + high))
    plate = (236, 20, 404, 74)
    stage.board(plate, rng.choice(("#E9B824", "#F3F1EA")), 7, 6)
    stage.put_heading("road", inset(plate, 8), "#16181A", 38, 2, latin="sans")
    for _ in range(stage.place.clutter):
        plant(stage, rng.choice((rng.uniform(-160, 60), rng.uniform(580, 800))), 560 + rng.uniform(-30, 60), 50)
    return (20, 10, 620, 460)


def _arrow(stage: Stage, x: float, y: float, size: float, way: int) -> None:
    """Ahead, left or right."""
    with stage.turned((0, -90, 90)[way], x, y):
        stage.polygon([(x, y - size), (x + 0.75 * size, y - 0.1 * size), (x - 0.75 * size, y - 0.1 * size)], "#FFFFFF")
        stage.fill((x - 0.24 * size, y - 0.2 * size, x + 0.24 * size, y + size), "#FFFFFF")


KIND = Kind(
    turn=2,
    entry="place",
    roles=("town", "distance"),
    heading=("road",),
    upright=True,
    measures={"distance": NUMBER},
    words={
        "en": Words(
            noun="place",
            heads={
                "town": ("What is the name of {it}?", "On the road sign, what is {it}?"),
                "distance": ("How far is it to {it}?", "What distance does the sign give for {it}?"),
                "road": ("What is the number of this road?", "Which road number does the small plate show?"),
            },
            by={
                "town": "“{v}”",
                "distance": "the place that is {v} away",
            },
            least={"distance": "the nearest place"},
            most={"distance": "the farthest place"},
            texts={
                "distance": "{2-290} km",
                "road": "{A|B}{10-999}",
            },
        ),
        "zh": Words(
            noun="地点 个",
            heads={
                "town": ("路牌上{it}是哪里？", "路牌上{it}的名称是什么？"),
                "distance": ("到{it}还有多远？", "路牌上{it}的距离是多少？"),
                "road": ("这条公路的编号是什么？", "小牌子上的公路编号是什么？"),
            },
            by={
                "town": "“{v}”",
                "distance": "距离为{v}的地点",
            },
            least={"distance": "最近的地点"},
            most={"distance": "最远的地点"},
            texts={
                "distance": "{2-290}公里",
                "road": "{G|S}{10-999}",
            },
        ),
    },
    paint=paint,
)
