"""The fifteen questions of Table 2: one yes and one no each, where both can be read off the figure.

A template is a name, its wordings, and one of two shapes: one element against all, or one against one. Which elements
may be asked about is decided by margins in pixels (margins.py); what the answer is, by running the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp

from msgspec import Struct

from eyechart.core import Ask, Drawing, Program, Step, Template
from eyechart.families.figures.margins import Margins
from eyechart.families.figures.scene import FigureSettings
from eyechart.families.figures.world import World
from eyechart.phrasing import wordings
from eyechart.program import program
from eyechart.seeding import Rng


class Kind(Struct, frozen=True):
    """A template of Table 2: its number there, its question_id in the released files, and how its program ends."""

    template: Template
    number: int
    id: int
    function: str
    property: str  # empty: the function compares whole curves
    bars: bool  # bars and pies; otherwise lines and dot lines


def _kind(number: int, id: int, name: str, function: str, property: str, paper: str, *clear: str) -> Kind:
    texts = wordings(en={"paper": (paper,), "clear": clear or (paper,)})
    return Kind(Template(name, texts), number, id, function, property, number <= 6)


KINDS = (
    _kind(1, 0, "minimum", "least", "value", "Is {x} the minimum?", "Is {x} the minimum?", "Is {x} the smallest?"),
    _kind(2, 1, "maximum", "most", "value", "Is {x} the maximum?", "Is {x} the maximum?", "Is {x} the largest?"),
    _kind(3, 4, "low median", "low_median", "value", "Is {x} the low median?",
          "Is {x} the low median?", "Put in order of size, is {x} the low median?"),
    _kind(4, 5, "high median", "high_median", "value", "Is {x} the high median?",
          "Is {x} the high median?", "Put in order of size, is {x} the high median?"),
    _kind(5, 2, "less", "less", "value", "Is {x} less than {y}?", "Is {x} less than {y}?", "Is {x} smaller than {y}?"),
    _kind(6, 3, "greater", "greater", "value", "Is {x} greater than {y}?",
          "Is {x} greater than {y}?", "Is {x} larger than {y}?"),
    _kind(7, 6, "minimum area", "least", "area", "Does {x} have the minimum area under the curve?",
          "Does {x} have the minimum area under the curve?", "Is the area under {x} the smallest of all?"),
    _kind(8, 7, "maximum area", "most", "area", "Does {x} have the maximum area under the curve?",
          "Does {x} have the maximum area under the curve?", "Is the area under {x} the largest of all?"),
    _kind(9, 8, "smoothest", "least", "roughness", "Is {x} the smoothest?",
          "Is {x} the smoothest, the one whose slope changes least in total?",
          "Of all, does the slope of {x} change the least in total?"),
    _kind(10, 9, "roughest", "most", "roughness", "Is {x} the roughest?",
          "Is {x} the roughest, the one whose slope changes most in total?",
          "Of all, does the slope of {x} change the most in total?"),
    _kind(11, 10, "lowest value", "least", "lowest", "Does {x} have the lowest value?",
          "Does {x} have the lowest value?", "Does {x} reach lower than all others?"),
    _kind(12, 11, "highest value", "most", "highest", "Does {x} have the highest value?",
          "Does {x} have the highest value?", "Does {x} reach higher than all others?"),
    _kind(13, 12, "less throughout", "below", "", "Is {x} less than {y}?",
          "Is {x} strictly less than {y} throughout?", "Is {x} below {y} at every point?"),
    _kind(14, 13, "greater throughout", "above", "", "Is {x} greater than {y}?",
          "Is {x} strictly greater than {y} throughout?", "Is {x} above {y} at every point?"),
    _kind(15, 14, "intersect", "intersect", "", "Does {x} intersect {y}?",
          "Does {x} intersect {y}?", "Do {x} and {y} cross or touch?"),
)  # fmt: skip
BY_NAME = {kind.template.name: kind for kind in KINDS}
BY_ID = {kind.id: kind for kind in KINDS}
TEMPLATES = {kind.template.name: kind.template for kind in KINDS}
AGAINST_ALL = ("least", "most", "low_median", "high_median")


def program_for(kind: Kind, x: str, y: str = "") -> Program:
    """x and y are names of elements, as a question says them."""
    if kind.function in AGAINST_ALL:
        return program(
            Step("find", (), (x,)),
            Step("elements"),
            Step(kind.function, (1,), (kind.property,)),
            Step("same", (0, 2)),
            evidence=(0,),
        )
    arguments = (kind.property,) if kind.property else ()
    return program(
        Step("find", (), (x,)),
        Step("find", (), (y,)),
        Step(kind.function, (0, 1), arguments),
        evidence=(0, 1),
    )


def ask(world: World, drawing: Drawing, rng: Rng, settings: FigureSettings) -> list[Ask]:
    """A yes and a no for each template that has both, in random order."""
    margins = Margins(world, drawing, settings)
    bars = "value" in margins.properties
    facets = {"figure": world.kind, "elements": str(len(world.elements))}
    asks = []
    for kind in KINDS:
        if kind.bars == bars:
            found = _against_all if kind.function in AGAINST_ALL else _against_one
            pair = list(found(kind, world, margins, rng))
            if len(pair) == 2:
                asks += [_ask(kind, ids, world, margin, settings, facets) for ids, margin in pair]
    return rng.shuffled(asks)


def _ask(
    kind: Kind, ids: tuple[str, ...], world: World, margin: float, settings: FigureSettings, facets: dict[str, str]
) -> Ask:
    names = [world.elements[id].name for id in ids]
    return Ask(
        template=kind.template,
        program=program_for(kind, *names),
        slots=dict(zip("xy", names, strict=False)),
        facets=facets,
        difficulty=round(exp(-margin / 40), 3),  # 40 px apart is as easy as it gets worth telling: 0.37
        style=settings.wording,
    )


Pick = tuple[tuple[str, ...], float]  # the elements asked about, and by how many pixels the answer holds


def _against_all(kind: Kind, world: World, margins: Margins, rng: Rng) -> Iterator[Pick]:
    """The element that has the property, and one of the others."""
    order = margins.order(kind.property)
    count = len(order)
    rank = {"least": 0, "most": count - 1, "low_median": (count - 1) // 2, "high_median": count // 2}[kind.function]
    steps = margins.steps(kind.property)  # from each in the order to the next
    beside = [steps[i] for i in (rank - 1, rank) if 0 <= i < count - 1]
    if min(beside) < margins.least(kind.property):
        return
    yield (order[rank],), min(beside)
    other = rng.choice([i for i in range(count) if i != rank])
    low, high = sorted((other, rank))
    yield (order[other],), sum(steps[low:high])


def _against_one(kind: Kind, world: World, margins: Margins, rng: Rng) -> Iterator[Pick]:
    """A pair for which it holds, and one for which it does not."""
    for wanted in (True, False):
        pair = margins.pick(kind.function, wanted, rng)
        if pair is not None:
            yield pair
