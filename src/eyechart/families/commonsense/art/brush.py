"""A brush that paints one thing in units of its own size, in the colours, pattern and state that it shall show.

The light comes from above and a little from the left: every surface is lighter at its top, and has an edge in a darker
tone of its own colour, so that white things stand out from pale walls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

import skia

from eyechart.drawing.canvas import Points, add_capsule, fill, polygon, rgb, stroke
from eyechart.drawing.colour import mixed

HEX = {
    "red": "#D8433F", "orange": "#F08A2C", "yellow": "#F6CB3C", "green": "#4FA457", "blue": "#3E7CC4",
    "purple": "#8656B0", "pink": "#F28DB2", "brown": "#8A5A38", "black": "#35353C", "white": "#F7F6F2", "grey": "#9BA1A8",
}  # fmt: skip
WOOD, METAL = "#A56E3E", "#A3AAB2"
PAPER, GLASS, DARK = "#FBF7EC", "#CDE8F4", "#3A3A42"


@cache
def tint(colour: str, amount: float) -> str:
    """Lighter for a positive amount, darker for a negative one."""
    return mixed(colour, "#FFFFFF", amount) if amount >= 0 else mixed(colour, "#1B1420", -amount)


class Brush:
    """Paints a thing of `width` by `height` units. What it shall look like stands in `look`."""

    __slots__ = ("height", "look", "main", "pen", "width")

    def __init__(self, pen: skia.Canvas, width: float, height: float, look: Mapping[str, str]) -> None:
        self.pen, self.width, self.height, self.look = pen, width, height, look
        material = look.get("material", "")
        self.main = {"wooden": WOOD, "metal": METAL}.get(material, HEX[look.get("colour", "brown")])

    def state(self, value: str) -> bool:
        return self.look.get("state") == value

    def tone(self, amount: float) -> str:
        """The main colour, lighter or darker."""
        return tint(self.main, amount)

    def path(self, path: skia.Path, colour: str | None = None, edge: float = 1.3, shade: float = 0.09) -> None:
        """Filled, lighter at the top, with an edge."""
        colour = colour or self.main
        box = path.getBounds()
        paint = skia.Paint(AntiAlias=True)
        paint.setShader(
            skia.GradientShader.MakeLinear(
                [skia.Point(box.left(), box.top()), skia.Point(box.left(), box.bottom() + 0.1)],
                [rgb(tint(colour, shade)), rgb(tint(colour, -shade))],
            )
        )
        self.pen.drawPath(path, paint)
        if edge:
            self.pen.drawPath(path, stroke(tint(colour, -0.32), edge))

    def rect(
        self, x: float, y: float, w: float, h: float, colour: str | None = None, r: float = 3, edge: float = 1.3
    ) -> None:
        self.path(box(x, y, w, h, r), colour, edge)

    def oval(self, x: float, y: float, w: float, h: float, colour: str | None = None, edge: float = 1.3) -> None:
        path = skia.Path()
        path.addOval(skia.Rect.MakeXYWH(x, y, w, h))
        self.path(path, colour, edge)

    def poly(self, points: Sequence[tuple[float, float]], colour: str | None = None, edge: float = 1.3) -> None:
        self.path(polygon(list(points)), colour, edge)

    def flat(self, x: float, y: float, w: float, h: float, colour: str, r: float = 0, alpha: float = 1.0) -> None:
        """A plain patch: no light, no edge."""
        paint = skia.Paint(AntiAlias=True, Color=rgb(colour))
        paint.setAlphaf(alpha)
        self.pen.drawRoundRect(skia.Rect.MakeXYWH(x, y, w, h), r, r, paint)

    def line(self, points: Points, colour: str, width: float = 1.5) -> None:
        path = skia.Path()
        path.addPoly([skia.Point(x, y) for x, y in points], False)
        paint = skia.Paint(stroke(colour, width))
        paint.setStrokeCap(skia.Paint.kRound_Cap)
        self.pen.drawPath(path, paint)

    def limb(self, points: Points, width: float, colour: str | None = None, edge: float = 1.3) -> None:
        """A thick bent line with round ends, as one shape: of its edge only the outer half shows."""
        whole = skia.Path()
        for (x1, y1), (x2, y2) in pairwise(points):
            add_capsule(whole, x1, y1, x2, y2, width)
        if edge:
            self.pen.drawPath(whole, stroke(tint(colour or self.main, -0.32), 2 * edge))
        self.path(whole, colour, 0)

    def fabric(self, path: skia.Path, step: float = 14.0, edge: float = 1.3) -> None:
        """Filled with the main colour and the pattern over it."""
        self.path(path, None, 0)
        pattern = self.look.get("pattern", "plain")
        if pattern != "plain":
            self.pen.save()
            self.pen.clipPath(path, True)
            self._pattern(pattern, path.getBounds(), step)
            self.pen.restore()
        if edge:
            self.pen.drawPath(path, stroke(self.tone(-0.32), edge))

    def _pattern(self, pattern: str, bounds: skia.Rect, step: float) -> None:
        """Leaves most of the main colour in sight, so that it keeps its name."""
        ink = fill(self.tone(-0.3) if self.look.get("colour") in ("yellow", "white") else "#FFFFFF")
        left, top, right, bottom = bounds.left(), bounds.top(), bounds.right(), bounds.bottom()
        columns, rows = int((right - left) / step) + 2, int((bottom - top) / step) + 2
        if pattern == "striped":
            for k in range(columns):
                self.pen.drawRect(skia.Rect.MakeXYWH(left + (k + 0.35) * step, top, step * 0.34, bottom - top), ink)
        elif pattern == "dotted":
            for row in range(rows):
                for k in range(columns):
                    x = left + (k + (0.3 if row % 2 else 0.8)) * step
                    self.pen.drawCircle(x, top + (row * 0.8 + 0.4) * step, step * 0.21, ink)
        else:  # checked
            for k in range(columns):
                self.pen.drawRect(skia.Rect.MakeXYWH(left + (k + 0.4) * step, top, step * 0.18, bottom - top), ink)
            for row in range(rows):
                self.pen.drawRect(skia.Rect.MakeXYWH(left, top + (row + 0.4) * step, right - left, step * 0.18), ink)

    def board(self, x: float, y: float, w: float, h: float, r: float = 2) -> None:
        """A board: with grain if it is wooden, with a sheen if it is metal, smooth otherwise."""
        self.rect(x, y, w, h, r=r)
        material = self.look.get("material")
        if material == "wooden":
            self.grain(x, y, w, h)
        elif material == "metal":
            self.flat(x + w * 0.18, y + 1, max(2.0, w * 0.14), h - 2, "#FFFFFF", 1, 0.45)
        elif material == "plastic":
            self.flat(x + w * 0.12, y + h * 0.14, w * 0.45, max(1.6, min(h, w) * 0.16), "#FFFFFF", 1, 0.5)

    def grain(self, x: float, y: float, w: float, h: float) -> None:
        """Lines along the longer side."""
        ink = self.tone(-0.22)
        if w >= h:
            for k in range(1, max(2, int(h / 5))):
                at = y + k * h / max(2, int(h / 5))
                self.line([(x + w * 0.05, at), (x + w * 0.4, at + 0.8), (x + w * 0.95, at - 0.4)], ink, 0.9)
        else:
            for k in range(1, max(2, int(w / 5))):
                at = x + k * w / max(2, int(w / 5))
                self.line([(at, y + h * 0.05), (at + 0.8, y + h * 0.4), (at - 0.4, y + h * 0.95)], ink, 0.9)


def box(x: float, y: float, w: float, h: float, r: float = 3) -> skia.Path:
    path = skia.Path()
    path.addRoundRect(skia.Rect.MakeXYWH(x, y, w, h), r, r)
    return path


def curve(start: tuple[float, float], *parts: tuple[float, ...]) -> skia.Path:
    """A closed path: two numbers are a line, four a quadratic, six a cubic."""
    path = skia.Path()
    path.moveTo(*start)
    for part in parts:
        {2: path.lineTo, 4: path.quadTo, 6: path.cubicTo}[len(part)](*part)
    path.close()
    return path
