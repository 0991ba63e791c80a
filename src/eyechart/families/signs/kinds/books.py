"""Books on a shelf, covers to the front: title, author and publisher."""

from __future__ import annotations

from eyechart.drawing.camera import FAR, Box
from eyechart.families.signs.decor import emblem
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.language import Words
from eyechart.families.signs.stage import Stage, lighter


def paint(stage: Stage) -> Box:
    rng, count = stage.rng, len(stage.place.entries)
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
    wide = 640 / count
    for i in range(count):
        _cover(stage, i, (i * wide + 8, 36, (i + 1) * wide - 8, 436))
    stage.surface((-FAR, 438, 640 + FAR, 474), "wood", rng.integer(0, 3), 0.6)
    stage.fill((-FAR, 474, 640 + FAR, 488), "#000000", 0, 0.45)
    return (0, 24, 640, 460)


def _cover(stage: Stage, i: int, box: Box) -> None:
    left, top, right, bottom = box
    rng = stage.rng
    ground, ink = stage.colour(i).ground, stage.colour(i).ink
    with stage.turned(rng.uniform(-1.6, 1.6), (left + right) / 2, bottom):
        stage.shadow(box, 10)
        stage.fill((left + 4, top + 3, right + 5, bottom), "#E9E2D0", 2)  # the pages
        stage.fill(box, ground, 2)
        stage.polygon([(left, top), (right, top), (right, top + 120), (left, top + 220)], "#FFFFFF", 0.06)
        stage.fill((left + 7, top, left + 9.5, bottom), "#000000", 0, 0.18)  # the hinge
        stage.put(i, "book", (left + 16, top + 22, right - 9, top + 84), ink, 42, 2)
        stage.fill((left + 30, top + 92, right - 24, top + 94), ink, 0, 0.7)
        emblem(stage, (left + right) / 2 + 4, top + 190, 0.30 * (right - left), ink)
        stage.put(i, "author", (left + 16, top + 292, right - 9, top + 336), ink, 30, 1)
        stage.put(i, "press", (left + 16, top + 350, right - 9, top + 388), ink, 25, 0)
        stage.area(i, box)


KIND = Kind(
    turn=6,
    entry="book",
    roles=("book", "author", "press"),
    coloured=True,
    words={
        "en": Words(
            noun="book",
            heads={
                "book": ("What is the title of {it}?", "What is {it} called?"),
                "author": ("Who wrote {it}?", "Who is the author of {it}?"),
                "press": ("Who published {it}?", "What publisher is named on {it}?"),
            },
            by={
                "book": "“{v}”",
                "author": "the book by “{v}”",
                "press": "the book published by “{v}”",
            },
            colour="the book with the {c} cover",
            texts={
                "book": ("{quality} {story}", "The {story} of {town}", "{story and story}"),
                "author": "{first-name} {surname}",
                "press": "{thing} {imprint}",
            },
        ),
        "zh": Words(
            noun="书 本",
            heads={
                "book": ("{it}的书名是什么？", "{it}叫什么？"),
                "author": ("{it}的作者是谁？", "{it}是谁写的？"),
                "press": ("{it}由哪家出版？", "{it}上写着哪个出版方？"),
            },
            by={
                "book": "《{v}》",
                "author": "“{v}”写的书",
                "press": "“{v}”出版的书",
            },
            colour="{c}封面的书",
            texts={
                "book": "{story-head}{的|与|里的}{story-tail}",
                "author": "{surname}{given-name}",
                "press": "{shop-head}{imprint}",
            },
        ),
    },
    paint=paint,
)
