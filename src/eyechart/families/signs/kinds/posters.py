"""Posters on a wall: an event, its date, its venue and what a ticket costs."""

from __future__ import annotations

import skia

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import clutter, pavement, wall
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.measure import DATE, MONEY
from eyechart.families.signs.stage import Stage, inset, lighter


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    wall(stage, (-FAR, -FAR, 640 + FAR, 520))
    pavement(stage, 520, rng.integer(0, 3))
    for _ in range(stage.place.clutter + 2):  # remains of older paper
        x, y = rng.uniform(-200, 800), rng.choice((rng.uniform(-160, -20), rng.uniform(450, 500)))
        with stage.turned(rng.uniform(-14, 14), x, y):
            stage.fill(
                (x, y, x + rng.uniform(30, 90), y + rng.uniform(20, 60)),
                rng.choice(("#E6DFCC", "#D8CDB4", "#C7D0D3")),
                0,
                0.8,
            )
    wide = 640 / count
    for i in range(count):
        _poster(stage, i, (i * wide + 9, 30, (i + 1) * wide - 9, 440))
    clutter(stage, -100, 740, 590, 70)
    return (0, 12, 640, 458)


def _poster(stage: Stage, i: int, box: Box) -> None:
    left, top, right, bottom = box
    rng = stage.rng
    ground, ink = stage.colour(i).ground, stage.colour(i).ink
    with stage.turned(rng.uniform(-2.2, 2.2), (left + right) / 2, (top + bottom) / 2):
        stage.shadow(box, 6)
        stage.fill(box, ground)
        stage.polygon([(left, top), (left + 60, top), (left, top + 150)], "#FFFFFF", 0.07)  # a sheen on the paper
        stage.put(i, "event", (left + 10, top + 14, right - 10, top + 74), ink, 44, 2)
        _artwork(stage, (left + 12, top + 84, right - 12, top + 226), ink)
        stage.put(i, "date", (left + 10, top + 238, right - 10, top + 282), ink, 34, 1)
        stage.put(i, "venue", (left + 10, top + 290, right - 10, top + 330), ink, 27, 1)
        ticket = ((left + right) / 2 - 46, top + 344, (left + right) / 2 + 46, top + 396)
        stage.fill(ticket, ink, 10)
        stage.put(i, "ticket", inset(ticket, 9), ground, 36, 2)
        for x in (left + 8, right - 8):
            stage.disc(x, top + 7, 3, "#8C8F92")
        stage.area(i, box)


def _artwork(stage: Stage, box: Box, ink: str) -> None:
    """A picture on a poster: sun and hills, or rings, or a skyline."""
    left, top, right, bottom = box
    rng, high, wide = stage.rng, bottom - top, right - left
    stage.pen.save()
    stage.pen.clipRect(skia.Rect(*box))
    warm = rng.choice(("#E8A33D", "#D95D39", "#6FA8A0", "#9C6BA8", "#4E7FA8"))
    stage.shade(box, lighter(warm, 0.45), warm)
    form = rng.integer(0, 2)
    if form == 0:
        stage.disc(left + wide * rng.uniform(0.3, 0.7), top + 0.5 * high, 0.24 * high, "#FBEFC8")
        stage.polygon(
            [(left, bottom), (left, top + 0.7 * high), (left + 0.4 * wide, top + 0.55 * high), (right, bottom)],
            lighter(warm, -0.45),
        )
        stage.polygon([(right, bottom), (right, top + 0.6 * high), (left + 0.3 * wide, bottom)], lighter(warm, -0.6))
    elif form == 1:
        for k in range(6, 0, -1):
            stage.disc(
                (left + right) / 2,
                (top + bottom) / 2,
                k * 0.11 * high,
                lighter(warm, -0.5) if k % 2 else lighter(warm, 0.6),
            )
    else:
        x = left
        while x < right:
            step = rng.uniform(0.08, 0.16) * wide
            stage.fill(
                (x, bottom - rng.uniform(0.25, 0.8) * high, x + step, bottom), lighter(warm, rng.uniform(-0.65, -0.3))
            )
            x += step
    stage.pen.restore()


KIND = Kind(
    turn=4,
    entry="poster",
    roles=("event", "date", "venue", "ticket"),
    coloured=True,
    measures={"ticket": MONEY, "date": DATE},
    words={
        "en": Words(
            noun="poster",
            heads={
                "event": ("What event does {it} announce?", "What is the title of {it}?"),
                "date": ("On what date is the event on {it}?", "What date is given on {it}?"),
                "venue": ("Where does the event on {it} take place?", "What venue is named on {it}?"),
                "ticket": ("How much is a ticket according to {it}?", "What is the ticket price on {it}?"),
            },
            by={
                "event": "the poster for “{v}”",
                "date": "the poster dated {v}",
                "venue": "the poster for an event at “{v}”",
                "ticket": "the poster with tickets at {v}",
            },
            colour="the {c} poster",
            least={
                "ticket": "the poster with the cheapest ticket",
                "date": "the poster with the date earliest in the year",
            },
            most={
                "ticket": "the poster with the most expensive ticket",
                "date": "the poster with the date latest in the year",
            },
            texts={
                "event": "{event-head} {event-tail}",
                "venue": "{town} {hall}",
                "ticket": "£{4-60}",
            },
        ),
        "zh": Words(
            noun="海报 张",
            heads={
                "event": ("{it}宣传的是什么活动？", "{it}的标题是什么？"),
                "date": ("{it}上的活动是哪一天？", "{it}上写的日期是什么？"),
                "venue": ("{it}上的活动在哪里举行？", "{it}上写的地点是哪里？"),
                "ticket": ("{it}上的票价是多少？", "{it}上写的门票是多少钱？"),
            },
            by={
                "event": "“{v}”的海报",
                "date": "日期为{v}的海报",
                "venue": "活动在“{v}”举办的海报",
                "ticket": "票价{v}的海报",
            },
            colour="{c}的海报",
            least={
                "ticket": "票价最低的海报",
                "date": "日期在一年中最早的海报",
            },
            most={
                "ticket": "票价最高的海报",
                "date": "日期在一年中最晚的海报",
            },
            texts={
                "event": "{event-head}{event-tail}",
                "venue": "{street-head}{hall}",
                "ticket": "{10-280}元",
            },
        ),
    },
    paint=paint,
)
