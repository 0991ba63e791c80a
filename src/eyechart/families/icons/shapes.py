"""Flat shapes and solids: what they are called, their outlines, and the facts that questions ask for."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from msgspec import Struct

from eyechart.phrasing import Noun

COLOURS: dict[str, tuple[str, str]] = {  # name -> pixels, Chinese
    "red": ("#E5484D", "红色"),
    "orange": ("#F7933B", "橙色"),
    "yellow": ("#F8D33C", "黄色"),
    "green": ("#58B947", "绿色"),
    "blue": ("#3E8EEA", "蓝色"),
    "purple": ("#9165D8", "紫色"),
    "pink": ("#F59AC0", "粉色"),
    "brown": ("#9A6A43", "棕色"),
    "black": ("#333333", "黑色"),
    "white": ("#FFFFFF", "白色"),
    "gray": ("#A9B1BA", "灰色"),
    "teal": ("#2AA5A0", "青色"),
}
BRIGHT = ("red", "orange", "yellow", "green", "blue", "purple", "pink")
ANY_COLOUR = (*BRIGHT, "brown", "gray", "teal")  # where no question tells things apart by it


class Shape(Struct, frozen=True):
    """Points within the unit square, or none for what is not a polygon; `facts` are what a program may ask."""

    noun: Noun
    points: tuple[tuple[float, float], ...]
    facts: dict[str, Any]
    also: tuple[str, ...] = ()  # what it may be called as well: a square is a rectangle


def _regular(corners: int, turn: float = -pi / 2) -> tuple[tuple[float, float], ...]:
    raw = [(cos(turn + 2 * pi * i / corners), sin(turn + 2 * pi * i / corners)) for i in range(corners)]
    return _fitted(raw)


def _fitted(raw: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
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
    return _fitted(raw)


def _facts(sides: int, equal: int, square_corners: int, symmetric: bool) -> dict[str, Any]:
    """`equal`: how many sides are equal to one another at most."""
    return {
        "sides": sides, "corners": sides, "equal sides": equal, "square corners": square_corners,
        "all sides equal": bool(sides) and equal == sides, "curved": sides == 0, "symmetric": symmetric,
    }  # fmt: skip


SHAPES: dict[str, Shape] = {
    "circle": Shape(Noun("circle", zh="圆形"), (), _facts(0, 0, 0, True), ("oval",)),
    "oval": Shape(Noun("oval", zh="椭圆形"), (), _facts(0, 0, 0, True)),
    "semicircle": Shape(Noun("half circle", zh="半圆形"), (), _facts(0, 0, 0, True)),
    "heart": Shape(Noun("heart", zh="心形"), (), _facts(0, 0, 0, True)),
    "triangle": Shape(Noun("triangle", zh="三角形"), _regular(3), _facts(3, 3, 0, True)),
    "right triangle": Shape(
        Noun("right triangle", zh="直角三角形"), ((0.08, 0.1), (0.08, 0.9), (0.95, 0.9)), _facts(3, 0, 1,
        False), ("triangle",)
    ),
    "square": Shape(
        Noun("square", zh="正方形"), ((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)), _facts(4, 4, 4, True),
        ("rectangle", "rhombus", "parallelogram", "trapezoid"),
    ),
    "rectangle": Shape(
        Noun("rectangle", zh="长方形"), ((0, 0.22), (1, 0.22), (1, 0.78), (0, 0.78)), _facts(4, 2, 4, True),
        ("parallelogram", "trapezoid"),
    ),
    "parallelogram": Shape(
        Noun("parallelogram", zh="平行四边形"), ((0, 0.22), (0.74, 0.22), (1, 0.78), (0.26, 0.78)), _facts(4,
        2, 0, False),
        ("trapezoid",),
    ),
    "rhombus": Shape(
        Noun("rhombus", "rhombuses", zh="菱形"), ((0.5, 0), (0.84, 0.5), (0.5, 1), (0.16, 0.5)), _facts(4, 4, 0, True),
        ("parallelogram", "trapezoid"),
    ),
    "trapezoid": Shape(
        Noun("trapezoid", zh="梯形"), ((0.26, 0.22), (0.74, 0.22), (1, 0.8), (0, 0.8)), _facts(4, 2, 0, True)
    ),
    "pentagon": Shape(Noun("pentagon", zh="五边形"), _regular(5), _facts(5, 5, 0, True)),
    "hexagon": Shape(Noun("hexagon", zh="六边形"), _regular(6, 0), _facts(6, 6, 0, True)),
    "octagon": Shape(Noun("octagon", zh="八边形", article="an"), _regular(8, pi / 8), _facts(8, 8, 0, True)),
    "star": Shape(Noun("star", zh="五角星"), _star(), _facts(10, 10, 0, True)),
}  # fmt: skip
POLYGONS = tuple(name for name, shape in SHAPES.items() if shape.points and name != "star")
COUNTED = ("circle", "oval", "triangle", "square", "rectangle", "heart", "star", "rhombus", "hexagon", "pentagon")


def confusable(one: str, other: str) -> bool:
    """Whether one may be called by the other's name."""
    return one == other or other in SHAPES[one].also or one in SHAPES[other].also


class Solid(Struct, frozen=True):
    noun: Noun
    facts: dict[str, Any]


def _solid(faces: int, edges: int, vertices: int, traced: str) -> dict[str, Any]:
    """`traced`: the outlines its flat faces leave on paper."""
    flat = traced.split()
    return {"faces": faces, "edges": edges, "vertices": vertices} | {
        f"has a {shape} face": shape in flat for shape in ("circle", "triangle", "square", "rectangle")
    }


SOLIDS: dict[str, Solid] = {
    "cube": Solid(Noun("cube", zh="正方体"), _solid(6, 12, 8, "square")),
    "rectangular prism": Solid(Noun("rectangular prism", zh="长方体"), _solid(6, 12, 8, "rectangle")),
    "sphere": Solid(Noun("sphere", zh="球体"), _solid(0, 0, 0, "")),
    "cylinder": Solid(Noun("cylinder", zh="圆柱体"), _solid(2, 0, 0, "circle")),
    "cone": Solid(Noun("cone", zh="圆锥体"), _solid(1, 0, 0, "circle")),
    "pyramid": Solid(Noun("pyramid", zh="棱锥"), _solid(5, 8, 5, "square triangle")),
    "triangular prism": Solid(Noun("triangular prism", zh="三棱柱"), _solid(5, 9, 6, "triangle rectangle")),
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
