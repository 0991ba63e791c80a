"""The frame in which a model gives its boxes: which number comes first, how large it takes the picture to be.

A picture of 640 × 480 may come back as 0-640, as 0-1, as 0-1000, or as the 512 × 384 that the model shrank it to; x or y
first; two corners, or a corner and a size. All of that is an order of the four numbers and the size of the space that
they lie in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from eyechart.core import Shape
from eyechart.errors import EyechartError
from eyechart.limits import is_coordinate

Order = Literal["xyxy", "yxyx", "xywh"]
Space = Literal["sent", "stretched", "longest", "shortest"]

ORDERS: tuple[Order, ...] = ("xyxy", "yxyx", "xywh")


class Frame(Struct, frozen=True):
    """`sent`: pixels of the picture as sent. `stretched`: both sides are `size` long (1, 1000, 336 …). `longest` and
    `shortest`: the picture was scaled until that side was `size` pixels."""

    order: Order = "xyxy"
    space: Space = "sent"
    size: float = 0.0

    def __str__(self) -> str:
        if self.space == "sent":
            where = "pixels"
        elif self.space == "stretched":
            where = f"0-{self.size:g}"
        else:
            where = f"{self.space}={self.size:g}"
        return f"{where} {self.order}"

    def extent(self, width: float, height: float) -> tuple[float, float]:
        """The size of a picture in this frame."""
        if self.space == "sent":
            return width, height
        if self.space == "stretched":
            return self.size, self.size
        side = max(width, height) if self.space == "longest" else min(width, height)
        return width * self.size / side, height * self.size / side

    def read(self, numbers: Sequence[float], width: float, height: float) -> Shape | None:
        """A box or polygon said in this frame, in pixels of the picture; None if it is no shape."""
        if len(numbers) < 4 or len(numbers) % 2 or not all(map(is_coordinate, numbers)):
            return None
        values = list(numbers)
        if self.order == "yxyx":
            values = [v for i in range(0, len(values), 2) for v in (values[i + 1], values[i])]
        elif self.order == "xywh" and len(values) == 4:
            values = [values[0], values[1], values[0] + values[2], values[1] + values[3]]
        wide, high = self.extent(width, height)
        scaled = [v * (height / high if i % 2 else width / wide) for i, v in enumerate(values)]
        if not all(map(is_coordinate, scaled)):
            return None
        if len(scaled) == 4:
            left, right = sorted(scaled[0::2])
            top, bottom = sorted(scaled[1::2])
            scaled = [left, top, right, bottom]
            if right <= left or bottom <= top:
                return None
        return tuple(round(v, 2) for v in scaled)

    def say(self, box: Sequence[float], width: float, height: float) -> list[float]:
        """A box in pixels, as one who uses this frame would say it."""
        wide, high = self.extent(width, height)
        left, top, right, bottom = (v * (high / height if i % 2 else wide / width) for i, v in enumerate(box))
        digits = 4 if wide <= 2 else 1
        said = {
            "xyxy": (left, top, right, bottom),
            "yxyx": (top, left, bottom, right),
            "xywh": (left, top, right - left, bottom - top),
        }
        return [round(v, digits) for v in said[self.order]]


PIXELS = Frame()
_WRITTEN = re.compile(r"(?:(pixels)|0-(\d+(?:\.\d+)?)|(longest|shortest)=(\d+(?:\.\d+)?))(?: (xyxy|yxyx|xywh))?")


def frame_from(written: str) -> Frame:
    """`pixels`, `0-1`, `0-1000 yxyx`, `longest=512`: as `str(frame)` writes it."""
    found = _WRITTEN.fullmatch(written.strip())
    if found is None or found[2] == "0" or found[4] == "0":
        raise EyechartError(
            f"No frame '{written}'. Known: auto, pixels, 0-1, 0-1000, 0-336 …, longest=512, shortest=336, "
            "each also followed by yxyx or xywh, as in '0-1000 yxyx'."
        )
    order = next(order for order in ORDERS if order == (found[5] or "xyxy"))
    if found[1]:
        return Frame(order)
    if found[2]:
        return Frame(order, "stretched", float(found[2]))
    return Frame(order, "longest" if found[3] == "longest" else "shortest", float(found[4]))
