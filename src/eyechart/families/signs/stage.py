"""The plane that a place is painted on: one pass records the painting and notes where each text's ink lies.

Everything is painted on a flat plane (a wall with what hangs on it, a shelf, the front of a bus) in its own units, about
640 × 480 for the readable part; the camera comes later. So a text's quadrilateral is its ink box through the same matrices
that carry its outline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

import skia
from msgspec import Struct

from eyechart.drawing.camera import FAR, Box
from eyechart.drawing.fonts import EM, FACES, ink_paint, lettering
from eyechart.drawing.textures import textured
from eyechart.families.signs.scene import Place, Text
from eyechart.seeding import Rng
from eyechart.text.segment import has_chinese

LATIN = ("sans", "lato", "serif", "round")
WEIGHTS = {
    "sans": ("sans", "sans-bold", "sans-black"),
    "lato": ("lato", "lato-bold", "lato-black"),
    "serif": ("serif", "serif-bold", "serif-bold"),
    "round": ("lato", "round", "round"),
}
HEI = ("hei", "hei-bold", "hei-black")


class Colour(Struct, frozen=True):
    """A colour that entries are told apart by, and the ink that is read on it."""

    name: str
    ground: str
    ink: str


# Each has one name in every language, and they are far enough apart to keep it under any light.
COLOURS = {
    colour.name: colour
    for colour in (
        Colour("red", "#B8261F", "#FFFFFF"),
        Colour("blue", "#1F4F9E", "#FFFFFF"),
        Colour("green", "#1F7A41", "#FFFFFF"),
        Colour("yellow", "#F0C022", "#231F1A"),
        Colour("white", "#F3F1EA", "#20252B"),
        Colour("black", "#1D1F22", "#F6E7B4"),
        Colour("purple", "#6B3A93", "#FFFFFF"),
    )
}


class Spot(Struct, frozen=True):
    """The ink of a text: its box in the frame of its board, and the board's place on the plane."""

    box: Box
    board: skia.Matrix
    face: str | None = None  # an entry's area has no letters


