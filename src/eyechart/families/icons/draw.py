"""Draw a page of the workbook: the diagram, cropped to what it shows, and a picture for each choice."""

from __future__ import annotations

from math import ceil

import numpy as np

from eyechart.core import Drawing, Picture, Shape, Thing
from eyechart.drawing.canvas import canvas
from eyechart.drawing.png import png
from eyechart.families.icons.diagrams.layouts import LAYOUTS
from eyechart.families.icons.diagrams.sketch import Sketch, Where, beside, framed, marked, stacked
from eyechart.families.icons.scene import IconSettings, Panel, Problem
from eyechart.seeding import Rng

MARGIN = 8  # pixels of white around a picture
WIDEST = 900  # pixels: boxes side by side go on in a second row beyond this


def draw(problem: Problem, rng: Rng, settings: IconSettings) -> Drawing:
    things = {thing.id: thing for thing in problem.things}
    made = {panel.id: sketch(panel, things) for panel in (*problem.panels, *problem.choices) if panel.id}
    parts = [made[panel.id] if panel.id else sketch(panel, things) for panel in problem.panels]
    whole = _boxes(parts) if problem.framed else stacked(parts, 24)
    picture, where = render(whole)
    options = [made[panel.id] if panel.id else sketch(panel, things) for panel in problem.choices]
    if options:
        # All choices on one size, so that a box gives nothing away.
        width, height = max(o.width for o in options) + 28, max(o.height for o in options) + 28
        options = [framed(option, width, height) for option in options]
    return Drawing((picture, *[render(option)[0] for option in options]), where)


def _boxes(parts: list[Sketch]) -> Sketch:
    width, height = max(p.width for p in parts) + 28, max(p.height for p in parts) + 28
    boxes = [framed(part, width, height) for part in parts]
    across = max(1, min(len(boxes), int(WIDEST // (width + 14))))
    return stacked([beside(boxes[i : i + across], 14) for i in range(0, len(boxes), across)], 14)


def sketch(panel: Panel, things: dict[str, Thing]) -> Sketch:
    made = LAYOUTS[panel.layout]([things[id] for id in panel.things], panel.options)
    return marked(panel.id, made) if panel.id else made


def render(whole: Sketch) -> tuple[Picture, Where]:
    """A sketch as a picture, cropped to its ink, and where its things are on it."""
    pen, pixels = canvas(ceil(whole.width) + 2 * MARGIN, ceil(whole.height) + 2 * MARGIN)
    pen.translate(MARGIN, MARGIN)
    whole.paint(pen)
    ink = pixels.view(np.uint32)[:, :, 0] != 0xFFFFFFFF
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    top, left = max(int(rows[0]) - MARGIN, 0), max(int(columns[0]) - MARGIN, 0)
    shown = pixels[top : int(rows[-1]) + 1 + MARGIN, left : int(columns[-1]) + 1 + MARGIN]
    height, width = shown.shape[:2]

    def kept(shape: Shape) -> Shape:
        """On the cropped picture: what reached into the white around is cut with it."""
        xs = [min(max(x + MARGIN - left, 0.0), float(width)) for x in shape[0::2]]
        ys = [min(max(y + MARGIN - top, 0.0), float(height)) for y in shape[1::2]]
        return tuple([round(value, 1) for pair in zip(xs, ys, strict=True) for value in pair])

    where = {id: tuple([kept(shape) for shape in shapes]) for id, shapes in whole.where.items()}
    return Picture(png(shown), width, height), where
