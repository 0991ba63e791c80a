"""What a figure shows: its kind, its data and how it is dressed. No pixels here but the figure's own size."""

from __future__ import annotations

from msgspec import Struct

from eyechart.families.figures.colours import Colour


class Element(Struct, frozen=True):
    """A bar, a slice (one value each) or a series (one value for each x)."""

    colour: Colour
    values: tuple[float, ...]
    style: str = "solid"  # of its line, if it is one


class Legend(Struct, frozen=True):
    inside: bool
    horizontal: bool
    border: bool
    column: int = 2  # 0 left, 1 centre, 2 right
    row: int = 0  # 0 top, 1 middle, 2 bottom


class Figure(Struct, frozen=True, kw_only=True):
    kind: str  # a file of `charts/`
    language: str  # of its title and labels, and of what is asked about it
    width: int
    height: int
    font_size: int  # points
    gridlines: bool
    title: str
    labels: tuple[str, str] | None  # of the x and of the y axis; None: it has no axes
    elements: tuple[Element, ...]
    x: tuple[float, ...] = ()  # shared by all series
    start: float = 0.0  # where the first slice begins, in radians from three o'clock
    legend: Legend | None = None  # None: the names stand on an axis
    text: bool = True  # False: nothing is written, and the plot fills the figure
