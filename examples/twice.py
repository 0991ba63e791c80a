"""The figures family with a sixteenth question: is one bar, or slice, more than twice another?"""

from collections.abc import Iterator

from msgspec.structs import replace

from eyechart.core import Ask, Drawing, Step, Template
from eyechart.families.figures import family as figures
from eyechart.families.figures.charts import CHARTS
from eyechart.families.figures.scene import Figure
from eyechart.families.figures.settings import FigureSettings
from eyechart.families.figures.world import World
from eyechart.phrasing import wordings
from eyechart.program import One, Truth, functions, program
from eyechart.seeding import Rng

TWICE = Template("twice", wordings(en=("Is {x} more than twice {y}?", "Is {x} over two times as large as {y}?")))


def twice(world: World, one: One, other: One) -> Truth:
    values = world.property("value")
    return values[one[0]] > 2 * values[other[0]]


def ask_twice(world: World, rng: Rng) -> Iterator[Ask]:
    """A yes or a no by a coin, with a ratio that is plain to see; nothing where the figure does not have both."""
    values = {id: thing.data["value"] for id, thing in world.elements.items()}
    ratios = [(x, y, values[x] / values[y]) for x in values for y in values if x != y and values[y] >= 0.05]
    yes, no = [r for r in ratios if r[2] >= 2.4], [r for r in ratios if 1.2 <= r[2] <= 1.7]
    for x, y, _ in [rng.choice(yes if rng.coin() else no)] if yes and no else ():
        names = [world.elements[id].name for id in (x, y)]
        steps = (Step("find", (), (names[0],)), Step("find", (), (names[1],)), Step("twice", (0, 1)))
        yield Ask(
            template=TWICE,
            program=program(*steps, evidence=(0, 1)),
            slots={"x": names[0], "y": names[1]},
            facets={"figure": world.kind, "elements": str(len(world.elements))},
        )


def ask(figure: Figure, world: World, drawing: Drawing, rng: Rng, settings: FigureSettings) -> list[Ask]:
    asked = list(figures.ask(figure, world, drawing, rng, settings))
    return [*asked, *ask_twice(world, rng)] if "value" in CHARTS[figure.kind].properties else asked


family = replace(
    figures,
    languages=("en",),  # that the new question has words in
    templates={**figures.templates, "twice": TWICE},
    functions={**figures.functions, **functions(twice)},
    ask=ask,
)
