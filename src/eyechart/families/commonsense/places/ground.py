"""Where things stand in each place, and what furnishes it. Rows run from the back to the front and get larger."""

from __future__ import annotations

from msgspec import Struct

from eyechart.families.commonsense.catalogue import drives, entry


class Row(Struct, frozen=True):
    """A strip of ground on which things stand side by side."""

    base: int  # where things touch the ground, in pixels from the top
    jitter: int  # up to so many pixels further down
    scale: float


class Ground(Struct, frozen=True):
    rows: tuple[Row, Row, Row]
    wall: tuple[int, int]  # between these heights things hang, or fly
    furnished: tuple[tuple[float, tuple[str, ...]], ...]  # how likely, and one of these
    people: float  # how likely somebody is there
    water: Row | None = None


# Three scales for all places: a thing is painted once for each look and scale, and kept.
FAR, MIDDLE, NEAR = 0.9, 1.02, 1.15
INDOORS = (Row(322, 4, FAR), Row(382, 8, MIDDLE), Row(452, 12, NEAR))
OUTDOORS = (Row(318, 6, FAR), Row(382, 8, MIDDLE), Row(454, 12, NEAR))

GROUNDS = {
    "kitchen": Ground(
        INDOORS, (26, 176),
        ((0.85, ("counter", "cupboard")), (0.7, ("refrigerator",)), (0.55, ("stove",)), (0.9, ("table",)),
         (0.6, ("window",)), (0.5, ("wall clock", "calendar", "picture")), (0.4, ("chair", "stool")), (0.25, ("door",)),
         (0.3, ("trash can", "basket"))),
        0.65,
    ),
    "living room": Ground(
        INDOORS, (26, 176),
        ((0.9, ("couch",)), (0.6, ("bookcase", "cupboard")), (0.55, ("floor lamp",)), (0.6, ("table",)),
         (0.55, ("window", "curtain")), (0.55, ("picture", "wall clock")), (0.4, ("armchair",)), (0.35, ("rug",)),
         (0.3, ("potted plant",))),
        0.65,
    ),
    "bedroom": Ground(
        INDOORS, (26, 176),
        ((0.95, ("bed",)), (0.7, ("nightstand",)), (0.6, ("wardrobe", "bookcase")), (0.4, ("desk",)),
         (0.6, ("window", "curtain")), (0.5, ("picture", "mirror", "dartboard")), (0.35, ("rug",)), (0.4, ("chair", "armchair"))),
        0.55,
    ),
    "bathroom": Ground(
        INDOORS, (26, 170),
        ((0.9, ("bathtub",)), (0.8, ("sink",)), (0.6, ("toilet",)), (0.6, ("cupboard", "washing machine")),
         (0.7, ("mirror",)), (0.6, ("towel",)), (0.3, ("window",)), (0.4, ("stool",)), (0.35, ("bucket", "basket")),
         (0.3, ("rug",))),
        0.55,
    ),
    "office": Ground(
        INDOORS, (26, 176),
        ((1.0, ("desk",)), (0.8, ("chair",)), (0.7, ("bookcase",)), (0.55, ("cupboard",)), (0.5, ("window",)),
         (0.5, ("wall clock", "calendar", "map", "picture")), (0.35, ("trash can",)), (0.35, ("potted plant", "cactus"))),
        0.6,
    ),
    "street": Ground(
        (Row(304, 4, FAR), Row(388, 10, MIDDLE), Row(462, 8, NEAR)), (24, 130),
        ((0.95, ("car", "bus", "van", "truck", "taxi")), (0.6, ("car", "van", "motorcycle", "ambulance", "police car")),
         (0.6, ("street lamp", "traffic light", "tree")), (0.45, ("bench",)), (0.4, ("mailbox", "trash can")),
         (0.4, ("bicycle", "scooter")), (0.3, ("tree",)), (0.2, ("cloud",))),
        0.85,
    ),
    "park": Ground(
        OUTDOORS, (24, 120),
        ((0.9, ("tree", "pine tree")), (0.6, ("bench",)), (0.4, ("tree",)), (0.4, ("fountain", "playground slide", "tent")),
         (0.35, ("table",)), (0.35, ("street lamp", "trash can")), (0.35, ("sun", "cloud")), (0.35, ("bicycle", "fence"))),
        0.85,
    ),
    "farm": Ground(
        OUTDOORS, (24, 110),
        ((0.8, ("barn", "house")), (0.6, ("fence",)), (0.5, ("tractor", "truck")), (0.6, ("hay bale",)),
         (0.5, ("tree", "pine tree")), (0.8, ("cow", "horse", "sheep", "pig")), (0.5, ("rooster", "duck", "goat")),
         (0.35, ("sun", "cloud"))),
        0.6,
    ),
    "beach": Ground(
        (Row(330, 6, FAR), Row(390, 8, MIDDLE), Row(456, 12, NEAR)), (24, 130),
        ((0.85, ("beach umbrella",)), (0.6, ("palm tree",)), (0.65, ("sailboat", "speedboat", "ship")),
         (0.6, ("deck chair",)), (0.45, ("sandcastle",)), (0.4, ("bucket", "basket")), (0.4, ("ball",)), (0.4, ("sun", "cloud"))),
        0.85,
        Row(262, 18, FAR),
    ),
    "shop": Ground(
        INDOORS, (26, 130),
        ((0.95, ("display shelf",)), (0.8, ("counter",)), (0.6, ("cash register",)), (0.45, ("table",)),
         (0.4, ("shopping cart",)), (0.35, ("refrigerator", "door")), (0.3, ("wall clock",)), (0.35, ("basket", "box"))),
        0.85,
    ),
}  # fmt: skip


def rows_for(name: str, spot: str, place: str) -> tuple[int, ...]:
    """The rows on which a thing may stand. On a street, what drives is on the road and all else beside it."""
    if place == "street" and drives(name):
        return (1,)
    if spot == "back":
        return (0,)
    if entry(name).person and place != "street":
        return (0, 1, 2)
    return (0, 2) if place == "street" else (1, 2)


def on_ground(name: str, base: int, place: str) -> bool:
    """Can its foot be so far down? Not on the wall, and on a street not across a kerb."""
    if place == "street":
        return 330 <= base <= 424 if drives(name) else base <= 316 or 432 <= base <= 474
    return GROUNDS[place].rows[0].base - 4 <= base <= 474
