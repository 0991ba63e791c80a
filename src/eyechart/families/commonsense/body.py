"""Where the parts of a body are, for those who place people and things in their hands, and who paint them."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from eyechart.drawing.canvas import Points


class Body(Struct, frozen=True):
    """Where a body's parts are, in units from the left top corner of its frame."""

    width: float
    height: float
    middle: float
    head: float  # the middle of the head is so far down
    radius: float
    shoulder: float
    hip: float
    foot: float
    half: float  # from the middle to a shoulder
    limb: float
    pose: str  # "stand", "hold", "carry", "sit"

    @property
    def seated(self) -> bool:
        return self.pose == "sit"

    def arm(self, right: bool) -> Points:
        """Shoulder, elbow, hand. The right one, to the viewer, holds or carries."""
        side = 1 if right else -1
        x, y = self.middle + side * (self.half - 3), self.shoulder + self.limb * 0.6
        reach = self.hip - self.shoulder
        if right and self.pose == "hold":
            return [(x, y), (x + reach * 0.27, y + reach * 0.42), (x + reach * 0.47, y + reach * 0.16)]
        if right and self.pose == "carry":
            return [(x, y), (x + reach * 0.17, y + reach * 0.46), (x + reach * 0.26, y + reach * 0.9)]
        if self.seated:
            return [(x, y), (x + side * reach * 0.14, y + reach * 0.5), (x - side * reach * 0.02, y + reach * 0.88)]
        return [(x, y), (x + side * reach * 0.13, y + reach * 0.48), (x + side * reach * 0.14, y + reach * 0.92)]

    def leg(self, right: bool) -> Points:
        """Hip, knee, foot."""
        side = 1 if right else -1
        x = self.middle + side * self.half * 0.45
        if self.seated:
            return [(x, self.hip), (x + side * 6, self.hip + self.limb * 0.7), (x + side * 7, self.foot - 4)]
        return [(x, self.hip), (x, (self.hip + self.foot) / 2), (x, self.foot - 4)]


ADULT = (132.0, 66.0, 39.0, 25.0, 68.0, 128.0, 201.0, 23.0, 14.0)
CHILD = (112.0, 56.0, 36.0, 24.0, 63.0, 103.0, 159.0, 18.0, 12.0)


@cache
def body_of(person: str, pose: str) -> Body:
    width, middle, head, radius, shoulder, hip, foot, half, limb = CHILD if person in ("boy", "girl") else ADULT
    if pose == "sit":
        foot = hip + (44.0 if person in ("boy", "girl") else 56.0)
    return Body(width, foot + 4, middle, head, radius, shoulder, hip, foot, half, limb, pose)
