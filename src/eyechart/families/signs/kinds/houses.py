"""A row of houses: the number over each door and who lives there, and the street's name."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import clutter, door, pavement, plant, sky, wall, window
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.measure import NUMBER
from eyechart.families.signs.stage import Stage, inset


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
    sky(stage, -256, 440)
    wide = 640 / count
    for i in stage.along(wide):  # beyond the row there are walls and no doors: who counts houses counts these
        left = i * wide
        wall(stage, (left, -260, left + wide, 450))
        stage.fill((left - 3, -260, left + 3, 450), "#000000", 0, 0.18)
        for x in (0.16, 0.60):
            window(stage, (left + x * wide, -190, left + (x + 0.24) * wide, -70))
    stage.fill((-FAR, -282, 640 + FAR, -256), "#5B4A42")
    ground = rng.choice(("#1E4C8F", "#F1EEE4", "#14603F"))
    for i in range(count):
        _house(stage, i, (i * wide, 0, (i + 1) * wide, 436))
    plate = (200, 4, 440, 50)
    stage.board(plate, ground, 4, 5, "#C8C2B4")
    stage.put_heading("street", inset(plate, 8), "#20252B" if ground == "#F1EEE4" else "#FFFFFF", 30, 1)
    pavement(stage, 446, rng.integer(0, 3))
    clutter(stage, -60, 700, 512, 58)
    return (0, 0, 640, 472)


def _house(stage: Stage, i: int, box: Box) -> None:
    left, _, right, bottom = box
    rng, wide = stage.rng, right - left
    number = (left + 0.26 * wide, 66, right - 0.26 * wide, 116)
    stage.board(number, rng.choice(("#F4F1E8", "#1B1D20", "#1E3F8F")), 5, 5)
    dark = rng.coin()
    stage.fill(inset(number, 3), "#20252B" if dark else "#F4F1E8", 4)
    stage.put(i, "number", inset(number, 7), "#F6F2E4" if dark else "#1B1D20", 38, 2)
    name = (left + 9, 128, right - 9, 168)
    stage.board(name, rng.choice(("#D9C08A", "#E8E4DA", "#C9CED2")), 4, 4, "#6B5A3A")
    stage.put(i, "resident", inset(name, 8), "#2A211A", 28, 1)
    stage.fill((left + 0.24 * wide, 178, right - 0.24 * wide, 190), "#D6CFC2")
    door(stage, (left + 0.30 * wide, 200, right - 0.30 * wide, bottom), stage.colour(i).ground)
    for x in (left + 0.13 * wide, right - 0.13 * wide):
        plant(stage, x, bottom + 6, min(46.0, 0.24 * wide))
    stage.area(i, (left, 60, right, bottom))


KIND = Kind(
    turn=3,
    entry="house",
    roles=("number", "resident"),
    heading=("street",),
    coloured=True,
    measures={"number": NUMBER},
    words={
        "en": Words(
            noun="house",
            heads={
                "number": ("What is the number of {it}?", "Which number is on {it}?"),
                "resident": ("Who lives in {it}?", "Whose name is written on {it}?"),
                "street": ("In which street are these houses?", "What does the street sign say?"),
            },
            by={
                "number": "the house numbered {v}",
                "resident": "the house of “{v}”",
            },
            colour="the house with the {c} door",
            least={"number": "the house with the lowest number"},
            most={"number": "the house with the highest number"},
            texts={"resident": ("{surname}", "{person}")},
        ),
        "zh": Words(
            noun="房子 栋",
            heads={
                "number": ("{it}的门牌号是多少？", "{it}上写着什么门牌号？"),
                "resident": ("{it}里住着谁？", "{it}的名牌上写着谁的名字？"),
                "street": ("这些房子在哪条街上？", "路牌上写着什么？"),
            },
            by={
                "number": "门牌为{v}的房子",
                "resident": "“{v}”家的房子",
            },
            colour="门是{c}的房子",
            least={"number": "门牌号最小的房子"},
            most={"number": "门牌号最大的房子"},
            texts={"resident": "{person}"},
        ),
    },
    paint=paint,
)
