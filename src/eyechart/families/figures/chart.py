"""The record that is one kind of chart: data, words, layout, paint, boxes, margins, official annotation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import skia
from msgspec import Struct

from eyechart.core import Thing
from eyechart.families.figures.annotations import Model
from eyechart.families.figures.colours import Half
from eyechart.families.figures.layout import Box, Floats, Layout, Where
from eyechart.families.figures.scene import Element, Figure
from eyechart.families.figures.world import World
from eyechart.seeding import Rng

if TYPE_CHECKING:  # the settings name the kinds, and so import them
    from eyechart.families.figures.settings import FigureSettings

Data = tuple[tuple[float, ...], list[tuple[float, ...]]]
"""The x values that all elements share, if they have any, and the values of each."""


class Key(Struct, frozen=True):
    """How the legend shows an element, and which points of the plot a legend had better not cover."""

    width: float
    height: float
    paint: Callable[[skia.Canvas, Element, Box], None]
    ink: Callable[[Layout], Floats]  # points in pixels, close enough together that nothing slips between them


class Published(Struct, frozen=True):
    """What FigureQA's paper and files say of a kind of theirs."""

    row: int  # of Table 1; in this order the kinds take turns
    type: str  # in annotations.json
    read: Callable[[Sequence[Model]], Iterator[tuple[Thing, Where]]]  # elements with their shapes
    write: Callable[[Sequence[Thing], Where], list[dict[str, Any]]]  # and back


def solid(rng: Rng, count: int, settings: FigureSettings) -> list[str]:
    return ["solid"] * count


def in_pixels(settings: FigureSettings) -> float:
    return settings.margin


def as_it_is(figure: Figure, rng: Rng) -> Figure:
    return figure


class Chart(Struct, frozen=True, kw_only=True):
    """A kind of chart. Its name is that of its file in `charts/`."""

    # data and dress, by lot
    count: Callable[[FigureSettings], tuple[int, int]]  # least and most elements
    data: Callable[[Rng, FigureSettings], Data]
    half: Half  # of the colours, in training; the alternated scheme takes the other
    styles: Callable[[Rng, int, FigureSettings], list[str]] = solid  # of the elements' lines
    topics: str  # the group of titles in languages/CODE.toml
    labels: tuple[int, int] | None  # which words of a topic name the x and the y axis; None: there are no axes
    dress: Callable[[Figure, Rng], Figure] = as_it_is  # what else is drawn by lot, before the legend
    # pixels
    layout: Callable[[Figure], Layout]
    legible: Callable[[Layout, FigureSettings], bool]  # as a whole; single questions have margins
    paint: Callable[[skia.Canvas, Figure, Layout], None]  # the elements
    boxes: Callable[[Layout], Where]  # where they landed
    key: Key | None = None  # None: the names stand on an axis, there is no legend
    # questions
    things: Callable[[Figure, Layout], Iterator[Thing]]  # the elements in the graph, called bar:0, bar:1, …
    properties: tuple[str, ...]  # that templates may ask about: value; or area, roughness, lowest, highest, course
    scale: Callable[[World, Box], float]  # pixels (or degrees) to a unit of value, from the graph and the plot's box
    margin: Callable[[FigureSettings], float] = in_pixels  # the least difference that can be seen, in the same
    published: Published | None = None  # None: a kind that FigureQA does not have
