"""EST-VQA: text in scenes, asked about in English and Chinese, answered with the text and where it stands."""

from pathlib import Path

from eyechart.core import Family, Split
from eyechart.families.signs.ask import ask
from eyechart.families.signs.draw import draw
from eyechart.families.signs.faults import faults
from eyechart.families.signs.kinds import KINDS, PUBLISHED
from eyechart.families.signs.language import LANGUAGES
from eyechart.families.signs.official import write
from eyechart.families.signs.sample import sample
from eyechart.families.signs.settings import EASY, HARD, SignSettings
from eyechart.families.signs.templates import TEMPLATES
from eyechart.families.signs.views import VIEWS
from eyechart.families.signs.world import FUNCTIONS, World, graph

family = Family(
    name="signs",
    version=5,
    title="EST-VQA: reading signs in two languages",
    settings=SignSettings,
    presets={"default": {}, "easy": EASY, "hard": HARD},
    beyond={"kinds": tuple(name for name in KINDS if name not in PUBLISHED)},
    splits={
        "train": Split(18_681, "training; nine tenths of the paper's"),
        "val": Split(2_076, "validation; one tenth of the paper's training images"),
        "test": Split(4_482, "test; how much of its answers training has seen is a setting"),
    },
    facets=("kind", "role", "script", "reasoning", "second thing", "length", "cross-language"),
    of_answers=("length", "cross-language"),
    templates=TEMPLATES,
    languages=tuple(LANGUAGES),
    sample=sample,
    draw=draw,
    graph=graph,
    ask=ask,
    world=World,
    functions=FUNCTIONS,
    card=Path(__file__).parent / "CARD.md",
    faults=faults,
    exporters={"estvqa": write},
    views=VIEWS,
)
