"""IconQA: a primary-school workbook of icons; picture choices, text choices or a blank; thirteen skills."""

from pathlib import Path

from eyechart.core import Family, Split
from eyechart.families.icons.ask import ask
from eyechart.families.icons.draw import draw
from eyechart.families.icons.functions import FUNCTIONS
from eyechart.families.icons.official import write
from eyechart.families.icons.sample import sample, substance_of
from eyechart.families.icons.scene import IconSettings
from eyechart.families.icons.templates import BY_NAME
from eyechart.families.icons.views import VIEWS, shows
from eyechart.families.icons.words import BOOKS
from eyechart.families.icons.world import World, graph

family = Family(
    name="icons",
    version=4,
    title="IconQA: questions about diagrams of icons",
    settings=IconSettings,
    presets={
        "exam": {},
        "bilingual": {"languages": ["en", "zh"]},
        "held-out": {"concepts": "held-out"},
    },
    splits={
        "train": Split(64_462, "six tenths of all problems, by what they show and offer"),
        "val": Split(21_489, "two tenths"),
        "test": Split(21_488, "the last two tenths"),
    },
    facets=("grade", "skills"),
    templates={name: kind.template for name, kind in BY_NAME.items()},
    languages=tuple(BOOKS),
    sample=sample,
    draw=draw,
    graph=graph,
    ask=ask,
    world=World,
    functions=FUNCTIONS,
    card=Path(__file__).parent / "CARD.md",
    exporters={"iconqa": write},
    shows=shows,
    views=VIEWS,
    substance=substance_of,
)
