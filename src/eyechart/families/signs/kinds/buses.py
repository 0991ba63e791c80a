"""Buses seen from the front: route, destination and number plate."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import clutter, sky, wall, window
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.stage import Stage, inset, lighter


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    sky(stage, -60, 330)
    wall(stage, (-FAR, -60, 640 + FAR, 320), (20, 60, 620, 320))
    stage.fill((14, 56, 626, 322), "#3B3733")
    for i in stage.along(88):
        window(stage, (i * 88 + 12, -30, i * 88 + 60, 22))
    stage.surface((-FAR, 330, 640 + FAR, 640 + FAR), "asphalt", rng.integer(0, 1), 0.7)
    stage.fill((-FAR, 318, 640 + FAR, 332), "#C2BCB0")
    for i in stage.along(120):
        stage.polygon([(i * 120, 500), (i * 120 + 60, 500), (i * 120 + 52, 512), (i * 120 - 12, 512)], "#E5E0D2")
    wide = 640 / count
    for i in range(count):
        _bus(stage, i, (i * wide + 8, 40, (i + 1) * wide - 8, 440))
    clutter(stage, -100, 740, 560, 50)
    return (0, 30, 640, 474)


def _bus(stage: Stage, i: int, box: Box) -> None:
    left, top, right, bottom = box
    wide = right - left
    ground = stage.colour(i).ground
    stage.fill((left - 6, bottom - 2, right + 6, bottom + 26), "#000000", 12, 0.35)
    for x in (left + 0.08 * wide, right - 0.24 * wide):
        stage.fill((x, bottom - 24, x + 0.16 * wide, bottom + 16), "#191A1C", 5)
    stage.shade(box, lighter(ground, 0.14), lighter(ground, -0.16), 16)
    stage.outline(inset(box, 1), lighter(ground, -0.45), 2, 16)
    led = (left + 10, top + 10, right - 10, top + 118)
    stage.fill(led, "#0E0F10", 6)
    amber = stage.rng.choice(("#FFB52E", "#FFD35C", "#FFF2D8"))
    stage.put(i, "route", (led[0] + 8, led[1] + 5, led[2] - 8, led[1] + 60), amber, 50, 2, latin="sans")
    stage.put(i, "stop", (led[0] + 7, led[1] + 66, led[2] - 7, led[3] - 4), amber, 30, 1, latin="sans")
    glass = (left + 12, top + 126, right - 12, top + 282)
    stage.fill((glass[0] - 3, glass[1] - 3, glass[2] + 3, glass[3] + 3), "#111315", 10)
    stage.shade(glass, "#9DB6C6", "#34424D", 8)
    stage.polygon(
        [
            (glass[0] + 10, glass[1]),
            (glass[0] + 0.4 * wide, glass[1]),
            (glass[0] + 0.1 * wide, glass[3]),
            (glass[0] + 2, glass[3]),
        ],
        "#FFFFFF",
        0.13,
    )
    stage.disc(left + 0.3 * wide, glass[3] - 38, 15, "#2A2622")  # the driver
    stage.fill((left + 0.3 * wide - 24, glass[3] - 24, left + 0.3 * wide + 24, glass[3]), "#22303E", 9)
    stage.line([(left + 0.5 * wide, glass[3]), (left + 0.28 * wide, glass[3] - 74)], "#15171A", 3)
    stage.line([(left + 0.55 * wide, glass[3]), (left + 0.78 * wide, glass[3] - 74)], "#15171A", 3)
    for x in (left + 26, right - 26):
        stage.disc(x, bottom - 74, 15, "#D9DCDD")
        stage.disc(x, bottom - 74, 10, "#FBF6DC")
    stage.fill((left + 8, bottom - 54, right - 8, bottom - 12), lighter(ground, -0.35), 8)
    plate = (
        left + 0.5 * wide - min(78.0, 0.42 * wide),
        bottom - 52,
        left + 0.5 * wide + min(78.0, 0.42 * wide),
        bottom - 14,
    )
    stage.fill(plate, "#F4D94A" if stage.rng.coin(0.4) else "#F5F5F1", 4)
    stage.outline(inset(plate, 2), "#2B2B2B", 1.5, 3)
    stage.put(i, "plate", inset(plate, 6), "#17191B", 29, 1, latin="sans")
    for x in (left - 6, right - 4):
        stage.fill((x, top + 132, x + 10, top + 176), "#1B1D20", 4)
    stage.area(i, box)


KIND = Kind(
    turn=8,
    entry="bus",
    roles=("stop", "route", "plate"),
    coloured=True,
    words={
        "en": Words(
            noun="bus",
            heads={
                "stop": ("Where is {it} going?", "What is the destination of {it}?"),
                "route": ("What is the route number of {it}?", "Which line is {it} running on?"),
                "plate": ("What is the number plate of {it}?", "What does the licence plate of {it} say?"),
            },
            by={
                "stop": "the bus to “{v}”",
                "route": "the bus on route {v}",
                "plate": "the bus with number plate “{v}”",
            },
            colour="the {c} bus",
            texts={
                "route": "{||X|N|K}{2-299}",
                "plate": "{letter}{letter}{11-98!} {letter}{letter}{letter}",
            },
        ),
        "zh": Words(
            noun="公交车 辆",
            heads={
                "stop": ("{it}开往哪里？", "{it}的终点是哪里？"),
                "route": ("{it}是几路车？", "{it}是哪条线路的？"),
                "plate": ("{it}的车牌号是什么？", "{it}的车牌上写着什么？"),
            },
            by={
                "stop": "开往“{v}”的公交车",
                "route": "{v}公交车",
                "plate": "车牌为“{v}”的公交车",
            },
            colour="{c}的公交车",
            texts={
                "route": "{2-599}路",
                "plate": "{province}{letter}{letter-or-digit}{letter-or-digit}{letter-or-digit}{letter-or-digit}{letter-or-digit}",
            },
        ),
    },
    paint=paint,
)
