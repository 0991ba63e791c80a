"""A family in one file: red and blue dots, and which there are more of."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from eyechart.core import Ask, Drawing, Family, Graph, Picture, Settings, Split, Step, Template, Thing
from eyechart.drawing.canvas import canvas, fill
from eyechart.drawing.png import png
from eyechart.errors import EyechartError
from eyechart.phrasing import wordings
from eyechart.program import Text, Things, Truth, functions, program
from eyechart.seeding import Rng

SIDE, CELL, RADIUS = 300, 50, 16
INK = {"red": "#D32F2F", "blue": "#1976D2"}


class DotSettings(Settings, frozen=True, kw_only=True):
    most: Annotated[int, Meta(ge=2, le=15)] = 8  # dots of a colour
    margin: Annotated[int, Meta(ge=1, le=14)] = 2  # least difference of the two numbers

    def check(self) -> None:
        if self.margin >= self.most:
            raise EyechartError(f"Setting margin={self.margin} leaves nothing to compare below most={self.most}.")


class Dots(Struct, frozen=True):
    """The scene: the colour of each dot, and the cell of a 6×6 grid that it lies in."""

    dots: tuple[tuple[str, int], ...]


def sample(rng: Rng, settings: DotSettings, split: str, index: int) -> Dots:
    few = rng.integer(1, settings.most - settings.margin)
    many = rng.integer(few + settings.margin, settings.most)
    red, blue = rng.shuffled((few, many))
    cells = rng.sample(range(36), red + blue)
    return Dots(tuple(zip(["red"] * red + ["blue"] * blue, cells, strict=True)))


def draw(scene: Dots, rng: Rng, settings: DotSettings) -> Drawing:
    pen, pixels = canvas(SIDE, SIDE)
    where = {}
    for number, (colour, cell) in enumerate(scene.dots):
        x, y = (cell % 6 + 0.5) * CELL + rng.uniform(-8, 8), (cell // 6 + 0.5) * CELL + rng.uniform(-8, 8)
        pen.drawCircle(x, y, RADIUS, fill(INK[colour]))
        where[f"dot:{number}"] = (tuple(round(v, 1) for v in (x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)),)
    return Drawing((Picture(png(pixels), SIDE, SIDE),), where)


def graph(scene: Dots) -> Graph:
    things = (
        Thing(f"dot:{i}", "dot", {"colour": colour}, {"cell": cell}) for i, (colour, cell) in enumerate(scene.dots)
    )
    return Graph(tuple(things))


# ---- what programs run on, and what they can call


def of_colour(world: Graph, colour: Text) -> Things:
    return [thing.id for thing in world.things if thing.attributes["colour"] == colour]


def more(world: Graph, some: Things, others: Things) -> Truth:
    return len(some) > len(others)


MORE = Template("more", wordings(en=("Are there more {x} dots than {y} ones?", "Do {x} dots outnumber {y} ones?")))


def ask(scene: Dots, world: Graph, drawing: Drawing, rng: Rng, settings: DotSettings) -> Iterator[Ask]:
    """Both ways round: one is a yes, the other a no."""
    for x, y in rng.shuffled((("red", "blue"), ("blue", "red"))):
        steps = (Step("of_colour", (), (x,)), Step("of_colour", (), (y,)), Step("more", (0, 1)))
        facets = {"dots": str(len(world.things))}
        yield Ask(template=MORE, program=program(*steps, evidence=(0, 1)), slots={"x": x, "y": y}, facets=facets)


family = Family(
    name="dots",
    version=1,
    title="Red and blue dots",
    settings=DotSettings,
    presets={"easy": {}, "close": {"most": 15, "margin": 1}},
    splits={"train": Split(10_000, "training"), "test": Split(1_000, "test")},
    facets=("dots",),
    templates={"more": MORE},
    sample=sample,
    draw=draw,
    graph=graph,
    ask=ask,
    world=lambda graph: graph,
    functions=functions(of_colour, more),
    card=Path(__file__).with_name("dots.md"),
)
