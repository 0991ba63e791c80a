"""Places in the open: a street of shops, a road sign, a row of houses, posters on a wall, buses, a market stall.

Each function paints its place on the stage and gives the box of the plane that has to be in the picture.
"""

from __future__ import annotations

import skia

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import awning, clutter, door, hills, lamp, pavement, plant, shop_window, window
from eyechart.families.signs.lexicon import COLOURS
from eyechart.families.signs.stage import Stage, inset, lighter

WALLS = (("brick", 5), ("plaster", 6), ("stone", 4))


def wall(stage: Stage, box: Box, hole: Box | None = None) -> None:
    name, variants = stage.rng.choice(WALLS)
    stage.surface(box, name, stage.rng.integer(0, variants - 1), stage.rng.choice((0.6, 0.75)), hole=hole)


def sky(stage: Stage, bottom: float, horizon: float) -> None:
    """Down to the bottom; palest at the horizon."""
    stage.pen.save()
    stage.pen.translate(0, horizon - 900)
    stage.surface((-FAR, -FAR, 640 + FAR, bottom - horizon + 900), "sky", stage.rng.integer(0, 2), 900 / 512)
    stage.pen.restore()


def street(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
    sky(stage, -230, 440)
    wall(stage, (-FAR, -230, 640 + FAR, 440), (6, 196, 634, 440))
    stage.fill((-FAR, -246, 640 + FAR, -226), "#D8D0C2")
    stage.fill((0, 190, 640, 440), "#3B3733")  # between two shop fronts
    wide = 640 / len(entries)
    for i in stage.along(95):
        window(stage, (20 + i * 95, -170, 70 + i * 95, -60))
    for i, entry in enumerate(entries):
        _shop(stage, i, (i * wide, 0, (i + 1) * wide, 440), entry.colour)
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


def _shop(stage: Stage, i: int, box: Box, colour: str) -> None:
    left, _, right, bottom = box
    rng = stage.rng
    ground, _, ink = COLOURS[colour]
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
        awning(stage, (left + 8, 188, right - 8, 208), ground if colour not in ("white", "black") else "#8E3B32", 10)
    strip = (left + 10, 214, right - 10, 250)
    stage.fill(strip, "#10181D", 2)
    stage.put(i, "phone", inset(strip, 4), "#F7F3E6", 27, 1, latin="sans")
    plate = (right - 72, 255, right - 6, 293)
    stage.board(plate, rng.choice(("#1E3F8F", "#1B1D20", "#7A1F1A")), 3, 3)
    stage.put(i, "number", inset(plate, 4), "#FFFFFF", 28, 1, latin="sans")
    stage.area(f"entry:{i}", (left, 78, right, bottom))


def road(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
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
    high = (sign[3] - sign[1] - 36) / len(entries)
    for i in range(len(entries)):
        top = sign[1] + 18 + i * high
        size = min(46.0, 0.7 * high)
        _arrow(stage, 78, top + high / 2, 0.34 * size, rng.integer(0, 2))
        stage.put(i, "town", (124, top + 3, 400, top + high - 3), "#FFFFFF", size, 1, 0.0, "sans")
        stage.put(i, "distance", (420, top + 3, 578, top + high - 3), "#FFFFFF", 0.94 * size, 1, 1.0, "sans")
        if i:
            stage.fill((52, top - 0.75, 588, top + 0.75), "#FFFFFF", 0, 0.45)
        stage.area(f"entry:{i}", (44, top, 596, top + high))
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


def houses(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
    sky(stage, -256, 440)
    wide = 640 / len(entries)
    for i in stage.along(wide):
        left = i * wide
        wall(stage, (left, -260, left + wide, 450))
        stage.fill((left - 3, -260, left + 3, 450), "#000000", 0, 0.18)
        for x in (0.16, 0.60):
            window(stage, (left + x * wide, -190, left + (x + 0.24) * wide, -70))
        if not 0 <= i < len(entries):
            door(stage, (left + 0.34 * wide, 196, left + 0.70 * wide, 436), "#5C4636")
    stage.fill((-FAR, -282, 640 + FAR, -256), "#5B4A42")
    ground = rng.choice(("#1E4C8F", "#F1EEE4", "#14603F"))
    for i, entry in enumerate(entries):
        _house(stage, i, (i * wide, 0, (i + 1) * wide, 436), entry.colour)
    plate = (200, 4, 440, 50)
    stage.board(plate, ground, 4, 5, "#C8C2B4")
    stage.put_heading("street", inset(plate, 8), "#20252B" if ground == "#F1EEE4" else "#FFFFFF", 30, 1)
    pavement(stage, 446, rng.integer(0, 3))
    clutter(stage, -60, 700, 512, 58)
    return (0, 0, 640, 472)


def _house(stage: Stage, i: int, box: Box, colour: str) -> None:
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
    door(stage, (left + 0.30 * wide, 200, right - 0.30 * wide, bottom), COLOURS[colour][0])
    for x in (left + 0.13 * wide, right - 0.13 * wide):
        plant(stage, x, bottom + 6, min(46.0, 0.24 * wide))
    stage.area(f"entry:{i}", (left, 60, right, bottom))


def posters(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
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
    wide = 640 / len(entries)
    for i, entry in enumerate(entries):
        _poster(stage, i, (i * wide + 9, 30, (i + 1) * wide - 9, 440), entry.colour)
    clutter(stage, -100, 740, 590, 70)
    return (0, 12, 640, 458)


def _poster(stage: Stage, i: int, box: Box, colour: str) -> None:
    left, top, right, bottom = box
    rng = stage.rng
    ground, _, ink = COLOURS[colour]
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
        stage.area(f"entry:{i}", box)


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


def buses(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
    sky(stage, -60, 330)
    wall(stage, (-FAR, -60, 640 + FAR, 320), (20, 60, 620, 320))
    stage.fill((14, 56, 626, 322), "#3B3733")
    for i in stage.along(88):
        window(stage, (i * 88 + 12, -30, i * 88 + 60, 22))
    stage.surface((-FAR, 330, 640 + FAR, 640 + FAR), "asphalt", rng.integer(0, 1), 0.7)
    stage.fill((-FAR, 318, 640 + FAR, 332), "#C2BCB0")
    for i in stage.along(120):
        stage.polygon([(i * 120, 500), (i * 120 + 60, 500), (i * 120 + 52, 512), (i * 120 - 12, 512)], "#E5E0D2")
    wide = 640 / len(entries)
    for i, entry in enumerate(entries):
        _bus(stage, i, (i * wide + 8, 40, (i + 1) * wide - 8, 440), entry.colour)
    clutter(stage, -100, 740, 560, 50)
    return (0, 30, 640, 474)


def _bus(stage: Stage, i: int, box: Box, colour: str) -> None:
    left, top, right, bottom = box
    wide = right - left
    ground = COLOURS[colour][0]
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
    stage.area(f"entry:{i}", box)


def market(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
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
    wide = 640 / len(entries)
    for i in range(len(entries)):
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
    flesh = FLESH[stage.place.entries[i].texts[0].concept]
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
    stage.area(f"entry:{i}", box)
