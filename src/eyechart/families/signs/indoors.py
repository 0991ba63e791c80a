"""Places under a roof: a menu on a wall, books, products on a shelf, a notice board, departures, a directory."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import plant
from eyechart.families.signs.lexicon import COLOURS
from eyechart.families.signs.stage import Stage, inset, lighter


def room(stage: Stage, floor: float, hole: Box) -> None:
    """A papered or panelled wall, a skirting board and a floor of boards."""
    rng = stage.rng
    name, variants = rng.choice((("plaster", 6), ("brick", 5), ("wood", 5), ("plaster", 6)))
    stage.surface((-FAR, -FAR, 640 + FAR, floor), name, rng.integer(0, variants - 1), 0.75, hole=hole)
    stage.surface((-FAR, floor, 640 + FAR, 640 + FAR), "wood", rng.integer(0, 4), 0.8)
    stage.fill((-FAR, floor - 16, 640 + FAR, floor), "#E6E0D4")
    stage.fill((-FAR, floor, 640 + FAR, floor + 7), "#000000", 0, 0.3)


def menu(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
    room(stage, 540, (60, 32, 580, 446))
    look = rng.choice(("chalk", "paper", "wood"))
    ground = {"chalk": "#2B302E", "paper": "#F6EFDC", "wood": "#4A3122"}[look]
    ink = {"chalk": "#F4F1E6", "paper": "#2A211A", "wood": "#F7E9C8"}[look]
    accent = {"chalk": "#F2C84B", "paper": "#A3271E", "wood": "#F5B84A"}[look]
    board = (44, 16, 596, 462)
    stage.shadow(board, 12)
    inner = inset(board, 15)
    stage.surface(board, "wood", rng.integer(0, 3), 0.5, hole=inset(board, 20))
    if look == "wood":
        stage.surface(inner, "wood", 3, 0.9)
    else:
        stage.fill(inner, ground)
    if look == "chalk":  # wiped, not washed
        for _ in range(5):
            x, y = rng.uniform(70, 420), rng.uniform(40, 400)
            stage.fill((x, y, x + rng.uniform(60, 150), y + rng.uniform(14, 40)), "#FFFFFF", 14, 0.03)
    stage.put_heading("name", (80, 40, 560, 98), accent, 46, 2)
    stage.fill((150, 104, 490, 106.5), accent)
    high = 290 / len(entries)
    for i in range(len(entries)):
        top = 112 + i * high
        size = min(34.0, 0.66 * high)
        stage.put(i, "dish", (84, top + 2, 400, top + high - 2), ink, size, 1, 0.0)
        stage.put(i, "price", (436, top + 2, 556, top + high - 2), accent, size, 1, 1.0)
        stage.area(f"entry:{i}", (80, top, 560, top + high))
    stage.fill((150, 405, 490, 406.5), ink, 0, 0.6)
    stage.put_heading("phone", (170, 409, 470, 443), ink, 28, 1)
    for x in (-60, 700):
        plant(stage, x, 560, 120)
    for x in rng.sample((150, 320, 490), min(2, stage.place.clutter)):
        _pendant(stage, x)
    return (30, 4, 610, 474)


def _pendant(stage: Stage, x: float) -> None:
    """A lamp that hangs from the ceiling, above the board."""
    stage.fill((x - 1.5, -FAR, x + 1.5, -70), "#2A2622")
    stage.polygon([(x - 34, -36), (x + 34, -36), (x + 14, -74), (x - 14, -74)], "#B98A3C")
    stage.disc(x, -34, 11, "#FFF3C8")


def books(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
    stage.surface((-FAR, -FAR, 640 + FAR, 640 + FAR), "wood", rng.integer(0, 4), 0.9, hole=(-FAR, -20, 640 + FAR, 440))
    stage.surface((-FAR, -20, 640 + FAR, 440), "wood", 3, 1.1)
    stage.fill((-FAR, -20, 640 + FAR, 20), "#000000", 0, 0.35)
    for start, end in ((-stage.reach, -12), (652, 640 + stage.reach)):  # spines at both ends of the shelf
        x = float(start)
        while x < end - 20:
            thick, high = rng.uniform(18, 44), rng.uniform(240, 360)
            if x + thick > end:
                break
            colour = rng.choice(("#6B2B2B", "#2B4A6B", "#3F5A3A", "#8A6B3A", "#4A3B5A", "#B5A78A"))
            stage.shade((x, 440 - high, x + thick, 440), lighter(colour, 0.12), lighter(colour, -0.25), 2, across=True)
            stage.fill((x, 440 - high + 26, x + thick, 440 - high + 32), "#D8B45A", 0, 0.7)
            x += thick + 2
    wide = 640 / len(entries)
    for i, entry in enumerate(entries):
        _cover(stage, i, (i * wide + 8, 36, (i + 1) * wide - 8, 436), entry.colour)
    stage.surface((-FAR, 438, 640 + FAR, 474), "wood", rng.integer(0, 3), 0.6)
    stage.fill((-FAR, 474, 640 + FAR, 488), "#000000", 0, 0.45)
    return (0, 24, 640, 460)


def _cover(stage: Stage, i: int, box: Box, colour: str) -> None:
    left, top, right, bottom = box
    rng = stage.rng
    ground, _, ink = COLOURS[colour]
    with stage.turned(rng.uniform(-1.6, 1.6), (left + right) / 2, bottom):
        stage.shadow(box, 10)
        stage.fill((left + 4, top + 3, right + 5, bottom), "#E9E2D0", 2)  # the pages
        stage.fill(box, ground, 2)
        stage.polygon([(left, top), (right, top), (right, top + 120), (left, top + 220)], "#FFFFFF", 0.06)
        stage.fill((left + 7, top, left + 9.5, bottom), "#000000", 0, 0.18)  # the hinge
        stage.put(i, "book", (left + 16, top + 22, right - 9, top + 84), ink, 42, 2)
        stage.fill((left + 30, top + 92, right - 24, top + 94), ink, 0, 0.7)
        _emblem(stage, (left + right) / 2 + 4, top + 190, 0.30 * (right - left), ink)
        stage.put(i, "author", (left + 16, top + 292, right - 9, top + 336), ink, 30, 1)
        stage.put(i, "press", (left + 16, top + 350, right - 9, top + 388), ink, 25, 0)
        stage.area(f"entry:{i}", box)


def _emblem(stage: Stage, x: float, y: float, size: float, ink: str) -> None:
    """A picture on a cover: a moon over water, a tree, a diamond."""
    rng = stage.rng
    tone = rng.choice(("#D9A441", "#C96A4A", "#7FA6A0", "#B58BB0"))
    form = rng.integer(0, 2)
    if form == 0:
        stage.disc(x, y, size, tone)
        stage.disc(x + 0.3 * size, y - 0.2 * size, 0.75 * size, lighter(tone, -0.5))
        for k in range(3):
            stage.fill((x - size, y + (0.5 + 0.2 * k) * size, x + size, y + (0.58 + 0.2 * k) * size), ink, 2, 0.6)
    elif form == 1:
        stage.fill((x - 0.08 * size, y, x + 0.08 * size, y + size), lighter(tone, -0.4))
        for a, b, r in ((0, -0.4, 0.55), (-0.45, 0, 0.42), (0.45, 0, 0.42)):
            stage.disc(x + a * size, y + b * size, r * size, tone)
    else:
        for k, part in enumerate((1.0, 0.72, 0.44)):
            r = part * size
            stage.polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], tone if k % 2 == 0 else lighter(tone, -0.5))


def products(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
    stage.surface((-FAR, -FAR, 640 + FAR, 640 + FAR), "metal", rng.integer(0, 3), 0.9)
    for y in range(0, 380, 36):  # the pegboard behind
        for i in stage.along(36):
            stage.disc(i * 36, y, 2, "#5C6166")
    for shelf in (-70, 560):
        stage.shade((-FAR, shelf, 640 + FAR, shelf + 40), "#E4E6E4", "#9CA19E")
        stage.fill((-FAR, shelf + 40, 640 + FAR, shelf + 56), "#000000", 0, 0.3)
    wide = 640 / len(entries)
    rail = rng.choice(("#B3262B", "#2A5CA8", "#3A7A52", "#5A5F66"))
    stage.shade((-FAR, 380, 640 + FAR, 470), rail, lighter(rail, -0.35))
    for start, end in ((-stage.reach, -16), (656, 640 + stage.reach)):
        x = float(start)
        while x < end - 60:
            colour = rng.choice(("#C98A3C", "#7A9AA8", "#A8566A", "#6E8F5C", "#D8CDB4"))
            stage.shade(
                (x, 380 - rng.uniform(180, 290), x + 66, 380),
                lighter(colour, 0.15),
                lighter(colour, -0.2),
                6,
                across=True,
            )
            x += 72
    for i, entry in enumerate(entries):
        _package(stage, i, (i * wide + 9, 26, (i + 1) * wide - 9, 380), entry.colour)
    return (0, 14, 640, 472)


def _package(stage: Stage, i: int, box: Box, colour: str) -> None:
    """A box, a tin or a bag, and the price on the edge of the shelf."""
    left, top, right, bottom = box
    rng = stage.rng
    ground, _, ink = COLOURS[colour]
    stage.fill((left - 3, bottom - 5, right + 8, bottom + 4), "#000000", 4, 0.35)
    form = rng.integer(0, 2)
    radius = (4, 18, 10)[form]
    stage.shade(box, lighter(ground, 0.12), lighter(ground, -0.18), radius, across=True)
    if form == 1:
        stage.shade((left + 2, top - 8, right - 2, top + 12), "#D8DADB", "#8E9396", 6)
    elif form == 2:
        for k in range(12):
            x = left + (right - left) * k / 12
            stage.fill((x, top, x + (right - left) / 24, top + 10), lighter(ground, -0.3))
    stage.put(i, "brand", (left + 12, top + 22, right - 12, top + 86), ink, 50, 2)
    label = (left + 8, top + 98, right - 8, top + 158)
    stage.fill(label, "#FBF8EE", 8)
    stage.put(i, "food", inset(label, 9), "#2A211A", 34, 1)
    middle = (left + right) / 2
    tone = rng.choice(("#D9A441", "#C96A4A", "#7FA6A0", "#8FB35C"))
    stage.disc(middle, top + 226, 48, lighter(tone, 0.3))
    for a, b in ((-20, 8), (18, 10), (0, -16)):
        stage.disc(middle + a, top + 226 + b, 19, tone)
        stage.disc(middle + a - 5, top + 221 + b, 5, "#FFFFFF", 0.4)
    stage.put(i, "weight", (left + 14, top + 292, right - 14, top + 338), ink, 32, 1)
    stage.polygon(
        [(left + 6, top + 20), (left + 16, top + 20), (left + 16, bottom - 8), (left + 6, bottom - 8)], "#FFFFFF", 0.14
    )
    tag = (middle - 62, bottom + 14, middle + 62, bottom + 78)
    stage.board(tag, rng.choice(("#FFF6C9", "#FBFBF8")), 3, 3)
    stage.put(i, "price", inset(tag, 8), "#B3261E" if rng.coin() else "#1B1D20", 42, 2, latin="sans")
    stage.area(f"entry:{i}", (left, top, right, bottom + 78))


def notices(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
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
    wide = 640 / len(entries)
    for i, entry in enumerate(entries):
        _note(stage, i, (i * wide + 9, 40, (i + 1) * wide - 9, 430), entry.colour)
    return (-6, 14, 646, 458)


def _note(stage: Stage, i: int, box: Box, colour: str) -> None:
    left, top, right, bottom = box
    rng = stage.rng
    ground, _, ink = COLOURS[colour]
    with stage.turned(rng.uniform(-2.6, 2.6), (left + right) / 2, (top + bottom) / 2):
        stage.shadow(box, 6)
        stage.fill(box, ground)
        stage.polygon(
            [(right, bottom), (right - 26, bottom), (right, bottom - 26)], "#FFFFFF", 0.25
        )  # a corner that lifts
        stage.put(i, "subject", (left + 10, top + 26, right - 10, top + 82), ink, 40, 2)
        stage.fill((left + 16, top + 90, right - 16, top + 93), ink)
        _emblem(stage, (left + right) / 2, top + 152, 38, ink)
        stage.put(i, "contact", (left + 10, top + 216, right - 10, top + 260), ink, 32, 1)
        stage.put(i, "phone", (left + 10, top + 272, right - 10, top + 320), ink, 36, 1, latin="sans")
        stage.put(i, "date", (left + 10, top + 334, right - 10, top + 376), ink, 30, 1)
        middle = (left + right) / 2
        stage.disc(middle + 2, top + 13, 7, "#000000", 0.3)
        stage.disc(middle, top + 10, 7, rng.choice(("#C0392B", "#2B5C8A", "#EBCF3A", "#3F8A4A")))
        stage.disc(middle - 2, top + 8, 2, "#FFFFFF", 0.8)
        stage.area(f"entry:{i}", box)


def departures(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
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
    high = 352 / len(entries)
    for i in range(len(entries)):
        top = 86 + i * high
        stage.fill((20, top + 2, 620, top + high - 2), "#FFFFFF", 3, 0.05 if i % 2 else 0.02)
        size = min(33.0, 0.62 * high)
        for role, (left, right, align) in columns.items():
            stage.put(i, role, (left, top + 3, right, top + high - 3), ink, size, 1, align, "sans")
        stage.area(f"entry:{i}", (20, top, 620, top + high))
    for k in range(min(5, stage.place.clutter)):  # heads of people waiting
        head = rng.uniform(-260, 900)
        stage.fill((head - 46, 590 + 6 * k, head + 46, 900), "#20262B", 34)
        stage.disc(head, 566 + 6 * k, 27, rng.choice(("#3A2A22", "#5A4636", "#1F1A18")))
    return (-8, 12, 648, 470)


def directory(stage: Stage) -> Box:
    rng, entries = stage.rng, stage.place.entries
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
    high = 352 / len(entries)
    for i in range(len(entries)):
        top = 98 + i * high
        size = min(30.0, 0.6 * high)
        stage.put(i, "company", (46, top + 3, 316, top + high - 3), ink, size, 1, 0.0)
        stage.put(i, "room", (340, top + 3, 424, top + high - 3), "#E2B95A" if dark else "#7A1F1A", size, 1, 0.5)
        stage.put(i, "phone", (448, top + 3, 594, top + high - 3), ink, size, 1, 1.0, "sans")
        stage.fill((44, top + high - 1, 596, top + high), ink, 0, 0.25)
        stage.area(f"entry:{i}", (44, top, 596, top + high))
    for x in (-90, 730):
        plant(stage, x, 600, 150)
    return (8, 2, 632, 478)
