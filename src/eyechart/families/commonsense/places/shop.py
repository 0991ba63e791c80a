"""The shop: bright walls and tiles, display shelves, a counter."""

from __future__ import annotations

from eyechart.families.commonsense.places.pens import room, tiled
from eyechart.families.commonsense.places.place import INDOOR_ROWS, Place

WALL_COLOURS = ("#F0E2CC", "#D6E6E2", "#E8DCE8", "#DDE6F0", "#F0DAD2", "#E2E8D0")

place = Place(
    turn=9,
    roofed=True,
    rows=INDOOR_ROWS,
    above=(26, 130),
    paint=room(WALL_COLOURS, ("plain", "striped"), tiled),
    furniture=(
        (0.95, ("display shelf",)),
        (0.8, ("counter",)),
        (0.6, ("cash register",)),
        (0.45, ("table",)),
        (0.4, ("shopping cart",)),
        (0.35, ("refrigerator", "door")),
        (0.3, ("wall clock",)),
        (0.35, ("basket", "box")),
    ),
    people=0.85,
)