class Stage:
    """A pen that records, and what it has noted."""

    def __init__(self, place: Place, without: frozenset[str] = frozenset()) -> None:
        self.place = place
        self.without = without  # ids of texts not to paint: what their evidence hides
        self.rng = Rng(place.look)
        self.recorder = skia.PictureRecorder()
        self.pen = self.recorder.beginRecording(skia.Rect(-2 * FAR, -2 * FAR, 3 * FAR, 3 * FAR))
        self.spots: dict[str, Spot] = {}
        self.areas: dict[str, Spot] = {}
        self.latin = self.rng.choice(LATIN)
        # How far beyond the readable part, to either side, the camera may see.
        self.reach = 640 * (1.3 / place.view.fill - 1)

    # ---- surfaces

    def fill(self, box: Box, colour: str, radius: float = 0.0, alpha: float = 1.0) -> None:
        self._shape(box, paint(colour, alpha), radius)

    def shade(self, box: Box, top: str, bottom: str, radius: float = 0.0, across: bool = False) -> None:
        """A colour that runs into another, downwards or across."""
        left, up, right, down = box
        ends = [skia.Point(left, up), skia.Point(right, up) if across else skia.Point(left, down)]
        shader = skia.GradientShader.MakeLinear(ends, [colour_of(top), colour_of(bottom)])
        self._shape(box, skia.Paint(AntiAlias=True, Shader=shader), radius)

    def surface(
        self, box: Box, name: str, variant: int, scale: float = 1.0, radius: float = 0.0, hole: Box | None = None
    ) -> None:
        """A textured panel. What will be covered is best left out as a hole: textures are most of a picture's cost."""
        if hole is None:
            self._shape(box, textured(name, variant, scale, smooth=True), radius)
            return
        ink = textured(name, variant, scale)  # smooth edges would show as seams between the parts
        left, top, right, bottom = box
        for part in (
            (left, top, right, hole[1]),
            (left, hole[3], right, bottom),
            (left, hole[1], hole[0], hole[3]),
            (hole[2], hole[1], right, hole[3]),
        ):
            self.pen.drawRect(skia.Rect(*part), ink)

    def outline(self, box: Box, colour: str, width: float, radius: float = 0.0) -> None:
        self._shape(box, line_paint(colour, width), radius)

    def _shape(self, box: Box, ink: skia.Paint, radius: float) -> None:
        if radius:
            self.pen.drawRoundRect(skia.Rect(*box), radius, radius, ink)
        else:
            self.pen.drawRect(skia.Rect(*box), ink)

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float) -> None:
        path = skia.Path()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        self.pen.drawPath(path, line_paint(colour, width))

    def polygon(self, points: Sequence[tuple[float, float]], colour: str, alpha: float = 1.0) -> None:
        path = skia.Path()
        path.addPoly([skia.Point(*point) for point in points], True)
        self.pen.drawPath(path, paint(colour, alpha))

    def disc(self, x: float, y: float, radius: float, colour: str, alpha: float = 1.0) -> None:
        self.pen.drawCircle(x, y, radius, paint(colour, alpha))

    def shadow(self, box: Box, depth: float = 8.0, radius: float = 2.0) -> None:
        """What a raised thing throws on what is behind it: three soft layers, down and to the right."""
        left, top, right, bottom = box
        for i in range(3):
            grow = depth * (i - 1) / 2
            moved = (
                left + depth / 2 - grow,
                top + depth / 2 - grow,
                right + depth / 2 + grow,
                bottom + depth / 2 + grow,
            )
            self.fill(moved, "#000000", radius + depth / 3, 0.14)

    def board(self, box: Box, colour: str, radius: float = 3.0, depth: float = 8.0, rim: str | None = None) -> None:
        """A raised panel: shadow, face, an edge that catches the light, rim."""
        self.shadow(box, depth, radius)
        self.fill(box, colour, radius)
        self.fill((box[0] + radius, box[1], box[2] - radius, box[1] + 2), "#FFFFFF", 0, 0.35)
        if rim is not None:
            self.outline(inset(box, 1.5), rim, 3.0, radius)

    @contextmanager
    def turned(self, degrees: float, x: float, y: float) -> Iterator[None]:
        self.pen.save()
        self.pen.rotate(degrees, x, y)
        yield
        self.pen.restore()

    # ---- what is noted

    def along(self, step: float) -> range:
        """Multipliers of the step that cover what the camera may see from left to right."""
        return range(-round(self.reach / step) - 1, round((640 + self.reach) / step) + 1)

    def area(self, number: int, box: Box) -> None:
        """Where an entry stands."""
        self.areas[entry_id(number)] = Spot(box, self.pen.getTotalMatrix())

    def colour(self, number: int) -> Colour:
        """What an entry is told apart by, if its kind is coloured."""
        return COLOURS[str(self.place.entries[number].colour)]

    def text(self, number: int, role: str) -> Text:
        return next(text for text in self.place.entries[number].texts if text.role == role)

    def face(self, text: Text, weight: int, latin: str | None = None) -> str:
        return HEI[weight] if has_chinese(text.words) else WEIGHTS[latin or self.latin][weight]

    def write(
        self,
        id: str,
        text: Text,
        box: Box,
        colour: str,
        *,
        size: float,
        weight: int = 1,
        align: float = 0.5,
        latin: str | None = None,
    ) -> None:
        """Letters of that size, smaller if the box is narrow or low; aligned at 0 left, 0.5 centre, 1 right."""
        left, top, right, bottom = box
        face = self.face(text, weight, latin)
        letters = lettering(text.words, face)
        wide = letters.right - letters.left
        scale = min(size / EM, (right - left) / wide, (bottom - top) / (1.06 * EM))
        x = left + (right - left - wide * scale) * align - letters.left * scale
        y = (top + bottom) / 2 + FACES[face].middle * EM * scale
        ink = (x + letters.left * scale, y + letters.top * scale, x + letters.right * scale, y + letters.bottom * scale)
        self.spots[id] = Spot(ink, self.pen.getTotalMatrix(), face)
        if id in self.without:
            return
        self.pen.save()
        self.pen.translate(x, y)
        self.pen.scale(scale, scale)
        self.pen.drawPath(letters.path, ink_paint(colour_of(colour), face))
        self.pen.restore()

    def put(
        self,
        number: int,
        role: str,
        box: Box,
        colour: str,
        size: float,
        weight: int = 1,
        align: float = 0.5,
        latin: str | None = None,
    ) -> None:
        """Write an entry's text."""
        text = self.text(number, role)
        self.write(text_id(number, role), text, box, colour, size=size, weight=weight, align=align, latin=latin)

    def put_heading(
        self,
        role: str,
        box: Box,
        colour: str,
        size: float,
        weight: int = 1,
        align: float = 0.5,
        latin: str | None = None,
    ) -> None:
        """Write a text of the whole place."""
        text = next(t for t in self.place.heading if t.role == role)
        self.write(heading_id(role), text, box, colour, size=size, weight=weight, align=align, latin=latin)

    def finish(self) -> skia.Picture:
        return self.recorder.finishRecordingAsPicture()


def inset(box: Box, by: float) -> Box:
    return (box[0] + by, box[1] + by, box[2] - by, box[3] - by)


@cache
def colour_of(colour: str, alpha: float = 1.0) -> int:
    return int(skia.Color(int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16), round(255 * alpha)))


@cache
def paint(colour: str, alpha: float) -> skia.Paint:
    return skia.Paint(AntiAlias=True, Color=colour_of(colour, alpha))


@cache
def line_paint(colour: str, width: float) -> skia.Paint:
    return skia.Paint(AntiAlias=True, Color=colour_of(colour), Style=skia.Paint.kStroke_Style, StrokeWidth=width)


@cache
def lighter(colour: str, by: float) -> str:
    """Towards white, or towards black if negative."""
    goal = 255 if by > 0 else 0
    parts = [round(v + (goal - v) * abs(by)) for v in (int(colour[i : i + 2], 16) for i in (1, 3, 5))]
    return "#" + "".join([f"{v:02X}" for v in parts])


def entry_id(number: int) -> str:
    return f"entry:{number}"


def text_id(number: int, role: str) -> str:
    return f"{entry_id(number)}/{role}"


def heading_id(role: str) -> str:
    return f"place/{role}"
