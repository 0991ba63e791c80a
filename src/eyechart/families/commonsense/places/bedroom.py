"""The bedroom: soft walls and boards, a bed, a nightstand, a wardrobe."""

from __future__ import annotations

from eyechart.families.commonsense.places.pens import boarded, room
from eyechart.families.commonsense.places.place import INDOOR_ROWS, Place

WALL_COLOURS = ("#D5D3EA", "#CFE2EC", "#F0D8DC", "#DCE6D2", "#F0E2C8", "#CFDDE0")

place = Place(
    turn=2,
    roofed=True,
    rows=INDOOR_ROWS,
    above=(26, 176),
    paint=room(WALL_COLOURS, ("diamonds", "striped", "plain", "panelled"), boarded),
    furniture=(
        (0.95, ("bed",)),
        (0.7, ("nightstand",)),
        (0.6, ("wardrobe", "bookcase")),
        (0.4, ("desk",)),
        (0.6, ("window", "curtain")),
        (0.5, ("picture", "mirror", "dartboard")),
        (0.35, ("rug",)),
        (0.4, ("chair", "armchair")),
    ),
    people=0.55,
)
