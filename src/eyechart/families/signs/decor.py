"""What is about in a place and is not read: walls, sky, windows, doors, awnings, plants, hills."""

from __future__ import annotations

from math import cos, pi, sin

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.stage import Stage, inset, lighter

LEAVES = ("#3F6B35", "#557F3C", "#2F5A34", "#6C8E45")
WALLS = (("brick", 5), ("plaster", 6), ("stone", 4))  # textures, and how many there are of each


def wall(stage: Stage, box: Box, hole: Box | None = None) -> None:
    name, variants = stage.rng.choice(WALLS)
    stage.surface(box, name, stage.rng.integer(0, variants - 1), stage.rng.choice((0.6, 0.75)), hole=hole)


def sky(stage: Stage, bottom: float, horizon: float) -> None:
    """Down to the bottom; palest at the horizon."""
    stage.pen.save()
    stage.pen.translate(0, horizon - 900)
    stage.surface((-FAR, -FAR, 640 + FAR, bottom - horizon + 900), "sky", stage.rng.integer(0, 2), 900 / 512)
    stage.pen.restore()


def room(stage: Stage, floor: float, hole: Box) -> None:
    """A papered or panelled wall, a skirting board and a floor of boards."""
    rng = stage.rng
    name, variants = rng.choice((("plaster", 6), ("brick", 5), ("wood", 5), ("plaster", 6)))
    stage.surface((-FAR, -FAR, 640 + FAR, floor), name, rng.integer(0, variants - 1), 0.75, hole=hole)
    stage.surface((-FAR, floor, 640 + FAR, 640 + FAR), "wood", rng.integer(0, 4), 0.8)
    stage.fill((-FAR, floor - 16, 640 + FAR, floor), "#E6E0D4")
    stage.fill((-FAR, floor, 640 + FAR, floor + 7), "#000000", 0, 0.3)


def window(stage: Stage, box: Box, frame: str = "#E9E4DA", panes: int = 2) -> None:
    """Glass that mirrors a bright sky above and a dark room below, with a frame and a sill."""
    left, top, right, bottom = box
    stage.fill((left - 5, top - 5, right + 5, bottom + 5), lighter(frame, -0.25))
    stage.fill((left - 4, top - 4, right + 4, bottom + 4), frame)
    stage.fill(box, "#3E4E5C")
    stage.fill((left, top, right, top + 0.4 * (bottom - top)), "#6F8BA3")
    wide = right - left
    stage.polygon([(left, top), (left + 0.45 * wide, top), (left, top + 0.45 * wide)], "#FFFFFF", 0.16)
    for i in range(1, panes):
        x = left + wide * i / panes
        stage.fill((x - 2, top, x + 2, bottom), frame)
    stage.fill((left, (top + bottom) / 2 - 2, right, (top + bottom) / 2 + 2), frame)
    stage.fill((left - 9, bottom + 4, right + 9, bottom + 11), lighter(frame, -0.12))
    stage.fill((left - 9, bottom + 11, right + 9, bottom + 14), "#000000", 0, 0.25)


def shop_window(stage: Stage, box: Box, frame: str) -> None:
    """A display: a lit room, shelves with goods, a reflection across."""
    left, top, right, bottom = box
    stage.fill((left - 4, top - 4, right + 4, bottom + 4), frame)
    stage.fill(box, "#38393A")
    stage.fill((left, (top + bottom) / 2, right, bottom), "#57503F")
    rng = stage.rng
    for row in (0.62, 0.92):
        y = top + (bottom - top) * row
        stage.fill((left, y, right, y + 3), "#3A2F25")
        x = left + 4
        while x < right - 16:
            wide, high = rng.uniform(8, 20), rng.uniform(10, 34)
            if x + wide > right - 3:
                break
            colour = rng.choice(("#B9583F", "#D9B25F", "#7F9AA8", "#8C6C96", "#C9C2AE", "#6F8F62"))
            if rng.coin(0.4):
                stage.disc(x + wide / 2, y - wide / 2, wide / 2, colour)
            else:
                stage.fill((x, y - high, x + wide, y), colour, 2)
            x += wide + rng.uniform(3, 9)
    wide = right - left
    stage.polygon(
        [
            (left + 0.5 * wide, top),
            (left + 0.72 * wide, top),
            (left + 0.28 * wide, bottom),
            (left + 0.06 * wide, bottom),
        ],
        "#FFFFFF",
        0.07,
    )


