"""CRIC: questions composed from what a scene shows and what everybody knows, answered with a word and an object."""

from pathlib import Path

from eyechart.core import Family, Split
from eyechart.families.commonsense.ask import FACET_NAMES, TEMPLATES, ask
from eyechart.families.commonsense.export import write
from eyechart.families.commonsense.options import CommonsenseSettings
from eyechart.families.commonsense.sample import draw, graph, sample
from eyechart.families.commonsense.world import FUNCTIONS, World

family = Family(
    name="commonsense",
    version=3,
    title="CRIC: vision and commonsense, composed",
    settings=CommonsenseSettings,
    presets={"exam": {}, "bilingual": {"languages": ["en", "zh"]}, "held-out": {"held_out": True}},
    splits={
        "train": Split(67_369, "seven tenths of the paper's images"),
        "val": Split(9_624, "one tenth"),
        "test": Split(19_248, "two tenths; with held_out it asks about predicates that training never does"),
    },
    facets=FACET_NAMES,
    templates=TEMPLATES,
    sample=sample,
    draw=draw,
    graph=graph,
    ask=ask,
    world=World,
    functions=FUNCTIONS,
    card=Path(__file__).parent / "CARD.md",
    exporters={"cric": write},
)
