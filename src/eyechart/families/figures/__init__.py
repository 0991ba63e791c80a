"""FigureQA, charts and yes/no questions about them: the record that is the family."""

from pathlib import Path

from eyechart.core import Family, Split
from eyechart.families.figures.ask import ask
from eyechart.families.figures.charts import CHARTS, PUBLISHED
from eyechart.families.figures.draw import draw
from eyechart.families.figures.export import write
from eyechart.families.figures.graph import graph
from eyechart.families.figures.sample import sample
from eyechart.families.figures.settings import MINI, PAPER, FigureSettings
from eyechart.families.figures.templates import TEMPLATES
from eyechart.families.figures.views import VIEWS
from eyechart.families.figures.words import WORDS
from eyechart.families.figures.world import FUNCTIONS, World

family = Family(
    name="figures",
    version=2,
    title="FigureQA: yes/no questions about charts",
    settings=FigureSettings,
    presets={"exam": {}, "mini": MINI, "paper": PAPER},
    beyond={"kinds": tuple(name for name in CHARTS if name not in PUBLISHED)},
    splits={
        "train": Split(100_000, "training colour scheme"),
        "val1": Split(20_000, "validation, training colour scheme"),
        "val2": Split(20_000, "validation, alternated colour scheme"),
        "test1": Split(20_000, "test, training colour scheme"),
        "test2": Split(20_000, "test, alternated colour scheme"),
    },
    facets=("figure", "elements"),
    templates=TEMPLATES,
    languages=tuple(WORDS),
    sample=sample,
    draw=draw,
    graph=graph,
    ask=ask,
    world=World,
    functions=FUNCTIONS,
    card=Path(__file__).parent / "CARD.md",
    exporters={"figureqa": write},
    views=VIEWS,
)
