"""The learning curve of a trained network as a picture: right answers above, loss below, the best moment marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import skia

from eyechart.drawing.canvas import fill, rgb
from eyechart.drawing.text import text, write
from eyechart.models.learning.folder import ABOUT, CURVE, read
from eyechart.store.atomic import write_atomic
from eyechart.store.foreign import inside, reading

WIDTH, HEIGHT, LEFT, TOP, GAP = 720.0, 240.0, 56.0, 44.0, 52.0
INKS = {"training": "#90A4AE", "validation": "#90CAF9", "average": "#1565C0", "loss": "#D81B60"}
TICKS = 4
FEW = 40  # looks: so many are shown as dots too, since one alone makes no line
GREY = "#B0BEC5"


def is_trained(folder: str | Path) -> bool:
    return (Path(folder) / ABOUT).is_file()


def draw_curve(folder: str | Path, out: str | Path) -> Path:
    """Write a PNG of the curve of a trained network's folder."""
    import pyarrow.parquet as pq

    folder, out = Path(folder), Path(out)
    about, path = read(folder), inside(folder, CURVE)
    with reading(path):
        rows: dict[str, list[float]] = pq.read_table(path).to_pydict()
    surface = skia.Surface(int(WIDTH), int(TOP + 2 * (HEIGHT + GAP)))
    pen = surface.getCanvas()
    pen.clear(skia.ColorWHITE)
    title = f"{about.name}: {about.accuracy:.1%} right on validation after {about.best:,} of {about.steps:,} updates"
    write(pen, text(title, 15, "bold"), LEFT, 26)
    _plot(pen, TOP, rows["step"], {name: rows[name] for name in ("training", "validation", "average")}, about.best, 1.0)
    _plot(
        pen, TOP + HEIGHT + GAP, rows["step"], {"loss": rows["loss"]}, about.best, max(rows["loss"], default=1.0) or 1.0
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(out, bytes(surface.makeImageSnapshot().encodeToData(skia.kPNG, 100)))
    return out


def _plot(
    pen: Any, top: float, steps: Sequence[float], lines: Mapping[str, Sequence[float]], best: int, most: float
) -> None:
    wide, last = WIDTH - LEFT - 110, max(steps, default=1)

    def at(step: float, value: float) -> skia.Point:
        return skia.Point(LEFT + wide * step / last, top + HEIGHT * (1 - value / most))

    for n in range(TICKS + 1):
        y = at(0, most * n / TICKS).y()
        pen.drawLine(LEFT, y, LEFT + wide, y, _stroke(GREY, 0.6))
        write(pen, text(f"{most * n / TICKS:.2f}", 11), 18, y + 4)
        write(pen, text(f"{round(last * n / TICKS):,}", 11), at(last * n / TICKS, 0).x() - 8, top + HEIGHT + 16)
    pen.drawLine(at(best, 0), at(best, most), _stroke("#2E7D32", 1.2))
    for number, (name, values) in enumerate(lines.items()):
        points = [at(step, value) for step, value in zip(steps, values, strict=True)]
        for point in points if len(points) <= FEW else ():
            pen.drawCircle(point, 2.6, fill(INKS[name]))
        path = skia.Path()
        path.addPoly(points, False)
        pen.drawPath(path, _stroke(INKS[name], 2.2 if name in ("average", "loss") else 1.2))
        pen.drawRect(skia.Rect.MakeXYWH(LEFT + wide + 12, top + 6 + 20 * number, 12, 4), fill(INKS[name]))
        write(pen, text(name, 12), LEFT + wide + 30, top + 13 + 20 * number)


def _stroke(colour: str, width: float) -> skia.Paint:
    return skia.Paint(AntiAlias=True, Color=rgb(colour), Style=skia.Paint.kStroke_Style, StrokeWidth=width)
