"""Which drawing a thing of the workbook gets: by its attribute `kind`."""

from __future__ import annotations

from collections.abc import Callable

from eyechart.core import Thing
from eyechart.families.icons.diagrams import faces, items, solids
from eyechart.families.icons.diagrams.sketch import Sketch

ITEMS: dict[str, Callable[[Thing, float], Sketch]] = {
    "icon": items.icon, "shape": items.shape, "curve": items.open_curve, "polygon": items.polygonal,
    "marble": items.marble, "letter": items.letter, "number": items.number, "blank": items.blank,
    "ribbon": items.ribbon, "stretched": items.stretched, "tally": items.tally, "cells": items.cells,
    "sided": items.sided, "spinner": items.spinner, "with line": items.with_line, "clip": items.clip,
    "cell": items.cell, "solid": solids.solid, "object": solids.made_object, "blocks": solids.blocks,
    "clock": faces.clock, "digital": faces.digital, "fraction": faces.fraction,
}  # fmt: skip


def item(thing: Thing, size: float) -> Sketch:
    """A thing drawn at a size, with its place."""
    made = ITEMS[thing.attributes["kind"]](thing, size)
    return Sketch(made.width, made.height, made.paint, made.where | {thing.id: ((0.0, 0.0, made.width, made.height),)})
