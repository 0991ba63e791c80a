"""Which questions a figure gets, of those that it can be asked: with answers by coins that tell nothing, or in the paper's pairs.

Margins in pixels decide who may be asked about (margins.py); what the answer is, running the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from eyechart.core import Ask, Drawing
from eyechart.families.figures.margins import Margins, Named, Possible
from eyechart.families.figures.scene import Figure
from eyechart.families.figures.settings import FigureSettings
from eyechart.families.figures.templates import ROWS, program_for
from eyechart.families.figures.world import World
from eyechart.seeding import Rng

Pick = tuple[Possible, Named]
Sides = Sequence[Sequence[int]]
"""Whom a template's yes and its no may name, as bits."""


def ask(figure: Figure, world: World, drawing: Drawing, rng: Rng, settings: FigureSettings) -> list[Ask]:
    """The questions in random order."""
    margins = Margins(world, drawing, settings)
    rows = [row for row in ROWS if not settings.templates or row.template.name in settings.templates]
    possible = [found for row in rows if (found := margins.possible(row)) is not None]
    names = [thing.name for thing in world.elements.values()]
    picks = pairs(possible, rng) if settings.pairs else coins(possible, len(names), rng)
    return rng.shuffled([_ask(one, [names[i] for i in named], figure, settings) for one, named in picks])


def _ask(one: Possible, names: list[str], figure: Figure, settings: FigureSettings) -> Ask:
    return Ask(
        template=one.row.template,
        program=program_for(one.row, *names),
        slots=dict(zip("xy", names, strict=False)),
        facets={"figure": figure.kind, "elements": str(len(figure.elements))},
        difficulty=one.difficulty,
        language=figure.language,
        style=settings.wording,
    )


def pairs(possible: Sequence[Possible], rng: Rng) -> Iterator[Pick]:
    """One yes and one no for each template that applies (section 3.2)."""
    for one in possible:
        yield one, rng.choice(tuple(one.yes))
        yield one, rng.choice(tuple(one.no))


def coins(possible: Sequence[Possible], free: int, rng: Rng) -> Iterator[Pick]:
    """Templates, as many as leave every combination of answers possible with each of so many free elements named once; then
    a coin for each.

    So the answers have nothing to do with what is asked, nor with each other: who knows all but one, and where every name
    stands, still knows nothing of the last.
    """
    asked: list[Possible] = []
    named: list[Sides] = []
    for one in rng.shuffled(possible):
        names = 1 if one.row.against_all else 2
        if names > free:
            continue
        both = {
            tuple(sorted({_bits(some) for some in side})) for side in (one.yes, one.no)
        }  # one, if they name the same
        if _any_answers([*named, tuple(both)]):
            asked.append(one)
            named.append(tuple(both))
            free -= names
    sides = [rng.shuffled(tuple(one.yes if rng.coin() else one.no)) for one in asked]
    numbers = sorted(range(len(asked)), key=lambda i: len(sides[i]))
    found = _apart([[_bits(some) for some in sides[i]] for i in numbers])
    assert found is not None
    for i, place in zip(numbers, found, strict=True):
        yield asked[i], sides[i][place]


def _any_answers(asked: Sequence[Sides]) -> bool:
    return all(_apart(sorted(some, key=len)) is not None for some in product(*asked))


@cache  # few, and asked for hundreds of times a figure
def _bits(named: Named) -> int:
    return sum([1 << i for i in named])


def _apart(sides: Sequence[Sequence[int]], taken: int = 0, first: int = 0) -> list[int] | None:
    """One of each from the first on, by its place, such that no two share a bit, if that can be; those with few to choose
    from come first."""
    if first == len(sides):
        return []
    for place, bits in enumerate(sides[first]):
        if not bits & taken:
            rest = _apart(sides, taken | bits, first + 1)
            if rest is not None:
                return [place, *rest]
    return None
