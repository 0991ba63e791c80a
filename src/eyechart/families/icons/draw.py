"""Draw a problem: the diagram, cropped to what it shows, and a picture for each choice."""

from __future__ import annotations

from math import ceil

from eyechart.core import Drawing, Picture, Shape, Thing
from eyechart.drawing.canvas import canvas
from eyechart.drawing.png import png
from eyechart.families.icons.diagrams.layouts import LAYOUTS
from eyechart.families.icons.diagrams.sketch import Sketch, beside, framed, marked, stacked
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


def render(whole: Sketch) -> tuple[Picture, dict[str, tuple[Shape, ...]]]:
    width, height = ceil(whole.width) + 2 * MARGIN, ceil(whole.height) + 2 * MARGIN
    pen, pixels = canvas(width, height)
    pen.translate(MARGIN, MARGIN)
    whole.paint(pen)
    where = {
        id: tuple([tuple([round(value + MARGIN, 1) for value in shape]) for shape in shapes])
        for id, shapes in whole.where.items()
    }
    return Picture(png(pixels), width, height), where
