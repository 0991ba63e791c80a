"""The kitchen: tiled or panelled walls, a counter, a stove, a table."""

from __future__ import annotations

from eyechart.families.commonsense.places.pens import room, tiled
from eyechart.families.commonsense.places.place import INDOOR_ROWS, Place

WALL_COLOURS = ("#CFE3D8", "#F2DFBE", "#CFE0EC", "#F0D3C4", "#DCE6C8", "#E2DAEA")

place = Place(
    turn=0,
    roofed=True,
    rows=INDOOR_ROWS,
    above=(26, 176),
    paint=room(WALL_COLOURS, ("tiled", "plain", "panelled"), tiled),
    furniture=(
        (0.85, ("counter", "cupboard")),
        (0.7, ("refrigerator",)),
        (0.55, ("stove",)),
        (0.9, ("table",)),
        (0.6, ("window",)),
        (0.5, ("wall clock", "calendar", "picture")),
        (0.4, ("chair", "stool")),
        (0.25, ("door",)),
        (0.3, ("trash can", "basket")),
    ),
    people=0.65,
)