def door(stage: Stage, box: Box, colour: str) -> None:
    """Four panels, a knob, a frame and a step."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    stage.fill((left - 7, top - 7, right + 7, bottom), "#EFEAE0")
    stage.fill((left - 2, top - 2, right + 2, bottom), "#2A2622")
    stage.fill(box, colour)
    for row, (a, b) in enumerate(((0.07, 0.46), (0.54, 0.93))):
        for a_x, b_x in ((0.12, 0.45), (0.55, 0.88)):
            panel = (left + a_x * wide, top + a * high, left + b_x * wide, top + b * high)
            stage.outline(panel, lighter(colour, -0.35), 2.0)
            stage.outline(inset(panel, 2), lighter(colour, 0.2 if row else 0.28), 1.0)
    stage.disc(right - 0.07 * wide, top + 0.52 * high, 4, "#D8B45A")
    stage.fill((left - 16, bottom, right + 16, bottom + 10), "#B5ADA0")
    stage.fill((left - 16, bottom + 10, right + 16, bottom + 14), "#000000", 0, 0.3)


def awning(stage: Stage, box: Box, colour: str, stripes: int) -> None:
    """Striped cloth that hangs out over what is below, scalloped."""
    left, top, right, bottom = box
    step = (right - left) / stripes
    stage.fill((left, bottom, right, bottom + 16), "#000000", 0, 0.28)
    for i in range(stripes):
        tone = colour if i % 2 == 0 else "#F2EDE2"
        x = left + i * step
        stage.fill((x, top, x + step + 0.5, bottom), lighter(tone, -0.08))
        stage.disc(x + step / 2, bottom, step / 2, lighter(tone, -0.05))


def plant(stage: Stage, x: float, y: float, size: float) -> None:
    """A pot with leaves, standing on y."""
    rng = stage.rng
    pot = rng.choice(("#A65E3A", "#7C7F86", "#8C8A80", "#40484F"))
    stage.fill((x - 0.5 * size, y - 3, x + 0.55 * size, y + 4), "#000000", 3, 0.25)
    for _ in range(20):
        angle, reach = rng.uniform(pi, 2 * pi), rng.uniform(0.2, 0.75) * size
        stage.disc(
            x + reach * cos(angle) * 0.8,
            y - 0.6 * size + reach * sin(angle),
            rng.uniform(0.07, 0.14) * size,
            rng.choice(LEAVES),
        )
    stage.polygon(
        [
            (x - 0.34 * size, y - 0.55 * size),
            (x + 0.34 * size, y - 0.55 * size),
            (x + 0.25 * size, y),
            (x - 0.25 * size, y),
        ],
        pot,
    )
    stage.fill((x - 0.38 * size, y - 0.62 * size, x + 0.38 * size, y - 0.5 * size), lighter(pot, 0.12), 2)


def cone(stage: Stage, x: float, y: float, size: float) -> None:
    stage.fill((x - 0.45 * size, y - 0.12 * size, x + 0.45 * size, y), "#2F2F31", 2)
    stage.polygon(
        [
            (x - 0.3 * size, y - 0.1 * size),
            (x + 0.3 * size, y - 0.1 * size),
            (x + 0.05 * size, y - size),
            (x - 0.05 * size, y - size),
        ],
        "#E4632A",
    )
    stage.polygon(
        [
            (x - 0.2 * size, y - 0.42 * size),
            (x + 0.2 * size, y - 0.42 * size),
            (x + 0.14 * size, y - 0.62 * size),
            (x - 0.14 * size, y - 0.62 * size),
        ],
        "#F4F0EA",
    )


def bin_(stage: Stage, x: float, y: float, size: float) -> None:
    box = (x - 0.32 * size, y - 0.9 * size, x + 0.32 * size, y)
    stage.shade(box, "#5A656B", "#2D3438", 4, across=True)
    stage.fill((x - 0.38 * size, y - 0.98 * size, x + 0.38 * size, y - 0.86 * size), "#3A4348", 3)
    for i in (-0.18, 0, 0.18):
        stage.fill((x + i * size - 1.5, y - 0.8 * size, x + i * size + 1.5, y - 0.1 * size), "#222A2E", 1)


def hydrant(stage: Stage, x: float, y: float, size: float) -> None:
    stage.fill((x - 0.16 * size, y - 0.72 * size, x + 0.16 * size, y), "#B23227", 3)
    stage.disc(x, y - 0.72 * size, 0.18 * size, "#C23A2C")
    stage.fill((x - 0.3 * size, y - 0.52 * size, x + 0.3 * size, y - 0.36 * size), "#9C2A21", 3)


def bollard(stage: Stage, x: float, y: float, size: float) -> None:
    stage.shade((x - 0.12 * size, y - 0.85 * size, x + 0.12 * size, y), "#7A8086", "#3A3F44", 3, across=True)
    stage.fill((x - 0.12 * size, y - 0.74 * size, x + 0.12 * size, y - 0.66 * size), "#E8E2D4")


OBJECTS = (plant, plant, cone, bin_, hydrant, bollard)


def clutter(stage: Stage, left: float, right: float, y: float, size: float) -> None:
    """As many things as the place has, standing along a line."""
    for _ in range(stage.place.clutter):
        stage.rng.choice(OBJECTS)(
            stage, stage.rng.uniform(left, right), y + stage.rng.uniform(-3, 6), size * stage.rng.uniform(0.75, 1.1)
        )


def pavement(stage: Stage, y: float, variant: int) -> None:
    """Slabs that run towards the viewer, a kerb, and the road."""
    stage.surface((-FAR, y, 640 + FAR, y + 60), "stone", variant % 4, 0.5)
    stage.fill((-FAR, y, 640 + FAR, y + 12), "#000000", 0, 0.22)
    for i in stage.along(40):
        x = i * 40
        stage.line([(x, y), (320 + (x - 320) * 1.35, y + 60)], "#8A857C", 1.2)
    stage.fill((-FAR, y + 60, 640 + FAR, y + 70), "#C9C4BA")
    stage.fill((-FAR, y + 70, 640 + FAR, y + 76), "#6B6862")
    stage.surface((-FAR, y + 76, 640 + FAR, y + FAR), "asphalt", variant % 2, 0.7)


def hills(stage: Stage, y: float) -> None:
    """Two ridges and trees along the horizon."""
    rng = stage.rng
    for colour, high in (("#8FA6A8", 70), ("#6E8B6C", 38)):
        points = [(-FAR, y)]
        x = -FAR
        while x < 640 + FAR:
            points.append((x, y - high * rng.uniform(0.5, 1.1)))
            x += rng.uniform(60, 150)
        stage.polygon([*points, (640 + FAR, y)], colour)
    for _ in range(46):
        x, size = rng.uniform(-stage.reach, 640 + stage.reach), rng.uniform(9, 24)
        stage.disc(x, y - 0.5 * size, size, rng.choice(LEAVES))


def lamp(stage: Stage, x: float, y: float, high: float) -> None:
    stage.shade((x - 4, y - high, x + 4, y), "#5C646B", "#2A2F34", 0, across=True)
    stage.fill((x - 9, y - 14, x + 9, y), "#2C3136", 2)
    stage.fill((x - 13, y - high - 30, x + 13, y - high), "#F6E9B8", 4)
    stage.outline((x - 13, y - high - 30, x + 13, y - high), "#2C3136", 3, 4)


def emblem(stage: Stage, x: float, y: float, size: float, ink: str) -> None:
    """A picture on paper: a moon over water, a tree, a diamond."""
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
