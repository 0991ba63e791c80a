"""Pictures whose one rectangle cannot be missed, with what is asked about it: the first word to a model, and its calibration."""

from __future__ import annotations

from collections.abc import Iterator

from eyechart.core import Evidence, Picture, Question, Region
from eyechart.seeding import Rng, rng_for

SIZES = (
    (640, 480),
    (480, 640),
    (800, 400),
    (400, 720),
    (512, 512),
    (960, 360),
    (360, 540),
    (1024, 768),
    (700, 700),
    (300, 800),
)
COLOURS = {"red": "#D32F2F", "blue": "#1565C0", "green": "#2E7D32", "orange": "#EF6C00", "purple": "#6A1B9A"}


def questions() -> Iterator[Question]:
    """One rectangle and a few discs on each picture."""
    for number, (width, height) in enumerate(SIZES):
        rng = rng_for("calibration", number)
        name = rng.choice(list(COLOURS))
        picture, box = _drawn(width, height, name, rng)
        yield Question(
            id=f"calibration/{number}",
            text="What colour is the one rectangle?",
            form="choose-text",
            choices=tuple(COLOURS),
            answers=(name,),
            evidence=Evidence((Region(box, ("rectangle",)),)),
            pictures=(picture,),
        )


def _drawn(width: int, height: int, name: str, rng: Rng) -> tuple[Picture, tuple[float, float, float, float]]:
    import skia

    from eyechart.drawing.canvas import canvas, fill
    from eyechart.drawing.png import png

    pen, pixels = canvas(width, height)
    w, h = rng.uniform(0.2, 0.4) * width, rng.uniform(0.2, 0.4) * height
    left, top = rng.uniform(0.05, 0.55) * width, rng.uniform(0.05, 0.55) * height
    box = (round(left), round(top), round(left + w), round(top + h))
    others = [c for c in COLOURS if c != name]
    for _ in range(5):
        x, y, r = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.03, 0.06) * min(width, height)
        clear = 1.5 * r
        if not (box[0] - clear < x < box[2] + clear and box[1] - clear < y < box[3] + clear):
            pen.drawCircle(x, y, r, fill(COLOURS[rng.choice(others)]))
    pen.drawRect(skia.Rect(*box), fill(COLOURS[name]))
    return Picture(png(pixels), width, height), box
