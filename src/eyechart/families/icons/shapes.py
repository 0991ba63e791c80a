"""Flat shapes and solids: their outlines, and the facts that questions ask for; and the colours in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from msgspec import Struct

COLOURS = {  # name -> pixels
    "red": "#E5484D",
    "orange": "#F7933B",
    "yellow": "#F8D33C",
    "green": "#58B947",
    "blue": "#3E8EEA",
    "purple": "#9165D8",
    "pink": "#F59AC0",
    "brown": "#9A6A43",
    "black": "#333333",
    "white": "#FFFFFF",
    "gray": "#A9B1BA",
    "teal": "#2AA5A0",
}
BRIGHT = ("red", "orange", "yellow", "green", "blue", "purple", "pink")
ANY_COLOUR = (*BRIGHT, "brown", "gray", "teal")  # where no question tells things apart by it


class Shape(Struct, frozen=True):
    """Points within the unit square, or none for what is not a polygon; `facts` are what a program may ask."""

    points: tuple[tuple[float, float], ...]
    facts: dict[str, Any]
    also: tuple[str, ...] = ()  # what it may be called as well: a square is a rectangle


def _regular(corners: int, turn: float = -pi / 2) -> tuple[tuple[float, float], ...]:
    raw = [(cos(turn + 2 * pi * i / corners), sin(turn + 2 * pi * i / corners)) for i in range(corners)]
    return fitted(raw)


def fitted(raw: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Into the unit square, as large as it goes, in the middle."""
    xs, ys = [x for x, _ in raw], [y for _, y in raw]
    span = max(max(xs) - min(xs), max(ys) - min(ys))
    mx, my = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return tuple([(0.5 + (x - mx) / span, 0.5 + (y - my) / span) for x, y in raw])


def _star() -> tuple[tuple[float, float], ...]:
    raw = []
    for i in range(10):
        reach = 1 if i % 2 == 0 else 0.42
        raw.append((reach * cos(-pi / 2 + pi * i / 5), reach * sin(-pi / 2 + pi * i / 5)))
    return fitted(raw)


def _facts(sides: int, equal: int, square_corners: int, symmetric: bool) -> dict[str, Any]:
    """`equal`: how many sides are equal to one another at most."""
    return {
        "sides": sides, "corners": sides, "equal sides": equal, "square corners": square_corners,
        "curved": sides == 0, "symmetric": symmetric,
    }  # fmt: skip


SHAPES: dict[str, Shape] = {
    "circle": Shape((), _facts(0, 0, 0, True), ("oval",)),
    "oval": Shape((), _facts(0, 0, 0, True)),
    "semicircle": Shape((), _facts(0, 0, 0, True)),
    "heart": Shape((), _facts(0, 0, 0, True)),
    "triangle": Shape(_regular(3), _facts(3, 3, 0, True)),
    "right triangle": Shape(((0.08, 0.1), (0.08, 0.9), (0.95, 0.9)), _facts(3, 0, 1, False), ("triangle",)),
    "square": Shape(
        ((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)),
        _facts(4, 4, 4, True),
        ("rectangle", "rhombus", "parallelogram", "trapezoid"),
    ),
    "rectangle": Shape(
        ((0, 0.22), (1, 0.22), (1, 0.78), (0, 0.78)), _facts(4, 2, 4, True), ("parallelogram", "trapezoid")
    ),
    "parallelogram": Shape(((0, 0.22), (0.74, 0.22), (1, 0.78), (0.26, 0.78)), _facts(4, 2, 0, False), ("trapezoid",)),
    "rhombus": Shape(
        ((0.5, 0), (0.84, 0.5), (0.5, 1), (0.16, 0.5)), _facts(4, 4, 0, True), ("parallelogram", "trapezoid")
    ),
    "trapezoid": Shape(((0.26, 0.22), (0.74, 0.22), (1, 0.8), (0, 0.8)), _facts(4, 2, 0, True)),
    "pentagon": Shape(_regular(5), _facts(5, 5, 0, True)),
    "hexagon": Shape(_regular(6, 0), _facts(6, 6, 0, True)),
    "octagon": Shape(_regular(8, pi / 8), _facts(8, 8, 0, True)),
    "star": Shape(_star(), _facts(10, 10, 0, True)),
}
POLYGONS = tuple(name for name, shape in SHAPES.items() if shape.points and name != "star")
COUNTED = ("circle", "oval", "triangle", "square", "rectangle", "heart", "star", "rhombus", "hexagon", "pentagon")


def confusable(one: str, other: str) -> bool:
    """Whether one may be called by the other's name."""
    return one == other or other in SHAPES[one].also or one in SHAPES[other].also


def _solid(faces: int, edges: int, vertices: int, traced: str) -> dict[str, Any]:
    """`traced`: the outlines its flat faces leave on paper."""
    flat = traced.split()
    return {"faces": faces, "edges": edges, "vertices": vertices} | {
        f"has a {shape} face": shape in flat for shape in ("circle", "triangle", "square", "rectangle")
    }


SOLIDS: dict[str, dict[str, Any]] = {  # name -> what a program may ask
    "cube": _solid(6, 12, 8, "square"),
    "rectangular prism": _solid(6, 12, 8, "rectangle"),
    "sphere": _solid(0, 0, 0, ""),
    "cylinder": _solid(2, 0, 0, "circle"),
    "cone": _solid(1, 0, 0, "circle"),
    "pyramid": _solid(5, 8, 5, "square triangle"),
    "triangular prism": _solid(5, 9, 6, "triangle rectangle"),
}
POLYHEDRA = ("cube", "rectangular prism", "pyramid", "triangular prism")
# Everyday things that have the shape of a solid; only what nobody would call otherwise.
SHAPED_LIKE = {
    "sphere": ("soccer ball", "basketball", "baseball", "tennis ball", "orange", "globe", "volleyball", "melon"),
    "cube": ("die", "ice cube"),
    "cone": ("ice cream cone",),
    "cylinder": ("can of soup", "battery", "drum", "roll of paper"),
}

SYMMETRIC_LETTERS = "AHIMOTUVWXY"  # as capitals of this typeface: a mirror set upright leaves them as they are
# Every line of symmetry, in degrees from upright, of what a dotted line is drawn on.
MIRRORS: dict[str, tuple[int, ...]] = {
    "heart": (0,), "trapezoid": (0,), "A": (0,), "M": (0,), "T": (0,), "U": (0,), "V": (0,), "Y": (0,), "W": (0,),
    "rectangle": (0, 90), "oval": (0, 90), "H": (0, 90), "I": (0, 90), "rhombus": (0, 90), "triangle": (0, 60, 120),
    "square": (0, 45, 90, 135),
}  # fmt: skip


def folds(cells: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Every line of symmetry, in degrees from upright, of a figure of unit squares (column, row)."""
    wide, high = max(c for c, _ in cells), max(r for _, r in cells)
    there = {(c, r) for c, r in cells}
    mirrored = {
        0: {(wide - c, r) for c, r in there},
        45: {(wide - r, high - c) for c, r in there} if wide == high else set(),
        90: {(c, high - r) for c, r in there},
        135: {(r, c) for c, r in there},
    }
    return tuple(angle for angle, other in mirrored.items() if other == there)
