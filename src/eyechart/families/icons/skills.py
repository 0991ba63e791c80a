"""The thirteen skills, and the rules of Table 9 that find them in a template's topic words."""

from __future__ import annotations

import re
from functools import cache

# The words of Table 9 as printed.
TRIGGERS: dict[str, tuple[str, ...]] = {
    "geometry": (
        "name the shape", "shapes of", "classify shapes", "solid", "corners", "faces", "edges", "vertices", "sides",
        "dimensional", "rectangle", "circle", "triangle", "square", "rhombus", "sphere", "cylinder", "cone", "cubes",
        "hexagon", "perimeter", "area", "curved", "open and close", "flip turn", "symmetry",
    ),
    "counting": (
        "count", "tally", "a group", "ordinal number", "area", "even or odd", "place value", "represent numbers",
        "comparing review", "equal sides", "square corners", "one more", "one less", "fewer", "enough", "more",
    ),
    "comparing": (
        "compare", "comparing", "more", "less", "fewer", "enough", "wide and narrow", "light and heavy",
        "long and short",
        "tall and short", "match analog and digital",
    ),
    "spatial": ("top", "above", "below", "beside", "next to", "inside and outside", "left"),
    "scene": ("problems with pictures", "beside", "above", "inside and outside", "wide and narrow", "objects"),
    "pattern": ("the next", "comes next", "ordinal number", "different"),
    "time": ("clock", "am or pm", "elapsed time", "times"),
    "fraction": ("equal parts", "halves", "thirds", "fourths", "fraction"),
    "estimation": ("estimate", "measure"),
    "algebra": (
        "count to fill", "skip count", "tally", "even or odd", "tens and ones", "thousands", "of ten", "elapsed time",
        "perimeter", "area", "divide",
    ),
    "measurement": ("measure",),
    "commonsense": ("light and heavy", "compare size", "holds more or less", "am or pm", "times of", "tool"),
    "probability": ("likely",),
}  # fmt: skip
SKILLS = tuple(TRIGGERS)


@cache
def skills_of(topic: str) -> tuple[str, ...]:
    """The skills whose trigger words stand in a topic. A trigger begins a word and may go on: clock finds clocks."""
    return tuple(skill for skill in SKILLS if any(re.search(rf"\b{word}", topic) for word in TRIGGERS[skill]))
