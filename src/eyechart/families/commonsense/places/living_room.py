"""The living room: papered walls and boards, a couch, shelves, lamps."""

from __future__ import annotations

from eyechart.families.commonsense.places.pens import boarded, room
from eyechart.families.commonsense.places.place import INDOOR_ROWS, Place

WALL_COLOURS = ("#D3DFE4", "#EBD9C0", "#CBDCCB", "#E6CFC7", "#D7D2E4", "#E9E0C6")

place = Place(
    turn=1,
    roofed=True,
    rows=INDOOR_ROWS,
    above=(26, 176),
    paint=room(WALL_COLOURS, ("striped", "panelled", "diamonds", "plain"), boarded),
    furniture=(
        (0.9, ("couch",)),
        (0.6, ("bookcase", "cupboard")),
        (0.55, ("floor lamp",)),
        (0.6, ("table",)),
        (0.55, ("window", "curtain")),
        (0.55, ("picture", "wall clock")),
        (0.4, ("armchair",)),
        (0.35, ("rug",)),
        (0.3, ("potted plant",)),
    ),
    people=0.65,
)
