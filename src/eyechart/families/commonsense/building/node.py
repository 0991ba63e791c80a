"""A thing while the scene is being laid out: what it is, whom it is at, where it has been put."""

from __future__ import annotations

from eyechart.families.commonsense.art.sprites import SLEEVED, look_of, size_of
from eyechart.families.commonsense.body import Body, body_of
from eyechart.families.commonsense.catalogue import Entry, entry
from eyechart.families.commonsense.scene import Box, Part

FACTORS = {"small": 0.8, "large": 1.3}


class Node:
    __slots__ = (
        "attributes", "base", "children", "concept", "entry", "flip", "h", "host", "id", "level", "part", "put",
        "required", "row", "scale", "span", "spot", "variant", "w", "x", "y",
    )  # fmt: skip

    def __init__(self, concept: str, attributes: dict[str, str], required: bool = False) -> None:
        self.concept, self.attributes, self.required = concept, attributes, required
        self.entry: Entry = entry(concept)
        self.host: Node | None = None
        self.spot = ""  # where it is: back, floor, wall, sky, water, or at its host: top, in, hand, …
        self.children: list[Node] = []
        self.id = ""  # given when all is in sight
        self.row: int | None = None  # of the ground; None: it hangs, flies or swims
        self.base = 0  # how far down its foot is, in pixels: nearer things stand lower
        self.level: int | None = None  # which of its host's surfaces, if it is on one
        self.scale = 1.0
        self.flip = False
        self.variant: int | None = None  # a number for skin and hair, of people
        self.put = False
        self.part: Part | None = None  # of the picture, where it shall rather be
        self.span: tuple[float, float] | None = None  # what `solid` found here
        self.x = self.y = self.w = self.h = 0

    def at(self, host: Node, spot: str) -> None:
        self.host, self.spot = host, spot
        host.children.append(self)

    @property
    def needed(self) -> bool:
        """Was it asked for, or is something at it that was?"""
        return self.required or any(child.needed for child in self.children)

    def parts(self) -> set[Part]:
        """Where it and what is at it shall rather be."""
        return {*([self.part] if self.part else ()), *[part for child in self.children for part in child.parts()]}

    @property
    def factor(self) -> float:
        return FACTORS.get(self.attributes.get("size", ""), 1.0)

    @property
    def pose(self) -> str | None:
        """How a person stands is told by what they hold and where they sit; clothes follow their wearer. None: no body."""
        if self.entry.worn:
            return self.host.pose if self.host else "stand"
        if not self.entry.person:
            return None
        if self.spot == "sit":
            return "sit"
        held = next((child for child in self.children if child.spot == "hand"), None)
        if held is None:
            return "stand"
        return "carry" if held.concept in LOW_GRIP else "hold"

    @property
    def wearer(self) -> str | None:
        """Whose body its drawing follows: a person's own, and of clothes that of who wears them."""
        if self.entry.person:
            return self.concept
        return self.host.concept if self.entry.worn and self.host else None

    @property
    def look(self) -> tuple[tuple[str, str], ...]:
        return look_of(self.attributes, self.entry.spots[0], self.wearer, self.pose, self.variant)

    @property
    def turned(self) -> bool:
        """Is its drawing mirrored? People look the same both ways unless an arm is out, and so do their trousers and hats."""
        if self.wearer is None:
            return self.flip
        return self.flip and self.pose in ("hold", "carry") and (self.entry.person or self.entry.spots[0] in SLEEVED)

    @property
    def body(self) -> Body:
        """Of a person."""
        pose = self.pose
        assert pose is not None
        return body_of(self.concept, pose)

    def resize(self, scale: float) -> None:
        self.scale = round(scale, 3)
        self.w, self.h = size_of(self.concept, self.scale, () if self.wearer is None else self.look)
        self.span = None

    def move(self, x: float, y: float) -> None:
        """To the whole step nearest to there."""
        self.x, self.y = 2 * round(x / 2), 2 * round(y / 2)
        self.put, self.span = True, None if self.entry.person else (self.x, self.x + self.w)

    def carry(self, x: float, y: float) -> None:
        """To there, with all that a person wears and holds."""
        was = self.x, self.y
        self.move(x, y)
        if self.entry.person:
            for child in self.children:
                child.move(child.x + self.x - was[0], child.y + self.y - was[1])

    @property
    def box(self) -> Box:
        return self.x, self.y, self.x + self.w, self.y + self.h

    @property
    def root(self) -> Node:
        return self.host.root if self.host else self

    def solid(self) -> tuple[float, float]:
        """From where to where it takes up room: a person's frame is mostly air."""
        if self.span is None:
            self.span = self._span()
        return self.span

    def _span(self) -> tuple[float, float]:
        if not self.entry.person:
            return self.x, self.x + self.w
        body = self.body
        half = (body.half + body.limb) * self.scale
        middle = self.x + self.w / 2
        left, right = middle - half, middle + half
        for child in self.children:
            if child.spot == "hand" and child.put:
                left, right = min(left, child.x), max(right, child.x + child.w)
        return left, right


LOW_GRIP = ("handbag", "basket", "bucket")  # carried with the arm down, hanging from the hand
STEM_GRIP = (
    "balloon", "umbrella", "ice cream cone", "lollipop", "bouquet", "tulip", "rose", "sunflower", "trophy",
)  # fmt: skip  # held at their lower end


def overlap(one: Box, other: Box) -> int:
    """The area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0
