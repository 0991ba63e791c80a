"""The bathroom: tiles, a bathtub, a sink, a mirror."""

from __future__ import annotations

from eyechart.families.commonsense.places.pens import room, tiled
from eyechart.families.commonsense.places.place import INDOOR_ROWS, Place

WALL_COLOURS = ("#C9E4E6", "#D3E2F0", "#DCE9DC", "#EADFD2", "#E3DCEC", "#CDE5DA")

place = Place(
    turn=3,
    roofed=True,
    rows=INDOOR_ROWS,
    above=(26, 170),
    paint=room(WALL_COLOURS, ("tiled", "tiled", "plain"), tiled),
    furniture=(
        (0.9, ("bathtub",)),
        (0.8, ("sink",)),
        (0.6, ("toilet",)),
        (0.6, ("cupboard", "washing machine")),
        (0.7, ("mirror",)),
        (0.6, ("towel",)),
        (0.3, ("window",)),
        (0.4, ("stool",)),
        (0.35, ("bucket", "basket")),
        (0.3, ("rug",)),
    ),
    people=0.55,
)
