"""A departures board in a station hall: destination, time, train and gate, not sorted by time."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.measure import CLOCK
from eyechart.families.signs.stage import Stage, inset


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    stage.surface((-FAR, -FAR, 640 + FAR, 640 + FAR), "stone", rng.integer(0, 3), 0.9, hole=(10, 30, 630, 450))
    for x in (-580, -280, 280, 900, 1200):  # girders of the hall
        stage.shade((x, -FAR, x + 26, 640 + FAR), "#6F777D", "#454B50", 0, across=True)
    stage.fill((-FAR, -60, 640 + FAR, -30), "#53595E")
    for x in (120, 520):
        stage.fill((x - 5, -40, x + 5, 40), "#33383C")
    board = (0, 20, 640, 460)
    stage.board(board, "#33383C", 10, 14)
    inner = inset(board, 14)
    stage.fill(inner, "#111416")
    ink = rng.choice(("#FFC247", "#F4F1E6", "#9FE08A"))
    columns = {"time": (24, 128, 0.0), "stop": (138, 368, 0.0), "train": (402, 508, 0.0), "gate": (540, 616, 1.0)}
    for role, (left, right, align) in columns.items():
        stage.put_heading(f"label {role}", (left, 38, right, 74), "#B9C4CC", 24, 1, align, "sans")
    stage.fill((24, 78, 616, 80), "#B9C4CC", 0, 0.6)
    high = 352 / count
    for i in range(count):
        top = 86 + i * high
        stage.fill((20, top + 2, 620, top + high - 2), "#FFFFFF", 3, 0.05 if i % 2 else 0.02)
        size = min(33.0, 0.62 * high)
        for role, (left, right, align) in columns.items():
            stage.put(i, role, (left, top + 3, right, top + high - 3), ink, size, 1, align, "sans")
        stage.area(i, (20, top, 620, top + high))
    for k in range(min(5, stage.place.clutter)):  # heads of people waiting
        head = rng.uniform(-260, 900)
        stage.fill((head - 46, 590 + 6 * k, head + 46, 900), "#20262B", 34)
        stage.disc(head, 566 + 6 * k, 27, rng.choice(("#3A2A22", "#5A4636", "#1F1A18")))
    return (-8, 12, 648, 470)


KIND = Kind(
    turn=10,
    entry="departure",
    roles=("stop", "time", "train", "gate"),
    upright=True,
    measures={"time": CLOCK},
    words={
        "en": Words(
            noun="train",
            heads={
                "stop": ("What is the destination of {it}?", "Where does {it} go?"),
                "time": ("At what time does {it} leave?", "What is the departure time of {it}?"),
                "train": ("What is the number of {it}?", "Which number is shown for {it}?"),
                "gate": ("From which gate does {it} leave?", "What is the gate of {it}?"),
            },
            by={
                "stop": "the train to “{v}”",
                "time": "the train at {v}",
                "train": "train {v}",
                "gate": "the train from gate {v}",
            },
            least={"time": "the train that leaves earliest"},
            most={"time": "the train that leaves latest"},
            labels={
                "label time": "Time",
                "label stop": "Destination",
                "label train": "Train",
                "label gate": "Gate",
            },
            texts={
                "time": "{05-23}:{00-59}",
                "train": "{R|X|K|T}{100-989}",
                "gate": "{A|B|C|D|E|F}{1-39}",
            },
        ),
        "zh": Words(
            noun="列车 趟",
            heads={
                "stop": ("{it}开往哪里？", "{it}的终点站是哪里？"),
                "time": ("{it}几点发车？", "{it}的发车时间是几点？"),
                "train": ("{it}的车次是什么？", "{it}的车次号是多少？"),
                "gate": ("{it}在哪个检票口检票？", "{it}的检票口是哪个？"),
            },
            by={
                "stop": "开往“{v}”的列车",
                "time": "{v}发车的列车",
                "train": "{v}次列车",
                "gate": "检票口为{v}的列车",
            },
            least={"time": "发车最早的列车"},
            most={"time": "发车最晚的列车"},
            labels={
                "label time": "时间",
                "label stop": "终点站",
                "label train": "车次",
                "label gate": "检票口",
            },
            texts={
                "time": "{05-23}:{00-59}",
                "train": "{G|D|K|Z}{11-8999}",
                "gate": "{A|B|C|D|E|F}{1-39}",
            },
        ),
    },
    paint=paint,
)
