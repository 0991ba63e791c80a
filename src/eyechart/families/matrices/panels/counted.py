"""So many icons of a category, on discs, none touching another."""

from __future__ import annotations

import skia

from eyechart.drawing.icons import icon_image
from eyechart.families.matrices.panels.pens import SIDE
from eyechart.knowledge.concepts import concept
from eyechart.seeding import Rng

DISC = skia.Paint(AntiAlias=True, Color=0xC8FFFFFF)
# Up to this many icons: columns and rows that hold them, and the sizes that fit a cell with its disc.
GRIDS = ((1, 1, 1, (84, 72, 60, 52)), (4, 2, 2, (44, 40, 36, 32)), (9, 3, 3, (30, 28, 26)), (12, 4, 3, (24, 22)))


def icons(pen: skia.Canvas, shown: dict[str, str], rng: Rng) -> None:
    count = int(shown["count"])
    fitting = [grid for grid in GRIDS if grid[0] >= count]
    # A grid with room to spare now and then, so that size does not tell the number.
    _, columns, rows, sizes = fitting[1] if len(fitting) > 1 and rng.coin(0.4) else fitting[0]
    size, unit = rng.choice(sizes), pen.getTotalMatrix().getScaleX()
    image = icon_image(f"twemoji:{concept(shown['category']).emoji[0]}", round(size * unit))
    radius, wide, high = 0.6 * size, SIDE / columns, SIDE / rows
    for cell in sorted(rng.sample(range(columns * rows), count)):
        column, row = cell % columns, cell // columns
        slack_x, slack_y = max(0.0, wide / 2 - radius - 1), max(0.0, high / 2 - radius - 1)
        x = (column + 0.5) * wide + rng.uniform(-slack_x, slack_x)
        y = (row + 0.5) * high + rng.uniform(-slack_y, slack_y)
        pen.drawCircle(x, y, radius, DISC)
        _stick(pen, image, round(x * unit - image.width() / 2), round(y * unit - image.height() / 2))


def _stick(pen: skia.Canvas, image: skia.Image, left: int, top: int) -> None:
    pen.save()
    pen.resetMatrix()
    pen.drawImage(image, left, top)  # on whole pixels: nothing is sampled again
    pen.restore()
