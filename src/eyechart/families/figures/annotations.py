"""A record of FigureQA's annotations.json, typed: what its readers get and its writers give."""

from __future__ import annotations

from msgspec import Struct, field

from eyechart.core import Shape, boxed
from eyechart.families.figures.colours import BY_NAME


class Box(Struct, frozen=True):
    x: float
    y: float
    w: float
    h: float

    @property
    def shape(self) -> Shape:
        return (self.x, self.y, round(self.x + self.w, 2), round(self.y + self.h, 2))


def box_of(shape: Shape) -> dict[str, float]:
    left, top, right, bottom = boxed(shape)
    return {"x": left, "y": top, "w": round(right - left, 2), "h": round(bottom - top, 2)}


class FigureBox(Struct, frozen=True):
    """v1.0.0 has the figure's box inside another `bbox`."""

    x: float = 0
    y: float = 0
    w: float = 0
    h: float = 0
    bbox: Box | None = None

    @property
    def shape(self) -> Shape:
        return self.bbox.shape if self.bbox else Box(self.x, self.y, self.w, self.h).shape


class Boxed(Struct, frozen=True):
    bbox: Box
    text: str = ""


class FigureInfo(Struct, frozen=True):
    bbox: FigureBox


class Boxes(Struct, frozen=True):
    bboxes: list[Box] = []
    values: list[float | str] = []

    def once(self) -> Boxes:
        """v1.0.0 repeats the lists of major ticks and labels twice over."""
        half = len(self.bboxes) // 2
        if half and self.bboxes[:half] == self.bboxes[half:]:
            return Boxes(self.bboxes[:half], self.values[: len(self.values) // 2])
        return self

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(box.shape for box in self.bboxes)


class Axis(Struct, frozen=True):
    major_ticks: Boxes = Boxes()
    minor_ticks: Boxes = Boxes()
    major_labels: Boxes = Boxes()
    rule: Boxed | None = None
    label: Boxed | None = None


class LegendItem(Struct, frozen=True):
    model: str
    label: Boxed
    preview: Boxed


class Legend(Struct, frozen=True):
    bbox: Box
    items: list[LegendItem] = []


class General(Struct, frozen=True):
    figure_info: FigureInfo
    plot_info: Boxed
    title: Boxed | None = None
    x_axis: Axis | None = None
    y_axis: Axis | None = None
    x_gridlines: Boxes | None = None
    y_gridlines: Boxes | None = None
    legend: Legend | None = None


class Model(Struct, frozen=True):
    """A series, a slice, or all bars of a figure."""

    name: str
    label: str | None = None
    color: str | None = None
    labels: list[str] = []
    colors: list[str] = []
    x: list[float | str] = []
    y: list[float | str] = []
    bboxes: list[Box] = []
    bbox: Box | None = None
    polygon: tuple[float, ...] | None = None
    start: float | None = None
    span: float | None = None

    @property
    def hex(self) -> str:
        """Of the colour that it names, where the file leaves that out."""
        return self.color or (BY_NAME[self.name].hex if self.name in BY_NAME else "")


class Annotation(Struct, frozen=True):
    type: str
    image_index: int
    models: list[Model]
    general: General = field(name="general_figure_info")
